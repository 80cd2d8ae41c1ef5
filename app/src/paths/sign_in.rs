//! The ways in and out.

use super::query_value;

pub const SIGN_IN: &str = "/sign-in";
pub const SIGN_IN_TO_DEMO: &str = "/sign-in/demo";
pub const SIGN_IN_BY_PASSWORD: &str = "/sign-in/password";
/// Leads to the identity provider.
pub const SIGN_IN_PROVIDER: &str = "/sign-in/provider";
/// Where the identity provider leads back to.
pub const SIGN_IN_RETURN: &str = "/sign-in/return";
pub const SIGN_OUT: &str = "/sign-out";
/// Ends one's sessions on every device.
pub const SIGN_OUT_EVERYWHERE: &str = "/sign-out/everywhere";

/// The sign-in page that leads back to where somebody wanted to go.
pub fn sign_in_for(wanted: &str) -> String {
    format!("{SIGN_IN}?next={}", query_value(wanted))
}

/// The sign-in page after an attempt that failed, with a word for what went wrong.
pub fn sign_in_again(problem: &str, wanted: &str) -> String {
    format!("{}&problem={problem}", sign_in_for(wanted))
}

/// The way to the identity provider that leads back to where somebody wanted to go.
pub fn sign_in_through_provider(wanted: &str) -> String {
    format!("{SIGN_IN_PROVIDER}?next={}", query_value(wanted))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::paths::from_query;
    use proptest::prelude::*;

    #[test]
    fn every_path_is_what_it_was() {
        assert_eq!(sign_in_for("/users/a~23b"), "/sign-in?next=/users/a~23b");
        assert_eq!(
            sign_in_for("/search?q=a b&c"),
            "/sign-in?next=/search%3Fq%3Da%20b%26c"
        );
    }

    proptest! {
        #[test]
        fn every_wanted_page_comes_back(wanted in ".*") {
            let address = sign_in_for(&wanted);
            let query = address.strip_prefix(SIGN_IN).unwrap_or_default();
            prop_assert_eq!(from_query(query, "next"), Some(wanted));
        }
    }
}
