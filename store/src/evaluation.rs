//! Evaluations: `USER#<user>` / `EVAL_RESULTS#<item>#<account>#<created_date>`, and by result id on
//! GSI1.

mod decision;
pub mod list;

pub(crate) use decision::{decode_cfi, decode_decision, encode_cfi, encode_decision};

use crate::encoder::Encoder;
use crate::fields::ItemFields;
use crate::page::{Page, PageRequest};
use crate::table::{Query, SortRange};
use crate::table_id::GSI1;
use crate::user::partition;
use crate::{Store, StoreError, TableId};
use domain::evaluation::EvaluationResult;
use domain::id::{AccountId, BankItemId, ResultId, UserId};
use domain::instant::Instant;
use domain::item::Stored;
use domain::value::{Attributes, Value};

pub(crate) const PREFIX: &str = "EVAL_RESULTS#";
const ITEM_TYPE: &str = "evaluation_result";

/// Ends in `#`, so that account-1 never finds account-10.
fn account_prefix(item: &BankItemId, account: &AccountId) -> String {
    format!("{PREFIX}{item}#{account}#")
}

fn sort(item: &BankItemId, account: &AccountId, created_date: Instant) -> String {
    format!("{}{}", account_prefix(item, account), created_date.stored())
}

fn index_sort(result: &ResultId) -> String {
    format!("{PREFIX}{result}")
}

/// The newest evaluation of one account.
pub async fn latest_of_account(
    store: &Store,
    user: &UserId,
    item: &BankItemId,
    account: &AccountId,
) -> Result<Option<Stored<EvaluationResult>>, StoreError> {
    let range = SortRange::Prefix(account_prefix(item, account));
    let is_wanted = |found: &Attributes| is_of(found, item, account);
    newest(store, user, (range, 1), is_wanted).await
}

/// The evaluation of the same account before this one.
pub async fn before_in_account(
    store: &Store,
    check: &EvaluationResult,
) -> Result<Option<Stored<EvaluationResult>>, StoreError> {
    let (item, account) = (&check.item_id, &check.account_id);
    let own = sort(item, account, check.created_date);
    let range = SortRange::Between(account_prefix(item, account), own.clone());
    let own = Value::text(own);
    let is_wanted =
        |found: &Attributes| is_of(found, item, account) && found.get("SK") != Some(&own);
    newest(store, &check.user_id, (range, 2), is_wanted).await
}

/// The newest of a range that is wanted, most likely among so many. Ids may contain `#`, so that a key of
/// other ids can begin alike: what comes back is checked.
async fn newest(
    store: &Store,
    user: &UserId,
    (range, at_once): (SortRange, u32),
    is_wanted: impl Fn(&Attributes) -> bool,
) -> Result<Option<Stored<EvaluationResult>>, StoreError> {
    let query = Query::new(partition(user), range).newest_first();
    let table = store.table(TableId::Underwriting);
    let mut request = PageRequest::first(at_once);
    loop {
        let page = table.page(query.clone(), request).await?;
        if let Some(found) = page.items.into_iter().find(&is_wanted) {
            return Ok(Some(decode(found)));
        }
        match page.next {
            Some(next) => request = PageRequest::after(25, next),
            None => return Ok(None),
        }
    }
}

fn is_of(found: &Attributes, item: &BankItemId, account: &AccountId) -> bool {
    let is = |name: &str, id: &str| {
        found
            .get(name)
            .is_none_or(|value| *value == Value::text(id))
    };
    is("item_id", item.as_str()) && is("account_id", account.as_str())
}

/// One evaluation by its id.
pub async fn by_result_id(
    store: &Store,
    user: &UserId,
    result: &ResultId,
) -> Result<Option<Stored<EvaluationResult>>, StoreError> {
    Ok(item_of(store, user, result).await?.map(decode))
}

/// The item as it is stored, to be copied whole.
pub(crate) async fn item_of(
    store: &Store,
    user: &UserId,
    result: &ResultId,
) -> Result<Option<Attributes>, StoreError> {
    let query = Query::new(partition(user), SortRange::Is(index_sort(result))).on(GSI1);
    store.table(TableId::Underwriting).first(query).await
}

/// A user's evaluations across all accounts, newest first: result ids begin with their epoch,
/// while the primary key would sort by item and account.
pub async fn recent(
    store: &Store,
    user: &UserId,
    request: PageRequest,
) -> Result<Page<Stored<EvaluationResult>>, StoreError> {
    let query = Query::new(partition(user), SortRange::Prefix(PREFIX.to_owned())).on(GSI1);
    let page = store
        .table(TableId::Underwriting)
        .page(query.newest_first(), request)
        .await?;
    Ok(page.map(decode))
}

/// Those that were begun before `before`, newest first, as far as result ids tell: they begin with
/// the second in which the evaluation was begun.
pub async fn begun_before(
    store: &Store,
    user: &UserId,
    before: Instant,
    request: PageRequest,
) -> Result<Page<Stored<EvaluationResult>>, StoreError> {
    let until = format!("{PREFIX}{}", before.epoch_seconds());
    let range = SortRange::Between(PREFIX.to_owned(), until);
    let query = Query::new(partition(user), range).on(GSI1).newest_first();
    let page = store
        .table(TableId::Underwriting)
        .page(query, request)
        .await?;
    Ok(page.map(decode))
}

pub fn encode(evaluation: &EvaluationResult) -> Attributes {
    let user = partition(&evaluation.user_id);
    let place = sort(
        &evaluation.item_id,
        &evaluation.account_id,
        evaluation.created_date,
    );
    Encoder::new()
        .keys(&user, place)
        .gsi1(&user, index_sort(&evaluation.result_id))
        .text("item_type", ITEM_TYPE)
        .text("result_id", evaluation.result_id.as_str())
        .text("user_id", evaluation.user_id.as_str())
        .text("item_id", evaluation.item_id.as_str())
        .text("account_id", evaluation.account_id.as_str())
        .optional(
            "float_results",
            evaluation.float_results.as_ref().map(encode_decision),
        )
        .optional(
            "loan_results",
            evaluation.loan_results.as_ref().map(encode_decision),
        )
        .optional("cfi_state", evaluation.cfi_state.as_ref().map(encode_cfi))
        .instant("created_date", evaluation.created_date)
        .optional_epoch("ttl", evaluation.ttl)
        .done()
}

pub fn decode(item: Attributes) -> Stored<EvaluationResult> {
    let mut fields = ItemFields::open(TableId::Underwriting, item);
    fields.discriminator("item_type", ITEM_TYPE);
    let in_key = fields.moment_in_key(PREFIX);
    let evaluation = EvaluationResult {
        result_id: ResultId::new(fields.text("result_id")),
        user_id: UserId::new(fields.text("user_id")),
        item_id: BankItemId::new(fields.text("item_id")),
        account_id: AccountId::new(fields.text("account_id")),
        float_results: fields.optional_nested("float_results", decode_decision),
        loan_results: fields.optional_nested("loan_results", decode_decision),
        cfi_state: fields.optional_nested("cfi_state", decode_cfi),
        created_date: fields.instant_or("created_date", in_key),
        ttl: fields.optional_epoch("ttl"),
    };
    fields.lies_in(&partition(&evaluation.user_id));
    fields.sorts_at(&sort(
        &evaluation.item_id,
        &evaluation.account_id,
        evaluation.created_date,
    ));
    fields.close(evaluation)
}
