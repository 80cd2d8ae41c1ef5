//! An id as one segment of a path, written so that no number of decodings changes it.

use std::fmt::Write;

/// Writes an id as one path segment. Letters, digits, `-` and `_` stand for themselves, a dot does
/// unless it begins the segment, every other byte is `~` and two hexadecimal digits.
///
/// Percent-encoding would not do: a click decodes a path twice and a reload once, so that an id
/// that contains `%2F` would lead to two different users.
pub fn segment(id: &str) -> String {
    let mut out = String::with_capacity(id.len());
    for (index, byte) in id.bytes().enumerate() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' => out.push(char::from(byte)),
            b'.' if index > 0 => out.push('.'),
            // Writing to a String cannot fail.
            other => drop(write!(out, "~{other:02X}")),
        }
    }
    out
}

/// Reads what [`segment`] wrote. In anything else, such as an address typed by hand, what is no
/// escape stands for itself.
pub fn from_segment(segment: &str) -> String {
    let mut bytes = Vec::with_capacity(segment.len());
    let mut rest = segment.as_bytes();
    while let Some((&first, tail)) = rest.split_first() {
        match (first, tail) {
            (b'~', [high, low, after @ ..]) if hex(*high).is_some() && hex(*low).is_some() => {
                bytes.push(hex(*high).unwrap_or_default() << 4 | hex(*low).unwrap_or_default());
                rest = after;
            }
            _ => {
                bytes.push(first);
                rest = tail;
            }
        }
    }
    String::from_utf8(bytes).unwrap_or_else(|_| segment.to_owned())
}

fn hex(digit: u8) -> Option<u8> {
    char::from(digit)
        .to_digit(16)
        .and_then(|value| u8::try_from(value).ok())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn an_address_typed_by_hand_is_taken_as_it_is() {
        assert_eq!(from_segment("user~"), "user~");
        assert_eq!(from_segment("user~zz"), "user~zz");
    }

    proptest! {
        #[test]
        fn every_id_comes_back(id in ".*") {
            prop_assert_eq!(from_segment(&segment(&id)), id);
        }

        #[test]
        fn no_decoding_and_no_browser_changes_a_segment(id in ".+") {
            let segment = segment(&id);
            let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_.~".contains(c);
            prop_assert!(segment.chars().all(is_plain));
            prop_assert!(!segment.starts_with('.'));
        }

        #[test]
        fn any_segment_is_read_without_a_panic(segment in ".*") {
            let _ = from_segment(&segment);
        }
    }
}
