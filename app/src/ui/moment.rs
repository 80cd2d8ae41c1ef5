//! A moment in time, exactly and roughly.

use domain::instant::Instant;
use leptos::prelude::*;

/// `10 Feb 2024, 14:30 UTC` with `3 days ago` beside it. `now` comes from the server, so that the
/// browser renders the same.
#[component]
pub fn Moment(at: Instant, now: Instant) -> impl IntoView {
    view! {
        <time datetime=at.stored()>{at.to_string()}</time>
        " "
        <span class="quiet">{format!("({})", at.relative_to(now))}</span>
    }
}
