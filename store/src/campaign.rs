//! Campaigns: float-desk, `CAMPAIGN#<id>` / `HEAD`, beside it the list that was pasted (`LIST#<part>`),
//! how far it has come (`HEAD#PROGRESS`), and each user (`USER#<user>`). Those that a worker has to look
//! after are also under `CAMPAIGN_ACTIVE` / `<id>`, so that none is looked for in an index.

pub mod day_limit;
mod item;
pub mod run;
pub mod user;

pub use item::{decode, encode, encode_progress};

use crate::encoder::Encoder;
use crate::page::{Cursor, PageRequest};
use crate::table::{Condition, Query, SortRange, Write};
use crate::table_id::GSI1;
use crate::{ErrorKind, Operation, Store, StoreError, TableId, audit};
use domain::audit::AuditEvent;
use domain::campaign::{Campaign, CampaignState, SMALL, Tally};
use domain::id::{CampaignId, UserId};
use domain::item::Stored;
use domain::role::{OverrideProfiles, Permit, RunLargeCampaigns};
use domain::value::{Attributes, Value};

const HEAD: &str = "HEAD";
const PROGRESS: &str = "HEAD#PROGRESS";
const LIST: &str = "LIST#";
const ACTIVE: &str = "CAMPAIGN_ACTIVE";
/// The partition of the index that lists them all.
const ALL: &str = "CAMPAIGN";
/// So many bytes of ids go into one item, well below what one may hold.
const PART: usize = 250_000;

fn partition(id: &CampaignId) -> String {
    format!("CAMPAIGN#{id}")
}

fn head_key(id: &CampaignId) -> Attributes {
    Encoder::new().keys(partition(id), HEAD).done()
}

fn active_key(id: &CampaignId) -> Attributes {
    Encoder::new().keys(ACTIVE, id.as_str()).done()
}

/// Holds a transaction to the campaign being in that state.
pub(crate) fn while_in(id: &CampaignId, state: &CampaignState) -> Write {
    let is = Condition::Is("state", Value::text(state.as_stored()));
    Write::check(TableId::FloatDesk, head_key(id), is)
}

/// Leave to run a campaign of some size: small ones by the one permit, larger ones by both.
#[derive(Debug, Clone, Copy)]
pub struct Leave<'a> {
    pub small: &'a Permit<OverrideProfiles>,
    pub large: Option<&'a Permit<RunLargeCampaigns>>,
}

impl Leave<'_> {
    fn covers(&self, store: &Store, campaign: &Campaign) -> Result<(), StoreError> {
        if campaign.is_small() || self.large.is_some() {
            return Ok(());
        }
        let table = store.table(TableId::FloatDesk);
        let detail = format!("{} users, and leave for {SMALL}", campaign.users);
        Err(table.fault(Operation::Transact, detail))
    }
}

/// A campaign and how far it has come.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    pub campaign: Stored<Campaign>,
    /// Nothing before the first users were checked.
    pub tally: Tally,
}

pub async fn get(store: &Store, id: &CampaignId) -> Result<Option<Found>, StoreError> {
    let query = Query::new(partition(id), SortRange::Prefix(HEAD.to_owned()));
    let mut items = store.table(TableId::FloatDesk).all(query).await?;
    let is_progress = |item: &Attributes| item.get("SK") == Some(&Value::text(PROGRESS));
    let progress = items.iter().position(is_progress);
    let tally = progress.map(|index| item::decode_progress(items.remove(index)));
    Ok(items.into_iter().next().map(|head| Found {
        campaign: decode(head),
        tally: tally.unwrap_or_default(),
    }))
}

/// Part of the list of campaigns, newest first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Campaigns {
    pub campaigns: Vec<Stored<Campaign>>,
    /// Where the next part starts.
    pub next: Option<String>,
}

/// The campaigns, newest first, from behind the place `after`. By an index, so one that was made a
/// moment ago may be missing.
pub async fn list(store: &Store, size: u32, after: Option<&str>) -> Result<Campaigns, StoreError> {
    let start = after.and_then(|place| {
        let (created, id) = place.split_once('#')?;
        Some(Cursor(
            Encoder::new()
                .with(&head_key(&CampaignId::new(id)))
                .gsi1(ALL, created)
                .done(),
        ))
    });
    let query = Query::new(ALL, SortRange::All).on(GSI1).newest_first();
    let request = PageRequest { size, after: start };
    let page = store.table(TableId::FloatDesk).page(query, request).await?;
    let text = |key: &Attributes, name: &str| match key.get(name) {
        Some(Value::Text(text)) => text.clone(),
        _ => String::new(),
    };
    let next = page.next.map(|Cursor(key)| {
        let partition = text(&key, "PK");
        let id = partition.strip_prefix("CAMPAIGN#").unwrap_or_default();
        format!("{}#{id}", text(&key, "GSI1SK"))
    });
    Ok(Campaigns {
        campaigns: page.items.into_iter().map(decode).collect(),
        next,
    })
}

