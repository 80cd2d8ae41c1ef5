//! Counts the attempts that the SDK makes at a call, which it tells nobody but an interceptor.

use aws_sdk_dynamodb::config::interceptors::FinalizerInterceptorContextRef;
use aws_sdk_dynamodb::config::{ConfigBag, Intercept, RuntimeComponents};
use aws_sdk_dynamodb::error::BoxError;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

tokio::task_local! {
    /// Of the call that is under way.
    static ATTEMPTS: Arc<Attempts>;
}

/// The attempts at one call.
#[derive(Debug, Default)]
pub(super) struct Attempts {
    made: AtomicU32,
    throttled: AtomicU32,
}

impl Attempts {
    /// Makes a call, and counts the attempts at it.
    pub(super) async fn during<T>(self: &Arc<Self>, call: impl Future<Output = T>) -> T {
        ATTEMPTS.scope(Arc::clone(self), call).await
    }

    pub(super) fn retries(&self) -> u32 {
        self.made.load(Relaxed).saturating_sub(1)
    }

    pub(super) fn throttled(&self) -> u32 {
        self.throttled.load(Relaxed)
    }
}

#[derive(Debug)]
pub(super) struct CountAttempts;

impl Intercept for CountAttempts {
    fn name(&self) -> &'static str {
        "CountAttempts"
    }

    fn read_after_attempt(
        &self,
        context: &FinalizerInterceptorContextRef<'_>,
        _: &RuntimeComponents,
        _: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        let response = context.response();
        // The error itself has another type for each operation; all of them are named in the answer.
        let refusal = response.filter(|answer| !answer.status().is_success());
        let is_throttled = refusal
            .and_then(|answer| answer.body().bytes())
            .is_some_and(says_throttled);
        // A call outside of `Attempts::during` is nobody's to count.
        let _ = ATTEMPTS.try_with(|attempts| {
            attempts.made.fetch_add(1, Relaxed);
            attempts
                .throttled
                .fetch_add(u32::from(is_throttled), Relaxed);
        });
        Ok(())
    }
}

fn says_throttled(body: &[u8]) -> bool {
    let body = String::from_utf8_lossy(body);
    [
        "ThrottlingException",
        "ProvisionedThroughputExceededException",
        "RequestLimitExceeded",
    ]
    .iter()
    .any(|name| body.contains(name))
}
