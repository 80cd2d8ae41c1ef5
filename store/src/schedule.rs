//! Starts that are planned: float-desk, `SCHEDULE#<day>` / `<start>#<id>`; GSI1 `SCHEDULE_USER#<user>` /
//! start. Each write also raises the user's guard, which holds a copy of those that wait.

use crate::encoder::Encoder;
use crate::fields::ItemFields;
use crate::guard::{self, Attempt, Guard, Outcome, Waiting, WaitingStart};
use crate::profile::{decode_float, decode_loan, encode_float, encode_loan};
use crate::table::{Condition, Query, SortRange, Write};
use crate::table_id::GSI1;
use crate::temporary_profile::change;
use crate::{Store, StoreError, TableId, audit};
use domain::audit::AuditEvent;
use domain::day::Day;
use domain::id::UserId;
use domain::item::Stored;
use domain::role::{OverrideProfiles, Permit};
use domain::schedule::{ScheduleKey, ScheduleState, ScheduledStart};
use domain::settings::Settings;
use domain::settings_change::SettingsChange;
use domain::temporary_profile::{Held, TemporaryProfile};
use domain::value::{Attributes, Value};

const ITEM_TYPE: &str = "scheduled_start";

fn partition(day: Day) -> String {
    format!("SCHEDULE#{}", day.stored())
}

fn sort(key: &ScheduleKey) -> String {
    format!("{}#{}", key.start_on.stored(), key.id)
}

pub(crate) fn user_partition(user: &UserId) -> String {
    format!("SCHEDULE_USER#{user}")
}

fn item_key(key: &ScheduleKey) -> Attributes {
    Encoder::new()
        .keys(partition(key.start_on.day()), sort(key))
        .done()
}

/// One planned start, whatever became of it.
pub async fn get(
    store: &Store,
    key: &ScheduleKey,
) -> Result<Option<Stored<ScheduledStart>>, StoreError> {
    let item = store.table(TableId::FloatDesk).get(item_key(key)).await?;
    Ok(item.map(decode))
}

/// Those of a user that wait for their time, as the user's guard holds them; soonest first.
pub fn waiting(guard: &Guard) -> Vec<Stored<ScheduledStart>> {
    let mut waiting: Vec<_> = guard.waiting.iter().collect();
    waiting.sort_by_key(|one| one.key.start_on);
    let items = waiting.into_iter().map(|one| one.item.clone());
    items.map(decode).collect()
}

/// Every planned start of a user, latest start first. From an index, so a moment behind: for what has
/// come of them, not for what waits.
pub async fn of_user(
    store: &Store,
    user: &UserId,
) -> Result<Vec<Stored<ScheduledStart>>, StoreError> {
    let query = Query::new(user_partition(user), SortRange::All)
        .on(GSI1)
        .newest_first();
    let items = store.table(TableId::FloatDesk).all(query).await?;
    Ok(items.into_iter().map(decode).collect())
}

/// All that start on a day, in the order of their starts.
pub async fn of_day(store: &Store, day: Day) -> Result<Vec<Stored<ScheduledStart>>, StoreError> {
    let query = Query::new(partition(day), SortRange::All);
    let items = store.table(TableId::FloatDesk).all(query).await?;
    Ok(items.into_iter().map(decode).collect())
}

/// Plans a start.
pub async fn add(
    store: &Store,
    _permit: &Permit<OverrideProfiles>,
    attempt: &Attempt,
    new: &ScheduledStart,
    event: &AuditEvent,
) -> Result<Outcome, StoreError> {
    let mut writes = audit::writes(event);
    writes.push(Write::new_item(TableId::FloatDesk, encode(new)));
    let waiting = Waiting {
        remove: Vec::new(),
        add: vec![held(new)],
    };
    guard::write(store, attempt, &waiting, writes).await
}

/// Plans a start otherwise, as long as it waits.
pub async fn change(
    store: &Store,
    _permit: &Permit<OverrideProfiles>,
    attempt: &Attempt,
    old: &ScheduleKey,
    new: &ScheduledStart,
    event: &AuditEvent,
) -> Result<Outcome, StoreError> {
    let mut writes = audit::writes(event);
    if *old == new.key() {
        writes.push(Write::put(TableId::FloatDesk, encode(new), waits()));
    } else {
        writes.push(Write::delete(TableId::FloatDesk, item_key(old), waits()));
        writes.push(Write::new_item(TableId::FloatDesk, encode(new)));
    }
    let waiting = Waiting {
        remove: vec![old.clone()],
        add: vec![held(new)],
    };
    guard::write(store, attempt, &waiting, writes).await
}

/// Gives a planned start up, with what became of it in its state: cancelled, or failed. It stays to be
/// seen.
pub async fn give_up(
    store: &Store,
    attempt: &Attempt,
    given_up: &ScheduledStart,
    event: &AuditEvent,
) -> Result<Outcome, StoreError> {
    let mut writes = audit::writes(event);
    writes.push(settled(given_up));
    guard::write(store, attempt, &no_longer_waiting(given_up), writes).await
}

