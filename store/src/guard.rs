//! The version of a user's writable data: float-desk, `GUARD#<user>` / `GUARD`.
//!
//! Every write on a user raises it, on condition of the version that the person had read. So of two
//! people who start from the same page one is told that the other was faster, and what is sent twice,
//! by a double click or after a lost answer, is recognised and done once.

use crate::encoder::Encoder;
use crate::fields::ItemFields;
use crate::table::{Condition, Write};
use crate::{ErrorKind, Operation, Store, StoreError, TableId};
use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use domain::id::UserId;
use domain::instant::Instant;
use domain::schedule::ScheduleKey;
use domain::value::{Attributes, Value};
use sha2::{Digest, Sha256};
use std::time::Duration;

const SORT: &str = "GUARD";
const ITEM_TYPE: &str = "guard";
/// How many of the last operations a guard remembers: a retry comes within minutes, and nobody makes
/// so many writes on one user in that time.
const REMEMBERED: usize = 20;
/// How often a write that was in nobody's way is tried: two transactions that meet on an item can
/// both be turned away.
const ATTEMPTS: u32 = 4;
const BREATHER: Duration = Duration::from_millis(25);

/// A user's writable data as of one moment.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Guard {
    /// Nought where nothing was ever written through Float Desk.
    pub version: i64,
    /// The latest operations, oldest first.
    pub operations: Vec<String>,
    /// The starts that wait for their time: found without an index, which may be a moment behind, and
    /// whole, so that a user's page needs no second look for them.
    pub waiting: Vec<WaitingStart>,
}

/// A start that waits for its time, as its own item has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WaitingStart {
    pub key: ScheduleKey,
    pub(crate) item: Attributes,
}

impl Guard {
    /// Whether an operation is among the latest that were done.
    pub fn has_done(&self, OperationId(operation): &OperationId) -> bool {
        self.operations.contains(operation)
    }
}

/// One thing that somebody wants done, told apart from any other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OperationId(String);

impl OperationId {
    /// What one form does with one content. The content is part of it: a form that is sent again
    /// with something else in it is another operation, and meets the version that it was made for.
    pub fn of(form: &str, content: &str) -> Self {
        let digest = BASE64_URL_SAFE_NO_PAD.encode(Sha256::digest(content));
        Self(format!("{form}#{}", digest.get(..16).unwrap_or(&digest)))
    }

    /// As the id of what the operation makes; that stands in addresses, where a `#` ends the path.
    pub fn into_id(self) -> String {
        self.0.replace('#', "-")
    }
}

/// A write on a user that is to happen once, and only on what was read.
#[derive(Debug, Clone)]
pub struct Attempt {
    pub user: UserId,
    /// The version of the guard that was read.
    pub version: i64,
    pub operation: OperationId,
    pub at: Instant,
}

/// When a write happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    Now,
    /// The same operation was done before; nothing was written again.
    Before,
}

/// What a write does to the list of starts that wait.
#[derive(Debug, Clone, Default)]
pub(crate) struct Waiting {
    pub(crate) remove: Vec<ScheduleKey>,
    pub(crate) add: Vec<WaitingStart>,
}

pub(crate) fn key(user: &UserId) -> Attributes {
    Encoder::new().keys(format!("GUARD#{user}"), SORT).done()
}

/// The guard of a user as it is at this moment.
pub async fn of_user(store: &Store, user: &UserId) -> Result<Guard, StoreError> {
    let item = store.table(TableId::FloatDesk).get(key(user)).await?;
    item.map_or_else(|| Ok(Guard::default()), |item| decode(store, item))
}

/// Whether an operation has been done already.
pub(crate) async fn is_done(store: &Store, attempt: &Attempt) -> Result<bool, StoreError> {
    let guard = of_user(store, &attempt.user).await?;
    Ok(guard.has_done(&attempt.operation))
}

/// Does `writes` and raises the guard, all or nothing. A version other than the attempt's is a
/// conflict; an operation that is already done is not done again.
pub(crate) async fn write(
    store: &Store,
    attempt: &Attempt,
    waiting: &Waiting,
    writes: Vec<Write>,
) -> Result<Outcome, StoreError> {
    let mut tried = 0;
    let mut lost = None;
    loop {
        // Where it cannot be read whether a lost answer meant yes, that answer is what is told.
        let guard = match (of_user(store, &attempt.user).await, lost.take()) {
            (Ok(guard), _) => guard,
            (Err(error), None) => return Err(error),
            (Err(_), Some(lost)) => return Err(lost),
        };
        if guard.has_done(&attempt.operation) {
            // Found on the way back from a lost answer, it was this very call that did it.
            return Ok(if tried == 0 {
                Outcome::Before
            } else {
                Outcome::Now
            });
        }
        if guard.version != attempt.version {
            return Err(conflict(attempt, &guard));
        }
        let mut all = writes.clone();
        all.push(raise(attempt, &guard, waiting));
        let Err(error) = store.transact(all).await else {
            return Ok(Outcome::Now);
        };
        tried += 1;
        let patience = match error.kind {
            ErrorKind::Conflict | ErrorKind::Contended => ATTEMPTS,
            // Somebody waits, and each of these takes its three seconds.
            ErrorKind::Unreachable => 2,
            _ => 0,
        };
        if tried >= patience {
            return Err(error);
        }
        lost = Some(error);
        tokio::time::sleep(BREATHER * tried).await;
    }
}

fn raise(attempt: &Attempt, guard: &Guard, waiting: &Waiting) -> Write {
    let OperationId(operation) = &attempt.operation;
    let skipped = (guard.operations.len() + 1).saturating_sub(REMEMBERED);
    let operations = guard.operations.iter().skip(skipped).chain([operation]);
    let waiting: Vec<_> = guard
        .waiting
        .iter()
        .filter(|one| !waiting.remove.contains(&one.key))
        .chain(&waiting.add)
        .collect();
    let item = Encoder::new()
        .keys(format!("GUARD#{}", attempt.user), SORT)
        .text("item_type", ITEM_TYPE)
        .text("user_id", attempt.user.as_str())
        .whole("version", guard.version + 1)
        .instant("raised_on", attempt.at)
        .value(
            "operations",
            Value::List(operations.map(Value::text).collect()),
        )
        .list("waiting", &waiting, |one| one.item.clone())
        .done();
    let unchanged = if guard.version == 0 {
        Condition::Absent
    } else {
        Condition::Is("version", Value::number(guard.version))
    };
    Write::put(TableId::FloatDesk, item, unchanged)
}

fn decode(store: &Store, item: Attributes) -> Result<Guard, StoreError> {
    let mut fields = ItemFields::open(TableId::FloatDesk, item);
    fields.discriminator("item_type", ITEM_TYPE);
    let guard = Guard {
        version: fields.whole("version"),
        operations: fields.texts("operations"),
        waiting: fields.list_of("waiting", |start| WaitingStart {
            item: start.whole_map(),
            key: ScheduleKey {
                start_on: start.instant("start_on"),
                id: start.text("id"),
            },
        }),
    };
    // A guard that cannot be read protects nothing: better no write at all.
    fields
        .close(guard)
        .map(|record| record.value)
        .map_err(|broken| {
            let table = store.table(TableId::FloatDesk);
            table.fault(Operation::Get, format!("{}: {broken}", broken.key))
        })
}

fn conflict(attempt: &Attempt, guard: &Guard) -> StoreError {
    let Attempt { user, version, .. } = attempt;
    StoreError {
        table: TableId::FloatDesk,
        operation: Operation::Transact,
        kind: ErrorKind::Conflict,
        detail: format!("{user} was read at {version} and is at {}", guard.version),
    }
}
