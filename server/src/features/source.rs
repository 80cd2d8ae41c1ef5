//! Where the features are read: a file, or GrowthBook's API.

use crate::outbound::{CallError, Http};
use http::{Method, Request, StatusCode};
use openidconnect::AsyncHttpClient;
use serde_json::Value;
use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

#[derive(Clone)]
pub enum Source {
    /// Nothing is configured.
    None,
    /// What is shipped as an example, for the demo.
    Example,
    File(PathBuf),
    /// The file in the data directory, which may come later.
    Usual(PathBuf),
    Api {
        host: String,
        /// Names the connection at GrowthBook. Never printed: whoever has it can read every feature.
        key: ClientKey,
        http: Box<Http>,
    },
}

#[derive(Clone)]
pub struct ClientKey(pub String);

impl fmt::Debug for ClientKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(hidden)")
    }
}

/// Why the features could not be read, without anything that was sent.
#[derive(Debug, thiserror::Error)]
pub enum SourceError {
    #[error("the file cannot be read: {0}")]
    File(#[from] std::io::Error),
    #[error("it is no JSON: {0}")]
    Json(#[from] serde_json::Error),
    #[error("{0}")]
    Shape(String),
    #[error("{0}")]
    Call(String),
    #[error("it answered with status {0}")]
    Status(StatusCode),
}

impl From<CallError> for SourceError {
    fn from(error: CallError) -> Self {
        Self::Call(error.to_string())
    }
}

impl Source {
    pub fn api(host: &str, key: ClientKey) -> Result<Self, CallError> {
        Ok(Self::Api {
            host: host.trim_end_matches('/').to_owned(),
            key,
            http: Box::new(Http::new()?),
        })
    }

    /// How long until it is read again. A file costs nothing to look at.
    pub(super) fn pause(&self) -> Duration {
        match self {
            Self::Api { .. } => Duration::from_mins(1),
            _ => Duration::from_secs(10),
        }
    }

    pub(super) async fn read(&self) -> Result<Value, SourceError> {
        let text = match self {
            Self::None => return Ok(Value::Object(serde_json::Map::new())),
            Self::Example => fixtures::FEATURES.as_bytes().to_vec(),
            Self::File(path) | Self::Usual(path) => tokio::fs::read(path).await?,
            Self::Api { host, key, http } => ask(host, key, http).await?,
        };
        Ok(serde_json::from_slice(&text)?)
    }
}

async fn ask(host: &str, ClientKey(key): &ClientKey, http: &Http) -> Result<Vec<u8>, SourceError> {
    let request = Request::builder()
        .method(Method::GET)
        .uri(format!("{host}/api/features/{key}"))
        .header("accept", "application/json")
        .body(Vec::new())
        // What is wrong with the address would name the key.
        .map_err(|_| SourceError::Call("the host or the client key is no address".to_owned()))?;
    let answer = http.call(request).await?;
    if answer.status() == StatusCode::OK {
        Ok(answer.into_body())
    } else {
        Err(SourceError::Status(answer.status()))
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => f.write_str("nothing is configured"),
            Self::Example => f.write_str("the example that comes with Float Desk"),
            Self::File(path) => write!(f, "the file {}", path.display()),
            Self::Usual(path) if path.is_file() => write!(f, "the file {}", path.display()),
            Self::Usual(path) => write!(
                f,
                "nothing is configured, and there is no {}",
                path.display()
            ),
            Self::Api { host, .. } => write!(f, "GrowthBook at {host}"),
        }
    }
}
