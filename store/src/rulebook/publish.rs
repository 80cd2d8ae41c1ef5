//! Publishes rulebooks: one transaction over every rulebook, the snapshot, its summary and the audit
//! event. All of it or nothing.

mod record;
mod spelling;

use super::encode;
use super::live::{Head, Live, encode_head};
use crate::size::{LARGEST_ITEM, LARGEST_TRANSACTION, MOST_ACTIONS, item_size};
use crate::table::{Condition, Write};
use crate::{Store, StoreError, TableId, audit, proposal, rulebook_update, update_summary};
use domain::audit::AuditEvent;
use domain::id::{RulebookId, StaffId, UpdateId};
use domain::instant::Instant;
use domain::proposal::{Closing, Proposal, ProposalState};
use domain::role::{Permit, PublishRulebooks};
use domain::rulebook::Rulebook;
use domain::rulebook::plain::{AB_GROUP, LAST_UPDATED, SHARE, SUPERSEDING};
use domain::rulebook_update::Recorded;
use domain::value::{Attributes, Value};
use spelling::as_it_was_spelled;

/// Attributes of an item that are no part of the rulebook itself.
const KEYS: [&str; 5] = ["PK", "SK", "GSI1PK", "GSI1SK", "item_type"];
/// Documented attributes that may be missing; one added since the reading is a change like any other.
const OPTIONAL: [&str; 4] = [SHARE, SUPERSEDING, LAST_UPDATED, AB_GROUP];

/// How many seconds a script's clock may be ahead.
const CLOCKS_DIFFER: i64 = 3_600;

/// One rulebook as it shall be; without `after` it is deleted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    pub id: RulebookId,
    pub after: Option<Rulebook>,
}

/// What shall be published, on top of what was read. Without an edit it records what is there.
#[derive(Debug, Clone)]
pub struct Order<'a> {
    pub live: &'a Live,
    pub edits: &'a [Edit],
    /// The newest snapshot, against which the summary is told.
    pub previous: Option<(UpdateId, Recorded)>,
    /// Without `before` and `after`, which become the diff.
    pub event: AuditEvent,
    pub proposal: Option<Settled>,
}

/// A proposal that ends with a publish, in the same transaction.
#[derive(Debug, Clone)]
pub struct Settled {
    /// As it was read.
    pub proposal: Proposal,
    /// What it becomes.
    pub state: ProposalState,
    pub by: StaffId,
    pub why: String,
}

/// What was published.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Published {
    pub update: UpdateId,
    pub at: Instant,
}

/// Why nothing was written.
#[derive(Debug, Clone, thiserror::Error)]
pub enum NotPublished {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("The snapshot would have {size} bytes, and an item ends at {LARGEST_ITEM}.")]
    SnapshotTooLarge { size: usize },
    #[error("{id} would have {size} bytes, and an item ends at {LARGEST_ITEM}.")]
    RulebookTooLarge { id: RulebookId, size: usize },
    #[error(
        "What is stored under the key of {id} and the rulebook of that id are not the same item. Whoever stored it has to put the key right first."
    )]
    Misplaced { id: RulebookId },
    #[error("There is no {id} that could be deleted.")]
    Gone { id: RulebookId },
    #[error("This would touch {actions} items at once, and a transaction ends at {MOST_ACTIONS}.")]
    TooMany { actions: usize },
    #[error(
        "This would write {size} bytes at once, and a transaction ends at {LARGEST_TRANSACTION}."
    )]
    TooMuch { size: usize },
}

pub async fn publish(
    store: &Store,
    permit: &Permit<PublishRulebooks>,
    order: Order<'_>,
) -> Result<Published, NotPublished> {
    let (published, writes) = prepared(&order, &permit.staff().id)?;
    store.transact(writes).await?;
    Ok(published)
}

/// Why a publish would be refused before anything is written, for whoever still can do something about it.
pub fn foreseen(order: &Order<'_>, by: &StaffId) -> Result<(), NotPublished> {
    prepared(order, by).map(|_| ())
}

/// All that a publish writes, where it can be written.
fn prepared(order: &Order<'_>, by: &StaffId) -> Result<(Published, Vec<Write>), NotPublished> {
    let at = update_time(order);
    let id = rulebook_update::id(at, by);
    let (mut writes, snapshot) = rulebook_writes(order.live, order.edits, at)?;
    let snapshot = rulebook_update::encode_stored(by, at, snapshot);
    let size = item_size(&snapshot);
    if size > LARGEST_ITEM {
        return Err(NotPublished::SnapshotTooLarge { size });
    }
    let (total, summary) = (
        size + content_size(order.live),
        record::summary(order, &id, at),
    );
    writes.push(Write::new_item(TableId::Underwriting, snapshot));
    writes.push(update_summary::write(&summary));
    writes.push(head_write(order.live, at, &order.event.id));
    writes.extend(audit::writes(&record::with_diff(order, &id)));
    let settled = order.proposal.iter();
    writes.extend(settled.map(|it| proposal_write(it, &id, at)));
    if writes.len() > MOST_ACTIONS {
        let actions = writes.len();
        return Err(NotPublished::TooMany { actions });
    }
    if total > LARGEST_TRANSACTION {
        return Err(NotPublished::TooMuch { size: total });
    }
    Ok((Published { update: id, at }, writes))
}

