//! Which evaluations of a user are wanted.

use crate::components::decision_filters::DecisionFilters;
use crate::paths;
use crate::ui::filter_field::{FilterDay, FilterText};
use domain::id::UserId;
use leptos::prelude::*;

/// Shows what the address says, be it a filter or not, so that nothing typed is lost.
#[component]
pub fn FilterForm(user: UserId, query: String) -> impl IntoView {
    let value = |name: &str| paths::from_query(&query, name).unwrap_or_default();
    view! {
        <form class="filters" method="get" action=paths::all_evaluations(&user) aria-label="Filter the evaluations">
            <DecisionFilters query=query.clone() />
            <FilterText name="account" label="Account" value=value("account") />
            <FilterText name="rulebook" label="Deciding rulebook" value=value("rulebook") />
            <FilterDay name="from" label="From" value=value("from") />
            <FilterDay name="to" label="To" value=value("to") />
            <button class="secondary">"Filter"</button>
        </form>
    }
}
