//! The connection to one region, and how long anybody waits for it.

use super::attempts::CountAttempts;
use crate::config::{Endpoint, Patience};
use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::config::retry::RetryConfig;
use aws_sdk_dynamodb::config::timeout::TimeoutConfig;
use aws_sdk_dynamodb::config::{Builder, Credentials, Region};
use std::env;
use std::time::Duration;

const ENDPOINT: &str = "AWS_ENDPOINT_URL_DYNAMODB";
const STREAMS_ENDPOINT: &str = "AWS_ENDPOINT_URL_DYNAMODB_STREAMS";
const ATTEMPTS: u32 = 3;
/// The SDK's own second would use up the operation's time in waiting, and a throttled table would
/// look like an unreachable one.
const FIRST_BACKOFF: Duration = Duration::from_millis(50);

/// How long one attempt at a batch may take.
const BATCH_TIMEOUT: Duration = Duration::from_secs(20);

/// To describe a table the embedded engine counts it, which takes seconds where there are millions of
/// items.
const DESCRIBE_TIMEOUT: Duration = Duration::from_secs(12);

/// What speaks to the tables of one region, and to their streams.
#[derive(Debug, Clone)]
pub(crate) struct Connection {
    pub(crate) tables: Client,
    pub(crate) streams: aws_sdk_dynamodbstreams::Client,
}

/// Clients for one region, with the timeouts that every call has.
pub(crate) async fn connection(
    endpoint: &Endpoint,
    region: &str,
    patience: Patience,
) -> Connection {
    let timeouts = TimeoutConfig::builder()
        .operation_timeout(patience.call)
        .operation_attempt_timeout(patience.attempt)
        .connect_timeout(patience.attempt)
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
    let shared = loader.load().await;
    let tables = Builder::from(&shared).interceptor(CountAttempts);
    let streams = aws_sdk_dynamodbstreams::config::Builder::from(&shared);
    let mut streams = streams.interceptor(CountAttempts);
    // An engine that is named for the tables has their streams, too. Nobody names it twice, and the
    // records of a made-up table are not to be asked of Amazon.
    let named = (env::var(ENDPOINT), env::var_os(STREAMS_ENDPOINT));
    if let (Endpoint::Aws, (Ok(url), None)) = (endpoint, named) {
        streams = streams.endpoint_url(url);
    }
    Connection {
        tables: Client::from_conf(tables.build()),
        streams: aws_sdk_dynamodbstreams::Client::from_conf(streams.build()),
    }
}

/// Nobody waits on the phone for a batch, and a busy machine may need its time for one.
pub(super) fn patient() -> Builder {
    waiting(BATCH_TIMEOUT * ATTEMPTS, BATCH_TIMEOUT)
}

/// For what is asked of a table as a whole.
pub(super) fn describing() -> Builder {
    waiting(DESCRIBE_TIMEOUT, DESCRIBE_TIMEOUT)
}

fn waiting(call: Duration, attempt: Duration) -> Builder {
    let timeouts = TimeoutConfig::builder()
        .operation_timeout(call)
        .operation_attempt_timeout(attempt)
        .build();
    aws_sdk_dynamodb::Config::builder().timeout_config(timeouts)
}
