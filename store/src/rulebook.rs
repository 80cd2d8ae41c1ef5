//! Rulebooks: `RULEBOOK` / `RULEBOOK#<id>`, and by type on GSI1.

use crate::encoder::Encoder;
use crate::fields::{Fields, ItemFields};
use crate::table::{Query, SortRange};
use crate::table_id::GSI1;
use crate::{Store, StoreError, TableId};
use domain::basis_points::BasisPoints;
use domain::id::RulebookId;
use domain::item::Stored;
use domain::rulebook::{Rule, RuleType, Rulebook, RulebookType};
use domain::value::{Attributes, Value};

const PARTITION: &str = "RULEBOOK";
const ITEM_TYPE: &str = "rulebook";

fn sort(id: &RulebookId) -> String {
    format!("RULEBOOK#{id}")
}

fn index_partition(kind: &RulebookType) -> String {
    format!("RULEBOOK_TYPE#{kind}")
}

pub async fn all(store: &Store) -> Result<Vec<Stored<Rulebook>>, StoreError> {
    let items = store
        .table(TableId::Underwriting)
        .all(Query::new(PARTITION, SortRange::All))
        .await?;
    Ok(items.into_iter().map(decode).collect())
}

pub async fn of_type(
    store: &Store,
    kind: &RulebookType,
) -> Result<Vec<Stored<Rulebook>>, StoreError> {
    let query = Query::new(index_partition(kind), SortRange::All).on(GSI1);
    let items = store.table(TableId::Underwriting).all(query).await?;
    Ok(items.into_iter().map(decode).collect())
}

pub async fn get(store: &Store, id: &RulebookId) -> Result<Option<Stored<Rulebook>>, StoreError> {
    let key = Encoder::new().keys(PARTITION, sort(id)).done();
    Ok(store
        .table(TableId::Underwriting)
        .get(key)
        .await?
        .map(decode))
}

pub fn encode(rulebook: &Rulebook) -> Attributes {
    Encoder::new()
        .keys(PARTITION, sort(&rulebook.rulebook_id))
        .gsi1(index_partition(&rulebook.kind), sort(&rulebook.rulebook_id))
        .text("item_type", ITEM_TYPE)
        .with(&encode_nested(rulebook))
        .done()
}

/// Without keys, as a snapshot holds it.
pub(crate) fn encode_nested(rulebook: &Rulebook) -> Attributes {
    Encoder::new()
        .text("rulebook_id", rulebook.rulebook_id.as_str())
        .text("rulebook_name", &rulebook.rulebook_name)
        .text("type", rulebook.kind.as_stored())
        .list("rules", &rulebook.rules, encode_rule)
        .optional_whole("apply_to", rulebook.apply_to.map(|share| share.0))
        .whole("priority", rulebook.priority)
        .optional_boolean("superseding", rulebook.superseding)
        .optional_instant("last_updated", rulebook.last_updated)
        .optional_text("ab_group", rulebook.ab_group.as_deref())
        .with(&rulebook.unknown)
        .done()
}

pub fn decode(item: Attributes) -> Stored<Rulebook> {
    let mut fields = ItemFields::open(TableId::Underwriting, item);
    fields.discriminator("item_type", ITEM_TYPE);
    let rulebook = decode_nested(&mut fields);
    fields.lies_in(PARTITION);
    fields.sorts_at(&sort(&rulebook.rulebook_id));
    fields.close(rulebook)
}

pub(crate) fn decode_nested(fields: &mut Fields) -> Rulebook {
    Rulebook {
        rulebook_id: RulebookId::new(fields.text("rulebook_id")),
        rulebook_name: fields.text("rulebook_name"),
        kind: RulebookType::from_stored(&fields.text("type")),
        rules: fields.list_of("rules", decode_rule),
        apply_to: fields.optional_whole("apply_to").map(BasisPoints),
        priority: fields.whole("priority"),
        superseding: fields.optional_boolean("superseding"),
        last_updated: fields.optional_instant("last_updated"),
        ab_group: fields.optional_text("ab_group"),
        unknown: fields.rest(),
    }
}

/// Reading and writing a rulebook again changes nothing but this: a rule without `rule_arn` or
/// `props` gets empty ones, which the service reads alike and the documents always show.
fn encode_rule(rule: &Rule) -> Attributes {
    let stays_null = |name| rule.unknown.get(name) == Some(&Value::Null);
    let arn = (!rule.rule_arn.is_empty() || !stays_null("rule_arn")).then_some(&rule.rule_arn);
    let props = (!rule.props.is_empty() || !stays_null("props")).then_some(&rule.props);
    Encoder::new()
        .text("rule", &rule.rule)
        .optional_text("rule_arn", arn.map(String::as_str))
        .optional("props", props.cloned().map(Value::Map))
        .text("rule_type", rule.rule_type.as_stored())
        .optional_text("ab_group", rule.ab_group.as_deref())
        .with(&rule.unknown)
        .done()
}

fn decode_rule(fields: &mut Fields) -> Rule {
    Rule {
        rule: fields.text("rule"),
        rule_arn: fields.optional_text("rule_arn").unwrap_or_default(),
        props: fields.optional_map("props").unwrap_or_default(),
        rule_type: RuleType::from_stored(&fields.text("rule_type")),
        ab_group: fields.optional_text("ab_group"),
        unknown: fields.rest(),
    }
}
