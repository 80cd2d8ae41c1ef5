//! A form that loses nothing: what is typed survives a session that ends in the middle of it.

use leptos::prelude::*;

/// Keeps what is typed into the form inside it, in the browser's tab and nowhere else, until it was
/// sent and the page came back with it done. Passwords are not kept.
#[component]
pub fn KeptForm(#[prop(into)] id: String, children: Children) -> impl IntoView {
    let node = NodeRef::<leptos::html::Div>::new();
    #[cfg(feature = "hydrate")]
    Effect::new({
        let id = id.clone();
        move || {
            if let Some(element) = node.get() {
                draft::restore(&element, &id);
            }
        }
    });
    let keep = move |event: leptos::ev::Event| {
        #[cfg(feature = "hydrate")]
        draft::keep(&event, &id);
        #[cfg(not(feature = "hydrate"))]
        let _ = (&event, &id);
    };
    view! { <div node_ref=node on:input=keep>{children()}</div> }
}

#[cfg(feature = "hydrate")]
mod draft {
    use leptos::prelude::{event_target, event_target_value, window};
    use leptos::wasm_bindgen::{JsCast, JsValue};
    use web_sys::{Element, Event, Storage};

    fn storage() -> Option<Storage> {
        window().session_storage().ok().flatten()
    }

    /// Drafts belong to a page, a form and a field.
    fn key(form: &str, field: &str) -> String {
        let page = window().location().pathname().unwrap_or_default();
        format!("draft:{page}:{form}:{field}")
    }

    pub(super) fn keep(event: &Event, form: &str) {
        let field: Element = event_target(event);
        let is_secret = field.get_attribute("type").as_deref() == Some("password");
        if let (Some(name), Some(storage), false) =
            (field.get_attribute("name"), storage(), is_secret)
        {
            // A full storage loses the draft, and nothing else.
            let _ = storage.set_item(&key(form, &name), &event_target_value(event));
        }
    }

    /// Puts drafts back into their fields; each is given back once.
    pub(super) fn restore(root: &Element, form: &str) {
        let Some(storage) = storage() else { return };
        let Ok(fields) = root.query_selector_all("[name]") else {
            return;
        };
        for index in 0..fields.length() {
            let Some(field) = fields
                .item(index)
                .and_then(|node| node.dyn_into::<Element>().ok())
            else {
                continue;
            };
            let Some(name) = field.get_attribute("name") else {
                continue;
            };
            if let Ok(Some(draft)) = storage.get_item(&key(form, &name)) {
                let _ = js_set(&field, &draft);
                let _ = storage.remove_item(&key(form, &name));
            }
        }
    }

    fn js_set(field: &Element, value: &str) -> Result<bool, JsValue> {
        js_sys::Reflect::set(
            field,
            &JsValue::from_str("value"),
            &JsValue::from_str(value),
        )
    }
}
