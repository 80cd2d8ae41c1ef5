//! Links to a user's items as they are stored.

use super::{query_value, user};
use domain::id::UserId;

pub fn raw_items(id: &UserId) -> String {
    format!("{}/raw", user(id))
}

/// One list alone, from behind a sort key where one is given.
pub fn raw_list(id: &UserId, list: &str, after: Option<&str>) -> String {
    let after = after
        .map(|sort| format!("&after={}", query_value(sort)))
        .unwrap_or_default();
    format!("{}?list={}{after}", raw_items(id), query_value(list))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_in_a_list_stands_in_the_address_letter_by_letter() {
        let link = raw_list(&UserId::new("a#b"), "pave-users", Some("RITUAL#x&y"));
        assert_eq!(
            link,
            "/users/a~23b/raw?list=pave-users&after=RITUAL%23x%26y"
        );
        assert_eq!(raw_items(&UserId::new("mia")), "/users/mia/raw");
    }
}
