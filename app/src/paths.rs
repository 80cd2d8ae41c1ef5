//! Every internal link. An id in a path is written so that no number of decodings changes it.

mod rulebooks;

pub use rulebooks::{
    HISTORY, NEW_RULEBOOK, PROPOSALS, RULEBOOKS, history, proposal, rulebook, rulebook_copy,
    rulebook_form, rulebooks_at, update, update_beside,
};

use domain::audit::AuditList;
use domain::evaluation_list::EvaluationFilter;
use domain::id::{CampaignId, ResultId, UserId};
use domain::instant::Instant;
use domain::timeline::Kind;
use std::fmt::Write;

pub const HOME: &str = "/";
pub const SEARCH: &str = "/search";
pub const AUDIT: &str = "/audit";
pub const CALENDAR: &str = "/calendar";
pub const CAMPAIGNS: &str = "/campaigns";
pub const STAFF: &str = "/staff";
/// What every address about a user begins with.
pub const USERS: &str = "/users/";
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

pub fn user(id: &UserId) -> String {
    format!("{USERS}{}", segment(id.as_str()))
}

pub fn user_bypass(id: &UserId) -> String {
    format!("{}/bypass", user(id))
}

/// The same, with what the audit log knows from before a place in it.
pub fn user_bypass_before(id: &UserId, before: &str) -> String {
    format!("{}?before={}", user_bypass(id), query_value(before))
}

/// A user's temporary profiles.
pub fn temporary_profiles(id: &UserId) -> String {
    format!("{}/temporary-profiles", user(id))
}

/// The form for a temporary profile, filled in with these fields.
pub fn new_temporary_profile(id: &UserId, fields: &[(&str, String)]) -> String {
    with_fields(&format!("{}/new", temporary_profiles(id)), fields)
}

/// The form for another end of the temporary profile with that sort key.
pub fn temporary_profile_end(id: &UserId, sort: &str) -> String {
    let fields = [("of", sort.to_owned())];
    with_fields(&format!("{}/end", temporary_profiles(id)), &fields)
}

/// The form for a new profile version, filled in with these fields.
pub fn new_version(id: &UserId, fields: &[(&str, String)]) -> String {
    with_fields(&format!("{}/new-version", user(id)), fields)
}

/// The same page with these fields behind it.
fn with_fields(page: &str, fields: &[(&str, String)]) -> String {
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

/// A user's evaluations that a filter admits, from a place in the list on.
pub fn evaluations(id: &UserId, filter: &EvaluationFilter, start: Option<&ResultId>) -> String {
    let start = start.map(|start| ("start", start.to_string()));
    let query: Vec<_> = filter.address().into_iter().chain(start).collect();
    with_fields(&format!("{}/evaluations", user(id)), &query)
}

pub fn all_evaluations(id: &UserId) -> String {
    evaluations(id, &EvaluationFilter::default(), None)
}

pub fn evaluation(id: &UserId, result: &ResultId) -> String {
    format!("{}/evaluations/{}", user(id), segment(result.as_str()))
}

/// An evaluation beside another one.
pub fn comparison(id: &UserId, result: &ResultId, other: &ResultId, all: bool) -> String {
    let mut query = vec![("compare", other.to_string())];
    if all {
        query.push(("show", "all".to_owned()));
    }
    with_fields(&evaluation(id, result), &query)
}

pub fn rule_outcomes(id: &UserId) -> String {
    format!("{}/rule-outcomes", user(id))
}

/// What a user took, from a place in the list on.
pub fn floats_from(id: &UserId, start: Option<&ResultId>) -> String {
    let query: Vec<_> = start
        .map(|start| ("start", start.to_string()))
        .into_iter()
        .collect();
    with_fields(&format!("{}/floats", user(id)), &query)
}

pub fn floats(id: &UserId) -> String {
    floats_from(id, None)
}

/// The evaluations that a filter admits as a file; `form` is `csv` or `jsonl`.
pub fn evaluations_export(id: &UserId, filter: &EvaluationFilter, form: &str) -> String {
    with_fields(
        &format!("{}/evaluations.{form}", user(id)),
        &filter.address(),
    )
}

pub fn rule_outcomes_export(id: &UserId, form: &str) -> String {
    format!("{}/rule-outcomes.{form}", user(id))
}

pub fn floats_export(id: &UserId, form: &str) -> String {
    format!("{}/floats.{form}", user(id))
}

/// What happened to a user; see [`timeline`] for parts of it.
pub fn user_timeline(id: &UserId) -> String {
    format!("{}/timeline", user(id))
}

/// Which part of a timeline: of one kind, before a moment, with the profile at an instant.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct TimelinePart {
    pub kind: Option<Kind>,
    pub before: Option<Instant>,
    pub at: Option<Instant>,
    /// The profile version that is shown opened.
    pub open: Option<Instant>,
}

pub fn timeline(id: &UserId, part: TimelinePart) -> String {
    let kind = part.kind.map(|kind| format!("kind={}", kind.word()));
    let moment = |name: &str, at: Option<Instant>| at.map(|at| format!("{name}={}", at.stored()));
    let query: Vec<_> = [
        kind,
        moment("before", part.before),
        moment("at", part.at),
        moment("open", part.open),
    ]
    .into_iter()
    .flatten()
    .collect();
    let mark = if query.is_empty() { "" } else { "?" };
    format!("{}{mark}{}", user_timeline(id), query.join("&"))
}

