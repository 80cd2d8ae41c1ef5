//! A `<textarea>`. Leptos writes what's inside one on the server as it is, so it's escaped here; no other
//! file writes the element itself.

use leptos::html::Textarea;
use leptos::prelude::*;

/// A field of several lines that holds `text`. Attributes are given to it with `attr:`.
#[component]
pub fn TextBox(
    #[prop(into)] text: String,
    /// For whoever reads what is typed.
    #[prop(optional)]
    area: NodeRef<Textarea>,
) -> impl IntoView {
    view! { <textarea node_ref=area>{inside_textarea(text)}</textarea> }
}

fn inside_textarea(text: String) -> String {
    // A browser drops the first line break that it reads inside the element.
    let text = if text.starts_with('\n') && cfg!(feature = "ssr") {
        format!("\n{text}")
    } else {
        text
    };
    escape_on_server(text)
}

/// Text for an element into which Leptos writes it unescaped on the server. In the browser it is never
/// read as HTML.
pub(crate) fn escape_on_server(text: String) -> String {
    if cfg!(feature = "ssr") {
        text.replace('&', "&amp;").replace('<', "&lt;")
    } else {
        text
    }
}

#[cfg(all(test, feature = "ssr"))]
mod tests {
    use super::*;

    #[test]
    fn what_a_text_box_holds_stays_inside_it() {
        let owner = Owner::new();
        let html = |text: &str| {
            let text = text.to_owned();
            owner.with(|| view! { <TextBox text attr:name="notes" /> }.to_html())
        };
        assert_eq!(
            html("</textarea><form id=x> &lt;"),
            r#"<textarea name="notes">&lt;/textarea>&lt;form id=x> &amp;lt;</textarea>"#
        );
        assert_eq!(html("\nx"), "<textarea name=\"notes\">\n\nx</textarea>");
        assert_eq!(html(""), r#"<textarea name="notes"></textarea>"#);
    }
}
