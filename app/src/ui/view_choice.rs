//! Another view of the same page: links and a plain form, so that every state has an address.

use domain::day_range::DayRange;
use leptos::prelude::*;

/// A link to another view, marked where it is this one. The page stays where it is scrolled to.
#[component]
pub fn ViewLink(#[prop(into)] label: String, href: String, is_current: bool) -> impl IntoView {
    let current = is_current.then_some("true");
    view! { <a class="chip" href=href data-noscroll aria-current=current>{label}</a> }
}

/// A first and a last day. `kept` is what else the address says, which stays.
#[component]
pub fn DayForm(
    #[prop(into)] action: String,
    kept: Vec<(&'static str, String)>,
    /// The days that are shown; none where none can be.
    #[prop(into)]
    range: Option<DayRange>,
    /// What the first day is of.
    #[prop(default = "From")]
    from: &'static str,
) -> impl IntoView {
    let kept = kept
        .into_iter()
        .map(|(name, value)| view! { <input type="hidden" name=name value=value /> })
        .collect_view();
    view! {
        <form class="inline-form" method="get" action=action aria-label="Choose the days">
            {kept}
            <label for="from">{from}</label>
            <input id="from" name="from" type="date" value=range.map(|range| range.from.stored()) />
            <label for="to">"to"</label>
            <input id="to" name="to" type="date" value=range.map(|range| range.to.stored()) />
            <button class="secondary">"Show"</button>
        </form>
    }
}
