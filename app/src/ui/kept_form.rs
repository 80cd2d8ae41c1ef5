//! A form that loses nothing: what is typed survives a session that ends in the middle of it.

use leptos::prelude::*;

/// Keeps what is typed into the form inside it, in the browser's tab and nowhere else, until it was
/// sent and is done. Passwords are not kept.
#[component]
pub fn KeptForm(
    #[prop(into)] id: String,
    /// As [`last_done`] tells of the action that this form sends; without it a draft goes when it is
    /// given back.
    #[prop(optional)]
    done: Option<Signal<usize>>,
    children: Children,
) -> impl IntoView {
    let node = NodeRef::<leptos::html::Div>::new();
    // What was done before this form sent anything; other forms may share its action.
    let sent_after = RwSignal::new(None::<usize>);
    #[cfg(feature = "hydrate")]
    {
        let (form, sent) = (id.clone(), id.clone());
        Effect::new(move || {
            if let Some(element) = node.get() {
                draft::restore(&element, &form, done.is_none());
            }
        });
        Effect::new(move || {
            let last = done.map_or(0, |done| done.get());
            let is_done = sent_after.get().is_some_and(|before| last > before);
            if let (true, Some(element)) = (is_done, node.get_untracked()) {
                draft::forget(&element, &sent);
                sent_after.set(None);
            }
        });
    }
    let send = move |_: leptos::ev::SubmitEvent| {
        sent_after.set(Some(done.map_or(0, |done| done.get_untracked())));
    };
    let keep = move |event: leptos::ev::Event| {
        #[cfg(feature = "hydrate")]
        draft::keep(&event, &id);
        #[cfg(not(feature = "hydrate"))]
        let _ = (&event, &id);
    };
    view! { <div node_ref=node on:input=keep on:submit=send>{children()}</div> }
}

/// Which run of an action was the last that succeeded, counted from one.
pub fn last_done<S, T, E>(action: ServerAction<S>) -> Signal<usize>
where
    S: server_fn::ServerFn<Output = T, Error = E> + Clone + Send + Sync + 'static,
    T: Clone + Send + Sync + 'static,
    E: Clone + Send + Sync + 'static,
{
    Memo::new(move |before: Option<&usize>| match action.value().get() {
        Some(Ok(_)) => action.version().get(),
        _ => before.copied().unwrap_or_default(),
    })
    .into()
}

#[cfg(feature = "hydrate")]
mod draft {
    use leptos::prelude::{event_target, event_target_value, window};
    use leptos::wasm_bindgen::{JsCast, JsValue};
    use web_sys::{Element, Event, HtmlFormElement, Storage};

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

    /// Puts drafts back into their fields, and opens what hides them.
    pub(super) fn restore(root: &Element, form: &str, once: bool) {
        let Some(storage) = storage() else { return };
        for (name, field) in fields(root) {
            if let Ok(Some(draft)) = storage.get_item(&key(form, &name)) {
                let _ = js_set(&field, &draft);
                if let Ok(Some(hiding)) = field.closest("details") {
                    let _ = hiding.set_attribute("open", "");
                }
                if once {
                    let _ = storage.remove_item(&key(form, &name));
                }
            }
        }
    }

    /// Also empties the fields: a page that is told the news keeps its elements, and what is in them.
    pub(super) fn forget(root: &Element, form: &str) {
        let Some(storage) = storage() else { return };
        for (name, _) in fields(root) {
            let _ = storage.remove_item(&key(form, &name));
        }
        if let Ok(Some(sent)) = root.query_selector("form")
            && let Ok(sent) = sent.dyn_into::<HtmlFormElement>()
        {
            sent.reset();
        }
    }

    fn fields(root: &Element) -> Vec<(String, Element)> {
        let Ok(nodes) = root.query_selector_all("[name]") else {
            return Vec::new();
        };
        (0..nodes.length())
            .filter_map(|index| nodes.item(index)?.dyn_into::<Element>().ok())
            .filter_map(|field| Some((field.get_attribute("name")?, field)))
            .collect()
    }

    fn js_set(field: &Element, value: &str) -> Result<bool, JsValue> {
        js_sys::Reflect::set(
            field,
            &JsValue::from_str("value"),
            &JsValue::from_str(value),
        )
    }
}
