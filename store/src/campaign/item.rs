//! A campaign's head and its progress as items.

use super::{ALL, HEAD, PROGRESS, partition};
use crate::TableId;
use crate::encoder::Encoder;
use crate::fields::{Fields, ItemFields};
use crate::profile::{decode_float, decode_loan, encode_float, encode_loan};
use domain::campaign::{Campaign, CampaignState, Choices, Tally};
use domain::id::{CampaignId, StaffId};
use domain::item::Stored;
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
        .done()
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
    }
}

pub fn encode(campaign: &Campaign) -> Attributes {
    let settings = &campaign.settings;
    let whole = |count: u64| i64::try_from(count).unwrap_or(i64::MAX);
    Encoder::new()
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
        .boolean("is_float_enabled", settings.is_float_enabled)
        .boolean("is_loan_enabled", settings.is_loan_enabled)
        .list("floats", &settings.floats, encode_float)
        .list("loans", &settings.loans, encode_loan)
        .optional_instant("starts_on", campaign.starts_on)
        .instant("expires_on", campaign.expires_on)
        .text("reason", &campaign.reason)
        .whole("users", whole(campaign.users))
        .whole("malformed", campaign.not_taken.malformed.into())
        .whole("duplicates", campaign.not_taken.duplicates.into())
        .list("lines_not_taken", &campaign.not_taken.lines, encode_line)
        .boolean("with_unknown", campaign.choices.with_unknown)
        .boolean("replace", campaign.choices.replace)
        .whole("version", campaign.version)
        .done()
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
    let campaign = Campaign {
        id,
        name: fields.text("name"),
        state: CampaignState::from_stored(&fields.text("state")),
        created_on: fields.instant("created_on"),
        created_by: fields
            .optional_nested("created_by", decode_staff)
            .unwrap_or_else(nobody),
        run_by: fields
            .optional_nested("run_by", decode_staff)
            .unwrap_or_else(nobody),
        from: fields.text("from"),
        settings: Settings {
            is_float_enabled: fields.boolean("is_float_enabled"),
            is_loan_enabled: fields.boolean("is_loan_enabled"),
            cfi_enabled: false,
            floats: fields.list_of("floats", decode_float),
            loans: fields.list_of("loans", decode_loan),
        },
        starts_on: fields.optional_instant("starts_on"),
        expires_on: fields.instant("expires_on"),
        reason: fields.text("reason"),
        users: u64::try_from(fields.whole("users")).unwrap_or_default(),
        not_taken: NotTaken {
            malformed: count(fields.whole("malformed")),
            duplicates: count(fields.whole("duplicates")),
            lines: fields.list_of("lines_not_taken", decode_line),
        },
        choices: Choices {
            with_unknown: fields.boolean("with_unknown"),
            replace: fields.boolean("replace"),
        },
        version: fields.whole("version"),
    };
    fields.close(campaign)
}
