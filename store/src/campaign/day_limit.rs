//! What somebody started in one day: float-desk, `CAMPAIGN_DAY#<person>` / `<day>`. It's written together
//! with each start, on condition that it's as it was read, so that two tabs don't exceed the limit.

use super::{head_writes, is_conflict};
use crate::encoder::Encoder;
use crate::fields::ItemFields;
use crate::table::{Condition, Write};
use crate::{ErrorKind, Operation, Store, StoreError, TableId, audit};
use domain::audit::AuditEvent;
use domain::campaign::Campaign;
use domain::campaign::day_limit::{OverDayLimit, StartedToday};
use domain::day::Day;
use domain::id::{CampaignId, StaffId};
use domain::item::Stored;
use domain::role::{OverrideProfiles, Permit};
use domain::value::{Attributes, Value};

const ITEM_TYPE: &str = "campaign_day";
/// How often a start is tried again that met another one by the same person.
const ATTEMPTS: usize = 5;
/// It's of no use once its day has passed.
const KEPT_DAYS: i64 = 7;

fn key(person: &StaffId, day: Day) -> Encoder {
    Encoder::new().keys(format!("CAMPAIGN_DAY#{person}"), day.stored())
}

/// What somebody started on a day.
pub async fn started_on(
    store: &Store,
    person: &StaffId,
    day: Day,
) -> Result<StartedToday, StoreError> {
    Ok(read(store, person, day).await?.0)
}

/// Lets a campaign run, if its users are still within what this person may start today; with its audit
/// event, whose day it is. A campaign that was changed since it was read is a conflict.
pub async fn start(
    store: &Store,
    permit: &Permit<OverrideProfiles>,
    changed: &Campaign,
    event: &AuditEvent,
) -> Result<Result<(), OverDayLimit>, StoreError> {
    let (person, day) = (&permit.staff().id, event.at.day());
    let mut tried = 1;
    loop {
        let (started, as_read) = read(store, person, day).await?;
        let next = match started.with(changed) {
            Ok(next) => next,
            Err(over) => return Ok(Err(over)),
        };
        let mut writes = audit::writes(event);
        writes.extend(head_writes(changed));
        writes.push(Write::put(
            TableId::FloatDesk,
            encode(person, event, &next),
            as_read.map_or(Condition::Absent, Condition::Same),
        ));
        match store.transact(writes).await {
            // The day may have changed, or the campaign: the next look at the day says which.
            Err(error) if is_conflict(&error) && tried < ATTEMPTS => {
                let is_same_day = started_on(store, person, day).await? == started;
                if error.kind == ErrorKind::Conflict && is_same_day {
                    return Err(error);
                }
                tried += 1;
            }
            other => return other.map(Ok),
        }
    }
}

/// With the item as it was read.
async fn read(
    store: &Store,
    person: &StaffId,
    day: Day,
) -> Result<(StartedToday, Option<Attributes>), StoreError> {
    let table = store.table(TableId::FloatDesk);
    let Some(item) = table.get(key(person, day).done()).await? else {
        return Ok((StartedToday::default(), None));
    };
    // Nobody starts anything on a number that can't be read.
    let record = decode(item.clone())
        .map_err(|broken| table.fault(Operation::Get, format!("a campaign day: {broken}")))?;
    Ok((record.value, Some(item)))
}

fn encode(person: &StaffId, event: &AuditEvent, started: &StartedToday) -> Attributes {
    let campaigns = started.campaigns.iter().map(|id| Value::text(id.as_str()));
    key(person, event.at.day())
        .text("item_type", ITEM_TYPE)
        .whole("users", i64::try_from(started.users).unwrap_or(i64::MAX))
        .value("campaigns", Value::List(campaigns.collect()))
        .optional_epoch("ttl", Some(event.at.plus_days(KEPT_DAYS)))
        .done()
}

fn decode(item: Attributes) -> Stored<StartedToday> {
    let mut fields = ItemFields::open(TableId::FloatDesk, item);
    fields.discriminator("item_type", ITEM_TYPE);
    let campaigns = fields.texts("campaigns").into_iter().map(CampaignId::new);
    let started = StartedToday {
        campaigns: campaigns.collect(),
        users: u64::try_from(fields.whole("users")).unwrap_or(u64::MAX),
    };
    let _ends = fields.optional_epoch("ttl");
    fields.close(started)
}
