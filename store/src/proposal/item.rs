//! The items that a proposal is made of.

use super::{Discussed, HEAD, index_partition, is_under, key};
use crate::TableId;
use crate::encoder::Encoder;
use crate::fields::{Fields, ItemFields};
use crate::rulebook::decode_nested;
use crate::size::{LARGEST_ITEM, item_size};
use domain::id::{ProposalId, RulebookId, StaffId, UpdateId};
use domain::item::Stored;
use domain::proposal::{Approval, Closing, Comment, Proposal, ProposalState, ProposedChange};
use domain::rulebook::Rulebook;
use domain::value::{Attributes, Value};

/// Says of a change that what it shall become lies in an item of its own.
const AFTER_IS_APART: &str = "after_is_apart";

/// Puts a proposal together: its head, the changes of its last draft, its comments.
pub(super) fn assemble(items: Vec<Attributes>) -> Option<Stored<Discussed>> {
    let head = items.iter().find(|item| is_under(HEAD, item))?.clone();
    Some(decode_head(head).and_then(|head| {
        let mut proposal = head.value;
        let (drafted, apart) = (whole(&proposal, ""), after_apart(&proposal, ""));
        let (mut afters, items): (Vec<_>, Vec<_>) =
            items.into_iter().partition(|item| is_under(&apart, item));
        let mut comments = Vec::new();
        for item in items {
            if is_under(&drafted, &item) {
                let change = decode_change(together(item, &mut afters))?;
                proposal.changes.push(change.value);
            } else if is_under("COMMENT#", &item) {
                comments.push(decode_comment(item)?.value);
            }
        }
        Ok(domain::item::Record {
            key: head.key,
            value: Discussed { proposal, comments },
            unknown: head.unknown,
            notices: head.notices,
        })
    }))
}

pub(super) fn encode_head(proposal: &Proposal) -> Attributes {
    let approval = proposal.approval.as_ref();
    let closing = proposal.closing.as_ref();
    key(&proposal.id, HEAD)
        .gsi1(index_partition(&proposal.state), proposal.created.stored())
        .text("item_type", "proposal")
        .text("proposal_id", proposal.id.as_str())
        .text("author", proposal.author.as_str())
        .instant("created", proposal.created)
        .text("reason", &proposal.reason)
        .text("line", &proposal.line)
        .text("state", proposal.state.as_stored())
        .whole("version", proposal.version)
        .whole("drafted", proposal.drafted)
        .optional_text("restores", proposal.restores.as_ref().map(UpdateId::as_str))
        .boolean("is_whole", proposal.is_whole)
        .optional_text("approved_by", approval.map(|it| it.by.as_str()))
        .optional_instant("approved_at", approval.map(|it| it.at))
        .optional_text("approved_why", approval.map(|it| it.why.as_str()))
        .optional_text("closed_by", closing.map(|it| it.by.as_str()))
        .optional_instant("closed_at", closing.map(|it| it.at))
        .optional_text("closed_why", closing.map(|it| it.why.as_str()))
        .optional_text(
            "update",
            closing
                .and_then(|it| it.update.as_ref())
                .map(UpdateId::as_str),
        )
        .done()
}

/// Without the changes, which are items of their own.
pub fn decode_head(item: Attributes) -> Stored<Proposal> {
    let mut fields = ItemFields::open(TableId::FloatDesk, item);
    fields.discriminator("item_type", "proposal");
    let approved_by = fields.optional_text("approved_by").map(StaffId::new);
    let approved_at = fields.optional_instant("approved_at");
    let approved_why = fields.optional_text("approved_why").unwrap_or_default();
    let closed_by = fields.optional_text("closed_by").map(StaffId::new);
    let closed_at = fields.optional_instant("closed_at");
    let why = fields.optional_text("closed_why").unwrap_or_default();
    let update = fields.optional_text("update").map(UpdateId::new);
    let proposal = Proposal {
        id: ProposalId::new(fields.text("proposal_id")),
        author: StaffId::new(fields.text("author")),
        created: fields.instant("created"),
        reason: fields.text("reason"),
        line: fields.text("line"),
        state: ProposalState::from_stored(&fields.text("state")),
        version: fields.whole("version"),
        drafted: fields.whole("drafted"),
        restores: fields.optional_text("restores").map(UpdateId::new),
        is_whole: fields.optional_boolean("is_whole").unwrap_or_default(),
        approval: approved_by.zip(approved_at).map(|(by, at)| Approval {
            by,
            at,
            why: approved_why,
        }),
        closing: closed_by.zip(closed_at).map(|(by, at)| Closing {
            by,
            at,
            why,
            update,
        }),
        changes: Vec::new(),
    };
    fields.close(proposal)
}

