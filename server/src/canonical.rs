//! One address a user: an id that was typed or percent-encoded into a path is led to the form that
//! Float Desk's own links have.

use app::paths::{self, USERS};
use axum::extract::Request;
use axum::middleware::Next;
use axum::response::{IntoResponse, Redirect, Response};
use http::Method;
use percent_encoding::percent_decode_str;

pub(crate) async fn redirect(request: Request, next: Next) -> Response {
    let uri = request.uri();
    match (request.method(), canonical(uri.path())) {
        (&Method::GET | &Method::HEAD, Some(path)) => {
            let query = uri
                .query()
                .map(|query| format!("?{query}"))
                .unwrap_or_default();
            Redirect::permanent(&format!("{path}{query}")).into_response()
        }
        _ => next.run(request).await,
    }
}

/// The path that should have been asked for, if it is another one.
fn canonical(path: &str) -> Option<String> {
    let rest = path.strip_prefix(USERS)?;
    let (segment, below) = match rest.find('/') {
        Some(slash) => rest.split_at(slash),
        None => (rest, ""),
    };
    if !segment.contains('%') {
        return None;
    }
    let id = percent_decode_str(segment).decode_utf8().ok()?;
    Some(format!("{USERS}{}{below}", paths::segment(&id)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_percent_encoded_id_leads_to_its_own_address() {
        assert_eq!(canonical("/users/a%23b").as_deref(), Some("/users/a~23b"));
        assert_eq!(
            canonical("/users/a%2Fb/timeline").as_deref(),
            Some("/users/a~2Fb/timeline")
        );
        assert_eq!(canonical("/users/%252F").as_deref(), Some("/users/~252F"));
    }

    #[test]
    fn our_own_addresses_stay_where_they_are() {
        assert_eq!(canonical("/users/a~23b"), None);
        assert_eq!(canonical("/search"), None);
        assert_eq!(canonical("/users/%FF"), None);
    }
}
