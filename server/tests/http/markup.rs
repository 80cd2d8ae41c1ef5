//! What a browser makes of a page: its elements, its links and its forms, by the tokenizer that the HTML
//! standard describes.

use html5gum::{State, Token, Tokenizer};
use std::collections::BTreeMap;

#[derive(Debug, Clone)]
pub struct Element {
    pub name: String,
    pub attributes: BTreeMap<String, String>,
    /// What it holds directly, where that is text and nothing else.
    pub text: String,
}

impl Element {
    pub fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.get(name).map(String::as_str)
    }
}

#[derive(Debug, Clone)]
pub struct Field {
    pub name: String,
    pub value: String,
    pub kind: FieldKind,
}

/// What a person does with a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FieldKind {
    /// Types into it.
    Text,
    /// Sends it as it stands: hidden, ticked already, or chosen from a list.
    Fixed,
    /// May tick it.
    Box,
    /// May choose it instead of the others of its name.
    Radio,
}

#[derive(Debug, Clone)]
pub struct Form {
    pub action: String,
    pub is_post: bool,
    /// As they would be sent, and what could be ticked first.
    pub fields: Vec<Field>,
}

/// Every element, in its order. Scripting counts as off, so that what stands in `<noscript>` is seen too.
pub fn elements(html: &str) -> Vec<Element> {
    let mut found: Vec<Element> = Vec::new();
    let mut tokens = Tokenizer::new(html);
    let mut drawing = 0;
    while let Some(Ok(token)) = tokens.next() {
        match token {
            Token::StartTag(tag) => {
                let name = text(&tag.name);
                // Inside a drawing these are elements like any other.
                if drawing == 0
                    && let Some(state) = state_inside(&name)
                {
                    tokens.set_state(state);
                }
                if ["svg", "math"].contains(&name.as_str()) && !tag.self_closing {
                    drawing += 1;
                }
                let attributes = tag.attributes.iter();
                let attributes = attributes.map(|(name, value)| (text(name), text(&value.value)));
                found.push(Element {
                    name,
                    attributes: attributes.collect(),
                    text: String::new(),
                });
            }
            Token::EndTag(tag) if ["svg", "math"].contains(&text(&tag.name).as_str()) => {
                drawing = usize::saturating_sub(drawing, 1);
            }
            Token::String(said) => {
                if let Some(last) = found.last_mut() {
                    last.text.push_str(&text(&said.value));
                }
            }
            _ => {}
        }
    }
    found
}

fn state_inside(name: &str) -> Option<State> {
    match name {
        "textarea" | "title" => Some(State::RcData),
        "script" => Some(State::ScriptData),
        "style" | "iframe" | "xmp" | "noembed" | "noframes" => Some(State::RawText),
        "plaintext" => Some(State::PlainText),
        _ => None,
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Where the links of a page lead.
pub fn links(elements: &[Element]) -> impl Iterator<Item = &str> {
    let links = elements.iter().filter(|it| it.name == "a");
    links.filter_map(|it| it.attribute("href"))
}

pub fn forms(elements: &[Element]) -> Vec<Form> {
    let mut forms: Vec<Form> = Vec::new();
    for (place, element) in elements.iter().enumerate() {
        if element.name == "form" {
            forms.push(Form {
                action: element.attribute("action").unwrap_or_default().to_owned(),
                is_post: element.attribute("method") == Some("post"),
                fields: Vec::new(),
            });
        } else if let (Some(form), Some(field)) =
            (forms.last_mut(), field(element, &elements[place..]))
        {
            // Of several buttons one is pressed: the first.
            let is_pressed = |it: &Field| element.name == "button" && it.name == field.name;
            if !form.fields.iter().any(is_pressed) {
                form.fields.push(field);
            }
        }
    }
    forms
}

fn field(element: &Element, from_here: &[Element]) -> Option<Field> {
    let name = element.attribute("name")?.to_owned();
    let kind = element.attribute("type").unwrap_or("text");
    let of = |value: &str, kind| Field {
        name: name.clone(),
        value: value.to_owned(),
        kind,
    };
    let value = element.attribute("value");
    match (element.name.as_str(), kind) {
        ("input", "checkbox" | "radio") => {
            let kind = match kind {
                _ if element.attributes.contains_key("checked") => FieldKind::Fixed,
                "checkbox" => FieldKind::Box,
                _ => FieldKind::Radio,
            };
            Some(of(value.unwrap_or("on"), kind))
        }
        ("input", "hidden") => Some(of(value.unwrap_or_default(), FieldKind::Fixed)),
        ("input", "submit" | "button") => None,
        ("input", _) => Some(of(value.unwrap_or_default(), FieldKind::Text)),
        ("textarea", _) => Some(of(&element.text, FieldKind::Text)),
        ("button", _) => value.map(|value| of(value, FieldKind::Fixed)),
        ("select", _) => {
            let options = from_here[1..].iter().take_while(|it| it.name == "option");
            let options: Vec<_> = options.collect();
            let chosen = options
                .iter()
                .find(|it| it.attributes.contains_key("selected"));
            let chosen = chosen.or(options.first())?;
            Some(of(
                chosen.attribute("value").unwrap_or(chosen.text.trim()),
                FieldKind::Fixed,
            ))
        }
        _ => None,
    }
}

#[test]
fn elements_are_found_where_a_browser_finds_them_and_nowhere_else() {
    let ids = |html: &str| -> Vec<String> {
        let found = elements(html).into_iter();
        found
            .filter_map(|it| it.attribute("id").map(str::to_owned))
            .collect()
    };
    for inert in [
        "<title>&lt;/title><h1 id=x></title>",
        "<textarea><form id=x></textarea>",
        "<p title='<img id=x>'>",
        "<!-- <p id=x> -->",
        "<script>'<i id=x>'</script>",
    ] {
        assert_eq!(ids(inert), [""; 0], "{inert}");
    }
    for live in [
        "<title></title><h1 id=x></title>",
        "<textarea></textarea><form id=x></textarea>",
        "<p title=\"\"><img id=x>\">",
        "<!-- --><p id=x> -->",
        "<script>'</script><i id=x>'</script>",
        "<noscript><b id=x></noscript>",
        "<svg><title><b id=x></title></svg>",
    ] {
        assert_eq!(ids(live), ["x"], "{live}");
    }
}
