//! Reads on until the page is full, and says how far it looked.

use super::{AppError, EvaluationsPage};
use crate::evaluation_list::EvaluationList;
use crate::request::{failure, now, store};
use crate::{audit, paths};
use domain::evaluation_list::EvaluationFilter;
use domain::id::{ResultId, UserId};
use domain::role::{LookUpUsers, Permit};
use futures::try_join;

/// How many evaluations a page shows.
const PAGE: u32 = 50;
/// With a filter, so many are read at a time, and no more often than this for one page.
const FILTERED: u32 = 100;
const READS: u32 = 20;

pub(super) async fn read(
    permit: &Permit<LookUpUsers>,
    user: UserId,
    query: &str,
) -> Result<EvaluationsPage, AppError> {
    let (store, now) = (store()?, now());
    let value = |name: &str| paths::from_query(query, name);
    let filter =
        EvaluationFilter::parse(value).map_err(|error| AppError::Invalid(error.to_string()))?;
    let start = value("start")
        .filter(|start| !start.is_empty())
        .map(ResultId::new);
    let size = if filter.is_empty() { PAGE } else { FILTERED };

    let open = async {
        EvaluationList::open(store, user.clone(), filter.clone(), start.as_ref(), size)
            .await
            .map_err(|error| failure(&error))
    };
    let ((list, mut read), ()) = try_join!(open, audit::looked_at(permit.staff(), &user))?;
    let mut reads = 1;
    while let (Some(next), true) = (
        &read.next,
        read.lines.len() < PAGE as usize && reads < READS,
    ) {
        let more = list
            .part(next, size)
            .await
            .map_err(|error| failure(&error))?;
        read.lines.extend(more.lines);
        read.next = more.next;
        read.looked_at += more.looked_at;
        read.back_to = more.back_to.or(read.back_to);
        reads += 1;
    }
    // What is more than a page begins the next one.
    let rest = read.lines.split_off(read.lines.len().min(PAGE as usize));
    Ok(EvaluationsPage {
        user_id: user,
        now,
        filter,
        next: rest.into_iter().next().map(|(id, _)| id).or(read.next),
        lines: read.lines.into_iter().map(|(_, line)| line).collect(),
        looked_at: read.looked_at,
        back_to: read.back_to,
        broken: list.broken,
    })
}
