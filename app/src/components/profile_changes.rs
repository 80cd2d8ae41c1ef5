//! What a profile version changed, tier by tier.

use crate::components::diff::DiffRows;
use crate::diff_view::Row;
use domain::profile_diff::Change;
use leptos::prelude::*;

#[component]
pub fn ProfileChanges(changes: Vec<Change>) -> impl IntoView {
    if changes.is_empty() {
        return view! { <p class="empty">"No setting is different from before."</p> }.into_any();
    }
    let row = |change: Change| {
        let (before, after) = change.states();
        Row::plain(change.title(), before, after)
    };
    let rows = changes.into_iter().map(row).collect();
    view! { <div class="diff"><DiffRows rows /></div> }.into_any()
}
