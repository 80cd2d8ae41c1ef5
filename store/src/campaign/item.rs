//! A campaign's head and its progress as items.

use super::change_item::{decode_change, encode_change};
use super::{ALL, HEAD, PROGRESS, partition};
use crate::TableId;
use crate::encoder::Encoder;
use crate::fields::{Fields, ItemFields, as_list, as_number};
use crate::profile::{decode_float, decode_loan, encode_float, encode_loan};
use domain::campaign::{Campaign, CampaignState, Choices, Consents, Finding, GroupTotal, Tally};
use domain::id::{CampaignId, StaffId};
use domain::item::Stored;
use domain::money::Cents;
use domain::offer_change::Group;
use domain::role::{Role, Staff};
use domain::settings::Settings;
use domain::user_list::{LineNotTaken, NotTaken};
use domain::value::{Attributes, Value};

const ITEM_TYPE: &str = "campaign";

pub fn encode_progress(id: &CampaignId, tally: &Tally) -> Attributes {
    let count = |count: u64| i64::try_from(count).unwrap_or(i64::MAX);
    Encoder::new()
        .keys(partition(id), PROGRESS)
        .text("item_type", "campaign_progress")
        .whole("fine", count(tally.fine))
        .whole("no_data", count(tally.no_data))
        .whole("overridden", count(tally.overridden))
        .whole("waiting", count(tally.waiting))
        .whole("done", count(tally.done))
        .whole("skipped", count(tally.skipped))
        .whole("failed", count(tally.failed))
        .whole("undone", count(tally.undone))
        .whole("kept", count(tally.kept))
        .map("groups", encode_groups(tally))
        .value(
            "needing",
            Value::List(tally.needing.map(|it| Value::number(count(it))).into()),
        )
        .done()
}

fn encode_groups(tally: &Tally) -> Attributes {
    let count = |count: u64| i64::try_from(count).unwrap_or(i64::MAX);
    Group::ALL
        .iter()
        .map(|group| {
            let total = tally.group(group);
            let item = Encoder::new()
                .whole("users", count(total.users))
                .whole("protected", count(total.protected))
                .cents("before", total.before)
                .cents("after", total.after)
                .cents("loans_before", total.loans_before)
                .cents("loans_after", total.loans_after)
                .done();
            (group.as_stored().to_owned(), Value::Map(item))
        })
        .collect()
}

fn whole(item: &Attributes, name: &str) -> i64 {
    match item.get(name) {
        Some(Value::Number(number)) => number.as_i64().unwrap_or_default(),
        _ => 0,
    }
}

fn decode_groups(item: &Attributes) -> [GroupTotal; Group::ALL.len()] {
    let empty = Attributes::new();
    let groups = match item.get("groups") {
        Some(Value::Map(groups)) => groups,
        _ => &empty,
    };
    let mut totals = [GroupTotal::default(); Group::ALL.len()];
    for (total, group) in totals.iter_mut().zip(Group::ALL) {
        let Some(Value::Map(stored)) = groups.get(group.as_stored()) else {
            continue;
        };
        let count = |name: &str| u64::try_from(whole(stored, name)).unwrap_or_default();
        let cents = |name: &str| Cents(whole(stored, name));
        *total = GroupTotal {
            users: count("users"),
            protected: count("protected"),
            before: cents("before"),
            after: cents("after"),
            loans_before: cents("loans_before"),
            loans_after: cents("loans_after"),
        };
    }
    totals
}

/// A note of an earlier version of Float Desk has findings alone.
fn decode_needing(
    item: &Attributes,
    fine: u64,
    no_data: u64,
    overridden: u64,
) -> [u64; Consents::SETS] {
    let mut needing = [0; Consents::SETS];
    let Some(list) = item.get("needing").and_then(as_list) else {
        let put = |needing: &mut [u64], finding: Finding, count: u64| {
            let place = Consents::of_finding(&finding).index();
            if let Some(place) = needing.get_mut(place) {
                *place += count;
            }
        };
        put(&mut needing, Finding::Fine, fine);
        put(&mut needing, Finding::NoData, no_data);
        put(&mut needing, Finding::Overridden, overridden);
        return needing;
    };
    for (place, stored) in needing.iter_mut().zip(&list) {
        let count = as_number(stored).and_then(|number| number.as_i64());
        *place = count
            .and_then(|it| u64::try_from(it).ok())
            .unwrap_or_default();
    }
    needing
}

pub(super) fn decode_progress(item: Attributes) -> Tally {
    let count = |name: &str| match item.get(name) {
        Some(Value::Number(number)) => number
            .as_i64()
            .and_then(|count| u64::try_from(count).ok())
            .unwrap_or_default(),
        _ => 0,
    };
    Tally {
        fine: count("fine"),
        no_data: count("no_data"),
        overridden: count("overridden"),
        waiting: count("waiting"),
        done: count("done"),
        skipped: count("skipped"),
        failed: count("failed"),
        undone: count("undone"),
        kept: count("kept"),
        groups: decode_groups(&item),
        needing: decode_needing(&item, count("fine"), count("no_data"), count("overridden")),
    }
}

