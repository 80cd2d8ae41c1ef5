//! A form that loses nothing: what is typed survives a session that ends in the middle of it.

#[cfg(feature = "hydrate")]
mod draft;

use leptos::prelude::*;

/// Keeps what is typed and ticked in the forms inside it, in the browser's tab and nowhere else, until it
/// was sent and is done, stands in the page's address, or is left by a link that is marked `data-leave`.
/// Passwords are not kept.
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
    let id = StoredValue::new(id);
    // What was done before this form sent anything; other forms may share its action.
    let sent_after = RwSignal::new(None::<usize>);
    Effect::new(move || {
        if let Some(element) = node.get() {
            draft::restore(&element, &id.read_value(), done.is_none());
        }
    });
    Effect::new(move || {
        let last = done.map_or(0, |done| done.get());
        let is_done = sent_after.get().is_some_and(|before| last > before);
        if let (true, Some(element)) = (is_done, node.get_untracked()) {
            draft::forget(&element, &id.read_value());
            sent_after.set(None);
        }
    });
    let discard = move || {
        if let Some(element) = node.get_untracked() {
            draft::discard(&element, &id.read_value());
        }
    };
    let keep = move |event: leptos::ev::Event| draft::keep(&event, &id.read_value());
    let send = move |event: leptos::ev::SubmitEvent| {
        sent_after.set(Some(done.map_or(0, |done| done.get_untracked())));
        if draft::goes_into_address(&event) {
            discard();
        }
    };
    let click = move |event: leptos::ev::MouseEvent| {
        if draft::leaves(&event) {
            discard();
        }
    };
    view! { <div node_ref=node on:input=keep on:submit=send on:click=click>{children()}</div> }
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

/// On the server there is no tab to keep anything in.
#[cfg(not(feature = "hydrate"))]
mod draft {
    pub(super) fn keep<E>(_event: &E, _form: &str) {}

    pub(super) fn restore<N>(_root: &N, _form: &str, _once: bool) {}

    pub(super) fn discard<N>(_root: &N, _form: &str) {}

    pub(super) fn forget<N>(_root: &N, _form: &str) {}

    pub(super) fn goes_into_address<E>(_sent: &E) -> bool {
        false
    }

    pub(super) fn leaves<E>(_click: &E) -> bool {
        false
    }
}
