//! Rulebooks: `RULEBOOK` / `RULEBOOK#<id>`, and by type on GSI1.

mod live;
mod publish;

pub use live::{Live, has_published_since, live};
pub use publish::{
    Edit, NotPublished, Order, Published, Settled, foreseen, publish, snapshot_size,
};

use crate::encoder::Encoder;
use crate::fields::{Fields, ItemFields};
use crate::table::{Query, SortRange};
use crate::table_id::GSI1;
use crate::{Store, StoreError, TableId};
use domain::basis_points::BasisPoints;
use domain::id::RulebookId;
use domain::item::Stored;
use domain::rulebook::{Rule, RuleType, Rulebook, RulebookType};
use domain::value::Attributes;

const PARTITION: &str = "RULEBOOK";
const SORT: &str = "RULEBOOK#";
const ITEM_TYPE: &str = "rulebook";

fn sort(id: &RulebookId) -> String {
    format!("{SORT}{id}")
}

fn key(id: &RulebookId) -> Attributes {
    Encoder::new().keys(PARTITION, sort(id)).done()
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
    Ok(store
        .table(TableId::Underwriting)
        .get(key(id))
        .await?
        .map(decode))
}

pub fn encode(rulebook: &Rulebook) -> Attributes {
    Encoder::new()
        .keys(PARTITION, sort(&rulebook.rulebook_id))
        .gsi1(index_partition(&rulebook.kind), sort(&rulebook.rulebook_id))
        .text("item_type", ITEM_TYPE)
        .with(&rulebook.to_plain())
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
        rules: fields.list_or_empty("rules", decode_rule),
        apply_to: fields.optional_whole("apply_to").map(BasisPoints),
        priority: fields.whole("priority"),
        superseding: fields.optional_boolean("superseding"),
        last_updated: fields.optional_moment_text("last_updated"),
        ab_group: fields.optional_text("ab_group"),
        unknown: fields.rest(),
    }
}

fn decode_rule(fields: &mut Fields) -> Rule {
    Rule {
        rule: fields.text("rule"),
        rule_arn: fields.optional_text("rule_arn"),
        props: fields.optional_map("props"),
        rule_type: RuleType::from_stored(&fields.text("rule_type")),
        ab_group: fields.optional_text("ab_group"),
        unknown: fields.rest(),
    }
}
