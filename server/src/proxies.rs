//! Where a request really came from, when something that speaks TLS stands before this server.

use http::HeaderMap;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

/// The machines before this server whose `X-Forwarded-For` is believed.
#[derive(Debug, Clone, Default)]
pub struct Proxies(Arc<[IpAddr]>);

impl Proxies {
    pub fn new(addresses: &[IpAddr]) -> Self {
        Self(addresses.iter().map(IpAddr::to_canonical).collect())
    }

    fn are_ours(&self, address: IpAddr) -> bool {
        self.0.contains(&address)
    }

    /// Read from the end, where the nearest machine wrote: what stands before the first address that is
    /// not one of ours, anybody can have written.
    pub(crate) fn client(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        let mut client = peer.to_canonical();
        let named: Vec<_> = headers
            .get_all("x-forwarded-for")
            .iter()
            .flat_map(|value| value.to_str().unwrap_or_default().split(','))
            .collect();
        let mut before = named.into_iter().rev();
        while self.are_ours(client)
            && let Some(address) = before.next().and_then(parse_address)
        {
            client = address.to_canonical();
        }
        client
    }
}

/// Some proxies append the client's port: `192.0.2.7:4711`, `[2001:db8::1]:4711`.
fn parse_address(text: &str) -> Option<IpAddr> {
    let text = text.trim();
    let with_port = || text.parse::<SocketAddr>().ok().map(|it| it.ip());
    let in_brackets = || text.strip_prefix('[')?.strip_suffix(']')?.parse().ok();
    text.parse().ok().or_else(with_port).or_else(in_brackets)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn from(trusted: &[&str], peer: &str, forwarded: &[&'static str]) -> String {
        let trusted: Vec<_> = trusted.iter().map(|it| it.parse().unwrap()).collect();
        let mut headers = HeaderMap::new();
        for value in forwarded {
            headers.append("x-forwarded-for", value.parse().unwrap());
        }
        let client = Proxies::new(&trusted).client(peer.parse().unwrap(), &headers);
        client.to_string()
    }

    #[test]
    fn nobody_is_believed_unless_told() {
        assert_eq!(from(&[], "10.0.0.1", &["192.0.2.7"]), "10.0.0.1");
        assert_eq!(from(&["10.0.0.2"], "10.0.0.1", &["192.0.2.7"]), "10.0.0.1");
    }

    #[test]
    fn what_the_client_made_up_is_not_believed() {
        let proxies = ["10.0.0.1", "10.0.0.2"];
        let made_up = &["1.1.1.1, 192.0.2.7, 10.0.0.2"];
        assert_eq!(from(&proxies, "10.0.0.1", made_up), "192.0.2.7");
        let in_lines = &["1.1.1.1", "192.0.2.7", "10.0.0.2"];
        assert_eq!(from(&proxies, "::ffff:10.0.0.1", in_lines), "192.0.2.7");
    }

    #[test]
    fn a_proxy_that_says_nothing_is_itself_the_client() {
        assert_eq!(from(&["10.0.0.1"], "10.0.0.1", &[]), "10.0.0.1");
        assert_eq!(from(&["10.0.0.1"], "10.0.0.1", &["unknown"]), "10.0.0.1");
    }

    #[test]
    fn a_port_behind_an_address_is_ignored() {
        let proxies = ["10.0.0.1", "2001:db8::1"];
        for (forwarded, client) in [
            ("192.0.2.7:4711", "192.0.2.7"),
            ("192.0.2.7:4711, [2001:db8::1]:443", "192.0.2.7"),
            ("[2001:db8::7]:4711", "2001:db8::7"),
            ("[2001:db8::7]", "2001:db8::7"),
            ("[::ffff:192.0.2.7]:80", "192.0.2.7"),
        ] {
            assert_eq!(from(&proxies, "10.0.0.1", &[forwarded]), client);
        }
        for malformed in [
            "192.0.2.7:port",
            "192.0.2.7:70000",
            "[192.0.2.7]:80",
            "[2001:db8::7",
        ] {
            assert_eq!(from(&proxies, "10.0.0.1", &[malformed]), "10.0.0.1");
        }
    }
}