/// A profile version, opened and first on the page.
pub fn user_version(id: &UserId, created_on: Instant) -> String {
    let part = TimelinePart {
        kind: Some(Kind::Version),
        before: Some(created_on.plus_seconds(1)),
        open: Some(created_on),
        ..TimelinePart::default()
    };
    timeline(id, part)
}

pub fn campaign(id: &CampaignId) -> String {
    format!("{CAMPAIGNS}/{}", segment(id.as_str()))
}

/// The campaigns from behind a place in their list.
pub fn campaigns_after(after: &str) -> String {
    format!("{CAMPAIGNS}?after={}", query_value(after))
}

/// A campaign's users, of one state where that is asked for, from behind a place among them.
pub fn campaign_users(id: &CampaignId, state: Option<&str>, after: Option<&str>) -> String {
    let fields: Vec<_> = [("state", state), ("after", after)]
        .into_iter()
        .filter_map(|(name, value)| Some((name, value?.to_owned())))
        .collect();
    with_fields(&campaign(id), &fields)
}

/// One list of the audit log, from behind a place in it.
pub fn audit(list: &AuditList, after: Option<&str>) -> String {
    let (by, value) = list.address();
    let after = after
        .map(|after| format!("&after={}", query_value(after)))
        .unwrap_or_default();
    format!("{AUDIT}?by={by}&value={}{after}", query_value(&value))
}

/// The whole of a list as a file; `form` is `csv` or `jsonl`.
pub fn audit_export(list: &AuditList, form: &str) -> String {
    let (by, value) = list.address();
    format!(
        "{AUDIT}/export.{form}?by={by}&value={}",
        query_value(&value)
    )
}

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
fn query_value(text: &str) -> String {
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
    fn ordinary_ids_stay_readable() {
        assert_eq!(user(&UserId::new("user-12345")), "/users/user-12345");
    }

    #[test]
    fn every_path_is_what_it_was() {
        let paths: Vec<_> = [
            "a#b",
            "a/b",
            "%2F",
            "..",
            ".",
            "two words",
            "🐢",
            "~41",
            "a.b",
        ]
        .into_iter()
        .map(|id| user(&UserId::new(id)))
        .collect();
        assert_eq!(
            paths,
            [
                "/users/a~23b",
                "/users/a~2Fb",
                "/users/~252F",
                "/users/~2E.",
                "/users/~2E",
                "/users/two~20words",
                "/users/~F0~9F~90~A2",
                "/users/~7E41",
                "/users/a.b"
            ]
        );
        let before = Instant::EPOCH.plus_seconds(59);
        assert_eq!(
            user_version(&UserId::new("a#b"), before),
            "/users/a~23b/timeline?kind=versions&before=1970-01-01T00:01:00Z&open=1970-01-01T00:00:59Z"
        );
        assert_eq!(
            timeline(&UserId::new("a"), TimelinePart::default()),
            "/users/a/timeline"
        );
        assert_eq!(sign_in_for("/users/a~23b"), "/sign-in?next=/users/a~23b");
        assert_eq!(
            sign_in_for("/search?q=a b&c"),
            "/sign-in?next=/search%3Fq%3Da%20b%26c"
        );
    }

    #[test]
    fn the_pages_of_a_user_lie_below_it_and_keep_their_filter() {
        let (id, result) = (UserId::new("a/b"), ResultId::new("1_x#y"));
        let filter = EvaluationFilter {
            approved: Some(false),
            account: Some(domain::id::AccountId::new("a b&c")),
            ..EvaluationFilter::default()
        };
        assert_eq!(
            [
                all_evaluations(&id),
                evaluations(&id, &filter, Some(&result)),
                evaluation(&id, &result),
                comparison(&id, &result, &ResultId::new("2_z"), false),
                comparison(&id, &result, &ResultId::new("2_z"), true),
                rule_outcomes(&id),
                floats(&id),
                evaluations_export(&id, &filter, "csv"),
            ],
            [
                "/users/a~2Fb/evaluations",
                "/users/a~2Fb/evaluations?outcome=denied&account=a%20b%26c&start=1_x%23y",
                "/users/a~2Fb/evaluations/1_x~23y",
                "/users/a~2Fb/evaluations/1_x~23y?compare=2_z",
                "/users/a~2Fb/evaluations/1_x~23y?compare=2_z&show=all",
                "/users/a~2Fb/rule-outcomes",
                "/users/a~2Fb/floats",
                "/users/a~2Fb/evaluations.csv?outcome=denied&account=a%20b%26c",
            ]
        );
    }

    #[test]
    fn an_address_typed_by_hand_is_taken_as_it_is() {
        assert_eq!(from_segment("user~"), "user~");
        assert_eq!(from_segment("user~zz"), "user~zz");
    }

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
        fn every_wanted_page_comes_back(wanted in ".*") {
            let address = sign_in_for(&wanted);
            let query = address.strip_prefix(SIGN_IN).unwrap_or_default();
            prop_assert_eq!(from_query(query, "next"), Some(wanted));
        }

        #[test]
        fn every_field_comes_back(first in ".*", second in ".*") {
            let sent = [("one", first), ("two", second)];
            let read = fields(&query(&sent));
            let expected: Vec<_> = sent.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
            prop_assert_eq!(read, expected);
        }

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
