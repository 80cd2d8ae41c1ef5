//! A proxy that adds a fixed time to each call, as a network would.

use crate::Failure;
use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::response::Response;
use axum::serve::ListenerExt;
use http::{HeaderMap, StatusCode, header};
use reqwest::Client;
use std::time::Duration;
use tokio::net::TcpListener;

/// Runs for as long as the benchmark does.
pub(crate) struct DelayingProxy {
    pub(crate) url: String,
}

#[derive(Clone)]
struct Target {
    url: String,
    delay: Duration,
    client: Client,
}

impl DelayingProxy {
    pub(crate) async fn start(url: &str, delay: Duration) -> Result<Self, Failure> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let own = format!("http://{}", listener.local_addr()?);
        let target = Target {
            url: url.to_owned(),
            delay,
            client: Client::new(),
        };
        let app = Router::new().fallback(pass_on).with_state(target);
        let listener = listener.tap_io(|stream| {
            let _ = stream.set_nodelay(true);
        });
        tokio::spawn(async move { axum::serve(listener, app).await });
        Ok(Self { url: own })
    }
}

async fn pass_on(
    State(target): State<Target>,
    mut headers: HeaderMap,
    body: Bytes,
) -> Result<Response, StatusCode> {
    tokio::time::sleep(target.delay).await;
    headers.remove(header::HOST);
    let sent = target
        .client
        .post(&target.url)
        .headers(headers)
        .body(body)
        .send()
        .await;
    let answer = sent.map_err(|_| StatusCode::BAD_GATEWAY)?;
    let mut response = Response::builder().status(answer.status());
    for (name, value) in answer.headers() {
        if name != header::TRANSFER_ENCODING {
            response = response.header(name, value);
        }
    }
    let body = answer.bytes().await.map_err(|_| StatusCode::BAD_GATEWAY)?;
    response
        .body(Body::from(body))
        .map_err(|_| StatusCode::BAD_GATEWAY)
}
