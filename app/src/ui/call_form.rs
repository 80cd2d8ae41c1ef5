//! A form that calls a server function.

use leptos::ev::SubmitEvent;
use leptos::prelude::*;
use server_fn::ServerFn;

/// Sent by the browser itself where there is no JavaScript, otherwise as `call` reads its fields. For
/// the forms of the first pages: Leptos's own form reads the fields through a general reader of
/// queries, which is a tenth of all that a first visit would load.
#[component]
pub fn CallForm<S, T, E>(
    action: ServerAction<S>,
    call: impl Fn(&SubmitEvent) -> S + 'static,
    children: Children,
) -> impl IntoView
where
    S: ServerFn<Output = T, Error = E> + Clone + Send + Sync + 'static,
    T: Send + Sync + 'static,
    E: Send + Sync + 'static,
{
    let send = move |event: SubmitEvent| {
        if !event.default_prevented() {
            event.prevent_default();
            action.dispatch(call(&event));
        }
    };
    view! { <form class="stacked" method="post" action=S::url() on:submit=send>{children()}</form> }
}