/// The campaigns that a worker has to look after.
pub async fn active(store: &Store) -> Result<Vec<CampaignId>, StoreError> {
    let query = Query::new(ACTIVE, SortRange::All);
    let items = store.table(TableId::FloatDesk).all(query).await?;
    let ids = items.into_iter().filter_map(|mut item| item.remove("SK"));
    Ok(ids
        .filter_map(|sort| match sort {
            Value::Text(id) => Some(CampaignId::new(id)),
            _ => None,
        })
        .collect())
}

/// Makes a campaign with its list, to be checked; one of the same id is a conflict.
pub async fn create(
    store: &Store,
    leave: Leave<'_>,
    campaign: &Campaign,
    users: &[UserId],
    event: &AuditEvent,
) -> Result<(), StoreError> {
    leave.covers(store, campaign)?;
    let own = TableId::FloatDesk;
    let mut writes = audit::writes(event);
    writes.push(Write::new_item(own, encode(campaign)));
    writes.push(Write::new_item(own, active_key(&campaign.id)));
    for (number, part) in parts(users).into_iter().enumerate() {
        // One text, which engines handle faster than thousands of values; no id holds a line break.
        let ids: Vec<_> = part.iter().map(UserId::as_str).collect();
        let item = Encoder::new()
            .keys(partition(&campaign.id), format!("{LIST}{number:04}"))
            .text("item_type", "campaign_list")
            .text("users", ids.join("\n"))
            .done();
        writes.push(Write::new_item(own, item));
    }
    store.transact(writes).await
}

fn parts(users: &[UserId]) -> Vec<Vec<UserId>> {
    let mut parts: Vec<Vec<UserId>> = Vec::new();
    let mut room = 0;
    for user in users {
        let weight = user.as_str().len() + 1;
        if room < weight {
            parts.push(Vec::new());
            room = PART;
        }
        room -= weight;
        if let Some(part) = parts.last_mut() {
            part.push(user.clone());
        }
    }
    parts
}

/// The users of a campaign in the order of its list.
pub async fn listed(store: &Store, id: &CampaignId) -> Result<Vec<UserId>, StoreError> {
    let query = Query::new(partition(id), SortRange::Prefix(LIST.to_owned()));
    let items = store.table(TableId::FloatDesk).all(query).await?;
    let texts = items
        .into_iter()
        .filter_map(|mut item| item.remove("users"));
    Ok(texts
        .flat_map(|text| match text {
            Value::Text(text) => text.split('\n').map(UserId::new).collect(),
            _ => Vec::new(),
        })
        .collect())
}

/// Lets a campaign run, begin anew after a stop, stop, or be undone, as `changed` says; one that was
/// changed since it was read is a conflict. Whoever may only run small ones starts them by
/// [`day_limit::start`].
pub async fn change(
    store: &Store,
    leave: Leave<'_>,
    changed: &Campaign,
    event: &AuditEvent,
) -> Result<(), StoreError> {
    leave.covers(store, changed)?;
    if changed.state == CampaignState::Running && leave.large.is_none() {
        let detail = "a start without leave for large campaigns is counted by day".to_owned();
        return Err(store
            .table(TableId::FloatDesk)
            .fault(Operation::Transact, detail));
    }
    went_on(store, changed, event).await
}

/// Puts a campaign into its next state, with the event that says so. Workers do this too, on what
/// somebody with leave began.
pub(crate) async fn went_on(
    store: &Store,
    changed: &Campaign,
    event: &AuditEvent,
) -> Result<(), StoreError> {
    let mut writes = audit::writes(event);
    writes.extend(head_writes(changed));
    store.transact(writes).await
}

/// The head as it is to be, and whether a worker has to look after it.
fn head_writes(changed: &Campaign) -> [Write; 2] {
    let own = TableId::FloatDesk;
    let next = Campaign {
        version: changed.version + 1,
        ..changed.clone()
    };
    let unchanged = Condition::Is("version", Value::number(changed.version));
    let pointer = active_key(&changed.id);
    [
        Write::put(own, encode(&next), unchanged),
        if next.is_active() {
            Write::put(own, pointer, Condition::Always)
        } else {
            Write::delete(own, pointer, Condition::Always)
        },
    ]
}

/// Every user is checked: people can decide now.
pub(crate) async fn is_checked(store: &Store, campaign: &Campaign) -> Result<(), StoreError> {
    let ready = Campaign {
        state: CampaignState::Ready,
        ..campaign.clone()
    };
    store.transact(head_writes(&ready).into()).await
}

/// Notes how far a campaign has come. It is counted anew at every start, so the last word wins.
pub async fn note(store: &Store, id: &CampaignId, tally: &Tally) -> Result<(), StoreError> {
    let item = encode_progress(id, tally);
    store
        .table(TableId::FloatDesk)
        .put_if(item, Condition::Always)
        .await
}

/// Whether a failed transaction only met somebody else's.
pub(crate) fn is_conflict(error: &StoreError) -> bool {
    matches!(error.kind, ErrorKind::Conflict | ErrorKind::Contended)
}
