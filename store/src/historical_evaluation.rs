//! Taken floats and loans: `USER#<user>` / `HISTORICAL_EVALUATION#<item>#<account>#<created_date>`.

use crate::encoder::Encoder;
use crate::evaluation::{decode_cfi, decode_decision, encode_cfi, encode_decision};
use crate::fields::ItemFields;
use crate::table::{Query, SortRange};
use crate::user::partition;
use crate::{Store, StoreError, TableId};
use domain::historical_evaluation::HistoricalEvaluation;
use domain::id::{AccountId, BankItemId, FloatId, LoanId, ResultId, UserId};
use domain::instant::Instant;
use domain::item::Stored;
use domain::value::{Attributes, Value};

pub(crate) const PREFIX: &str = "HISTORICAL_EVALUATION#";
const ITEM_TYPE: &str = "historical_evaluation";

fn sort(item: &BankItemId, account: &AccountId, created_date: Instant) -> String {
    format!("{PREFIX}{item}#{account}#{}", created_date.stored())
}

/// One by the parts of its key.
pub async fn get(
    store: &Store,
    user: &UserId,
    item: &BankItemId,
    account: &AccountId,
    created_date: Instant,
) -> Result<Option<Stored<HistoricalEvaluation>>, StoreError> {
    let key = Encoder::new()
        .keys(partition(user), sort(item, account, created_date))
        .done();
    Ok(store
        .table(TableId::Underwriting)
        .get(key)
        .await?
        .map(decode))
}

/// Everything the user has ever taken. Few, and kept forever.
pub async fn all(
    store: &Store,
    user: &UserId,
) -> Result<Vec<Stored<HistoricalEvaluation>>, StoreError> {
    let items = items_of(store, user).await?;
    Ok(items.into_iter().map(decode).collect())
}

/// The item of an evaluation as it is stored, to be copied whole. Nothing indexes it by that id.
pub(crate) async fn item_of(
    store: &Store,
    user: &UserId,
    result: &ResultId,
) -> Result<Option<Attributes>, StoreError> {
    let id = Value::text(result.as_str());
    let items = items_of(store, user).await?;
    Ok(items
        .into_iter()
        .find(|item| item.get("result_id") == Some(&id)))
}

/// Whether an item, wherever it was copied to, is one of these.
pub(crate) fn is_one(item: &Attributes) -> bool {
    matches!(item.get("SK"), Some(Value::Text(sort)) if sort.starts_with(PREFIX))
}

pub(crate) async fn items_of(store: &Store, user: &UserId) -> Result<Vec<Attributes>, StoreError> {
    let query = Query::new(partition(user), SortRange::Prefix(PREFIX.to_owned()));
    store.table(TableId::Underwriting).all(query).await
}

pub fn encode(taken: &HistoricalEvaluation) -> Attributes {
    Encoder::new()
        .keys(
            partition(&taken.user_id),
            sort(&taken.item_id, &taken.account_id, taken.created_date),
        )
        .text("item_type", ITEM_TYPE)
        .text("result_id", taken.result_id.as_str())
        .text("user_id", taken.user_id.as_str())
        .text("item_id", taken.item_id.as_str())
        .text("account_id", taken.account_id.as_str())
        .cents("amount", taken.amount)
        // The other services store an empty text where there is none.
        .text(
            "float_id",
            taken.float_id.as_ref().map_or("", FloatId::as_str),
        )
        .text("loan_id", taken.loan_id.as_ref().map_or("", LoanId::as_str))
        .optional(
            "float_results",
            taken.float_results.as_ref().map(encode_decision),
        )
        .optional(
            "loan_results",
            taken.loan_results.as_ref().map(encode_decision),
        )
        .optional("cfi_state", taken.cfi_state.as_ref().map(encode_cfi))
        .instant("created_date", taken.created_date)
        .done()
}

pub fn decode(item: Attributes) -> Stored<HistoricalEvaluation> {
    let mut fields = ItemFields::open(TableId::Underwriting, item);
    fields.discriminator("item_type", ITEM_TYPE);
    let in_key = fields.moment_in_key(PREFIX);
    let taken = HistoricalEvaluation {
        result_id: ResultId::new(fields.text("result_id")),
        user_id: UserId::new(fields.text("user_id")),
        item_id: BankItemId::new(fields.text("item_id")),
        account_id: AccountId::new(fields.text("account_id")),
        amount: fields.cents("amount"),
        float_id: fields
            .optional_text("float_id")
            .filter(|id| !id.is_empty())
            .map(FloatId::new),
        loan_id: fields
            .optional_text("loan_id")
            .filter(|id| !id.is_empty())
            .map(LoanId::new),
        float_results: fields.optional_nested("float_results", decode_decision),
        loan_results: fields.optional_nested("loan_results", decode_decision),
        cfi_state: fields.optional_nested("cfi_state", decode_cfi),
        created_date: fields.instant_or("created_date", in_key),
    };
    fields.lies_in(&partition(&taken.user_id));
    fields.sorts_at(&sort(&taken.item_id, &taken.account_id, taken.created_date));
    fields.close(taken)
}
