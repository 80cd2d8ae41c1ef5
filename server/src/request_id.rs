//! Names each request, and hands that id, under which the log has the detail, and the request's
//! address on to what answers it.

use crate::proxies::Proxies;
use app::request::{Address, RequestId};
use axum::extract::{ConnectInfo, Request, State};
use axum::middleware::Next;
use axum::response::Response;
use std::net::SocketAddr;
use tower_http::request_id::{MakeRequestId, RequestId as HeaderId};
use uuid::Uuid;

/// Ids in the order of their requests: the audit log's keys hold a second and then such an id, so
/// that what one person did within a second is listed in the order it was done.
#[derive(Debug, Clone, Copy)]
pub(crate) struct InOrder;

impl MakeRequestId for InOrder {
    fn make_request_id<B>(&mut self, _: &http::Request<B>) -> Option<HeaderId> {
        let id = Uuid::now_v7().to_string();
        id.parse().ok().map(HeaderId::new)
    }
}

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
