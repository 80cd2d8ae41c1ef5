//! Latest rule outcomes: `USER#<user>` / `RULE_OUTCOME#<rule_name>`.

use crate::encoder::Encoder;
use crate::fields::ItemFields;
use crate::table::{Query, SortRange};
use crate::user::partition;
use crate::{Store, StoreError, TableId};
use domain::id::UserId;
use domain::instant::Instant;
use domain::item::Stored;
use domain::rule_outcome::RuleOutcome;
use domain::value::Attributes;
use domain::verdict::Verdict;

const PREFIX: &str = "RULE_OUTCOME#";
const ITEM_TYPE: &str = "rule_outcome";

fn sort(rule_name: &str) -> String {
    format!("{PREFIX}{rule_name}")
}

/// Each rule's latest outcome that has not expired by `now`. Broken ones stay in.
pub async fn unexpired(
    store: &Store,
    user: &UserId,
    now: Instant,
) -> Result<Vec<Stored<RuleOutcome>>, StoreError> {
    let query = Query::new(partition(user), SortRange::Prefix(PREFIX.to_owned()));
    let items = store.table(TableId::Underwriting).all(query).await?;
    let is_current = |outcome: &Stored<RuleOutcome>| {
        outcome
            .as_ref()
            .map_or(true, |record| record.value.ttl.is_none_or(|ttl| now < ttl))
    };
    Ok(items.into_iter().map(decode).filter(is_current).collect())
}

pub async fn get(
    store: &Store,
    user: &UserId,
    rule_name: &str,
) -> Result<Option<Stored<RuleOutcome>>, StoreError> {
    let key = Encoder::new().keys(partition(user), sort(rule_name)).done();
    Ok(store
        .table(TableId::Underwriting)
        .get(key)
        .await?
        .map(decode))
}

pub fn encode(outcome: &RuleOutcome) -> Attributes {
    Encoder::new()
        .keys(partition(&outcome.user_id), sort(&outcome.rule_name))
        .text("item_type", ITEM_TYPE)
        .text("user_id", outcome.user_id.as_str())
        .text("rule_name", &outcome.rule_name)
        .whole("loan", outcome.result.as_stored())
        .boolean("error", outcome.error)
        .map("features", outcome.features.clone())
        .instant("updated_date", outcome.updated_date)
        .optional_epoch("ttl", outcome.ttl)
        .done()
}

pub fn decode(item: Attributes) -> Stored<RuleOutcome> {
    let mut fields = ItemFields::open(TableId::Underwriting, item);
    fields.discriminator("item_type", ITEM_TYPE);
    let outcome = RuleOutcome {
        user_id: UserId::new(fields.text("user_id")),
        rule_name: fields.text("rule_name"),
        result: Verdict::from_stored(fields.whole("loan")),
        error: fields.boolean("error"),
        features: fields.optional_map("features").unwrap_or_default(),
        updated_date: fields.instant("updated_date"),
        ttl: fields.optional_epoch("ttl"),
    };
    fields.lies_in(&partition(&outcome.user_id));
    fields.sorts_at(&sort(&outcome.rule_name));
    fields.close(outcome)
}