fn whole(proposal: &Proposal, id: &str) -> String {
    format!("CHANGE#{:09}#{id}", proposal.drafted)
}

fn after_apart(proposal: &Proposal, id: &str) -> String {
    format!("AFTER#{:09}#{id}", proposal.drafted)
}

/// One item; or two where both sides together would be too large for one, as a rulebook that fits into
/// a snapshot may be twice.
pub(super) fn encode_change(proposal: &Proposal, change: &ProposedChange) -> Vec<Attributes> {
    let plain = |rulebook: &Option<Rulebook>| rulebook.as_ref().map(|it| Value::Map(it.to_plain()));
    let id = change.id.as_str();
    let item = |sort| {
        key(&proposal.id, sort)
            .text("item_type", "proposed_change")
            .text("rulebook_id", id)
    };
    let mut base = item(whole(proposal, id))
        .optional("base", plain(&change.base))
        .optional("after", plain(&change.after))
        .done();
    if item_size(&base) <= LARGEST_ITEM {
        return vec![base];
    }
    let Some(after) = base.remove("after") else {
        return vec![base];
    };
    // Without the mark, a change whose other half was lost would read as a deletion.
    base.insert(AFTER_IS_APART.to_owned(), Value::Bool(true));
    let after = item(after_apart(proposal, id)).value("after", after).done();
    vec![base, after]
}

/// A change with its other half, where that lies in an item of its own.
fn together(mut change: Attributes, afters: &mut [Attributes]) -> Attributes {
    let id = change.get("rulebook_id");
    let mut halves = afters.iter_mut();
    let half = halves.find(|half| half.get("rulebook_id") == id);
    if let Some(after) = half.and_then(|half| half.remove("after")) {
        change.insert("after".to_owned(), after);
    }
    change
}

pub fn decode_change(item: Attributes) -> Stored<ProposedChange> {
    let mut fields = ItemFields::open(TableId::FloatDesk, item);
    fields.discriminator("item_type", "proposed_change");
    let rulebook = |fields: &mut Fields, name| fields.optional_nested(name, decode_nested);
    let change = ProposedChange {
        id: RulebookId::new(fields.text("rulebook_id")),
        base: rulebook(&mut fields, "base"),
        after: if fields.optional_boolean(AFTER_IS_APART) == Some(true) {
            fields.required_nested("after", decode_nested)
        } else {
            rulebook(&mut fields, "after")
        },
    };
    fields.close(change)
}

pub(super) fn encode_comment(id: &ProposalId, comment: &Comment, event: &str) -> Attributes {
    let sort = format!("COMMENT#{}#{event}", comment.at.stored());
    let encoder: Encoder = key(id, sort);
    encoder
        .text("item_type", "comment")
        .text("by", comment.by.as_str())
        .instant("at", comment.at)
        .text("text", &comment.text)
        .done()
}

pub(super) fn decode_comment(item: Attributes) -> Stored<Comment> {
    let mut fields = ItemFields::open(TableId::FloatDesk, item);
    fields.discriminator("item_type", "comment");
    let comment = Comment {
        by: StaffId::new(fields.text("by")),
        at: fields.instant("at"),
        text: fields.text("text"),
    };
    fields.close(comment)
}
