//! Links to a user and what is kept for one: temporary profiles, profile versions, the bypass.

use super::{query_value, segment, with_fields};
use domain::id::UserId;

/// What every address about a user begins with.
pub const USERS: &str = "/users/";

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

#[cfg(test)]
mod tests {
    use super::*;

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
    }
}
