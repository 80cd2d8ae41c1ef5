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
use leptos::nonce::Nonce;

/// How the world reaches this server.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Transport {
    /// Plain HTTP on loopback, which browsers count as secure.
    Loopback,
    /// Through something that speaks TLS with the browser.
    Tls,
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
pub(crate) async fn stand(
    State(transport): State<Transport>,
    mut request: Request,
    next: Next,
) -> Response {
    // A request's id names its entries in the audit log, so nobody outside chooses one.
    request.headers_mut().remove("x-request-id");
    let nonce = Nonce::new();
    request.extensions_mut().insert(nonce.clone());
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    for (name, value) in FIXED {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if let Ok(policy) = HeaderValue::from_str(&policy(&nonce)) {
        headers.insert(CONTENT_SECURITY_POLICY, policy);
    }
    if transport == Transport::Tls {
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
fn policy(nonce: &Nonce) -> String {
    format!(
        "default-src 'none'; script-src 'self' 'nonce-{}' 'wasm-unsafe-eval'; style-src 'self'; \
         img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; \
         frame-ancestors 'none'",
        nonce.as_inner()
    )
}
