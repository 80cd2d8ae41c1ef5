//! What stands behind the question mark of an address.

use std::fmt::Write;

/// The same page with these fields behind it.
pub fn with_fields(page: &str, fields: &[(&str, String)]) -> String {
    if fields.is_empty() {
        page.to_owned()
    } else {
        format!("{page}?{}", query(fields))
    }
}

/// Fields as they stand in an address.
pub fn query(fields: &[(&str, String)]) -> String {
    let pairs: Vec<_> = fields
        .iter()
        .map(|(name, value)| format!("{name}={}", query_value(value)))
        .collect();
    pairs.join("&")
}

/// The fields of an address, each decoded once.
pub fn fields(query: &str) -> Vec<(String, String)> {
    form_urlencoded::parse(query.trim_start_matches('?').as_bytes())
        .map(|(name, value)| (name.into_owned(), value.into_owned()))
        .collect()
}

/// The last value of that name in a query string, decoded once. The router's own map decodes values
/// twice, so that typing an id that contains `%2F` would find another user.
pub fn from_query(query: &str, name: &str) -> Option<String> {
    form_urlencoded::parse(query.trim_start_matches('?').as_bytes())
        .filter(|(key, _)| key == name)
        .last()
        .map(|(_, value)| value.into_owned())
}

/// Every value of that name in a query string, in order.
pub fn all_from_query(query: &str, name: &str) -> Vec<String> {
    form_urlencoded::parse(query.trim_start_matches('?').as_bytes())
        .filter(|(key, _)| key == name)
        .map(|(_, value)| value.into_owned())
        .collect()
}

/// Percent-encodes a value for a query string.
pub fn query_value(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' | b'/' => {
                out.push(char::from(byte));
            }
            other => drop(write!(out, "%{other:02X}")),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_last_value_of_a_query_counts_and_is_decoded_as_forms_write_it() {
        assert_eq!(from_query("?q=a&q=b+c%2Bd", "q").as_deref(), Some("b c+d"));
        assert_eq!(
            from_query("q=odd%252Fslash", "q").as_deref(),
            Some("odd%2Fslash")
        );
        assert_eq!(from_query("", "q"), None);
    }

    proptest! {
        #[test]
        fn every_field_comes_back(first in ".*", second in ".*") {
            let sent = [("one", first), ("two", second)];
            let read = fields(&query(&sent));
            let expected: Vec<_> = sent.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
            prop_assert_eq!(read, expected);
        }
    }
}
