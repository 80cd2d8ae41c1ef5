//! Every item of a user in every table, as it is stored. No keys of its own: each list is read under
//! the key of the entity that writes it.

use crate::encoder::Encoder;
use crate::insight::{balance_settings, card_funds_notification, data_capture};
use crate::insight::{income_detection, mine, mining_label, pave, payday};
use crate::page::{Cursor, Page, PageRequest};
use crate::table::{Query, SortRange};
use crate::table_id::GSI1;
use crate::{
    Store, StoreError, TableId, audit, balance, bypass, guard, historical_evaluation, item_size,
    lock, note, override_copy, pinned_evaluation, schedule, user,
};
use domain::audit::AuditList;
use domain::id::UserId;
use domain::instant::Instant;
use domain::raw_item::RawItem;
use domain::value::{Attributes, Value};
use futures::stream::{self, StreamExt, TryStreamExt};

/// So many floats' attempts are read at the same time.
const AT_ONCE: usize = 8;

/// One place where items of a user lie.
#[derive(Debug, Clone, Copy)]
pub struct RawList {
    pub table: TableId,
    /// As it stands in an address.
    pub name: &'static str,
    /// What lies there, in words.
    pub holds: &'static str,
    place: Place,
}

#[derive(Debug, Clone, Copy)]
enum Place {
    /// A partition of its own.
    Partition(fn(&Store, &UserId) -> String),
    /// The same, in an index; short by nature.
    Indexed(fn(&UserId) -> String),
    /// One item at most.
    Item(fn(&Store, &UserId) -> Attributes),
    /// By the floats that the user has taken.
    OfFloats,
}

const fn partition(
    table: TableId,
    name: &'static str,
    holds: &'static str,
    of: fn(&Store, &UserId) -> String,
) -> RawList {
    RawList {
        table,
        name,
        holds,
        place: Place::Partition(of),
    }
}

const fn item(
    table: TableId,
    name: &'static str,
    holds: &'static str,
    of: fn(&Store, &UserId) -> Attributes,
) -> RawList {
    RawList {
        table,
        name,
        holds,
        place: Place::Item(of),
    }
}

impl RawList {
    /// Table by table. `float-service` is used for nothing, and no document says under which keys. What
    /// Float Desk keeps of a user by day or by another id is left out, since nothing finds it by user:
    /// the ledger (`LEDGER#`, `TAKEN#`, `FIND#`) and campaigns.
    pub const ALL: &[Self] = &[
        partition(
            TableId::Underwriting,
            "underwriting",
            "profiles, evaluations, rule outcomes",
            |_, user| user::partition(user),
        ),
        Self {
            table: TableId::CollectionHistory,
            name: "collection-history",
            holds: "collection attempts on floats that the user has taken",
            place: Place::OfFloats,
        },
        item(
            TableId::Locks,
            "locks",
            "the lock on float processing",
            |_, user| lock::key(user),
        ),
        item(
            TableId::RequirementsBypass,
            "requirements-bypass",
            "the requirements bypass",
            |_, user| bypass::key(user),
        ),
        partition(TableId::Pave, "pave-users", "insights", |_, user| {
            pave::users_partition(user)
        }),
        partition(TableId::Pave, "pave-mine", "mining requests", |_, user| {
            mine::partition(user)
        }),
        partition(
            TableId::Pave,
            "pave-payday",
            "payday predictions",
            |_, user| payday::partition(user),
        ),
        partition(
            TableId::Pave,
            "pave-ccnotify",
            "notifications of funds on a card",
            |_, user| card_funds_notification::partition(user),
        ),
        partition(
            TableId::Pave,
            "pave-label",
            "the mining label",
            |_, user| mining_label::partition(user),
        ),
        partition(
            TableId::IncomeDetection,
            "incomedetection",
            "income detection runs",
            |_, user| income_detection::partition(user),
        ),
        partition(
            TableId::DataCapture,
            "fmdatacapture",
            "captured data",
            |store, user| data_capture::partition(user, store.assumptions()),
        ),
        item(
            TableId::BalanceSettings,
            "user-balance-settings",
            "balance settings",
            |store, user| balance_settings::key(user, store.assumptions()).done(),
        ),
        partition(
            TableId::Transactions,
            "txn-transactions",
            "balances",
            |_, user| balance::partition(user),
        ),
        item(
            TableId::FloatDesk,
            "float-desk-guard",
            "the version of what staff may change",
            |_, user| guard::key(user),
        ),
        partition(
            TableId::FloatDesk,
            "float-desk-notes",
            "notes",
            |_, user| note::partition(user),
        ),
        partition(
            TableId::FloatDesk,
            "float-desk-overrides",
            "copies of temporary profiles",
            |_, user| override_copy::partition(user),
        ),
        Self {
            table: TableId::FloatDesk,
            name: "float-desk-planned",
            holds: "planned starts",
            place: Place::Indexed(schedule::user_partition),
        },
        partition(
            TableId::FloatDesk,
            "float-desk-pins",
            "pinned evaluations",
            |_, user| pinned_evaluation::partition(user),
        ),
        partition(
            TableId::FloatDesk,
            "float-desk-audit",
            "what staff did",
            |_, user| audit::partition(&AuditList::OfUser(user.clone())),
        ),
    ];

