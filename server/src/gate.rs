//! Who is turned away before anything is looked up: whoever asks for another host, whoever posts what no
//! page of ours posts, and whoever asks for an address that leads to another one.

use crate::cli::public_url::PublicUrl;
use crate::loopback::is_loopback;
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use http::header::{CONTENT_TYPE, HOST};
use http::uri::Authority;
use http::{HeaderMap, StatusCode};
use percent_encoding::percent_decode_str;
use std::borrow::Cow;
use std::net::SocketAddr;
use std::sync::Arc;

/// The hosts that this server answers to. A page of another host whose name was made to lead here
/// would otherwise count as one of ours.
#[derive(Debug, Clone)]
pub struct Hosts {
    /// As browsers send it, where there is one.
    public: Option<Arc<str>>,
    /// Whether this machine's own names count, with any port: a tunnel has another one.
    loopback: bool,
}

impl Hosts {
    pub fn new(addr: SocketAddr, public: Option<&PublicUrl>) -> Self {
        Self {
            public: public.map(|url| url.authority().into()),
            loopback: addr.ip().is_loopback(),
        }
    }

    /// Every host that a request names has to be known: its header, and the same in its address, as
    /// HTTP/2 has it.
    fn are_asked_for(&self, request: &Request) -> bool {
        let in_header = request.headers().get_all(HOST).iter();
        let in_header = in_header.map(|host| Authority::try_from(host.as_bytes()).ok());
        let in_address = request.uri().authority().cloned().map(Some);
        let mut named = in_header.chain(in_address).peekable();
        named.peek().is_some() && named.all(|host| host.is_some_and(|host| self.know(&host)))
    }

    fn know(&self, authority: &Authority) -> bool {
        let given = authority.as_str();
        let is_public = self.public.as_deref().is_some_and(|public| {
            let without_port = given.strip_suffix(":443").unwrap_or(given);
            given.eq_ignore_ascii_case(public) || without_port.eq_ignore_ascii_case(public)
        });
        is_public || (self.loopback && !given.contains('@') && is_loopback(authority.host()))
    }
}

pub(crate) async fn turn_away(
    State(hosts): State<Hosts>,
    request: Request,
    next: Next,
) -> Response {
    if !hosts.are_asked_for(&request) {
        let message =
            "This server answers to another name. Is --public-url the one that people use?";
        return (StatusCode::MISDIRECTED_REQUEST, message).into_response();
    }
    if !request.method().is_safe() && !is_form(request.headers()) {
        let message = "What is sent here is a form or JSON.";
        return (StatusCode::UNSUPPORTED_MEDIA_TYPE, message).into_response();
    }
    next.run(request).await
}

/// Refuses addresses with `.` or `..` as a segment. Browsers resolve these before they ask; here, one part
/// would take the address as it is, and another as what it leads to.
pub(crate) async fn refuse_indirect(request: Request, next: Next) -> Response {
    if is_indirect(request.uri().path()) {
        let message = "This address isn't one of ours: a part of it is \".\" or \"..\".";
        return (StatusCode::BAD_REQUEST, message).into_response();
    }
    next.run(request).await
}

/// A backslash is the same as a slash to what resolves addresses, and stands in none of ours.
fn is_indirect(path: &str) -> bool {
    let is_dots = |segment: &str| {
        let segment: Cow<[u8]> = percent_decode_str(segment).into();
        matches!(&*segment, b"." | b"..")
    };
    path.split(['/', '\\']).any(is_dots)
}

/// What another site's page can send without asking first is a form at most, and the check of the
/// origin is for those. `text/plain` is sent by nothing of ours.
fn is_form(headers: &HeaderMap) -> bool {
    let kind = headers
        .get(CONTENT_TYPE)
        .and_then(|kind| kind.to_str().ok())
        .and_then(|kind| kind.split(';').next())
        .unwrap_or_default()
        .trim();
    ["application/x-www-form-urlencoded", "application/json"]
        .iter()
        .any(|ours| kind.eq_ignore_ascii_case(ours))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hosts(addr: &str, public: Option<&PublicUrl>) -> impl Fn(&str) -> bool {
        let hosts = Hosts::new(addr.parse().unwrap(), public);
        move |host| hosts.know(&host.parse().unwrap())
    }

    #[test]
    fn on_loopback_this_machine_s_names_are_known_with_any_port() {
        let knows = hosts("127.0.0.1:3000", None);
        for ours in [
            "127.0.0.1:3000",
            "localhost:3000",
            "localhost:8080",
            "[::1]:3000",
        ] {
            assert!(knows(ours), "{ours}");
        }
        for foreign in [
            "evil.example:3000",
            "localhost.evil.example",
            "127.0.0.1.evil.example",
            "localhost@evil.example",
            "evil.example@localhost",
        ] {
            assert!(!knows(foreign), "{foreign}");
        }
    }

    #[test]
    fn an_address_that_leads_to_another_is_indirect() {
        for indirect in [
            "/rpc/../staff",
            "/..",
            "/./staff",
            "/staff/.",
            "/rpc/%2e%2E/staff",
            "/rpc/.%2e/staff",
            "/rpc\\..\\staff",
        ] {
            assert!(is_indirect(indirect), "{indirect}");
        }
        for direct in [
            "/",
            "/users/a..b",
            "/users/..a",
            "/users/~2E~2E",
            "/users/a%2F..%2Fb",
        ] {
            assert!(!is_indirect(direct), "{direct}");
        }
    }

    #[test]
    fn elsewhere_only_the_public_name_is_known() {
        let public = PublicUrl::at("192.0.2.7:80".parse().unwrap());
        let knows = hosts("0.0.0.0:3000", Some(&public));
        assert!(knows("192.0.2.7:80"));
        assert!(!knows("localhost:3000") && !knows("192.0.2.7:3000"));
    }
}
