//! Staff members confirm an ID without a record before anything is written to it.

use crate::ui::field::{Errors, FieldError};
use domain::form::CONFIRMED;
use leptos::prelude::*;

/// Nothing where there is a record. The server checks again.
#[component]
pub fn ConfirmId(has_record: bool, errors: Errors) -> impl IntoView {
    (!has_record).then(|| {
        view! {
            <div class="field">
                <label class="tick">
                    <input
                        type="checkbox"
                        id=CONFIRMED
                        name=CONFIRMED
                        value="yes"
                        required
                        aria-describedby=format!("{CONFIRMED}-error")
                    />
                    <span>"No record of this ID. I checked that it\u{2019}s right."</span>
                </label>
                <FieldError name=CONFIRMED errors />
            </div>
        }
    })
}
