//! What everybody should know on the start page: changes without review, drift, proposals to review.

use crate::error::AppError;
use domain::id::{ProposalId, StaffId};
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct NoticeList {
    /// Published without review: everybody is told.
    pub unreviewed: Vec<Notice>,
    /// Waiting for a second pair of eyes: for those who read decisions.
    pub open: Vec<Notice>,
    /// What is live and not on record, in one line.
    pub drift: Option<String>,
    /// Whether the proposals can be opened: being told is for everybody, reading rulebooks is not.
    pub may_open: bool,
}

/// What the start page says of a proposal, without the rulebooks that hang on it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Notice {
    pub proposal: ProposalId,
    /// Whoever published it, or proposes it.
    pub by: StaffId,
    /// What would change, in one line.
    pub line: String,
}

crate::effect::reads!(ListNotices);
#[server(prefix = "/rpc", endpoint = "list_notices", output = crate::wire::Answer)]
pub async fn list_notices() -> Result<NoticeList, AppError> {
    let permit = crate::request::permit::<domain::role::LookUpUsers>().await?;
    work::list(&permit).await
}

#[cfg(feature = "ssr")]
mod work {
    use super::{AppError, Notice, NoticeList};
    use crate::api::rulebooks::standing::Standing;
    use crate::request::{failure, store};
    use domain::item::Stored;
    use domain::proposal::{Proposal, ProposalState};
    use domain::role::{LookUpUsers, Permit, ReadDecisions};
    use futures::try_join;
    use store::proposal::in_state;

    pub(super) async fn list(permit: &Permit<LookUpUsers>) -> Result<NoticeList, AppError> {
        let store = store()?;
        let unreviewed = in_state(&store, &ProposalState::Unreviewed);
        if !permit.staff().may::<ReadDecisions>() {
            let unreviewed = unreviewed.await.map_err(|error| failure(&error))?;
            return Ok(NoticeList {
                unreviewed: sound(unreviewed),
                ..NoticeList::default()
            });
        }
        let (unreviewed, open) = try_join!(unreviewed, in_state(&store, &ProposalState::Open))
            .map_err(|error| failure(&error))?;
        let standing = Standing::read(&store).await?;
        Ok(NoticeList {
            unreviewed: sound(unreviewed),
            open: sound(open),
            drift: standing.drift(permit.staff()).map(|drift| drift.line()),
            may_open: true,
        })
    }

    fn sound(proposals: Vec<Stored<Proposal>>) -> Vec<Notice> {
        let sound = proposals.into_iter().filter_map(Result::ok);
        let notice = |proposal: Proposal| Notice {
            by: proposal.publisher().unwrap_or(&proposal.author).clone(),
            proposal: proposal.id,
            line: proposal.line,
        };
        sound.map(|record| notice(record.value)).collect()
    }
}
