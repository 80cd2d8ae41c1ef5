//! Which days, and what is drawn beside the lines.

use crate::paths;
use crate::ui::view_choice::{DayForm, ViewLink};
use domain::balance::view::{BalanceView, Days, Switch};
use domain::day_range::DayRange;
use domain::id::UserId;
use leptos::prelude::*;

#[component]
pub fn DayLinks(user: UserId, range: DayRange, view: BalanceView) -> impl IntoView {
    let links = Days::PRESETS
        .map(|days| {
            let other = view.of_days(Days::Last(days));
            let (href, is_current) = (paths::balances(&user, &other), other == view);
            view! { <ViewLink label=format!("{days} days") href is_current /> }
        })
        .collect_view();
    let kept = view.of_days(Days::default());
    view! {
        <div class="day-choice">
            <nav class="chips" aria-label="Days">{links}</nav>
            <DayForm action=paths::all_balances(&user) kept=kept.address() range />
        </div>
    }
}

#[component]
pub fn Switches(user: UserId, view: BalanceView) -> impl IntoView {
    let links = Switch::ALL
        .map(|switch| {
            let href = paths::balances(&user, &view.switched(switch));
            let is_on = view.has(switch);
            let (class, does) = if is_on {
                ("chip switch on", "shown, hide it")
            } else {
                ("chip switch", "hidden, show it")
            };
            view! {
                <a class=class href=href data-noscroll>
                    {switch.label()} <span class="hidden-label">{format!(": {does}")}</span>
                </a>
            }
        })
        .collect_view();
    view! { <nav class="chips" aria-label="What the chart shows">{links}</nav> }
}
