//! One table: the only room that calls the SDK. Reading and writing items here, describing and
//! creating the table itself in [`admin`].

pub(crate) mod admin;

use crate::attribute::{from_sdk_item, to_sdk, to_sdk_item};
use crate::calls::{CallCounts, Operation};
use crate::config::Endpoint;
use crate::error::{ErrorKind, StoreError};
use crate::page::{Cursor, Page, PageRequest};
use crate::table_id::{Index, TableId};
use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::config::retry::RetryConfig;
use aws_sdk_dynamodb::config::timeout::TimeoutConfig;
use aws_sdk_dynamodb::config::{Credentials, Region};
use aws_sdk_dynamodb::error::{ProvideErrorMetadata, SdkError};
use aws_sdk_dynamodb::operation::query::builders::QueryFluentBuilder;
use aws_sdk_dynamodb::types::{PutRequest, WriteRequest};
use domain::value::{Attributes, Value};
// The SDK's futures are tens of kilobytes each: boxed here, they do not grow every caller's.
use futures::FutureExt;
use futures::stream::{self, TryStreamExt};
use std::error::Error;
use std::sync::Arc;
use std::time::Duration;

/// An agent on the phone waits no longer than this for any one table.
const OPERATION_TIMEOUT: Duration = Duration::from_secs(3);
const ATTEMPT_TIMEOUT: Duration = Duration::from_secs(1);
const ATTEMPTS: u32 = 3;
/// The SDK's own second would use up the operation's time in waiting, and a throttled table would
/// look like an unreachable one.
const FIRST_BACKOFF: Duration = Duration::from_millis(50);

/// DynamoDB takes at most this many items in one batch.
const BATCH: usize = 25;
const BATCH_TIMEOUT: Duration = Duration::from_secs(20);
/// How long a table without capacity is left alone.
const BREATHER: Duration = Duration::from_millis(200);

/// A client for one region, with the timeouts that every call has.
pub(crate) async fn client(endpoint: &Endpoint, region: &str) -> Client {
    let timeouts = TimeoutConfig::builder()
        .operation_timeout(OPERATION_TIMEOUT)
        .operation_attempt_timeout(ATTEMPT_TIMEOUT)
        .connect_timeout(ATTEMPT_TIMEOUT)
        .build();
    let retries = RetryConfig::standard()
        .with_max_attempts(ATTEMPTS)
        .with_initial_backoff(FIRST_BACKOFF);
    let mut loader = aws_config::from_env()
        .region(Region::new(region.to_owned()))
        .timeout_config(timeouts)
        .retry_config(retries);
    if let Endpoint::At(url) = endpoint {
        // The engine checks no signature, but the SDK does not send a request without one.
        let nobody = Credentials::new("float-desk", "float-desk", None, None, "embedded");
        loader = loader.endpoint_url(url).credentials_provider(nobody);
    }
    Client::new(&loader.load().await)
}

/// Nobody waits on the phone for a batch, and a busy machine may need its time for one.
fn patient() -> aws_sdk_dynamodb::config::Builder {
    let timeouts = TimeoutConfig::builder()
        .operation_timeout(BATCH_TIMEOUT * ATTEMPTS)
        .operation_attempt_timeout(BATCH_TIMEOUT)
        .build();
    aws_sdk_dynamodb::Config::builder().timeout_config(timeouts)
}

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
}

impl Query {
    pub(crate) fn new(partition: impl Into<String>, range: SortRange) -> Self {
        Self {
            partition: partition.into(),
            range,
            index: None,
            newest_first: false,
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
}

/// A table of this installation.
#[derive(Debug, Clone)]
pub struct Table {
    pub id: TableId,
    pub name: String,
    pub region: String,
    client: Client,
    calls: Arc<CallCounts>,
}

impl Table {
    pub(crate) fn new(
        id: TableId,
        name: String,
        region: String,
        client: Client,
        calls: Arc<CallCounts>,
    ) -> Self {
        Self {
            id,
            name,
            region,
            client,
            calls,
        }
    }

    /// One item, as it is at this moment.
    pub(crate) async fn get(&self, key: Attributes) -> Result<Option<Attributes>, StoreError> {
        self.calls.record(self.id, Operation::Get);
        let answer = self
            .client
            .get_item()
            .table_name(&self.name)
            .set_key(Some(to_sdk_item(key)))
            .consistent_read(true)
            .send()
            .boxed()
            .await;
        let output = answer.map_err(|error| self.error(Operation::Get, &error))?;
        Ok(output.item.map(from_sdk_item))
    }

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
            let page = self.query_once(&query, None, after).await?;
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
            let part = self
                .query_once(&query, Some(wanted), page.next.take())
                .await?;
            page.items.extend(part.items);
            page.next = part.next;
            if page.next.is_none() || page.items.len() >= size {
                return Ok(page);
            }
        }
    }

