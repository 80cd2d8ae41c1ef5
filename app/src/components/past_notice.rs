//! The notice above what was in force at a moment, with the way back to now.

use crate::api::rulebooks::Past;
use crate::paths;
use crate::ui::moment::Moment;
use domain::instant::Instant;
use leptos::prelude::*;
use leptos_router::components::A;

/// `now_href` leads to the same thing as it is now.
#[component]
pub fn PastNotice(past: Past, now: Instant, now_href: String) -> impl IntoView {
    let gaps = (!past.is_complete).then(|| {
        view! { <p>"That update did not record everything: what is missing here is not known, and may have been there."</p> }
    });
    view! {
        <section class="panel alert attention" aria-label="A past configuration">
            <p>
                "As it was at " <Moment at=past.at now /> ", from the update of " <Moment at=past.since now />
                {format!(" by {}. ", past.by)}
                <A href=paths::update(&past.update)>"That update"</A> " · " <A href=now_href>"As it is now"</A>
            </p>
            {gaps}
        </section>
    }
}
