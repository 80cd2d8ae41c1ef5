//! Collection attempts: collection-history, `loan_id` (which is the float id) / `run_time`.

use crate::encoder::Encoder;
use crate::fields::ItemFields;
use crate::table::{Query, SortRange};
use crate::{Store, StoreError, TableId};
use domain::collection_attempt::{
    AchModel, CollectionAttempt, CollectionOutcome, CollectionProcess, RunTime,
};
use domain::id::{FloatId, UserId};
use domain::item::Stored;
use domain::value::{Attributes, Value};

/// Every attempt on one float, oldest first. Limits keep them few.
pub async fn of_float(
    store: &Store,
    float: &FloatId,
) -> Result<Vec<Stored<CollectionAttempt>>, StoreError> {
    let query = Query::new(float.as_str(), SortRange::All);
    let items = store.table(TableId::CollectionHistory).all(query).await?;
    Ok(items.into_iter().map(decode).collect())
}

/// The newest attempt on one float.
pub async fn latest_of_float(
    store: &Store,
    float: &FloatId,
) -> Result<Option<Stored<CollectionAttempt>>, StoreError> {
    let query = Query::new(float.as_str(), SortRange::All).newest_first();
    Ok(store
        .table(TableId::CollectionHistory)
        .first(query)
        .await?
        .map(decode))
}

pub fn encode(attempt: &CollectionAttempt) -> Attributes {
    let model = &attempt.ach_model;
    Encoder::new()
        .text("loan_id", attempt.float_id.as_str())
        .number("run_time", attempt.run_time.as_stored())
        .text("user_id", attempt.user_id.as_str())
        .optional_day("due_date", attempt.due_date)
        .optional_day("run_date", attempt.run_date)
        .text("process", attempt.process.as_stored())
        .text("outcome", attempt.outcome.as_stored())
        .optional_text("confirmation_id", attempt.confirmation_id.as_deref())
        .optional_boolean("ach_model_override", model.overridden)
        .optional_text("ach_model_version", model.version.as_deref())
        .optional("ach_model_features", model.features.clone().map(Value::Map))
        .optional(
            "ach_model_probability",
            model.probability.clone().map(Value::Number),
        )
        .done()
}

pub fn decode(item: Attributes) -> Stored<CollectionAttempt> {
    let mut fields = ItemFields::open(TableId::CollectionHistory, item);
    let attempt = CollectionAttempt {
        float_id: FloatId::new(fields.text("loan_id")),
        run_time: RunTime::from_stored(fields.number("run_time")),
        user_id: UserId::new(fields.text("user_id")),
        due_date: fields.optional_day("due_date"),
        run_date: fields.optional_day("run_date"),
        process: CollectionProcess::from_stored(&fields.text("process")),
        outcome: CollectionOutcome::from_stored(&fields.text("outcome")),
        confirmation_id: fields
            .optional_text("confirmation_id")
            .filter(|id| !id.is_empty()),
        ach_model: AchModel {
            overridden: fields.optional_boolean("ach_model_override"),
            version: fields.optional_text("ach_model_version"),
            features: fields.optional_map("ach_model_features"),
            probability: fields.optional_number("ach_model_probability"),
        },
    };
    fields.close(attempt)
}
