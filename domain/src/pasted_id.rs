//! The IDs that a pasted text may mean: an ID comes with quotes, from an address, or as the key of an item.

/// An ID that a text may mean.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PastedId {
    pub id: String,
    /// The user that it belongs to, where the text says so.
    pub user: Option<String>,
}

impl PastedId {
    fn new(id: impl Into<String>) -> Self {
        Self {
            id: id.into(),
            user: None,
        }
    }
}

/// What keys begin with that end in an ID.
const ID_KEYS: [&str; 13] = [
    "USER#",
    "USERS#",
    "RULEBOOK#",
    "BALANCE#",
    "MINE#",
    "PAYDAY#",
    "LABEL#",
    "CCNOTIFY#",
    "INCOMEDETECTION#",
    "INCOME#",
    "ALERT#",
    "RULEBOOK_TYPE#",
    "loan-processing:user_id:",
];
/// What keys begin with in which an account's ID stands before a moment.
const ACCOUNT_KEYS: [&str; 3] = ["EVAL_RESULTS#", "HISTORICAL_EVALUATION#", "ACCOUNT#"];

const QUOTES: [(char, char); 5] = [
    ('"', '"'),
    ('\'', '\''),
    ('`', '`'),
    ('\u{201c}', '\u{201d}'),
    ('\u{2018}', '\u{2019}'),
];

/// What a text may mean, the most literal first: an ID may itself hold quotes, slashes and `#`. The last one
/// is the likeliest where nothing is stored under any. `from_segment` reads an ID out of one of Float Desk's
/// own addresses.
pub fn pasted_ids(typed: &str, from_segment: impl Fn(&str) -> String) -> Vec<PastedId> {
    let typed = typed.trim();
    let bare = unquoted(typed);
    let mut found = vec![PastedId::new(typed), PastedId::new(bare)];
    if let Some(path) = path(bare) {
        found.extend(of_path(path, from_segment));
    } else {
        // An item's key as pages show it: `<partition> / <sort>`.
        for key in bare.split(" / ") {
            found.extend(of_key(unquoted(key.trim())).map(PastedId::new));
        }
        if let Some((partition, _)) = bare.split_once(" / ")
            && let Some(id) = of_key(partition)
        {
            // Whatever the sort key holds, the partition's ID is the likeliest.
            found.push(PastedId::new(id));
        }
    }
    let mut distinct: Vec<PastedId> = Vec::new();
    for one in found.into_iter().filter(|one| !one.id.is_empty()) {
        distinct.retain(|known| *known != one);
        distinct.push(one);
    }
    distinct
}

/// Without quotes around it, what separates values behind it, or the attribute's name before it.
fn unquoted(text: &str) -> &str {
    let mut text = text.trim();
    loop {
        let shorter = text.trim_end_matches([',', ';']).trim();
        let mut pairs = QUOTES.iter();
        let inner = pairs.find_map(|(open, close)| {
            let inner = shorter.strip_prefix(*open)?.strip_suffix(*close)?;
            // `"user_id": "user-12345"` begins and ends with quotes too, which aren't a pair.
            (!inner.contains(['"', '\u{201c}'])).then_some(inner)
        });
        let next = match (inner, shorter.split_once("\": ")) {
            (Some(inner), _) => inner.trim(),
            (None, Some((_, value))) => value.trim(),
            (None, None) => shorter,
        };
        if next == text {
            return text;
        }
        text = next;
    }
}

/// The path and query of an address, of Float Desk or of another tool.
fn path(text: &str) -> Option<&str> {
    if text.contains(char::is_whitespace) {
        return None;
    }
    match text.split_once("://") {
        Some(("http" | "https", rest)) => Some(rest.split_once('/').map_or("", |(_, path)| path)),
        Some(_) => None,
        None => text
            .strip_prefix('/')
            .filter(|path| path.starts_with("users/") || path.starts_with("rulebooks/")),
    }
}

/// The most particular thing that an address is of comes first.
fn of_path(path: &str, from_segment: impl Fn(&str) -> String) -> Vec<PastedId> {
    let path = path.split('#').next().unwrap_or_default();
    let (path, query) = path.split_once('?').unwrap_or((path, ""));
    let parts: Vec<_> = path.split('/').filter(|part| !part.is_empty()).collect();
    let behind = |name: &str| {
        let place = parts.iter().position(|part| *part == name)?;
        parts
            .get(place + 1)
            .map(|part| from_segment(&percent_decoded(part)))
    };
    let Some(user) = behind("users") else {
        let id = behind("rulebooks").or_else(|| parts.last().map(|part| percent_decoded(part)));
        return id.map(PastedId::new).into_iter().collect();
    };
    let taken = query
        .split('&')
        .find_map(|pair| pair.strip_prefix("float="));
    let of_user = behind("evaluations").or_else(|| taken.map(percent_decoded));
    let of_user = of_user.map(|id| PastedId {
        id,
        user: Some(user.clone()),
    });
    of_user
        .into_iter()
        .chain([PastedId::new(user.clone())])
        .collect()
}

