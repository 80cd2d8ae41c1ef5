//! Hands the request's id, under which the log has the detail, and its address on to what answers it.

use crate::proxies::Proxies;
use app::request::{Address, RequestId};
use axum::extract::{ConnectInfo, Request, State};
use axum::middleware::Next;
use axum::response::Response;
use std::net::SocketAddr;
use tower_http::request_id::RequestId as HeaderId;

pub(crate) async fn hand_on(
    State(proxies): State<Proxies>,
    mut request: Request,
    next: Next,
) -> Response {
    let id = request
        .extensions()
        .get::<HeaderId>()
        .and_then(|id| id.header_value().to_str().ok())
        .unwrap_or_default()
        .to_owned();
    request.extensions_mut().insert(RequestId(id));
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>();
    if let Some(ConnectInfo(peer)) = peer.copied() {
        let client = proxies.client(peer.ip(), request.headers());
        request.extensions_mut().insert(Address(client));
    }
    next.run(request).await
}
