//! What a form gets back that was sent without JavaScript. The browser is led back to the form's own page,
//! which is always one of ours; what went wrong travels in that page's address, signed for the person who
//! sent the form. An answer that is too long for an address, such as that to a pasted list, is shown in
//! place of the redirect, so that nothing typed is lost.

mod address;

use crate::secret::{Purpose, Signer};
use crate::sign_in::local;
use address::Answer;
use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Redirect, Response};
use domain::instant::Instant;
use domain::role::Staff;
use http::header::{CONTENT_LENGTH, CONTENT_TYPE, HOST, LOCATION, REFERER};
use http::uri::Uri;
use http::{Extensions, HeaderMap, HeaderValue, Method};
use leptos::prelude::ServerActionError;
use std::time::SystemTime;
use tower::ServiceExt;

/// Some on the way take longer ones, not all.
const LONGEST_ADDRESS: usize = 4_000;

/// As long as a session lasts at most: until then the page can be loaded again with what was typed.
const VALID_SECONDS: i64 = 12 * 60 * 60;

/// Stands before the form's page where Leptos wants a whole URL, and is taken off again.
const OURS: &str = "http://float-desk.invalid";

#[derive(Clone)]
pub(crate) struct FormAnswers {
    /// Answers a page as if it had been asked for.
    pub(crate) pages: Router,
    pub(crate) signer: Signer,
}

/// Sends forms back to their page, and lets no page see an answer that isn't ours.
pub(crate) async fn carry(
    State(answers): State<FormAnswers>,
    request: Request,
    next: Next,
) -> Response {
    if request.method() == Method::POST && request.uri().path().starts_with("/rpc/") {
        answers.send_back(request, next).await
    } else {
        answers.show(request, next).await
    }
}

impl FormAnswers {
    async fn send_back(self, mut request: Request, next: Next) -> Response {
        let page = page_of(request.headers());
        if let Ok(page) = HeaderValue::try_from(format!("{OURS}{page}")) {
            request.headers_mut().insert(REFERER, page);
        }
        let (headers, extensions) = (request.headers().clone(), request.extensions().clone());
        let mut response = next.run(request).await;
        let Some(location) = response.headers().get(LOCATION) else {
            return response;
        };
        let location = location.to_str().unwrap_or_default();
        let location = local(Some(location.strip_prefix(OURS).unwrap_or(location)));
        let (page, answer) = address::take_answer(&location);
        let target = match (answer, extensions.get::<Staff>()) {
            (Some(answer), Some(staff)) => match self.signed(&page, &answer, staff).await {
                Some(address) if address.len() <= LONGEST_ADDRESS => address,
                _ => {
                    return self
                        .show_in_place(&page, &answer, headers, extensions)
                        .await;
                }
            },
            // Whoever isn't signed in is led to sign in, and then to the page.
            _ => page,
        };
        let target = HeaderValue::try_from(target);
        let target = target.unwrap_or(HeaderValue::from_static(app::paths::HOME));
        response.headers_mut().insert(LOCATION, target);
        response
    }

    /// The page's address with the answer in it, unless the secret can't be read.
    async fn signed(&self, page: &str, answer: &Answer, staff: &Staff) -> Option<String> {
        let expires = now().plus_seconds(VALID_SECONDS);
        let context = context(staff, page, answer);
        let signature = self
            .signer
            .sign(Purpose::FormAnswer, &context, b"", expires)
            .await;
        match signature {
            Ok(signature) => Some(address::with_answer(page, answer, &signature)),
            Err(error) => {
                tracing::error!(%error, "the answer to a form can't be signed");
                None
            }
        }
    }

