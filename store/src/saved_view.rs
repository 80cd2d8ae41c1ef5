//! A person's saved views: float-desk, `PERSON#<name>` / `VIEW#<name of the view>`.

use crate::audit;
use crate::encoder::Encoder;
use crate::fields::ItemFields;
use crate::table::{Condition, Query, SortRange, Write};
use crate::{ErrorKind, Store, StoreError, TableId, recent_user};
use domain::audit::AuditEvent;
use domain::id::StaffId;
use domain::item::Stored;
use domain::role::{Permit, ReadDecisions};
use domain::saved_view::{SavedView, ViewName};
use domain::value::{Attributes, Value};

const PREFIX: &str = "VIEW#";
const ITEM_TYPE: &str = "saved_view";

fn key(person: &StaffId, name: &ViewName) -> Encoder {
    let sort = format!("{PREFIX}{}", name.as_str());
    Encoder::new().keys(recent_user::partition(person), sort)
}

/// Every view of a person, by name. As many as people name by hand.
pub async fn of_person(
    store: &Store,
    person: &StaffId,
) -> Result<Vec<Stored<SavedView>>, StoreError> {
    let range = SortRange::Prefix(PREFIX.to_owned());
    let query = Query::new(recent_user::partition(person), range);
    let items = store.table(TableId::FloatDesk).all(query).await?;
    Ok(items.into_iter().map(decode).collect())
}

/// What became of a view that was to be saved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Saved {
    Now,
    /// It was there as it is.
    Before,
    /// Another one has that name.
    NameTaken,
}

/// Keeps a view under a name that is free, together with its audit event.
pub async fn save(
    store: &Store,
    permit: &Permit<ReadDecisions>,
    view: &SavedView,
    event: &AuditEvent,
) -> Result<Saved, StoreError> {
    let person = &permit.staff().id;
    let item = key(person, &view.name)
        .text("item_type", ITEM_TYPE)
        .text("name", view.name.as_str())
        .text("query", &view.query)
        .instant("at", view.at)
        .done();
    let mut writes = audit::writes(event);
    writes.push(Write::new_item(TableId::FloatDesk, item));
    match store.transact(writes).await {
        Ok(()) => Ok(Saved::Now),
        Err(error) if error.kind == ErrorKind::Conflict => {
            let there = store
                .table(TableId::FloatDesk)
                .get(key(person, &view.name).done());
            let there = there.await?.and_then(|item| decode(item).ok());
            let is_same = there.is_some_and(|record| record.value.query == view.query);
            Ok(if is_same {
                Saved::Before
            } else {
                Saved::NameTaken
            })
        }
        Err(error) => Err(error),
    }
}

/// Forgets a view, together with its audit event; one that is gone already stays so.
pub async fn forget(
    store: &Store,
    permit: &Permit<ReadDecisions>,
    name: &ViewName,
    event: &AuditEvent,
) -> Result<(), StoreError> {
    let key = key(&permit.staff().id, name).done();
    let is_there = Condition::Is("item_type", Value::text(ITEM_TYPE));
    let mut writes = audit::writes(event);
    writes.push(Write::delete(TableId::FloatDesk, key, is_there));
    match store.transact(writes).await {
        Err(error) if error.kind != ErrorKind::Conflict => Err(error),
        _ => Ok(()),
    }
}

fn decode(item: Attributes) -> Stored<SavedView> {
    let mut fields = ItemFields::open(TableId::FloatDesk, item);
    fields.discriminator("item_type", ITEM_TYPE);
    let view = SavedView {
        name: ViewName::new(fields.text("name")),
        query: fields.text("query"),
        at: fields.instant("at"),
    };
    fields.close(view)
}
