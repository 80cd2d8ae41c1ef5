//! Where browsers reach the server.

use crate::loopback::is_private;
use openidconnect::RedirectUrl;
use std::net::SocketAddr;

/// An address without a slash at its end, so that a path can follow.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublicUrl {
    url: String,
    authority: String,
}

impl PublicUrl {
    /// The address of a server that browsers reach directly.
    pub fn at(addr: SocketAddr) -> Self {
        Self {
            url: format!("http://{addr}"),
            authority: addr.to_string(),
        }
    }

    pub fn with(&self, path: &str) -> String {
        format!("{}{path}", self.url)
    }

    /// What a browser sends as `Host`: without the port that the scheme implies.
    pub fn authority(&self) -> &str {
        &self.authority
    }
}

pub(super) fn parse(url: &str) -> Result<PublicUrl, String> {
    let trimmed = url.trim_end_matches('/').to_owned();
    let parsed = RedirectUrl::new(trimmed.clone()).map_err(|error| error.to_string())?;
    let parsed = parsed.url();
    let host = parsed.host_str().unwrap_or_default();
    if !is_private(parsed.scheme(), host) {
        return Err(not_private());
    }
    // The pages' own links begin at the root.
    let is_root = parsed.path() == "/" && parsed.query().is_none() && parsed.username().is_empty();
    if !is_root {
        return Err("an address without a path, as in https://desk.example.com".to_owned());
    }
    let authority = match parsed.port() {
        Some(port) => format!("{host}:{port}"),
        None => host.to_owned(),
    };
    Ok(PublicUrl {
        url: trimmed,
        authority,
    })
}

pub(super) fn not_private() -> String {
    "expected an address that begins with https://; http:// only on this machine".to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_public_address_has_no_path() {
        let url = parse("https://desk.example.com/").unwrap();
        assert_eq!(url.with("/x"), "https://desk.example.com/x");
        for odd in ["desk.example.com", "https://a.example/desk", "ftp://a", ""] {
            assert!(parse(odd).is_err(), "{odd:?}");
        }
    }

    #[test]
    fn its_host_is_what_a_browser_sends() {
        let host = |url| parse(url).unwrap().authority().to_owned();
        assert_eq!(host("https://Desk.example.com:443"), "desk.example.com");
        assert_eq!(
            host("https://desk.example.com:8443"),
            "desk.example.com:8443"
        );
        assert_eq!(host("http://localhost:3000"), "localhost:3000");
    }

    #[test]
    fn browsers_do_not_come_over_plain_http_from_elsewhere() {
        assert!(parse("http://desk.example.com").is_err());
    }
}
