//! How a change came about, as attributes of its summary. Summaries of earlier versions have none of them.

use crate::encoder::Encoder;
use crate::fields::ItemFields;
use domain::id::{ProposalId, StaffId};
use domain::proposal::Approval;
use domain::rulebook_update::{Authorship, Provenance};

const OUTSIDE: &str = "is_outside";
const PROPOSAL: &str = "proposal";
const AUTHOR: &str = "author";
const AUTHOR_REASON: &str = "author_reason";
const APPROVED_BY: &str = "approved_by";
const APPROVED_AT: &str = "approved_at";
const APPROVED_WHY: &str = "approved_why";

pub(super) fn encode(encoder: Encoder, provenance: Option<&Provenance>) -> Encoder {
    let authorship = match provenance {
        None => return encoder,
        Some(Provenance::Outside) => return encoder.boolean(OUTSIDE, true),
        Some(Provenance::Proposed(authorship)) => authorship,
    };
    let approval = authorship.approval.as_ref();
    encoder
        .text(PROPOSAL, authorship.proposal.as_str())
        .text(AUTHOR, authorship.author.as_str())
        .text(AUTHOR_REASON, &authorship.reason)
        .optional_text(APPROVED_BY, approval.map(|it| it.by.as_str()))
        .optional_instant(APPROVED_AT, approval.map(|it| it.at))
        .optional_text(APPROVED_WHY, approval.map(|it| it.why.as_str()))
}

pub(super) fn decode(fields: &mut ItemFields) -> Option<Provenance> {
    let proposal = fields.optional_text(PROPOSAL).map(ProposalId::new);
    let author = fields.optional_text(AUTHOR).map(StaffId::new);
    let reason = fields.optional_text(AUTHOR_REASON).unwrap_or_default();
    let by = fields.optional_text(APPROVED_BY).map(StaffId::new);
    let at = fields.optional_instant(APPROVED_AT);
    let why = fields.optional_text(APPROVED_WHY).unwrap_or_default();
    if fields.optional_boolean(OUTSIDE) == Some(true) {
        return Some(Provenance::Outside);
    }
    let approval = by.zip(at).map(|(by, at)| Approval { by, at, why });
    let proposed = |(proposal, author)| {
        Provenance::Proposed(Authorship {
            proposal,
            author,
            reason,
            approval,
        })
    };
    proposal.zip(author).map(proposed)
}
