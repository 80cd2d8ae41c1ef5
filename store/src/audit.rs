//! The audit log: float-desk, `AUDIT#<day>` / `<time>#<event id>`, and the same event again by
//! person, by user and by action, so that each list is one range of keys.

use crate::encoder::Encoder;
use crate::fields::ItemFields;
use crate::page::{Cursor, PageRequest};
use crate::recent_user;
use crate::table::{Query, SortRange, Write};
use crate::{ErrorKind, Store, StoreError, TableId};
use domain::audit::{Action, AuditEvent, AuditList};
use domain::id::{StaffId, UserId};
use domain::item::Stored;
use domain::role::Role;
use domain::value::{Attributes, Value};

const ITEM_TYPE: &str = "audit_event";

pub(crate) fn partition(list: &AuditList) -> String {
    match list {
        AuditList::OfDay(day) => format!("AUDIT#{}", day.stored()),
        AuditList::OfPerson(name) => format!("AUDIT_PERSON#{name}"),
        AuditList::OfUser(user) => format!("AUDIT_USER#{user}"),
        AuditList::OfAction(action) => format!("AUDIT_ACTION#{action}"),
    }
}

fn sort(event: &AuditEvent) -> String {
    format!("{}#{}", event.at.stored(), event.id)
}

/// Every list that an event belongs to.
fn lists(event: &AuditEvent) -> impl Iterator<Item = AuditList> {
    [
        AuditList::OfDay(event.at.day()),
        AuditList::OfPerson(event.who.clone()),
        AuditList::OfAction(event.action.clone()),
    ]
    .into_iter()
    .chain(event.user.clone().map(AuditList::OfUser))
}

/// The writes that record an event, to go into the same transaction as what it records.
pub(crate) fn writes(event: &AuditEvent) -> Vec<Write> {
    lists(event)
        .map(|list| Write::new_item(TableId::FloatDesk, encode(event, &list)))
        .collect()
}

/// Records something that is no write itself: a sign-in, a refusal, a look. An event with the same
/// time and id is there already where this is a conflict.
pub async fn record(store: &Store, event: &AuditEvent) -> Result<(), StoreError> {
    store.transact(writes(event)).await
}

/// Whether an event had to be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Recorded {
    Now,
    /// Somebody, perhaps another server, had recorded it already.
    Before,
}

/// Records that somebody looked at a user, unless that is known for this hour, and puts the user
/// among those whom that person opened lately.
pub async fn record_once_an_hour(
    store: &Store,
    event: &AuditEvent,
    hour: i64,
) -> Result<Recorded, StoreError> {
    let user = event.user.as_ref().map_or("", UserId::as_str);
    let mut writes = writes(event);
    writes.extend(
        event
            .user
            .as_ref()
            .map(|user| recent_user::write(event, user)),
    );
    writes.push(Write::new_item(
        TableId::FloatDesk,
        Encoder::new()
            .keys(format!("LOOK#{}", event.who), format!("{hour}#{user}"))
            .text("item_type", "look")
            .optional_epoch("ttl", Some(event.at.plus_seconds(2 * 3_600)))
            .done(),
    ));
    match store.transact(writes).await {
        Ok(()) => Ok(Recorded::Now),
        Err(error) if error.kind == ErrorKind::Conflict => Ok(Recorded::Before),
        Err(error) => Err(error),
    }
}

/// Part of a list of the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entries {
    pub events: Vec<Stored<AuditEvent>>,
    /// Where the next part starts: a place within the list, so that nothing can be forged with it.
    pub next: Option<String>,
}

/// One list of the log, newest first, from behind the place `after`.
pub async fn list(
    store: &Store,
    list: &AuditList,
    size: u32,
    after: Option<&str>,
) -> Result<Entries, StoreError> {
    let start = after.map(|sort| Cursor(Encoder::new().keys(partition(list), sort).done()));
    let query = Query::new(partition(list), SortRange::All).newest_first();
    let request = PageRequest { size, after: start };
    let page = store.table(TableId::FloatDesk).page(query, request).await?;
    let next = page
        .next
        .and_then(|Cursor(mut key)| match key.remove("SK") {
            Some(Value::Text(sort)) => Some(sort),
            _ => None,
        });
    Ok(Entries {
        events: page.items.into_iter().map(decode).collect(),
        next,
    })
}

fn encode(event: &AuditEvent, list: &AuditList) -> Attributes {
    Encoder::new()
        .keys(partition(list), sort(event))
        .text("item_type", ITEM_TYPE)
        .text("event_id", &event.id)
        .instant("at", event.at)
        .text("who", event.who.as_str())
        .optional_text("label", event.label.as_deref())
        .optional_text("role", event.role.map(Role::as_str))
        .text("from", &event.from)
        .text("action", event.action.as_stored())
        .optional_text("user_id", event.user.as_ref().map(UserId::as_str))
        .text("subject", &event.subject)
        .text("reason", &event.reason)
        .optional("before", event.before.clone().map(Value::Map))
        .optional("after", event.after.clone().map(Value::Map))
        .done()
}

fn decode(item: Attributes) -> Stored<AuditEvent> {
    let mut fields = ItemFields::open(TableId::FloatDesk, item);
    fields.discriminator("item_type", ITEM_TYPE);
    let event = AuditEvent {
        id: fields.text("event_id"),
        at: fields.instant("at"),
        who: StaffId::new(fields.text("who")),
        label: fields.optional_text("label"),
        role: fields
            .optional_text("role")
            .as_deref()
            .and_then(Role::parse),
        from: fields.optional_text("from").unwrap_or_default(),
        action: Action::from_stored(&fields.text("action")),
        user: fields.optional_text("user_id").map(UserId::new),
        subject: fields.optional_text("subject").unwrap_or_default(),
        reason: fields.optional_text("reason").unwrap_or_default(),
        before: fields.optional_map("before"),
        after: fields.optional_map("after"),
    };
    fields.sorts_at(&sort(&event));
    fields.close(event)
}
