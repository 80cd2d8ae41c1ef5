//! Intents to change a bypass: float-desk, `INTENT` / `<operation>` while it is not known what became
//! of one, then `SETTLED#<operation>` / `INTENT`.
//!
//! The bypass lies in another region, where no transaction reaches: first the intent and its audit
//! event, then the change on condition of what was read, then the outcome and its audit event. A
//! server that stops in between leaves an open intent, and [`settle_stale`] reads again.

use crate::encoder::Encoder;
use crate::fields::ItemFields;
use crate::table::{Condition, Query, SortRange, Write};
use crate::{ErrorKind, Store, StoreError, TableId, audit, bypass};
use domain::bypass_intent::{BypassIntent, Outcome};
use domain::id::UserId;
use domain::instant::Instant;
use domain::item::Stored;
use domain::role::{OverrideProfiles, Permit};
use domain::value::{Attributes, Value};

const OPEN: &str = "INTENT";
const ITEM_TYPE: &str = "bypass_intent";
/// An intent younger than this may still be on its way: a request ends after 15 seconds, and each of
/// its calls after 3.
pub const STALE_AFTER_SECONDS: i64 = 60;

fn open_key(operation: &str) -> Attributes {
    Encoder::new().keys(OPEN, operation).done()
}

fn settled_key(operation: &str) -> Attributes {
    Encoder::new()
        .keys(format!("SETTLED#{operation}"), OPEN)
        .done()
}

/// What is known of an operation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Known {
    Open(Box<BypassIntent>),
    Settled(Outcome),
}

/// What became of an operation, if it has ever begun.
pub async fn find(store: &Store, operation: &str) -> Result<Option<Known>, StoreError> {
    let table = store.table(TableId::FloatDesk);
    // In this order: an intent that is settled in between is found settled.
    if let Some(Ok(open)) = table.get(open_key(operation)).await?.map(decode) {
        return Ok(Some(Known::Open(Box::new(open.value))));
    }
    let settled = table.get(settled_key(operation)).await?;
    Ok(settled.map(|item| Known::Settled(outcome(&item))))
}

/// Every intent of which it is not known what became, the oldest not necessarily first. Mostly none.
pub async fn open(store: &Store) -> Result<Vec<Stored<BypassIntent>>, StoreError> {
    let query = Query::new(OPEN, SortRange::All);
    let items = store.table(TableId::FloatDesk).all(query).await?;
    Ok(items.into_iter().map(decode).collect())
}

/// Puts an intent on record, with its audit event; one of the same operation is a conflict.
pub async fn announce(
    store: &Store,
    _permit: &Permit<OverrideProfiles>,
    intent: &BypassIntent,
) -> Result<(), StoreError> {
    let mut writes = audit::writes(&intent.announced());
    writes.push(Write::new_item(TableId::FloatDesk, encode(intent)));
    writes.push(Write::check(
        TableId::FloatDesk,
        settled_key(&intent.operation),
        Condition::Absent,
    ));
    store.transact(writes).await
}

/// Makes the change that was announced, and says whether it was made. Doing it again changes nothing.
pub async fn carry_out(
    store: &Store,
    _permit: &Permit<OverrideProfiles>,
    intent: &BypassIntent,
) -> Result<Outcome, StoreError> {
    let change = bypass::change(
        store,
        &intent.user,
        intent.before.as_ref(),
        intent.after.as_ref(),
    );
    match change.await {
        Ok(()) => Ok(Outcome::Made),
        // Perhaps because it was made already: by the same click twice, or by a first attempt whose
        // answer was lost.
        Err(error) if error.kind == ErrorKind::Conflict => look(store, intent).await,
        Err(error) => Err(error),
    }
}

/// Puts on record what became of an intent, with its audit event. What is settled stays so, except
/// that a change which came late after all is put on record too.
pub async fn settle(
    store: &Store,
    intent: &BypassIntent,
    became: Outcome,
    now: Instant,
) -> Result<(), StoreError> {
    let operation = &intent.operation;
    let mut writes = audit::writes(&intent.settled(became, now));
    let is_open = Condition::Is("operation", Value::text(operation));
    let own = TableId::FloatDesk;
    writes.push(Write::delete(own, open_key(operation), is_open));
    writes.push(Write::new_item(own, settled(operation, became)));
    match store.transact(writes).await {
        Err(error) if error.kind == ErrorKind::Conflict => {
            settle_again(store, intent, became, now, error).await
        }
        other => other,
    }
}

async fn settle_again(
    store: &Store,
    intent: &BypassIntent,
    became: Outcome,
    now: Instant,
    conflict: StoreError,
) -> Result<(), StoreError> {
    match (find(store, &intent.operation).await?, became) {
        (Some(Known::Settled(Outcome::NotMade)), Outcome::Made) => {
            let mut writes = audit::writes(&intent.settled(became, now));
            let was_not = Condition::Is("was_made", Value::Bool(false));
            let item = settled(&intent.operation, became);
            writes.push(Write::put(TableId::FloatDesk, item, was_not));
            store.transact(writes).await
        }
        (Some(Known::Settled(_)), _) => Ok(()),
        _ => Err(conflict),
    }
}

/// Settles what a stopped server has left, by reading again what is stored now. Gives how many.
pub async fn settle_stale(store: &Store, now: Instant) -> Result<u64, StoreError> {
    let mut count = 0;
    for intent in open(store).await?.into_iter().filter_map(Result::ok) {
        let intent = intent.value;
        if intent.at.plus_seconds(STALE_AFTER_SECONDS) > now {
            continue;
        }
        let became = look(store, &intent).await?;
        settle(store, &intent, became, now).await?;
        count += 1;
    }
    Ok(count)
}

async fn look(store: &Store, intent: &BypassIntent) -> Result<Outcome, StoreError> {
    let found = bypass::find(store, &intent.user).await?;
    Ok(intent.judge(found.item()))
}

fn settled(operation: &str, became: Outcome) -> Attributes {
    Encoder::new()
        .with(&settled_key(operation))
        .text("item_type", ITEM_TYPE)
        .boolean("was_made", became == Outcome::Made)
        .done()
}

fn outcome(item: &Attributes) -> Outcome {
    match item.get("was_made") {
        Some(Value::Bool(true)) => Outcome::Made,
        _ => Outcome::NotMade,
    }
}

fn encode(intent: &BypassIntent) -> Attributes {
    Encoder::new()
        .with(&open_key(&intent.operation))
        .text("item_type", ITEM_TYPE)
        .text("operation", &intent.operation)
        .instant("at", intent.at)
        .staff("who", &intent.staff)
        .text("from", &intent.from)
        .text("user_id", intent.user.as_str())
        .text("reason", &intent.reason)
        .optional("before", intent.before.clone().map(Value::Map))
        .optional("after", intent.after.clone().map(Value::Map))
        .done()
}

fn decode(item: Attributes) -> Stored<BypassIntent> {
    let mut fields = ItemFields::open(TableId::FloatDesk, item);
    fields.discriminator("item_type", ITEM_TYPE);
    let intent = BypassIntent {
        operation: fields.text("operation"),
        at: fields.instant("at"),
        staff: fields.staff("who"),
        from: fields.text("from"),
        user: UserId::new(fields.text("user_id")),
        reason: fields.text("reason"),
        before: fields.optional_map("before"),
        after: fields.optional_map("after"),
    };
    fields.sorts_at(&intent.operation);
    fields.close(intent)
}