    pub fn by_name(name: &str) -> Option<&'static Self> {
        Self::ALL.iter().find(|list| list.name == name)
    }

    /// Where an item stands in this list, to go on from behind it.
    pub fn place_of(&self, item: &RawItem) -> Option<String> {
        let sort = item.sort.as_ref()?;
        Some(match self.place {
            // Attempts of several floats: a run time is digits, so the blank is where it ends.
            Place::OfFloats => format!("{sort} {}", item.partition),
            _ => sort.clone(),
        })
    }
}

/// Items of one list, from behind the place `after`, in the order of their keys.
pub async fn page(
    store: &Store,
    user: &UserId,
    list: &RawList,
    size: u32,
    after: Option<&str>,
) -> Result<Page<RawItem>, StoreError> {
    let table = store.table(list.table);
    let whole = |items: Vec<Attributes>| {
        let items = items.into_iter();
        let items = items.map(|attributes| raw(store, list.table, attributes));
        behind(list, items.collect(), size, after)
    };
    let items = match list.place {
        Place::Partition(of) => {
            let partition = of(store, user);
            let after = after.map(|sort| Cursor(Encoder::new().keys(&*partition, sort).done()));
            let query = Query::new(partition, SortRange::All);
            let page = table.page(query, PageRequest { size, after }).await?;
            page.map(|attributes| raw(store, list.table, attributes))
        }
        Place::Indexed(of) => {
            let query = Query::new(of(user), SortRange::All).on(GSI1);
            whole(table.all(query).await?)
        }
        Place::Item(of) => whole(table.get(of(store, user)).await?.into_iter().collect()),
        Place::OfFloats => whole(attempts(store, user).await?),
    };
    Ok(items)
}

/// Part of a list that was read whole; from its beginning where the place is gone.
fn behind(
    list: &RawList,
    mut items: Vec<RawItem>,
    size: u32,
    after: Option<&str>,
) -> Page<RawItem> {
    let is_place = |item: &RawItem| after.is_some() && list.place_of(item).as_deref() == after;
    if let Some(place) = items.iter().position(is_place) {
        items.drain(..=place);
    }
    let rest = items.split_off(items.len().min(size as usize));
    let next = rest.first().map(|_| Cursor(Attributes::new()));
    Page { items, next }
}

async fn attempts(store: &Store, user: &UserId) -> Result<Vec<Attributes>, StoreError> {
    let taken = historical_evaluation::items_of(store, user).await?;
    let floats = taken.into_iter().filter_map(|mut item| {
        let Some(Value::Text(float)) = item.remove("float_id") else {
            return None;
        };
        (!float.is_empty()).then_some(float)
    });
    let table = store.table(TableId::CollectionHistory);
    let of_each: Vec<_> = stream::iter(floats)
        .map(|float| table.all(Query::new(float, SortRange::All)))
        .buffered(AT_ONCE)
        .try_collect()
        .await?;
    Ok(of_each.into_iter().flatten().collect())
}

fn raw(store: &Store, table: TableId, attributes: Attributes) -> RawItem {
    let assumptions = store.assumptions();
    let text = |name: &str| attributes.get(name).map(ToString::to_string);
    let expires_on = assumptions
        .ttl_attribute(table)
        .and_then(|name| match attributes.get(name) {
            Some(Value::Number(epoch)) => Instant::from_epoch_seconds(epoch.as_i64()?),
            _ => None,
        });
    RawItem {
        partition: text(assumptions.partition_key(table)).unwrap_or_default(),
        sort: table.sort_key().and_then(|key| text(key.name)),
        bytes: item_size(&attributes) as u64,
        expires_on,
        attributes,
    }
}
