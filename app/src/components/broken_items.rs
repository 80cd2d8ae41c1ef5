//! Items that could not be read, each with what is wrong with it.

use crate::ui::badge::{Meaning, Shape};
use domain::item::{BrokenItem, Problem};
use leptos::prelude::*;

#[component]
pub fn BrokenItems(broken: Vec<BrokenItem>, notices: Vec<Problem>) -> impl IntoView {
    if broken.is_empty() && notices.is_empty() {
        return ().into_any();
    }
    let broken = broken
        .into_iter()
        .map(|item| {
            view! {
                <li>
                    <code>{item.key.to_string()}</code> " in " {item.key.table.clone()} " cannot be read:"
                    <ul>{item.problems.iter().map(|problem| view! { <li>{problem.to_string()}</li> }).collect_view()}</ul>
                </li>
            }
        })
        .collect_view();
    let notices = notices
        .into_iter()
        .map(|notice| view! { <li>{notice.to_string()}</li> })
        .collect_view();
    view! {
        <section class="panel alert attention" aria-label="Stored data that needs attention">
            <h2><Shape meaning=Meaning::Attention size=16 /> "Stored data that needs attention"</h2>
            <ul>{broken} {notices}</ul>
        </section>
    }
    .into_any()
}
