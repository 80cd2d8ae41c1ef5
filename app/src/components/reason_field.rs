//! The reason that every write asks for.

use crate::ui::field::{Errors, FieldError};
use domain::form::FieldErrors;
use domain::free_text::{FreeText, REASON};
use leptos::prelude::*;

#[component]
pub fn ReasonField(
    #[prop(into)] id: String,
    #[prop(default = "Reason")] label: &'static str,
    #[prop(default = "reason")] name: &'static str,
    #[prop(default = REASON)] kind: FreeText,
    /// What was typed before the form came back.
    #[prop(optional, into)]
    value: String,
    #[prop(default = Signal::stored(FieldErrors::default()))] errors: Errors,
) -> impl IntoView {
    view! {
        <label for=id.clone()>{label}</label>
        <input
            id=id.clone()
            name=name
            value=value
            required
            pattern=".*\\S.*"
            title="A reason, not blanks only"
            maxlength=kind.longest.to_string()
            autocomplete="off"
            aria-describedby=format!("{id}-error")
            aria-invalid=move || errors.read().at(name).map(|_| "true")
        />
        <FieldError name id errors />
    }
}