    /// The page itself, with the answer beside its address and not in it.
    async fn show_in_place(
        self,
        page: &str,
        answer: &Answer,
        mut headers: HeaderMap,
        mut extensions: Extensions,
    ) -> Response {
        extensions.insert(ServerActionError::new(&answer.of, &answer.error));
        headers.remove(CONTENT_LENGTH);
        headers.remove(CONTENT_TYPE);
        let request = Request::builder().uri(page).body(Body::empty());
        let Ok(mut request) = request else {
            return Redirect::to(app::paths::HOME).into_response();
        };
        *request.headers_mut() = headers;
        *request.extensions_mut() = extensions;
        match self.pages.oneshot(request).await {
            Ok(response) => response,
            Err(never) => match never {},
        }
    }

    /// Asks for a page. One whose address brings an answer that wasn't signed for this person is asked for
    /// again without it: the browser's half reads the same address.
    async fn show(self, request: Request, next: Next) -> Response {
        let address = request.uri().path_and_query();
        let address = address.map_or(app::paths::HOME, |address| address.as_str());
        if !address::has_answer(address) {
            return next.run(request).await;
        }
        let (page, _) = address::take_answer(address);
        if self.is_ours(address, &page, request.extensions()).await {
            next.run(request).await
        } else {
            Redirect::to(&local(Some(&page))).into_response()
        }
    }

    async fn is_ours(&self, address: &str, page: &str, extensions: &Extensions) -> bool {
        let (Some(staff), Some((answer, signature))) =
            (extensions.get::<Staff>(), address::signed_answer(address))
        else {
            return false;
        };
        let context = context(staff, page, &answer);
        let verified = self
            .signer
            .verify(Purpose::FormAnswer, &context, &signature, now())
            .await;
        verified
            .unwrap_or_else(|error| {
                tracing::error!(%error, "the answer to a form can't be checked");
                None
            })
            .is_some()
    }
}

/// For whom, on which page, and what.
fn context<'a>(staff: &'a Staff, page: &'a str, answer: &'a Answer) -> [&'a str; 4] {
    let path = page.split('?').next().unwrap_or_default();
    [staff.id.as_str(), path, &answer.of, &answer.error]
}

/// The page that a form was on, as a local address without an earlier answer; the home page where the
/// browser doesn't say, or names another host.
fn page_of(headers: &HeaderMap) -> String {
    let page = || {
        let page: Uri = headers.get(REFERER)?.to_str().ok()?.parse().ok()?;
        let host = headers.get(HOST)?.to_str().ok()?;
        let is_ours = page.authority()?.as_str().eq_ignore_ascii_case(host);
        // A page that was shown in place of a redirect has a form's address, which is no page.
        let is_page = !page.path().starts_with("/rpc/");
        (is_ours && is_page).then(|| page.path_and_query().map(ToString::to_string))?
    };
    let (page, _) = address::take_answer(&local(page().as_deref()));
    page
}

fn now() -> Instant {
    Instant::from(SystemTime::now())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(referer: &'static str) -> String {
        let mut headers = HeaderMap::new();
        headers.insert(HOST, HeaderValue::from_static("desk.example:3000"));
        headers.insert(REFERER, HeaderValue::from_static(referer));
        page_of(&headers)
    }

    #[test]
    fn a_form_leads_back_to_a_page_of_this_host() {
        assert_eq!(
            page("http://desk.example:3000/campaigns?after=a%26b"),
            "/campaigns?after=a%26b"
        );
        assert_eq!(page("https://DESK.example:3000/staff#new"), "/staff");
        assert_eq!(page("http://desk.example:3000"), "/");
    }

    #[test]
    fn and_to_the_home_page_from_anywhere_else() {
        for foreign in [
            "https://evil.example/staff",
            "http://desk.example/staff",
            "http://desk.example:3000.evil.example/staff",
            "http://desk.example:3000@evil.example/staff",
            "http://someone@desk.example:3000/staff",
            "http://desk.example:3000//evil.example",
            "http://desk.example:3000/\\evil.example",
            "http://desk.example:3000/rpc/create_campaign",
            "/staff",
            "//evil.example",
            "javascript:alert(1)",
            "about:blank",
            "",
        ] {
            assert_eq!(page(foreign), "/", "{foreign}");
        }
        assert_eq!(page_of(&HeaderMap::new()), "/");
    }
}
