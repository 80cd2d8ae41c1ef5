//! What is wrong with a form: a summary on top that takes the focus, and a message at each field.

use domain::form::FieldErrors;
use leptos::html::Div;
use leptos::prelude::*;

/// The value of `aria-describedby` for a field that has a [`FieldMessage`].
pub fn described_by(id: &str) -> String {
    format!("{id}-message")
}

/// A message at a field, in place of the help that stands there otherwise.
#[component]
pub fn FieldMessage(
    /// The field's own id.
    id: &'static str,
    /// The field's name in the form.
    field: &'static str,
    faults: Signal<FieldErrors>,
    help: &'static str,
) -> impl IntoView {
    let fault = move || {
        let faults = faults.read();
        faults.at(field).map(str::to_owned)
    };
    let is_wrong = Memo::new(move |_| fault().is_some());
    view! {
        <p id=described_by(id) class="field-message" class:wrong=is_wrong>
            {move || fault().unwrap_or_else(|| help.to_owned())}
        </p>
    }
}

/// All that is wrong, on top of the form. Takes the focus, so that a screen reader reads it out.
#[component]
pub fn FaultSummary(faults: Signal<FieldErrors>) -> impl IntoView {
    let node = NodeRef::<Div>::new();
    Effect::new(move || {
        if let (false, Some(summary)) = (faults.read().is_empty(), node.get()) {
            // Focusing an element that is on the page does not fail.
            let _ = summary.focus();
        }
    });
    move || {
        let FieldErrors(faults) = faults.get();
        (!faults.is_empty()).then(|| {
            let lines = faults
                .into_iter()
                .map(|fault| view! { <li>{fault.message}</li> })
                .collect_view();
            view! {
                <div node_ref=node class="problem" role="alert" tabindex="-1">
                    "Nothing was saved." <ul>{lines}</ul>
                </div>
            }
        })
    }
}

/// What stands in a field of the form that is being sent. On the server no form is ever sent.
pub fn field_value(event: &leptos::ev::SubmitEvent, name: &str) -> String {
    #[cfg(feature = "hydrate")]
    {
        use leptos::wasm_bindgen::{JsCast, JsValue};
        use web_sys::Element;
        let form: Element = event_target(event);
        let field = form
            .query_selector(&format!("[name={name}]"))
            .ok()
            .flatten()
            .and_then(|field| {
                js_sys::Reflect::get(field.unchecked_ref(), &JsValue::from_str("value")).ok()
            });
        field
            .and_then(|value| value.as_string())
            .unwrap_or_default()
    }
    #[cfg(not(feature = "hydrate"))]
    {
        let _ = (event, name);
        String::new()
    }
}
