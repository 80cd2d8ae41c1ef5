//! Which hosts are this machine itself.

use std::net::IpAddr;

/// Whether a host, as an address has it, is this machine whatever anybody's name server says.
pub(crate) fn is_loopback(host: &str) -> bool {
    let address = host.trim_start_matches('[').trim_end_matches(']');
    host.eq_ignore_ascii_case("localhost")
        || address
            .parse::<IpAddr>()
            .is_ok_and(|address| address.to_canonical().is_loopback())
}

/// Whether nobody on the way can read along: TLS, or no way at all.
pub(crate) fn is_private(scheme: &str, host: &str) -> bool {
    scheme == "https" || (scheme == "http" && is_loopback(host))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_this_machine_is_loopback() {
        for here in ["localhost", "LOCALHOST", "127.0.0.1", "127.9.9.9", "[::1]"] {
            assert!(is_loopback(here), "{here}");
        }
        for elsewhere in [
            "localhost.example",
            "10.0.0.1",
            "[::2]",
            "127.0.0.1.example",
            "",
        ] {
            assert!(!is_loopback(elsewhere), "{elsewhere}");
        }
    }

    #[test]
    fn plain_http_is_private_on_this_machine_only() {
        assert!(is_private("https", "idp.example") && is_private("http", "127.0.0.1"));
        assert!(!is_private("http", "idp.example") && !is_private("ftp", "localhost"));
    }
}