/// How large the snapshot of what is there would be, with whatever cannot be read.
pub fn snapshot_size(live: &Live) -> usize {
    let rulebooks = live.rulebooks.iter().map(|one| nested(&one.item));
    let snapshot =
        rulebook_update::encode_stored(&StaffId::new(""), Instant::EPOCH, rulebooks.collect());
    item_size(&snapshot)
}

fn proposal_write(settled: &Settled, update: &UpdateId, at: Instant) -> Write {
    let read = &settled.proposal;
    let closing = Closing {
        by: settled.by.clone(),
        at,
        why: settled.why.clone(),
        update: Some(update.clone()),
    };
    let published = Proposal {
        state: settled.state.clone(),
        version: read.version + 1,
        closing: Some(closing),
        ..read.clone()
    };
    proposal::head_write(&published, Some(read.version))
}

/// Never at or before the last one: the keys of updates sort by time and then by name, so that two in
/// one second could change places. The last one may be a script's whose clock is ahead; one dated far
/// into the future is not followed there, and shows as drift.
fn update_time(order: &Order<'_>) -> Instant {
    let now = order.event.at.whole_seconds();
    let newest = order.previous.as_ref().and_then(|(id, _)| id.at());
    let ahead = newest.filter(|at| *at <= now.plus_seconds(CLOCKS_DIFFER));
    let head = order.live.head.as_ref().map(|head| head.updated);
    let last = ahead.into_iter().chain(head).max();
    last.map_or(now, |last| now.max(last.whole_seconds().plus_seconds(1)))
}

fn head_write(live: &Live, at: Instant, operation: &str) -> Write {
    let version = live.head.as_ref().map_or(0, |head| head.version);
    let only_if = match version {
        0 => Condition::Absent,
        _ => Condition::Is("version", Value::number(version)),
    };
    let head = Head {
        version: version + 1,
        updated: at,
        operation: operation.to_owned(),
    };
    Write::put(TableId::FloatDesk, encode_head(&head), only_if)
}

/// The writes that make the rulebooks what they shall be, and each as the snapshot holds it then.
fn rulebook_writes(
    live: &Live,
    edits: &[Edit],
    at: Instant,
) -> Result<(Vec<Write>, Vec<Attributes>), NotPublished> {
    let table = TableId::Underwriting;
    if let Some(edit) = edits.iter().find(|edit| live.is_misplaced(&edit.id)) {
        let id = edit.id.clone();
        return Err(NotPublished::Misplaced { id });
    }
    let (mut writes, mut snapshot) = (Vec::new(), Vec::new());
    let mut new: Vec<&Edit> = edits.iter().collect();
    for one in &live.rulebooks {
        // By key: one that cannot be read has that at least, and goes into the snapshot as it is.
        let edit = new.iter().position(|edit| one.lies_under(&edit.id));
        let edit = edit.map(|index| new.swap_remove(index));
        let unchanged = unchanged(&one.item);
        match edit {
            None => {
                writes.push(Write::check(table, one.key(), unchanged));
                snapshot.push(nested(&one.item));
            }
            Some(Edit { after: None, .. }) => {
                writes.push(Write::delete(table, one.key(), unchanged));
            }
            Some(Edit {
                after: Some(after),
                id,
            }) => {
                let item = as_it_was_spelled(&one.item, encode(&updated(after, at)));
                let item = sized(item, id)?;
                snapshot.push(nested(&item));
                writes.push(Write::put(table, item, unchanged));
            }
        }
    }
    for edit in new {
        let gone = || NotPublished::Gone {
            id: edit.id.clone(),
        };
        let after = edit.after.as_ref().ok_or_else(gone)?;
        let item = sized(encode(&updated(after, at)), &edit.id)?;
        snapshot.push(nested(&item));
        writes.push(Write::new_item(table, item));
    }
    Ok((writes, snapshot))
}

fn unchanged(item: &Attributes) -> Condition {
    let absent = OPTIONAL
        .into_iter()
        .filter(|name| !item.contains_key(*name));
    Condition::SameAndWithout(item.clone(), absent.collect())
}

fn updated(rulebook: &Rulebook, at: Instant) -> Rulebook {
    Rulebook {
        last_updated: Some(at.into()),
        ..rulebook.clone()
    }
}

fn sized(item: Attributes, id: &RulebookId) -> Result<Attributes, NotPublished> {
    match item_size(&item) {
        size if size > LARGEST_ITEM => Err(NotPublished::RulebookTooLarge {
            id: id.clone(),
            size,
        }),
        _ => Ok(item),
    }
}

/// Without keys, as a snapshot holds it.
fn nested(item: &Attributes) -> Attributes {
    let mut nested = item.clone();
    nested.retain(|name, _| !KEYS.contains(&name.as_str()));
    nested
}

fn content_size(live: &Live) -> usize {
    live.rulebooks.iter().map(|one| item_size(&one.item)).sum()
}
