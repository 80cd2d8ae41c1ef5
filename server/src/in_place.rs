//! What a form gets back that was sent without JavaScript and could not be taken. The answer travels in
//! the address of the form's own page; one that is too long for an address, such as that to a pasted
//! list, is shown in place of the redirect, so that nothing typed is lost.

use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;
use http::header::{CONTENT_LENGTH, CONTENT_TYPE, LOCATION};
use http::{Extensions, HeaderMap, Method};
use leptos::prelude::ServerActionError;
use tower::ServiceExt;

/// Some on the way take longer ones, not all.
const LONGEST_ADDRESS: usize = 4_000;

/// `pages` answers a page as if it had been asked for.
pub(crate) async fn answer(State(pages): State<Router>, request: Request, next: Next) -> Response {
    let is_form = request.method() == Method::POST && request.uri().path().starts_with("/rpc/");
    if !is_form {
        return next.run(request).await;
    }
    let (headers, extensions) = (request.headers().clone(), request.extensions().clone());
    let response = next.run(request).await;
    let address = response.headers().get(LOCATION);
    let again = address
        .and_then(|address| address.to_str().ok())
        .filter(|address| address.len() > LONGEST_ADDRESS)
        .and_then(|address| page(address, headers, extensions));
    match again {
        Some(page) => match pages.oneshot(page).await {
            Ok(response) => response,
            Err(never) => match never {},
        },
        None => response,
    }
}

/// The request for the page at a too long address, with the answer beside it and not in it.
fn page(address: &str, mut headers: HeaderMap, mut extensions: Extensions) -> Option<Request> {
    let (page, query) = address.split_once('?')?;
    let path = match page.split_once("://") {
        Some((_, page)) => page.find('/').map_or("/", |slash| &page[slash..]),
        None => page,
    };
    let (mut error, mut of, mut rest) = (None, None, Vec::new());
    for (name, value) in app::paths::fields(query) {
        match name.as_str() {
            "__err" => error = Some(value),
            "__path" => of = Some(value),
            _ => rest.push((name, value)),
        }
    }
    let rest: Vec<_> = rest
        .iter()
        .map(|(name, value)| (name.as_str(), value.clone()))
        .collect();
    extensions.insert(ServerActionError::new(&of?, &error?));
    headers.remove(CONTENT_LENGTH);
    headers.remove(CONTENT_TYPE);
    let mut request = Request::builder()
        .uri(app::paths::with_fields(path, &rest))
        .body(Body::empty())
        .ok()?;
    *request.headers_mut() = headers;
    *request.extensions_mut() = extensions;
    Some(request)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_asked_for_without_the_answer_in_its_address() {
        let address =
            "http://desk:3000/campaigns?after=a%26b&__path=/rpc/create_campaign&__err=e30";
        let request = page(address, HeaderMap::new(), Extensions::new()).unwrap();
        assert_eq!(request.uri(), "/campaigns?after=a%26b");
        let error = request.extensions().get::<ServerActionError>().unwrap();
        assert_eq!((error.path(), error.err()), ("/rpc/create_campaign", "e30"));
        let without = page("/campaigns?after=x", HeaderMap::new(), Extensions::new());
        assert!(without.is_none());
    }
}