    async fn query_once(
        &self,
        query: &Query,
        limit: Option<u32>,
        after: Option<Cursor>,
    ) -> Result<Page<Attributes>, StoreError> {
        self.calls.record(self.id, Operation::Query);
        let answer = self
            .query_request(query)
            .set_limit(limit.map(|limit| i32::try_from(limit).unwrap_or(i32::MAX)))
            .set_exclusive_start_key(after.map(|Cursor(key)| to_sdk_item(key)))
            .send()
            .boxed()
            .await;
        let output = answer.map_err(|error| self.error(Operation::Query, &error))?;
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

    pub(crate) async fn put(&self, item: Attributes) -> Result<(), StoreError> {
        self.calls.record(self.id, Operation::Put);
        let answer = self
            .client
            .put_item()
            .table_name(&self.name)
            .set_item(Some(to_sdk_item(item)))
            .send()
            .boxed()
            .await;
        answer
            .map(drop)
            .map_err(|error| self.error(Operation::Put, &error))
    }

    /// Puts an item where none is; one that is already there is a conflict.
    pub(crate) async fn put_new(&self, item: Attributes) -> Result<(), StoreError> {
        self.calls.record(self.id, Operation::Put);
        let answer = self
            .client
            .put_item()
            .table_name(&self.name)
            .set_item(Some(to_sdk_item(item)))
            .condition_expression("attribute_not_exists(#p)")
            .expression_attribute_names("#p", self.id.partition_key().name)
            .send()
            .boxed()
            .await;
        answer
            .map(drop)
            .map_err(|error| self.error(Operation::Put, &error))
    }

    pub(crate) async fn delete(&self, key: Attributes) -> Result<(), StoreError> {
        self.calls.record(self.id, Operation::Delete);
        let answer = self
            .client
            .delete_item()
            .table_name(&self.name)
            .set_key(Some(to_sdk_item(key)))
            .send()
            .boxed()
            .await;
        answer
            .map(drop)
            .map_err(|error| self.error(Operation::Delete, &error))
    }

    /// Puts any number of items with other keys each, for seeding. Calls `done` after each batch
    /// with the number of items written.
    pub async fn put_all(
        &self,
        items: Vec<Attributes>,
        done: impl Fn(u64),
    ) -> Result<(), StoreError> {
        let mut batches = Vec::new();
        let mut items = items.into_iter().peekable();
        while items.peek().is_some() {
            batches.push(items.by_ref().take(BATCH).collect::<Vec<_>>());
        }
        stream::iter(batches.into_iter().map(Ok))
            .try_for_each_concurrent(4, |batch| async {
                let size = batch.len() as u64;
                self.put_batch(batch).await?;
                done(size);
                Ok(())
            })
            .await
    }

    async fn put_batch(&self, batch: Vec<Attributes>) -> Result<(), StoreError> {
        let mut requests = Vec::with_capacity(batch.len());
        for item in batch {
            let put = PutRequest::builder()
                .set_item(Some(to_sdk_item(item)))
                .build();
            let put = put.map_err(|error| self.fault(Operation::BatchWrite, error.to_string()))?;
            requests.push(WriteRequest::builder().put_request(put).build());
        }
        while !requests.is_empty() {
            self.calls.record(self.id, Operation::BatchWrite);
            let answer = self
                .client
                .batch_write_item()
                .request_items(&self.name, requests)
                .customize()
                .config_override(patient())
                .send()
                .boxed()
                .await;
            let output = answer.map_err(|error| self.error(Operation::BatchWrite, &error))?;
            // What the table had no capacity for comes back, and is sent again after a moment.
            requests = output
                .unprocessed_items
                .and_then(|mut unprocessed| unprocessed.remove(&self.name))
                .unwrap_or_default();
            if !requests.is_empty() {
                tokio::time::sleep(BREATHER).await;
            }
        }
        Ok(())
    }

    pub(crate) fn fault(&self, operation: Operation, detail: String) -> StoreError {
        StoreError {
            table: self.id,
            operation,
            kind: ErrorKind::Rejected,
            detail,
        }
    }

    pub(crate) fn error<E>(&self, operation: Operation, error: &SdkError<E>) -> StoreError
    where
        E: ProvideErrorMetadata + Error + 'static,
    {
        StoreError::from_sdk(self.id, operation, error)
    }
}
