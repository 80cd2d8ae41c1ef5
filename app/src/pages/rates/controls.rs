//! What is looked at: links and a plain form, so that every state has an address.

use crate::paths;
use domain::balance::view::DayRange;
use domain::evaluation::Product;
use domain::rates::view::{Measure, RatesView, Split, Step};
use leptos::prelude::*;

#[component]
pub fn Controls(view: RatesView, range: DayRange) -> impl IntoView {
    let products = Product::ALL
        .map(|product| {
            let label = format!("{}s", product.title());
            let other = view.with(|view| view.product = product);
            choice(label, &other, view.product == product)
        })
        .collect_view();
    let measures = Measure::ALL
        .iter()
        .map(|measure| {
            let other = view.with(|view| view.measure = *measure);
            choice(measure.label().to_owned(), &other, view.measure == *measure)
        })
        .collect_view();
    let splits = Split::ALL
        .iter()
        .map(|split| {
            let other = view.with(|view| view.split = *split);
            choice(split.label().to_owned(), &other, view.split == *split)
        })
        .collect_view();
    let steps = Step::ALL
        .iter()
        .map(|step| {
            let other = view.with(|view| view.step = *step);
            choice(step.label().to_owned(), &other, view.step == *step)
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
            <nav class="chips" aria-label="Product">{products}</nav>
            <nav class="chips" aria-label="What is shown">{measures}</nav>
            <nav class="chips" aria-label="Lines">{splits}</nav>
            <nav class="chips" aria-label="Points">{steps}</nav>
            <form class="inline-form" method="get" action=paths::RATES aria-label="Choose the days">
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

fn choice(label: String, view: &RatesView, is_current: bool) -> impl IntoView + use<> {
    let current = is_current.then_some("true");
    view! { <a class="chip" href=paths::rates(view) data-noscroll aria-current=current>{label}</a> }
}
