//! Reads ranges of one partition, all at once or page by page.

use super::Table;
use super::client::patient;
use crate::attribute::{from_sdk_item, to_sdk, to_sdk_item};
use crate::calls::Operation;
use crate::error::StoreError;
use crate::page::{Cursor, Page, PageRequest};
use crate::table_id::Index;
use aws_sdk_dynamodb::operation::query::builders::QueryFluentBuilder;
use domain::value::{Attributes, Value};
use futures::FutureExt;

/// Which part of a partition a query reads.
#[derive(Debug, Clone)]
pub(crate) enum SortRange {
    All,
    Prefix(String),
    /// Both ends included.
    Between(String, String),
    Is(String),
}

/// A query within one partition.
#[derive(Debug, Clone)]
pub(crate) struct Query {
    partition: String,
    range: SortRange,
    index: Option<Index>,
    newest_first: bool,
    wanted: Wanted,
    is_patient: bool,
}

/// What is sent of each item; DynamoDB reads it whole all the same.
#[derive(Debug, Clone, Copy)]
enum Wanted {
    Everything,
    Keys,
    /// These, with dots where one lies inside another, and `[0]` for the first of a list.
    Only(&'static [&'static str]),
}

impl Query {
    pub(crate) fn new(partition: impl Into<String>, range: SortRange) -> Self {
        Self {
            partition: partition.into(),
            range,
            index: None,
            newest_first: false,
            wanted: Wanted::Everything,
            is_patient: false,
        }
    }

    pub(crate) fn on(mut self, index: Index) -> Self {
        self.index = Some(index);
        self
    }

    /// From the end of the range to its start; keys that hold a time sort by it.
    pub(crate) fn newest_first(mut self) -> Self {
        self.newest_first = true;
        self
    }

    /// For large parts that several read at the same time: an engine that answers one after the other may
    /// take longer than anybody should wait for a page.
    pub(crate) fn patiently(mut self) -> Self {
        self.is_patient = true;
        self
    }

    /// Without what the items hold.
    pub(crate) fn keys_only(mut self) -> Self {
        self.wanted = Wanted::Keys;
        self
    }

    /// With these attributes and no others.
    pub(crate) fn only(mut self, attributes: &'static [&'static str]) -> Self {
        self.wanted = Wanted::Only(attributes);
        self
    }
}

impl Table {
    /// The first item of a range.
    pub(crate) async fn first(&self, query: Query) -> Result<Option<Attributes>, StoreError> {
        let page = self.page(query, PageRequest::first(1)).await?;
        Ok(page.items.into_iter().next())
    }

    /// Everything in a range. Only for ranges that are known to stay small.
    pub(crate) async fn all(&self, query: Query) -> Result<Vec<Attributes>, StoreError> {
        let mut items = Vec::new();
        let mut after = None;
        loop {
            let page = self.part(&query, None, after).await?;
            items.extend(page.items);
            match page.next {
                Some(next) => after = Some(next),
                None => return Ok(items),
            }
        }
    }

    /// One page of a range. DynamoDB ends an answer at 1 MB, so it is asked again until the page is
    /// full or the range ends.
    pub(crate) async fn page(
        &self,
        query: Query,
        request: PageRequest,
    ) -> Result<Page<Attributes>, StoreError> {
        let size = request.size as usize;
        let mut page = Page {
            items: Vec::new(),
            next: request.after,
        };
        loop {
            let wanted = u32::try_from(size - page.items.len()).unwrap_or(u32::MAX);
            let part = self.part(&query, Some(wanted), page.next.take()).await?;
            page.items.extend(part.items);
            page.next = part.next;
            if page.next.is_none() || page.items.len() >= size {
                return Ok(page);
            }
        }
    }

    /// What one call gives of a range: perhaps less than there is room for.
    pub(crate) async fn part(
        &self,
        query: &Query,
        limit: Option<u32>,
        after: Option<Cursor>,
    ) -> Result<Page<Attributes>, StoreError> {
        let request = self
            .query_request(query)
            .set_limit(limit.map(|limit| i32::try_from(limit).unwrap_or(i32::MAX)))
            .set_exclusive_start_key(after.map(|Cursor(key)| to_sdk_item(key)));
        let sending = if query.is_patient {
            let request = request.customize().config_override(patient());
            request.send().boxed()
        } else {
            request.send().boxed()
        };
        let output = self.call(Operation::Query, sending).await?;
        Ok(Page {
            items: output
                .items
                .unwrap_or_default()
                .into_iter()
                .map(from_sdk_item)
                .collect(),
            next: output
                .last_evaluated_key
                .map(|key| Cursor(from_sdk_item(key))),
        })
    }

    fn query_request(&self, query: &Query) -> QueryFluentBuilder {
        let (partition, sort) = match query.index {
            Some(index) => (index.partition, Some(index.sort)),
            None => (
                self.id.partition_key().name,
                self.id.sort_key().map(|key| key.name),
            ),
        };
        let text = |text: &str| to_sdk(Value::text(text));
        let mut request = self
            .client
            .query()
            .table_name(&self.name)
            .set_index_name(query.index.map(|index| index.name.to_owned()))
            // An index cannot be read consistently, everything else is.
            .consistent_read(query.index.is_none())
            .scan_index_forward(!query.newest_first)
            .expression_attribute_names("#p", partition)
            .expression_attribute_values(":p", text(&query.partition));
        if let (Some(sort), false) = (sort, matches!(query.range, SortRange::All)) {
            request = request.expression_attribute_names("#s", sort);
        }
        request = match (query.wanted, sort) {
            (Wanted::Keys, Some(sort)) => request
                .projection_expression("#p, #k")
                .expression_attribute_names("#k", sort),
            (Wanted::Only(attributes), _) => only(request, attributes),
            _ => request,
        };
        match &query.range {
            SortRange::All => request.key_condition_expression("#p = :p"),
            SortRange::Prefix(prefix) => request
                .key_condition_expression("#p = :p AND begins_with(#s, :s)")
                .expression_attribute_values(":s", text(prefix)),
            SortRange::Between(from, to) => request
                .key_condition_expression("#p = :p AND #s BETWEEN :from AND :to")
                .expression_attribute_values(":from", text(from))
                .expression_attribute_values(":to", text(to)),
            SortRange::Is(sort) => request
                .key_condition_expression("#p = :p AND #s = :s")
                .expression_attribute_values(":s", text(sort)),
        }
    }
}

/// Names by number: many of DynamoDB's own words are attributes here.
fn only(mut request: QueryFluentBuilder, attributes: &[&str]) -> QueryFluentBuilder {
    let mut names: Vec<&str> = Vec::new();
    let mut number = |name| {
        names
            .iter()
            .position(|known| *known == name)
            .unwrap_or_else(|| {
                names.push(name);
                names.len() - 1
            })
    };
    let paths: Vec<_> = attributes
        .iter()
        .map(|path| {
            let steps: Vec<_> = path
                .split('.')
                .map(|step| {
                    let (name, index) = step
                        .split_once('[')
                        .map_or((step, None), |(name, rest)| (name, Some(rest)));
                    let index = index.map_or_else(String::new, |rest| format!("[{rest}"));
                    format!("#w{}{index}", number(name))
                })
                .collect();
            steps.join(".")
        })
        .collect();
    request = request.projection_expression(paths.join(", "));
    for (number, name) in names.into_iter().enumerate() {
        request = request.expression_attribute_names(format!("#w{number}"), name);
    }
    request
}
