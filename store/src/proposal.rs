//! Proposals: float-desk, `PROPOSAL#<id>` / `HEAD`, their changes `CHANGE#<version>#<rulebook>`, of large
//! ones the other half `AFTER#<version>#<rulebook>`, and comments `COMMENT#<time>#<id>`; by state on GSI1.

mod item;

pub use item::{decode_change, decode_head};

use crate::encoder::Encoder;
use crate::size::{LARGEST_ITEM, LARGEST_TRANSACTION, MOST_ACTIONS, item_size};
use crate::table::{Condition, Query, SortRange, Write};
use crate::table_id::GSI1;
use crate::{Store, StoreError, TableId, audit};
use domain::audit::AuditEvent;
use domain::id::{ProposalId, RulebookId};
use domain::item::Stored;
use domain::proposal::{Comment, Proposal, ProposalState};
use domain::role::{Permit, ProposeRulebooks};
use domain::value::{Attributes, Value};
use item::{encode_change, encode_comment, encode_head};

const HEAD: &str = "HEAD";

fn partition(id: &ProposalId) -> String {
    format!("PROPOSAL#{id}")
}

fn index_partition(state: &ProposalState) -> String {
    format!("PROPOSAL#{state}")
}

/// A proposal with all that was said about it, oldest first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Discussed {
    pub proposal: Proposal,
    pub comments: Vec<Comment>,
}

/// Why a proposal cannot be kept.
#[derive(Debug, Clone, thiserror::Error)]
pub enum NotKept {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("{id} would have {size} bytes, and an item ends at {LARGEST_ITEM}. Nothing was saved.")]
    RulebookTooLarge { id: RulebookId, size: usize },
    #[error(
        "This would take {items} items of {size} bytes together, and a proposal ends at {most} and {LARGEST_TRANSACTION} bytes. Nothing was saved."
    )]
    TooLarge {
        items: usize,
        size: usize,
        most: usize,
    },
}

pub async fn get(store: &Store, id: &ProposalId) -> Result<Option<Stored<Discussed>>, StoreError> {
    let query = Query::new(partition(id), SortRange::All);
    let items = store.table(TableId::FloatDesk).all(query).await?;
    Ok(item::assemble(items))
}

/// Those in a state, newest first, without their changes. As many as people have written.
pub async fn in_state(
    store: &Store,
    state: &ProposalState,
) -> Result<Vec<Stored<Proposal>>, StoreError> {
    let query = Query::new(index_partition(state), SortRange::All)
        .on(GSI1)
        .newest_first();
    let items = store.table(TableId::FloatDesk).all(query).await?;
    Ok(items.into_iter().map(decode_head).collect())
}

/// Keeps a new proposal, or a new draft of one that was read at `version`, with its audit event.
pub async fn save(
    store: &Store,
    _permit: &Permit<ProposeRulebooks>,
    proposal: &Proposal,
    read_at: Option<i64>,
    event: &AuditEvent,
) -> Result<(), NotKept> {
    let mut writes = audit::writes(event);
    writes.push(head_write(proposal, read_at));
    let items = change_items(proposal, MOST_ACTIONS - writes.len())?;
    let items = items.into_iter();
    writes.extend(items.map(|item| Write::new_item(TableId::FloatDesk, item)));
    Ok(store.transact(writes).await?)
}

/// The items of its changes, where one transaction can write them.
fn change_items(proposal: &Proposal, most: usize) -> Result<Vec<Attributes>, NotKept> {
    let mut items = Vec::new();
    for change in &proposal.changes {
        let encoded = encode_change(proposal, change);
        let largest = encoded.iter().map(item_size).max().unwrap_or_default();
        if largest > LARGEST_ITEM {
            return Err(NotKept::RulebookTooLarge {
                id: change.id.clone(),
                size: largest,
            });
        }
        items.extend(encoded);
    }
    let size = items.iter().map(item_size).sum();
    if items.len() > most || size > LARGEST_TRANSACTION {
        return Err(NotKept::TooLarge {
            items: items.len(),
            size,
            most,
        });
    }
    Ok(items)
}

/// Takes a step with one that was read at `read_at`: approved, rejected, withdrawn, reviewed.
pub async fn step(
    store: &Store,
    _permit: &Permit<ProposeRulebooks>,
    proposal: &Proposal,
    read_at: i64,
    event: &AuditEvent,
) -> Result<(), StoreError> {
    let mut writes = audit::writes(event);
    writes.push(head_write(proposal, Some(read_at)));
    store.transact(writes).await
}

pub async fn comment(
    store: &Store,
    _permit: &Permit<ProposeRulebooks>,
    id: &ProposalId,
    comment: &Comment,
    event: &AuditEvent,
) -> Result<(), StoreError> {
    let mut writes = audit::writes(event);
    let item = encode_comment(id, comment, &event.id);
    writes.push(Write::new_item(TableId::FloatDesk, item));
    store.transact(writes).await
}

/// Every item of a proposal.
pub fn encode(proposal: &Proposal) -> Vec<Attributes> {
    let changes = proposal.changes.iter();
    let changes = changes.flat_map(|change| encode_change(proposal, change));
    changes.chain([encode_head(proposal)]).collect()
}

/// The write that takes a proposal to its next step, on condition that nobody else did.
pub(crate) fn head_write(proposal: &Proposal, read_at: Option<i64>) -> Write {
    let only_if = match read_at {
        Some(version) => Condition::Is("version", Value::number(version)),
        None => Condition::Absent,
    };
    Write::put(TableId::FloatDesk, encode_head(proposal), only_if)
}

fn key(id: &ProposalId, sort: impl Into<String>) -> Encoder {
    Encoder::new().keys(partition(id), sort)
}

fn is_under(prefix: &str, item: &Attributes) -> bool {
    matches!(item.get("SK"), Some(Value::Text(sort)) if sort.starts_with(prefix))
}
