//! A titled part of a page, which assistive technology can go to by its title.

use leptos::prelude::*;

#[component]
pub fn Panel(#[prop(into)] title: String, children: Children) -> impl IntoView {
    let label = title.clone();
    view! {
        <section class="panel" aria-label=label>
            <h2>{title}</h2>
            {children()}
        </section>
    }
}

/// A panel of the final size while its content is on the way.
#[component]
pub fn Skeleton(lines: usize) -> impl IntoView {
    view! {
        <div class="skeleton" aria-busy="true" aria-label="Loading">
            {(0..lines).map(|_| view! { <div class="skeleton-line"></div> }).collect_view()}
        </div>
    }
}
