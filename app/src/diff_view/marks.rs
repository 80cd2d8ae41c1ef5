//! Marks what changed inside a text, word by word.

use super::{Row, Span};
use similar::{ChangeTag, TextDiff};

/// A text longer than this is compared as a whole.
const LONGEST: usize = 4_000;

/// One value before and after; where both are there, the words that differ are marked.
pub(super) fn row(field: impl Into<String>, before: Option<String>, after: Option<String>) -> Row {
    let plain = |text: String| {
        vec![Span {
            text,
            is_marked: false,
        }]
    };
    let (before, after) = match (before, after) {
        (Some(before), Some(after)) if before.len().max(after.len()) <= LONGEST => {
            let (before, after) = marked(&before, &after);
            (Some(before), Some(after))
        }
        (before, after) => (before.map(plain), after.map(plain)),
    };
    Row {
        field: field.into(),
        kind: String::new(),
        before,
        after,
    }
}

fn marked(before: &str, after: &str) -> (Vec<Span>, Vec<Span>) {
    let diff = TextDiff::from_words(before, after);
    let (mut old, mut new) = (Vec::new(), Vec::new());
    for change in diff.iter_all_changes() {
        let text = change.value();
        match change.tag() {
            ChangeTag::Equal => {
                push(&mut old, text, false);
                push(&mut new, text, false);
            }
            ChangeTag::Delete => push(&mut old, text, true),
            ChangeTag::Insert => push(&mut new, text, true),
        }
    }
    (old, new)
}

fn push(spans: &mut Vec<Span>, text: &str, is_marked: bool) {
    match spans.last_mut() {
        Some(last) if last.is_marked == is_marked => last.text.push_str(text),
        _ => spans.push(Span {
            text: text.to_owned(),
            is_marked,
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(spans: &[Span]) -> String {
        let mark = |span: &Span| {
            if span.is_marked {
                format!("[{}]", span.text)
            } else {
                span.text.clone()
            }
        };
        spans.iter().map(mark).collect()
    }

    #[test]
    fn only_the_words_that_differ_are_marked() {
        let row = row(
            "comment",
            Some("Nobody is decided by this yet".to_owned()),
            Some("Everybody is decided by this now".to_owned()),
        );
        assert_eq!(
            said(&row.before.unwrap()),
            "[Nobody] is decided by this [yet]"
        );
        assert_eq!(
            said(&row.after.unwrap()),
            "[Everybody] is decided by this [now]"
        );
    }

    #[test]
    fn what_came_or_went_as_a_whole_is_not_marked_inside() {
        let row = row("ab_group", None, Some("trial".to_owned()));
        assert_eq!(row.before, None);
        assert_eq!(said(&row.after.unwrap()), "trial");
    }
}
