//! Pinned evaluations: float-desk, `PIN#<user>` / `<result id>`, with the item as it was stored and
//! without an end.

use crate::audit;
use crate::encoder::Encoder;
use crate::fields::ItemFields;
use crate::table::{Query, SortRange, Write};
use crate::{ErrorKind, Store, StoreError, TableId, evaluation, historical_evaluation};
use domain::audit::AuditEvent;
use domain::evaluation::EvaluationResult;
use domain::id::{ResultId, StaffId, UserId};
use domain::item::{Record, Stored};
use domain::pinned_evaluation::{Pin, PinnedEvaluation};
use domain::role::{Permit, PinEvaluations};
use domain::value::Attributes;

const ITEM_TYPE: &str = "pinned_evaluation";

pub(crate) fn partition(user: &UserId) -> String {
    format!("PIN#{user}")
}

/// Whether there was something to pin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pinned {
    Now,
    /// By the same person for the same reason: the same form, sent again after a lost answer.
    Before,
    NoSuchEvaluation,
}

/// Copies an evaluation whole, from where it is stored or from what was taken on it, together with
/// its audit event. One that is pinned already, by others or for other reasons, is a conflict.
pub async fn pin(
    store: &Store,
    permit: &Permit<PinEvaluations>,
    user: &UserId,
    result: &ResultId,
    event: &AuditEvent,
) -> Result<Pinned, StoreError> {
    let original = match evaluation::item_of(store, user, result).await? {
        Some(original) => Some(original),
        None => historical_evaluation::item_of(store, user, result).await?,
    };
    let Some(original) = original else {
        return Ok(Pinned::NoSuchEvaluation);
    };
    let item = Encoder::new()
        .keys(partition(user), result.as_str())
        .text("item_type", ITEM_TYPE)
        .text("user_id", user.as_str())
        .text("result_id", result.as_str())
        .text("pinned_by", permit.staff().id.as_str())
        .instant("pinned_on", event.at)
        .text("reason", &event.reason)
        .map("copy", original)
        .done();
    let mut writes = audit::writes(event);
    writes.push(Write::new_item(TableId::FloatDesk, item));
    match store.transact(writes).await {
        Ok(()) => Ok(Pinned::Now),
        Err(error) if error.kind == ErrorKind::Conflict => {
            let there = get(store, user, result).await?.and_then(Result::ok);
            let is_same = |pin: &Pin| pin.by == permit.staff().id && pin.reason == event.reason;
            there
                .filter(|record| is_same(&record.value.pin))
                .map(|_| Pinned::Before)
                .ok_or(error)
        }
        Err(error) => Err(error),
    }
}

pub async fn get(
    store: &Store,
    user: &UserId,
    result: &ResultId,
) -> Result<Option<Stored<PinnedEvaluation>>, StoreError> {
    let key = Encoder::new().keys(partition(user), result.as_str()).done();
    Ok(store.table(TableId::FloatDesk).get(key).await?.map(decode))
}

/// Every one of a user. As many as were disputed.
pub async fn all(
    store: &Store,
    user: &UserId,
) -> Result<Vec<Stored<PinnedEvaluation>>, StoreError> {
    let query = Query::new(partition(user), SortRange::All);
    let items = store.table(TableId::FloatDesk).all(query).await?;
    Ok(items.into_iter().map(decode).collect())
}

fn decode(item: Attributes) -> Stored<PinnedEvaluation> {
    let mut fields = ItemFields::open(TableId::FloatDesk, item);
    fields.discriminator("item_type", ITEM_TYPE);
    let pinned = PinnedEvaluation {
        user_id: UserId::new(fields.text("user_id")),
        result_id: ResultId::new(fields.text("result_id")),
        pin: Pin {
            by: StaffId::new(fields.text("pinned_by")),
            on: fields.instant("pinned_on"),
            reason: fields.text("reason"),
        },
        copy: decode_copy(fields.optional_map("copy").unwrap_or_default()),
    };
    fields.lies_in(&partition(&pinned.user_id));
    fields.sorts_at(pinned.result_id.as_str());
    fields.close(pinned)
}

fn decode_copy(item: Attributes) -> Stored<EvaluationResult> {
    if historical_evaluation::is_one(&item) {
        historical_evaluation::decode(item).map(|record| Record {
            value: record.value.evaluation(),
            key: record.key,
            unknown: record.unknown,
            notices: record.notices,
        })
    } else {
        evaluation::decode(item)
    }
}
