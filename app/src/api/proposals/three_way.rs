//! What became of a draft's rulebooks since it was begun: theirs and mine.

use super::up_to_date::row_key;
use super::{Beside, ThreeWay, ThreeWayRow};
use crate::api::rulebooks::last_changed;
use crate::api::rulebooks::standing::Standing;
use crate::diff_view;
use crate::error::AppError;
use domain::id::RulebookId;
use domain::proposal::{Proposal, ProposedChange};
use domain::rulebook::Rulebook;
use domain::rulebook_diff::{compare_rulebooks, said_beside};
use domain::rulebook_merge::{MergeState, merge};
use std::sync::Arc;
use store::off_thread;

/// Each rulebook that is no longer what the draft started from.
pub(super) async fn three_way(
    store: &store::Store,
    proposal: &Proposal,
    standing: &Arc<Standing>,
) -> Result<Vec<ThreeWay>, AppError> {
    let live = &standing.configuration;
    let stale: Vec<_> = proposal
        .changes
        .iter()
        .filter(|it| it.is_stale(live))
        .cloned()
        .collect();
    if stale.is_empty() {
        return Ok(Vec::new());
    }
    // Where what is live is not on record, whoever is on record did not write it.
    let ids = stale.iter().map(|change| change.id.clone());
    let ids = ids.filter(|id| is_on_record(standing, id)).collect();
    let changed = last_changed(store, ids, None).await?;
    let who = |id: &RulebookId| {
        let last = changed.of.get(id)?;
        Some(format!("{}, {}", last.by, last.at))
    };
    let by: Vec<_> = stale.iter().map(|change| who(&change.id)).collect();
    let standing = Arc::clone(standing);
    let compared = move || {
        let live = &standing.configuration;
        let three = stale.iter().zip(by).map(|(change, by)| ThreeWay {
            id: change.id.clone(),
            by,
            rows: rows(change, &standing),
            beside: beside(change, live.get(&change.id)),
        });
        three.collect()
    };
    Ok(off_thread(compared).await)
}

fn is_on_record(standing: &Standing, id: &RulebookId) -> bool {
    let Some((_, recorded)) = &standing.newest else {
        return false;
    };
    let live = standing.configuration.get(id);
    compare_rulebooks(recorded.configuration.get(id), live)
        .is_none_or(|diff| !diff.is_of_substance())
}

/// What a choice between two whole rulebooks is about; nothing where it is made value by value.
fn beside(change: &ProposedChange, theirs: Option<&Rulebook>) -> Option<Beside> {
    let (title, before, after) = match (&change.base, theirs, &change.after) {
        (Some(base), Some(theirs), None) => ("What they changed", base, theirs),
        (Some(base), None, Some(mine)) => ("What mine changes", base, mine),
        (None, Some(theirs), Some(mine)) => {
            ("What is otherwise in mine than in theirs", theirs, mine)
        }
        _ => return None,
    };
    let alone = |one: &Rulebook| [one.clone()].into_iter().collect();
    Some(Beside {
        title: title.to_owned(),
        diff: diff_view::of_configurations(&alone(before), &alone(after)),
    })
}

fn rows(change: &ProposedChange, standing: &Standing) -> Vec<ThreeWayRow> {
    let theirs = standing.configuration.get(&change.id);
    if let (Some(base), Some(theirs), Some(mine)) = (&change.base, theirs, &change.after) {
        let fields = merge(base, theirs, mine).fields.into_iter();
        return fields
            .map(|field| {
                let values = [&field.base, &field.theirs, &field.mine].map(Option::as_ref);
                let [base, theirs, mine] = said_beside(&field.place, values);
                ThreeWayRow {
                    key: row_key(&change.id, Some(&field.place)),
                    field: field.place.to_string(),
                    base,
                    theirs,
                    mine,
                    state: field.state,
                }
            })
            .collect();
    }
    let is_there = |it: bool| Some(if it { "is there" } else { "is gone" }.to_owned());
    vec![ThreeWayRow {
        key: row_key(&change.id, None),
        field: "the whole rulebook".to_owned(),
        base: is_there(change.base.is_some()),
        theirs: if standing.live.is_broken(&change.id) {
            Some("is stored so that it cannot be read".to_owned())
        } else {
            is_there(theirs.is_some())
        },
        mine: is_there(change.after.is_some()),
        state: MergeState::Conflict,
    }]
}
