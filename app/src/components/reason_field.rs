//! The reason that every write asks for.

use leptos::prelude::*;

#[component]
pub fn ReasonField(
    #[prop(into)] id: String,
    #[prop(default = "Reason")] label: &'static str,
    #[prop(default = "reason")] name: &'static str,
) -> impl IntoView {
    view! {
        <label for=id.clone()>{label}</label>
        <input id=id name=name required autocomplete="off" />
    }
}
