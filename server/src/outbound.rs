//! Calls to other services, over the HTTP and TLS that the AWS SDK brings already.

use crate::loopback::is_private;
use http_body_util::{BodyExt, Full, Limited};
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use openidconnect::{AsyncHttpClient, HttpRequest, HttpResponse};
use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

/// Two calls in a row still end before the request that waits for them is given up.
const PATIENCE: Duration = Duration::from_secs(6);
/// A provider's keys are a few kilobytes, and so are features.
const LARGEST_ANSWER: usize = 1024 * 1024;

/// Follows no redirects: a service that could send us elsewhere could send us to our own network.
#[derive(Clone)]
pub struct Http {
    client: Client<HttpsConnector<HttpConnector>, Full<axum::body::Bytes>>,
}

/// Why a call did not work, without anything that was sent or received.
#[derive(Debug, thiserror::Error)]
pub enum CallError {
    #[error("this machine's certificates cannot be read: {0}")]
    Roots(std::io::Error),
    #[error("it is to be asked over plain HTTP, and is not on this machine")]
    Plain,
    #[error("no answer within {} s", PATIENCE.as_secs())]
    Late,
    #[error("{0}")]
    Connection(String),
    #[error("the answer broke off, or is far too long")]
    Answer,
}

impl Http {
    pub fn new() -> Result<Self, CallError> {
        let tls = HttpsConnectorBuilder::new()
            .with_provider_and_native_roots(rustls::crypto::aws_lc_rs::default_provider())
            .map_err(CallError::Roots)?
            .https_or_http()
            .enable_http1()
            .build();
        let client = Client::builder(TokioExecutor::new()).build(tls);
        Ok(Self { client })
    }

    async fn send(self, request: HttpRequest) -> Result<HttpResponse, CallError> {
        // A provider's own description may name other addresses than the one that was configured.
        let uri = request.uri();
        if !is_private(
            uri.scheme_str().unwrap_or_default(),
            uri.host().unwrap_or_default(),
        ) {
            return Err(CallError::Plain);
        }
        let response = self
            .client
            .request(request.map(|body| Full::new(body.into())))
            .await
            .map_err(|error| CallError::Connection(root_cause(&error)))?;
        let (parts, body) = response.into_parts();
        let body = Limited::new(body, LARGEST_ANSWER)
            .collect()
            .await
            .map_err(|_| CallError::Answer)?;
        Ok(HttpResponse::from_parts(parts, body.to_bytes().to_vec()))
    }
}

impl<'c> AsyncHttpClient<'c> for Http {
    type Error = CallError;
    type Future = Pin<Box<dyn Future<Output = Result<HttpResponse, CallError>> + Send + 'c>>;

    fn call(&'c self, request: HttpRequest) -> Self::Future {
        let answer = tokio::time::timeout(PATIENCE, self.clone().send(request));
        Box::pin(async { answer.await.unwrap_or(Err(CallError::Late)) })
    }
}

impl fmt::Debug for Http {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Http")
    }
}

/// "connection refused" rather than "client error (Connect)".
fn root_cause(error: &dyn std::error::Error) -> String {
    let mut cause = error;
    while let Some(deeper) = cause.source() {
        cause = deeper;
    }
    cause.to_string()
}
