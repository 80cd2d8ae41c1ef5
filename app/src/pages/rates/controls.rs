//! What is looked at.

use crate::paths;
use crate::ui::view_choice::{DayForm, ViewLink};
use domain::day_range::DayRange;
use domain::evaluation::Product;
use domain::rates::view::{Measure, RatesView, Split, Step};
use leptos::prelude::*;

#[component]
pub fn Controls(
    view: RatesView,
    /// The days that are shown; none where none can be.
    #[prop(into)]
    range: Option<DayRange>,
) -> impl IntoView {
    let link_to = |label: String, other: &RatesView| {
        let is_current = *other == view;
        view! { <ViewLink label href=paths::rates(other) is_current /> }
    };
    let link = |label: String, change: &dyn Fn(&mut RatesView)| link_to(label, &view.with(change));
    let products = Product::ALL
        .map(|product| link(format!("{}s", product.title()), &|it| it.product = product))
        .collect_view();
    let measures = Measure::ALL
        .iter()
        .map(|measure| link(measure.label().to_owned(), &|it| it.measure = *measure))
        .collect_view();
    let splits = Split::ALL
        .iter()
        .map(|split| link(split.label().to_owned(), &|it| it.split = *split))
        .collect_view();
    let steps = Step::ALL
        .iter()
        .map(|step| link_to(step.label().to_owned(), &view.by(*step, range)))
        .collect_view();
    let kept = view.with(|view| (view.from, view.to) = (None, None));
    view! {
        <div class="rate-choices">
            <nav class="chips" aria-label="Product">{products}</nav>
            <nav class="chips" aria-label="What is shown">{measures}</nav>
            <nav class="chips" aria-label="Lines">{splits}</nav>
            <nav class="chips" aria-label="Points">{steps}</nav>
            <DayForm action=paths::RATES kept=kept.address() range />
        </div>
    }
}
