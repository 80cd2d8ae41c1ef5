//! What the sources may not write, because Leptos passes it on to the page as it is.

use crate::permissions::sources;

/// What is escaped nowhere, and the files that see to that themselves.
const RAW: [(&str, &[&str]); 9] = [
    (
        "leptos_meta",
        &["app/src/app.rs", "app/src/ui/page_title.rs"],
    ),
    ("<Title ", &["app/src/ui/page_title.rs"]),
    ("<textarea", &["app/src/ui/text_box.rs"]),
    ("inner_html", &[]),
    ("<script", &[]),
    ("<style", &[]),
    ("<iframe", &[]),
    ("InertElement", &[]),
    ("unescaped", &[]),
];

/// The markup of a source, without comments.
fn without_comments(text: &str) -> String {
    let lines = text.lines();
    let lines = lines.filter(|line| !line.trim_start().starts_with("//"));
    lines.collect::<Vec<_>>().join("\n")
}

fn written_raw(file: &str, text: &str) -> Vec<String> {
    let text = without_comments(text);
    let raw = RAW.iter().filter(|(_, allowed)| !allowed.contains(&file));
    let found = raw.filter(|(raw, _)| text.contains(raw));
    let found = found.map(|(raw, _)| format!("{file}: {raw}"));
    let noscripts = text.split("<noscript>").skip(1);
    let noscripts = noscripts.filter_map(|rest| rest.split("</noscript>").next());
    // Fixed text alone: a view's values stand in braces.
    let moving = noscripts.filter(|inside| inside.replace("\\u{", "").contains('{'));
    found
        .chain(moving.map(|_| format!("{file}: a value in <noscript>")))
        .collect()
}

#[test]
fn nothing_is_written_into_a_page_that_leptos_does_not_escape() {
    let found: Vec<_> = sources("app")
        .into_iter()
        .flat_map(|(file, text)| written_raw(&file, &text))
        .collect();
    assert_eq!(found, [""; 0], "use ui::page_title or ui::text_box");
}

#[test]
fn and_what_would_be_is_found() {
    for (text, found) in [
        ("view! { <textarea>{text}</textarea> }", "x.rs: <textarea"),
        ("use leptos_meta::Title;", "x.rs: leptos_meta"),
        ("<div inner_html=text />", "x.rs: inner_html"),
        (
            "<noscript><p>{text}</p></noscript>",
            "x.rs: a value in <noscript>",
        ),
    ] {
        assert_eq!(written_raw("x.rs", text), [found], "{text}");
    }
    let fixed = "// <textarea>\n<noscript>\"\\u{201c}As JSON\\u{201d}\"</noscript>";
    assert_eq!(written_raw("x.rs", fixed), [""; 0]);
}
