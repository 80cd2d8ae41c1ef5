//! What is looked at: links and a plain form, so that every state has an address.

use crate::paths;
use domain::balance::view::DayRange;
use domain::repayment::view::{RepaymentView, Split};
use leptos::prelude::*;

#[component]
pub fn Controls(view: RepaymentView, range: DayRange) -> impl IntoView {
    let splits = Split::ALL
        .map(|split| {
            let other = view.with(|view| view.split = split);
            choice(split.label().to_owned(), &other, view.split == split)
        })
        .collect_view();
    // What else the address says stays.
    let kept = view
        .with(|view| {
            view.from = None;
            view.to = None;
        })
        .address()
        .into_iter()
        .map(|(name, value)| view! { <input type="hidden" name=name value=value /> })
        .collect_view();
    view! {
        <div class="rate-choices">
            <nav class="chips" aria-label="Floats together">{splits}</nav>
            <form class="inline-form" method="get" action=paths::REPAYMENT aria-label="Choose the days">
                {kept}
                <label for="from">"Decided from"</label>
                <input id="from" name="from" type="date" value=range.from.stored() />
                <label for="to">"to"</label>
                <input id="to" name="to" type="date" value=range.to.stored() />
                <button class="secondary">"Show"</button>
            </form>
        </div>
    }
}

/// A link to another view, marked where it is this one.
pub fn choice(label: String, view: &RepaymentView, is_current: bool) -> impl IntoView + use<> {
    let href = paths::repayment(view);
    let current = is_current.then_some("true");
    view! { <a class="chip" href=href data-noscroll aria-current=current>{label}</a> }
}
