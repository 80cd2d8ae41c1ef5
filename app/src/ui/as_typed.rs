//! Puts something into a field as if somebody had done it: what listens to the field hears of it.

use js_sys::Reflect;
use leptos::prelude::document;
use leptos::wasm_bindgen::JsValue;
use web_sys::Element;

/// Sets `value` or `checked`, and tells of it as the browser does.
pub fn put(field: &Element, property: &str, value: &JsValue) {
    // Fields take any text, and a box whatever is true or false.
    let _ = Reflect::set(field, &JsValue::from_str(property), value);
    for kind in ["input", "change"] {
        if let Ok(event) = document().create_event("Event") {
            event.init_event_with_bubbles(kind, true);
            let _ = field.dispatch_event(&event);
        }
    }
}
