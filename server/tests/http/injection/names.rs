//! What pages read from addresses and from stored items, as the sources have it.

use crate::permissions::sources;
use std::collections::BTreeSet;

/// What a file that reads fields of an address mentions.
const READING: [&str; 5] = [
    "field_value(",
    "from_query(",
    "paths::fields(",
    "Fields<",
    "(String, String)",
];

/// Every name that an address may be asked for: each word in a file that reads addresses. Most are none,
/// which does no harm.
pub fn of_fields() -> BTreeSet<String> {
    let files = ["app", "domain"].into_iter().flat_map(sources);
    let files = files.filter(|(_, text)| READING.iter().any(|it| text.contains(it)));
    files
        .flat_map(|(_, text)| words_in_quotes(&text).collect::<Vec<_>>())
        .collect()
}

/// Names that are read from an address one by one, wherever that is.
pub fn of_single_fields() -> BTreeSet<String> {
    let files = ["app", "domain"].into_iter().flat_map(sources);
    files
        .flat_map(|(_, text)| {
            let calls = text.split("from_query(").skip(1);
            let arguments = calls.filter_map(|call| call.split(&[';', '\n'][..]).next());
            let arguments: Vec<_> = arguments.map(str::to_owned).collect();
            let of = text.contains("from_query(").then(|| text.clone());
            let closures = of.iter().flat_map(|text| text.split("of(\"").skip(1));
            let closures: Vec<_> = closures
                .filter_map(|rest| Some(format!("\"{}\"", rest.split('"').next()?)))
                .collect();
            [arguments, closures].concat()
        })
        .flat_map(|argument| words_in_quotes(&argument).collect::<Vec<_>>())
        .collect()
}

fn words_in_quotes(text: &str) -> impl Iterator<Item = String> {
    let is_word = |word: &&str| {
        let is_letter = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "-_.".contains(c);
        (1..=20).contains(&word.len())
            && word.starts_with(|c: char| c.is_ascii_lowercase())
            && word.chars().all(is_letter)
    };
    let lines = text
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"));
    lines
        .flat_map(|line| line.split('"').skip(1).step_by(2))
        .filter(is_word)
        .map(str::to_owned)
        .collect::<Vec<_>>()
        .into_iter()
}
