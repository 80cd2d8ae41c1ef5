//! What is looked at.

use crate::paths;
use crate::ui::view_choice::{DayForm, ViewLink};
use domain::day_range::DayRange;
use domain::repayment::view::{RepaymentView, Split};
use leptos::prelude::*;

#[component]
pub fn Controls(
    view: RepaymentView,
    /// The days that are shown; none where none can be.
    #[prop(into)]
    range: Option<DayRange>,
) -> impl IntoView {
    let splits = Split::ALL
        .iter()
        .map(|split| {
            let other = view.with(|view| view.split = *split);
            choice(split.label().to_owned(), &other, view.split == *split)
        })
        .collect_view();
    let kept = view.with(|view| (view.from, view.to) = (None, None));
    view! {
        <div class="rate-choices">
            <nav class="chips" aria-label="Floats together">{splits}</nav>
            <DayForm action=paths::REPAYMENT kept=kept.address() range from="Decided from" />
        </div>
    }
}

pub fn choice(label: String, view: &RepaymentView, is_current: bool) -> impl IntoView + use<> {
    view! { <ViewLink label href=paths::repayment(view) is_current /> }
}
