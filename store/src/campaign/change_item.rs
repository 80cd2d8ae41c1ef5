//! What a campaign changes, and what it does to a user, as attributes of its items.

use crate::encoder::Encoder;
use crate::fields::{Fields, as_list, as_number};
use domain::campaign::{CampaignChange, FloatsChange, LoansChange};
use domain::money::Cents;
use domain::offer_change::{Closed, OfferChange, Offered, Replaced};
use domain::value::{Attributes, Value};

pub(super) fn encode_change(change: &CampaignChange) -> Attributes {
    let (floats, amount, tiers) = match &change.floats {
        FloatsChange::Leave => ("leave", None, None),
        FloatsChange::RaiseTo(amount) => ("raise", Some(*amount), None),
        FloatsChange::LimitTo(amount) => ("limit", Some(*amount), None),
        FloatsChange::SetTo(ids) => ("set", None, Some(ids)),
        FloatsChange::Off => ("off", None, None),
    };
    let (loans, loan_tiers) = match &change.loans {
        LoansChange::Leave => ("leave", None),
        LoansChange::On(ids) => ("on", Some(ids)),
        LoansChange::Off => ("off", None),
    };
    let texts = |ids: Option<&Vec<String>>| {
        ids.map(|ids| Value::List(ids.iter().map(Value::text).collect()))
    };
    Encoder::new()
        .text("floats", floats)
        .optional_cents("amount", amount)
        .optional("tiers", texts(tiers))
        .text("loans", loans)
        .optional("loan_tiers", texts(loan_tiers))
        .done()
}

/// A way that this version doesn't know leaves the profile as it is.
pub(super) fn decode_change(fields: &mut Fields) -> CampaignChange {
    let amount = fields.optional_cents("amount").unwrap_or_default();
    let floats = match fields.text("floats").as_str() {
        "raise" => FloatsChange::RaiseTo(amount),
        "limit" => FloatsChange::LimitTo(amount),
        "set" => FloatsChange::SetTo(fields.texts("tiers")),
        "off" => FloatsChange::Off,
        _ => FloatsChange::Leave,
    };
    let loans = match fields.text("loans").as_str() {
        "on" => LoansChange::On(fields.texts("loan_tiers")),
        "off" => LoansChange::Off,
        _ => LoansChange::Leave,
    };
    CampaignChange { floats, loans }
}

pub(super) fn encode_offer_change(change: &OfferChange) -> Attributes {
    Encoder::new()
        .map("before", encode_offered(&change.before))
        .map("after", encode_offered(&change.after))
        .boolean("raises", change.raises)
        .boolean("lowers", change.lowers)
        .boolean("reopens", change.reopens)
        .boolean("is_known", change.is_known)
        .optional("closed", change.closed.as_ref().map(encode_closed))
        .optional("replaces", change.replaces.as_ref().map(encode_replaced))
        .done()
}

pub(super) fn decode_offer_change(fields: &mut Fields) -> OfferChange {
    OfferChange {
        before: fields
            .optional_nested("before", decode_offered)
            .unwrap_or_default(),
        after: fields
            .optional_nested("after", decode_offered)
            .unwrap_or_default(),
        raises: fields.boolean("raises"),
        lowers: fields.boolean("lowers"),
        reopens: fields.boolean("reopens"),
        is_known: fields.boolean("is_known"),
        closed: fields.optional_nested("closed", |fields| Closed {
            floats: fields.boolean("floats"),
            loans: fields.boolean("loans"),
            on: fields.instant("on"),
            reason: fields.text("reason"),
        }),
        replaces: fields.optional_nested("replaces", |fields| Replaced {
            reason: fields.text("reason"),
            expires_on: fields.instant("expires_on"),
            is_hold: fields.boolean("is_hold"),
            is_lifted: fields.boolean("is_lifted"),
        }),
    }
}

fn encode_closed(closed: &Closed) -> Value {
    let closed = Encoder::new()
        .boolean("floats", closed.floats)
        .boolean("loans", closed.loans)
        .instant("on", closed.on)
        .text("reason", &closed.reason);
    Value::Map(closed.done())
}

fn encode_replaced(replaced: &Replaced) -> Value {
    let replaced = Encoder::new()
        .text("reason", &replaced.reason)
        .instant("expires_on", replaced.expires_on)
        .boolean("is_hold", replaced.is_hold)
        .boolean("is_lifted", replaced.is_lifted);
    Value::Map(replaced.done())
}

fn encode_offered(offered: &Offered) -> Attributes {
    let cents =
        |amounts: &[Cents]| Value::List(amounts.iter().map(|it| Value::number(it.0)).collect());
    Encoder::new()
        .value("floats", cents(&offered.floats))
        .value("loans", cents(&offered.loans))
        .done()
}

fn decode_offered(fields: &mut Fields) -> Offered {
    let mut cents = |name: &str| {
        let list = fields.optional(name, "a list", as_list).unwrap_or_default();
        let numbers = list.iter().filter_map(as_number);
        numbers.filter_map(|it| it.as_i64()).map(Cents).collect()
    };
    Offered {
        floats: cents("floats"),
        loans: cents("loans"),
    }
}