/// Puts a planned start into force: the override, its copy, and what became of the plan, together.
pub async fn put_into_force(
    store: &Store,
    permit: &Permit<OverrideProfiles>,
    attempt: &Attempt,
    started: &ScheduledStart,
    profile: &TemporaryProfile,
    replaces: Option<&Held>,
    event: &AuditEvent,
) -> Result<Outcome, StoreError> {
    let mut writes = audit::writes(event);
    writes.push(settled(started));
    let old = match replaces {
        Some(held) => change::found(store, attempt, held).await?,
        None => None,
    };
    // One that is gone by now leaves nothing to replace.
    writes.extend(change::put_into_force(
        permit,
        attempt,
        profile,
        old.as_ref(),
        event,
    ));
    guard::write(store, attempt, &no_longer_waiting(started), writes).await
}

/// As the user's guard holds it.
pub(crate) fn held(schedule: &ScheduledStart) -> WaitingStart {
    WaitingStart {
        key: schedule.key(),
        item: encode(schedule),
    }
}

fn waits() -> Condition {
    Condition::Is("state", Value::text(ScheduleState::Waiting.as_stored()))
}

pub(crate) fn settled(schedule: &ScheduledStart) -> Write {
    Write::put(TableId::FloatDesk, encode(schedule), waits())
}

fn no_longer_waiting(schedule: &ScheduledStart) -> Waiting {
    Waiting {
        remove: vec![schedule.key()],
        add: Vec::new(),
    }
}

pub fn encode(schedule: &ScheduledStart) -> Attributes {
    let (key, settings) = (schedule.key(), &schedule.settings);
    Encoder::new()
        .keys(partition(schedule.start_on.day()), sort(&key))
        .gsi1(
            user_partition(&schedule.user_id),
            schedule.start_on.stored(),
        )
        .text("item_type", ITEM_TYPE)
        .text("id", &schedule.id)
        .text("user_id", schedule.user_id.as_str())
        .instant("start_on", schedule.start_on)
        .instant("expires_on", schedule.expires_on)
        .text("reason", &schedule.reason)
        .boolean("is_float_enabled", settings.is_float_enabled)
        .boolean("is_loan_enabled", settings.is_loan_enabled)
        .boolean("cfi_enabled", settings.cfi_enabled)
        .list("floats", &settings.floats, encode_float)
        .list("loans", &settings.loans, encode_loan)
        .optional("change", schedule.change.as_ref().map(encode_change))
        .optional_instant("replaces", schedule.replaces)
        .staff("scheduled_by", &schedule.by)
        .instant("scheduled_on", schedule.scheduled_on)
        .text("state", schedule.state.as_stored())
        .text("why", &schedule.why)
        .done()
}

fn encode_change(change: &SettingsChange) -> Value {
    let change = Encoder::new()
        .optional_boolean("is_float_enabled", change.is_float_enabled)
        .optional_boolean("is_loan_enabled", change.is_loan_enabled)
        .list("floats", &change.floats, encode_float)
        .list("loans", &change.loans, encode_loan);
    Value::Map(change.done())
}

fn decode(item: Attributes) -> Stored<ScheduledStart> {
    let mut fields = ItemFields::open(TableId::FloatDesk, item);
    fields.discriminator("item_type", ITEM_TYPE);
    let schedule = ScheduledStart {
        id: fields.text("id"),
        user_id: UserId::new(fields.text("user_id")),
        start_on: fields.instant("start_on"),
        expires_on: fields.instant("expires_on"),
        reason: fields.text("reason"),
        settings: Settings {
            is_float_enabled: fields.boolean("is_float_enabled"),
            is_loan_enabled: fields.boolean("is_loan_enabled"),
            cfi_enabled: fields.boolean("cfi_enabled"),
            floats: fields.list_of("floats", decode_float),
            loans: fields.list_of("loans", decode_loan),
        },
        change: fields.optional_nested("change", |fields| SettingsChange {
            is_float_enabled: fields.optional_boolean("is_float_enabled"),
            is_loan_enabled: fields.optional_boolean("is_loan_enabled"),
            floats: fields.list_of("floats", decode_float),
            loans: fields.list_of("loans", decode_loan),
        }),
        replaces: fields.optional_instant("replaces"),
        by: fields.staff("scheduled_by"),
        scheduled_on: fields.instant("scheduled_on"),
        state: ScheduleState::from_stored(&fields.text("state")),
        why: fields.optional_text("why").unwrap_or_default(),
    };
    fields.lies_in(&partition(schedule.start_on.day()));
    fields.sorts_at(&sort(&schedule.key()));
    fields.close(schedule)
}
