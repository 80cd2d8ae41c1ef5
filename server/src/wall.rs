//! The headers that every answer carries, so that a browser helps to keep others out.

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;
use clap::ValueEnum;
use http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, REFERRER_POLICY, STRICT_TRANSPORT_SECURITY,
    X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use http::{HeaderName, HeaderValue};
use leptos::config::{Env, LeptosOptions};
use leptos::nonce::Nonce;

/// How the world reaches this server.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Transport {
    /// Plain HTTP on loopback, which browsers count as secure.
    Loopback,
    /// Through something that speaks TLS with the browser.
    Tls,
}

/// What the headers depend on.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Wall {
    transport: Transport,
    /// Where cargo-leptos tells pages that something was rebuilt, while it watches.
    reload_port: Option<u32>,
}

impl Wall {
    pub(crate) fn new(transport: Transport, options: &LeptosOptions) -> Self {
        let is_watched = matches!(options.env, Env::DEV);
        Self {
            transport,
            reload_port: is_watched.then_some(options.reload_port),
        }
    }
}

const FIXED: [(HeaderName, &str); 6] = [
    (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (X_FRAME_OPTIONS, "DENY"),
    // Not `no-referrer`: a form without JavaScript leads back to the page it was on.
    (REFERRER_POLICY, "same-origin"),
    (
        HeaderName::from_static("permissions-policy"),
        "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    ),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        "same-origin",
    ),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        "same-origin",
    ),
];

/// Mints the nonce that the page's own scripts carry, and puts the headers on what comes back.
pub(crate) async fn stand(State(wall): State<Wall>, mut request: Request, next: Next) -> Response {
    // A request's id names its entries in the audit log, so nobody outside chooses one.
    request.headers_mut().remove("x-request-id");
    let nonce = Nonce::new();
    request.extensions_mut().insert(nonce.clone());
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    for (name, value) in FIXED {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if let Ok(policy) = HeaderValue::from_str(&policy(&nonce, wall.reload_port)) {
        headers.insert(CONTENT_SECURITY_POLICY, policy);
    }
    if wall.transport == Transport::Tls {
        let two_years = HeaderValue::from_static("max-age=63072000; includeSubDomains");
        headers.insert(STRICT_TRANSPORT_SECURITY, two_years);
    }
    // What a page shows is nobody else's business; files say for themselves how long they keep.
    headers
        .entry(CACHE_CONTROL)
        .or_insert(HeaderValue::from_static("no-store"));
    response
}

/// Nothing from anywhere but here; of inline scripts only ours. WebAssembly has to be allowed by name.
fn policy(nonce: &Nonce, reload_port: Option<u32>) -> String {
    let reload = reload_port.map(|port| format!(" ws://localhost:{port} ws://127.0.0.1:{port}"));
    format!(
        "default-src 'none'; script-src 'self' 'nonce-{}' 'wasm-unsafe-eval'; style-src 'self'; \
         img-src 'self'; connect-src 'self'{}; form-action 'self'; base-uri 'none'; \
         frame-ancestors 'none'",
        nonce.as_inner(),
        reload.unwrap_or_default()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_while_it_is_watched_a_page_may_ask_whether_it_was_rebuilt() {
        let connects = |env: Env| {
            let options = LeptosOptions::builder().output_name("x").env(env).build();
            let wall = Wall::new(Transport::Loopback, &options);
            let policy = policy(&Nonce::new(), wall.reload_port);
            let part = policy.split("; ").find(|it| it.starts_with("connect-src"));
            part.map(str::to_owned)
        };
        assert_eq!(connects(Env::PROD).as_deref(), Some("connect-src 'self'"));
        assert_eq!(
            connects(Env::DEV).as_deref(),
            Some("connect-src 'self' ws://localhost:3001 ws://127.0.0.1:3001")
        );
    }
}