/// The ID in an item's key.
fn of_key(key: &str) -> Option<&str> {
    if let Some(id) = ID_KEYS.iter().find_map(|prefix| key.strip_prefix(prefix)) {
        return Some(id);
    }
    let rest = ACCOUNT_KEYS
        .iter()
        .find_map(|prefix| key.strip_prefix(prefix))?;
    match rest.rsplit_once('#') {
        // On GSI1 the key of an evaluation ends in its result ID.
        None => Some(rest),
        Some((before, _)) => Some(
            before
                .rsplit_once('#')
                .map_or(before, |(_, account)| account),
        ),
    }
}

fn percent_decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, tail)) = rest.split_first() {
        let digit = |byte: &u8| {
            char::from(*byte)
                .to_digit(16)
                .and_then(|it| u8::try_from(it).ok())
        };
        match (first, tail) {
            (b'%', [high, low, after @ ..]) if digit(high).is_some() && digit(low).is_some() => {
                bytes.push(digit(high).unwrap_or_default() << 4 | digit(low).unwrap_or_default());
                rest = after;
            }
            _ => {
                bytes.push(first);
                rest = tail;
            }
        }
    }
    String::from_utf8(bytes).unwrap_or_else(|_| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The likeliest meaning.
    fn meant(typed: &str) -> String {
        ids(typed).pop().unwrap().id
    }

    fn ids(typed: &str) -> Vec<PastedId> {
        pasted_ids(typed, |segment| segment.replace("~2F", "/"))
    }

    #[test]
    fn quotes_and_separators_are_no_part_of_an_id() {
        for typed in [
            "user-12345",
            "  user-12345\t",
            "\"user-12345\"",
            "'user-12345'",
            "`user-12345`",
            "\u{201c}user-12345\u{201d}",
            "\u{2018}user-12345\u{2019}",
            "\"user-12345\",",
            "user-12345;",
            "\"user_id\": \"user-12345\",",
        ] {
            assert_eq!(meant(typed), "user-12345", "{typed}");
        }
    }

    #[test]
    fn keys_lead_to_the_id_in_them() {
        for (typed, id) in [
            ("USER#user-12345", "user-12345"),
            ("\"USER#user-12345\"", "user-12345"),
            ("USERS#user-12345", "user-12345"),
            ("PAYDAY#user-12345", "user-12345"),
            ("loan-processing:user_id:user-12345", "user-12345"),
            ("RULEBOOK#core_v2", "core_v2"),
            ("USER#a#b", "a#b"),
            ("ACCOUNT#account-xyz#2024-02-10", "account-xyz"),
            (
                "EVAL_RESULTS#item-abc#account-xyz#2024-02-10T14:30:00Z",
                "account-xyz",
            ),
            (
                "EVAL_RESULTS#1707574200_550e8400-e29b-41d4",
                "1707574200_550e8400-e29b-41d4",
            ),
            (
                "USER#user-12345 / PROFILE#2024-02-10T14:30:00Z",
                "user-12345",
            ),
        ] {
            assert_eq!(meant(typed), id, "{typed}");
        }
    }

    #[test]
    fn addresses_lead_to_what_they_are_of() {
        let of = |typed: &str| {
            let ids = ids(typed);
            let (_, rest) = ids.split_at(1);
            rest.iter()
                .map(|one| (one.id.clone(), one.user.clone()))
                .collect::<Vec<_>>()
        };
        let user = |id: &str| (id.to_owned(), None);
        let host = "https://desk.example.com";
        assert_eq!(
            of(&format!("{host}/users/user-12345")),
            [user("user-12345")]
        );
        assert_eq!(of(&format!("{host}/users/a~2Fb/floats")), [user("a/b")]);
        assert_eq!(
            of(&format!("{host}/users/mia/evaluations/17_a?from=x#top")),
            [("17_a".to_owned(), Some("mia".to_owned())), user("mia")]
        );
        assert_eq!(
            of("/users/mia/floats?float=float-1"),
            [("float-1".to_owned(), Some("mia".to_owned())), user("mia")]
        );
        assert_eq!(of(&format!("{host}/rulebooks/core_v2")), [user("core_v2")]);
        assert_eq!(
            of("https://admin.example.com/customers/user%2012?tab=1"),
            [user("user 12")]
        );
    }

    #[test]
    fn an_id_that_looks_like_something_else_is_looked_up_as_it_is_too() {
        for typed in ["\"quoted\"", "USER#a", "/users/mia", "http://x/y"] {
            assert_eq!(ids(typed)[0].id, typed);
        }
        assert_eq!(ids("odd/slash").len(), 1);
        assert_eq!(ids("a#b").len(), 1);
    }

    proptest! {
        #[test]
        fn whatever_is_pasted_is_looked_up_as_it_is(typed in ".*") {
            let ids = ids(&typed);
            let literal = typed.trim();
            prop_assert!(literal.is_empty() || ids.iter().any(|one| one.id == literal));
        }

        #[test]
        fn a_quoted_key_means_its_id(id in "[a-z0-9-]{1,20}") {
            prop_assert_eq!(meant(&format!("\"USER#{id}\",")), id);
        }
    }
}
