//! Rulebooks of a snapshot that cannot be read: they were there, and are in no comparison.

use crate::ui::badge::{Meaning, Shape};
use domain::rulebook_update::Unreadable;
use leptos::prelude::*;

#[component]
pub fn UnreadableRulebooks(rulebooks: Vec<Unreadable>) -> impl IntoView {
    if rulebooks.is_empty() {
        return ().into_any();
    }
    let lines = rulebooks
        .into_iter()
        .map(|one| {
            let id = match one.id.as_str() {
                "" => "one without an id".to_owned(),
                id => id.to_owned(),
            };
            view! { <li><span class="id">{id}</span> {format!(" cannot be read: {}", one.why)}</li> }
        })
        .collect_view();
    view! {
        <section class="panel alert attention" aria-label="Rulebooks that cannot be read">
            <h2><Shape meaning=Meaning::Attention size=16 /> "Rulebooks that cannot be read"</h2>
            <p>"They are in the snapshot, and in nothing that is shown or compared below."</p>
            <ul>{lines}</ul>
        </section>
    }
    .into_any()
}
