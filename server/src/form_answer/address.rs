//! How the answer to a form stands in the address of its page.

use app::paths::{fields, with_fields};

/// The server function that answered. Leptos names this field, and the next.
const OF: &str = "__path";
const ERROR: &str = "__err";
/// What shows that the answer is ours.
pub(super) const SIGNATURE: &str = "__sig";

#[derive(Debug, PartialEq, Eq)]
pub(super) struct Answer {
    /// The path of the server function that it comes from.
    pub(super) of: String,
    /// The error, as Leptos packs it.
    pub(super) error: String,
}

pub(super) fn has_answer(address: &str) -> bool {
    split(address).1.iter().any(|(name, _)| is_of_answer(name))
}

/// The page's address without an answer, and the answer.
pub(super) fn take_answer(address: &str) -> (String, Option<Answer>) {
    // Leptos leaves the question mark where it took the last field away.
    let address = address.strip_suffix('?').unwrap_or(address);
    let (path, fields) = split(address);
    let (answer, rest): (Vec<_>, Vec<_>) =
        fields.into_iter().partition(|(name, _)| is_of_answer(name));
    if answer.is_empty() {
        return (address.to_owned(), None);
    }
    let rest: Vec<_> = rest
        .iter()
        .map(|(name, value)| (name.as_str(), value.clone()))
        .collect();
    let page = with_fields(path, &rest);
    let answer = only(&answer, OF).zip(only(&answer, ERROR));
    (page, answer.map(|(of, error)| Answer { of, error }))
}

/// The answer in an address, and what shows that it's ours. Each part may stand there once: which of two
/// the page would read isn't for us to guess.
pub(super) fn signed_answer(address: &str) -> Option<(Answer, String)> {
    let (_, fields) = split(address);
    let answer = Answer {
        of: only(&fields, OF)?,
        error: only(&fields, ERROR)?,
    };
    Some((answer, only(&fields, SIGNATURE)?))
}

pub(super) fn with_answer(page: &str, answer: &Answer, signature: &str) -> String {
    let parts = [
        (OF, answer.of.clone()),
        (ERROR, answer.error.clone()),
        (SIGNATURE, signature.to_owned()),
    ];
    let separator = if page.contains('?') { '&' } else { '?' };
    let parts = app::paths::query(&parts);
    format!("{page}{separator}{parts}")
}

fn split(address: &str) -> (&str, Vec<(String, String)>) {
    match address.split_once('?') {
        Some((path, query)) => (path, fields(query)),
        None => (address, Vec::new()),
    }
}

fn is_of_answer(name: &str) -> bool {
    [OF, ERROR, SIGNATURE].contains(&name)
}

fn only(fields: &[(String, String)], name: &str) -> Option<String> {
    let mut values = fields.iter().filter(|(field, _)| field == name);
    match (values.next(), values.next()) {
        (Some((_, value)), None) => Some(value.clone()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "/campaigns?after=a%26b";

    fn answer() -> Answer {
        Answer {
            of: "/rpc/create_campaign".to_owned(),
            error: "e30=".to_owned(),
        }
    }

    #[test]
    fn an_answer_goes_into_an_address_and_comes_out_again() {
        for page in [PAGE, "/campaigns"] {
            let address = with_answer(page, &answer(), "1.tag.");
            assert!(has_answer(&address));
            assert_eq!(take_answer(&address), (page.to_owned(), Some(answer())));
            let signed = signed_answer(&address);
            assert_eq!(signed, Some((answer(), "1.tag.".to_owned())));
        }
        assert_eq!(take_answer(PAGE), (PAGE.to_owned(), None));
        assert_eq!(take_answer("/campaigns?"), ("/campaigns".to_owned(), None));
        assert!(!has_answer(PAGE) && !has_answer("/__err"));
    }

    #[test]
    fn a_part_that_is_missing_or_stands_there_twice_makes_no_answer() {
        let address = with_answer(PAGE, &answer(), "1.tag.");
        for forged in [
            format!("{address}&__err=e30"),
            format!("{address}&__%65rr=e30"),
            format!("{address}&__path="),
            address.replace("__sig", "sig"),
            address.replace("__path", "path"),
        ] {
            assert!(has_answer(&forged), "{forged}");
            assert_eq!(signed_answer(&forged), None, "{forged}");
        }
    }
}
