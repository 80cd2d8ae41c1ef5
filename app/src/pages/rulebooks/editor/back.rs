//! Where the browser's Back leads after a draft was saved.

/// Gives this page another address, so that Back from the preview leads to the draft and not to the form of what is
/// live.
#[cfg(feature = "hydrate")]
pub(super) fn leads_to(form: &str) {
    use leptos::prelude::window;
    use leptos::wasm_bindgen::JsValue;

    if let Ok(history) = window().history() {
        // An address of this site is never refused.
        let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(form));
    }
}

/// On the server there is no way back.
#[cfg(not(feature = "hydrate"))]
pub(super) fn leads_to(_form: &str) {}
