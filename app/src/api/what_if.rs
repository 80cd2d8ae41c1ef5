//! What-if: what is tried, and what came of it.

use crate::error::AppError;
use domain::basis_points::BasisPoints;
use domain::day::Day;
use domain::id::{ProposalId, RulebookId};
use domain::instant::Instant;
use domain::looked::Looked;
use domain::rulebook::RulebookType;
use domain::what_if::change::{Changes, FieldProblem};
use domain::what_if::findings::Findings;
use domain::what_if::unestimated::Unestimated;
use domain::what_if::view::WhatIfView;
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct WhatIfPage {
    pub now: Instant,
    pub view: WhatIfView,
    pub days: (Day, Day),
    /// The rulebooks as they are, in evaluation order.
    pub rulebooks: Vec<Configured>,
    pub changes: Changes,
    pub problems: Vec<FieldProblem>,
    pub proposal: Option<OfProposal>,
    /// The newest days worked out, where the address asks for it.
    pub newest: Option<Progress>,
    /// How much of the ledger is still to come, in words.
    pub notice: Option<String>,
}

/// What can be changed about a rulebook.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Configured {
    pub id: RulebookId,
    pub kind: RulebookType,
    pub priority: i64,
    pub share: Option<BasisPoints>,
    pub superseding: bool,
}

/// The proposal whose changes are tried.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OfProposal {
    pub id: ProposalId,
    pub line: String,
    /// What of it can't be estimated.
    pub unestimated: Unestimated,
}

/// What was found so far.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Progress {
    pub found: Findings,
    /// About how many evaluations there are.
    pub expected: u64,
    /// How many could not be read.
    pub broken: u64,
    /// How far back, where days are taken one by one.
    pub looked: Looked,
    pub is_done: bool,
}

crate::effect::reads!(ReadWhatIf);
/// `query` is the page's address behind the question mark.
#[server(prefix = "/rpc", endpoint = "read_what_if", output = crate::wire::Answer)]
pub async fn read_what_if(query: String) -> Result<WhatIfPage, AppError> {
    use crate::request::{failure, now, store};
    use crate::what_if_run::{NotWanted, Run, Wanted, wanted};
    let permit = crate::request::permit::<domain::role::ReadDecisions>().await?;
    let (store, now) = (store()?, now());
    let found = wanted(&store, &permit.staff().id, &query, now).await;
    let found = found.map_err(|error| match error {
        NotWanted::Invalid(why) => AppError::Invalid(why),
        NotWanted::Store(error) => failure(&error),
    })?;
    let newest = if found.view.is_run && found.problems.is_empty() {
        let run = async { Run::prepare(&store, &found).await?.newest(&store).await };
        Some(run.await.map_err(|error| failure(&error))?)
    } else {
        None
    };
    let notice = crate::ledger_list::notice(&store, now).await;
    let notice = notice.map_err(|error| failure(&error))?;
    let Wanted {
        view,
        days,
        now: live,
        changes,
        problems,
        proposal,
    } = found;
    let rulebooks = live.rulebooks().iter().map(|book| Configured {
        id: book.rulebook_id.clone(),
        kind: book.kind.clone(),
        priority: book.priority,
        share: book.apply_to,
        superseding: book.superseding == Some(true),
    });
    Ok(WhatIfPage {
        now,
        view,
        days,
        rulebooks: rulebooks.collect(),
        changes,
        problems,
        proposal,
        newest,
        notice,
    })
}
