//! The hidden fields by which a form is done once, and only on what was seen.

use crate::api::stamp::Stamp;
use domain::id::UserId;
use leptos::prelude::*;

#[component]
pub fn StampFields(user: UserId, stamp: Stamp) -> impl IntoView {
    view! {
        <input type="hidden" name="user_id" value=user.to_string() />
        <input type="hidden" name="form" value=stamp.form />
        <input type="hidden" name="version" value=stamp.version.to_string() />
    }
}
