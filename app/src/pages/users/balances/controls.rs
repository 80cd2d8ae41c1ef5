//! Which days, and what is drawn beside the lines: links and a plain form, so that every state has an
//! address.

use crate::paths;
use domain::balance::view::{BalanceView, DayRange, Days, Switch};
use domain::id::UserId;
use leptos::prelude::*;

#[component]
pub fn DayLinks(user: UserId, range: DayRange, view: BalanceView) -> impl IntoView {
    let links = Days::PRESETS
        .map(|days| {
            let href = paths::balances(&user, &view.of_days(Days::Last(days)));
            let current = (view.days == Days::Last(days)).then_some("true");
            view! { <a class="chip" href=href data-noscroll aria-current=current>{format!("{days} days")}</a> }
        })
        .collect_view();
    // What else the address says stays.
    let kept = view
        .of_days(Days::default())
        .address()
        .into_iter()
        .map(|(name, value)| view! { <input type="hidden" name=name value=value /> })
        .collect_view();
    view! {
        <div class="day-choice">
            <nav class="chips" aria-label="Days">{links}</nav>
            <form class="inline-form" method="get" action=paths::all_balances(&user) aria-label="Choose the days">
                {kept}
                <label for="from">"From"</label>
                <input id="from" name="from" type="date" value=range.from.stored() />
                <label for="to">"to"</label>
                <input id="to" name="to" type="date" value=range.to.stored() />
                <button class="secondary">"Show"</button>
            </form>
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