pub fn encode(campaign: &Campaign) -> Attributes {
    let whole = |count: u64| i64::try_from(count).unwrap_or(i64::MAX);
    let choices = &campaign.choices;
    let item = Encoder::new()
        .keys(partition(&campaign.id), HEAD)
        .gsi1(ALL, campaign.created_on.stored())
        .text("item_type", ITEM_TYPE)
        .text("campaign_id", campaign.id.as_str())
        .text("name", &campaign.name)
        .text("state", campaign.state.as_stored())
        .instant("created_on", campaign.created_on)
        .map("created_by", encode_staff(&campaign.created_by))
        .map("run_by", encode_staff(&campaign.run_by))
        .text("from", &campaign.from)
        .text("undo_reason", &campaign.undo_reason)
        .optional(
            "started_by",
            campaign
                .started_by
                .as_ref()
                .map(|staff| Value::Map(encode_staff(staff))),
        )
        .optional_instant("starts_on", campaign.starts_on)
        .instant("expires_on", campaign.expires_on)
        .text("reason", &campaign.reason)
        .whole("users", whole(campaign.users))
        .whole("malformed", campaign.not_taken.malformed.into())
        .whole("duplicates", campaign.not_taken.duplicates.into())
        .whole("other_cells", campaign.not_taken.other_cells.into())
        .list("lines_not_taken", &campaign.not_taken.lines, encode_line)
        .boolean("with_unknown", choices.with_unknown)
        .boolean("replace", choices.replace)
        .optional_text("lowered_reason", choices.lowered.as_deref())
        .optional_text("reopened_reason", choices.reopened.as_deref())
        .optional_text("hold_replaced_reason", choices.hold_replaced.as_deref())
        .whole("version", campaign.version)
        .done();
    match &campaign.snapshot {
        None => Encoder::new()
            .map("change", encode_change(&campaign.change))
            .with(&item)
            .done(),
        Some(settings) => Encoder::new()
            .boolean("is_float_enabled", settings.is_float_enabled)
            .boolean("is_loan_enabled", settings.is_loan_enabled)
            .list("floats", &settings.floats, encode_float)
            .list("loans", &settings.loans, encode_loan)
            .with(&item)
            .done(),
    }
}

fn encode_staff(staff: &Staff) -> Attributes {
    Encoder::new().staff("name", staff).done()
}

fn encode_line(line: &LineNotTaken) -> Attributes {
    Encoder::new()
        .whole("number", line.number.into())
        .text("text", &line.text)
        .text("why", &line.why)
        .done()
}

fn decode_staff(fields: &mut Fields) -> Staff {
    fields.staff("name")
}

fn decode_line(fields: &mut Fields) -> LineNotTaken {
    LineNotTaken {
        number: u32::try_from(fields.whole("number")).unwrap_or_default(),
        text: fields.text("text"),
        why: fields.text("why"),
    }
}

pub fn decode(item: Attributes) -> Stored<Campaign> {
    let mut fields = ItemFields::open(TableId::FloatDesk, item);
    fields.discriminator("item_type", ITEM_TYPE);
    let id = CampaignId::new(fields.text("campaign_id"));
    fields.lies_in(&partition(&id));
    let nobody = || Staff::new(StaffId::new(""), Role::Support);
    let count = |number: i64| u32::try_from(number).unwrap_or_default();
    let state = CampaignState::from_stored(&fields.text("state"));
    let run_by = fields
        .optional_nested("run_by", decode_staff)
        .unwrap_or_else(nobody);
    // Of a campaign made by an earlier version of Float Desk, it is known who started it as long as
    // nobody did anything else to it.
    let is_as_started = matches!(state, CampaignState::Running | CampaignState::Finished);
    let started_by = fields
        .optional_nested("started_by", decode_staff)
        .or_else(|| is_as_started.then(|| run_by.clone()));
    let change = fields.optional_nested("change", decode_change);
    let campaign = Campaign {
        id,
        name: fields.text("name"),
        state,
        created_on: fields.instant("created_on"),
        created_by: fields
            .optional_nested("created_by", decode_staff)
            .unwrap_or_else(nobody),
        run_by,
        started_by,
        undo_reason: fields.optional_text("undo_reason").unwrap_or_default(),
        from: fields.text("from"),
        snapshot: change.is_none().then(|| Settings {
            is_float_enabled: fields.boolean("is_float_enabled"),
            is_loan_enabled: fields.boolean("is_loan_enabled"),
            cfi_enabled: false,
            floats: fields.list_of("floats", decode_float),
            loans: fields.list_of("loans", decode_loan),
        }),
        change: change.unwrap_or_default(),
        starts_on: fields.optional_instant("starts_on"),
        expires_on: fields.instant("expires_on"),
        reason: fields.text("reason"),
        users: u64::try_from(fields.whole("users")).unwrap_or_default(),
        not_taken: NotTaken {
            malformed: count(fields.whole("malformed")),
            duplicates: count(fields.whole("duplicates")),
            other_cells: count(fields.optional_whole("other_cells").unwrap_or_default()),
            lines: fields.list_of("lines_not_taken", decode_line),
        },
        choices: Choices {
            with_unknown: fields.boolean("with_unknown"),
            replace: fields.boolean("replace"),
            lowered: fields.optional_text("lowered_reason"),
            reopened: fields.optional_text("reopened_reason"),
            hold_replaced: fields.optional_text("hold_replaced_reason"),
        },
        version: fields.whole("version"),
    };
    fields.close(campaign)
}
