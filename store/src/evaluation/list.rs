//! A user's evaluations by result id, which begins with its epoch: newest first, from any place.

use super::{PREFIX, decode, index_sort};
use crate::page::PageRequest;
use crate::table::{Query, SortRange};
use crate::table_id::GSI1;
use crate::user::partition;
use crate::{Store, StoreError, TableId};
use domain::evaluation::EvaluationResult;
use domain::id::{ResultId, UserId};
use domain::item::Stored;
use domain::value::{Attributes, Value};

/// Sorts after every result id.
const END: char = '\u{10FFFF}';

/// Everything but what each rulebook said, which is most of an evaluation. Of the results the first one: a decision
/// without any is not evaluated.
const OUTCOMES: [&str; 25] = [
    "PK",
    "SK",
    "GSI1PK",
    "GSI1SK",
    "item_type",
    "result_id",
    "user_id",
    "item_id",
    "account_id",
    "created_date",
    "ttl",
    "float_results.approved",
    "float_results.amount",
    "float_results.deciding_rulebook",
    "float_results.status",
    "float_results.results[0].rulebook_id",
    "float_results.results[0].result",
    "float_results.results[0].calc_status",
    "loan_results.approved",
    "loan_results.amount",
    "loan_results.deciding_rulebook",
    "loan_results.status",
    "loan_results.results[0].rulebook_id",
    "loan_results.results[0].result",
    "loan_results.results[0].calc_status",
];

/// Part of a user's evaluations. Ids come from the index, so that a broken item has its place too.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    pub items: Vec<(ResultId, Stored<EvaluationResult>)>,
    /// The first one that is no part of this.
    pub next: Option<ResultId>,
}

/// One evaluation and the one before it, whichever account that was on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WithPrevious {
    pub evaluation: Option<Stored<EvaluationResult>>,
    pub previous: Option<Stored<EvaluationResult>>,
}

/// Evaluations from the id `upper` down to `lower`, both included, newest first. A place in the list
/// is the id of the first one wanted, so there is nothing in it to forge.
pub async fn between(
    store: &Store,
    user: &UserId,
    upper: Option<&ResultId>,
    lower: Option<&ResultId>,
    size: u32,
) -> Result<Part, StoreError> {
    part(store, by_id(user, upper, lower), size).await
}

/// The same evaluations with what they came to, and of the results of their rulebooks the beginning of the
/// first.
pub async fn outcomes_between(
    store: &Store,
    user: &UserId,
    upper: &ResultId,
    lower: &ResultId,
    size: u32,
) -> Result<Part, StoreError> {
    let query = by_id(user, Some(upper), Some(lower)).only(&OUTCOMES);
    part(store, query, size).await
}

fn by_id(user: &UserId, upper: Option<&ResultId>, lower: Option<&ResultId>) -> Query {
    let range = SortRange::Between(
        lower.map_or_else(|| PREFIX.to_owned(), index_sort),
        upper.map_or_else(|| format!("{PREFIX}{END}"), index_sort),
    );
    newest_first(user, range)
}

fn newest_first(user: &UserId, range: SortRange) -> Query {
    Query::new(partition(user), range).on(GSI1).newest_first()
}

async fn part(store: &Store, query: Query, size: u32) -> Result<Part, StoreError> {
    let mut items = read(store, query, size.saturating_add(1)).await?;
    let next = (items.len() > size as usize).then(|| items.pop()).flatten();
    Ok(Part {
        items: items
            .into_iter()
            .map(|(id, item)| (id, decode(item)))
            .collect(),
        next: next.map(|(id, _)| id),
    })
}

/// One evaluation by its id, and the one before it.
pub async fn with_previous(
    store: &Store,
    user: &UserId,
    result: &ResultId,
) -> Result<WithPrevious, StoreError> {
    let range = SortRange::Between(PREFIX.to_owned(), index_sort(result));
    let query = newest_first(user, range);
    let mut found = read(store, query, 2).await?.into_iter().peekable();
    let evaluation = found.next_if(|(id, _)| id == result);
    let decoded = |found: (ResultId, Attributes)| decode(found.1);
    Ok(WithPrevious {
        evaluation: evaluation.map(decoded),
        previous: found.next().map(decoded),
    })
}

async fn read(
    store: &Store,
    query: Query,
    size: u32,
) -> Result<Vec<(ResultId, Attributes)>, StoreError> {
    let page = store
        .table(TableId::Underwriting)
        .page(query, PageRequest::first(size))
        .await?;
    Ok(page
        .items
        .into_iter()
        .map(|item| (place(&item), item))
        .collect())
}

fn place(item: &Attributes) -> ResultId {
    let sort = match item.get(GSI1.sort) {
        Some(Value::Text(sort)) => sort.as_str(),
        _ => "",
    };
    ResultId::new(sort.strip_prefix(PREFIX).unwrap_or(sort))
}
