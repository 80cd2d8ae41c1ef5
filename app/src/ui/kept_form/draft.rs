//! What was typed into a form, kept field by field in the browser's tab.

use crate::ui::as_typed;
use js_sys::Reflect;
use leptos::prelude::{event_target, window};
use leptos::wasm_bindgen::{JsCast, JsValue};
use web_sys::{Element, Event, HtmlFormElement, Storage};

/// What is kept of a box that is ticked; otherwise it is kept as empty.
const TICKED: &str = "ticked";

fn storage() -> Option<Storage> {
    window().session_storage().ok().flatten()
}

/// Drafts belong to a page, a form and a field.
fn key(form: &str, field: &str) -> String {
    let page = window().location().pathname().unwrap_or_default();
    format!("draft:{page}:{form}:{field}")
}

/// Keeps the field that something was typed into.
pub(super) fn keep(event: &Event, form: &str) {
    if let (Some(field), Some(storage)) = (Field::of(event_target(event)), storage()) {
        // A full storage loses the draft, and nothing else.
        let _ = storage.set_item(&key(form, &field.name), &field.state());
    }
}

/// Puts drafts back into their fields, and opens what hides them.
pub(super) fn restore(root: &Element, form: &str, once: bool) {
    let Some(storage) = storage() else { return };
    for field in fields(root) {
        let key = key(form, &field.name);
        if let Ok(Some(draft)) = storage.get_item(&key) {
            field.put(&draft);
            if let Ok(Some(hiding)) = field.element.closest("details") {
                let _ = hiding.set_attribute("open", "");
            }
            if once {
                let _ = storage.remove_item(&key);
            }
        }
    }
}

/// Keeps nothing of the form any longer; what stands in its fields stays there.
pub(super) fn discard(root: &Element, form: &str) {
    let Some(storage) = storage() else { return };
    for field in fields(root) {
        let _ = storage.remove_item(&key(form, &field.name));
    }
}

/// Also empties the fields: a page that is told the news keeps its elements, and what is in them.
pub(super) fn forget(root: &Element, form: &str) {
    discard(root, form);
    if let Ok(Some(sent)) = root.query_selector("form")
        && let Ok(sent) = sent.dyn_into::<HtmlFormElement>()
    {
        sent.reset();
    }
}

/// Whether the browser is about to send the form by its address, where all that was typed then stands.
pub(super) fn goes_into_address(sent: &Event) -> bool {
    let form: Element = event_target(sent);
    !sent.default_prevented() && form.get_attribute("method").as_deref() == Some("get")
}

/// Whether a click was on the way out.
pub(super) fn leaves(click: &Event) -> bool {
    let clicked: Element = event_target(click);
    matches!(clicked.closest("[data-leave]"), Ok(Some(_)))
}

/// A field that somebody fills in.
struct Field {
    element: Element,
    /// By which it is kept. Boxes may share a name, and are told apart by their value.
    name: String,
    kind: Kind,
}

enum Kind {
    Text,
    Box,
    Choice,
}

impl Field {
    /// Nothing for what is secret, or belongs to the page and not to the person.
    fn of(element: Element) -> Option<Self> {
        let name = element.get_attribute("name")?;
        let (kind, name) = match element.get_attribute("type").as_deref() {
            Some("hidden" | "password" | "file") => return None,
            Some("checkbox") => {
                let value = element.get_attribute("value").unwrap_or_default();
                (Kind::Box, format!("{name}={value}"))
            }
            Some("radio") => (Kind::Choice, name),
            _ => (Kind::Text, name),
        };
        Some(Self {
            element,
            name,
            kind,
        })
    }

    fn state(&self) -> String {
        match self.kind {
            Kind::Box if self.property("checked").is_truthy() => TICKED.to_owned(),
            Kind::Box => String::new(),
            Kind::Text | Kind::Choice => self.property("value").as_string().unwrap_or_default(),
        }
    }

    fn put(&self, draft: &str) {
        let (property, value) = match self.kind {
            Kind::Box => ("checked", JsValue::from_bool(draft == TICKED)),
            // Of a choice only what was chosen: the browser takes the others back.
            Kind::Choice if self.state() != draft => return,
            Kind::Choice => ("checked", JsValue::TRUE),
            Kind::Text => ("value", JsValue::from_str(draft)),
        };
        as_typed::put(&self.element, property, &value);
    }

    fn property(&self, name: &str) -> JsValue {
        Reflect::get(&self.element, &JsValue::from_str(name)).unwrap_or(JsValue::UNDEFINED)
    }
}

fn fields(root: &Element) -> Vec<Field> {
    let Ok(nodes) = root.query_selector_all("[name]") else {
        return Vec::new();
    };
    (0..nodes.length())
        .filter_map(|index| nodes.item(index)?.dyn_into::<Element>().ok())
        .filter_map(Field::of)
        .collect()
}
