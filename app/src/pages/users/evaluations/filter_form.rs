//! Which evaluations are wanted: a plain form, whose answer is an address for a colleague.

use crate::paths;
use domain::day::Day;
use domain::evaluation::{EvaluationStatus, Product};
use domain::evaluation_list::EvaluationFilter;
use domain::id::UserId;
use leptos::prelude::*;
use leptos_router::components::A;

/// Shows what the address says, be it a filter or not, so that nothing typed is lost.
#[component]
pub fn FilterForm(user: UserId, query: String) -> impl IntoView {
    let value = |name: &str| paths::from_query(&query, name).unwrap_or_default();
    let products =
        Product::ALL.map(|product| (product.as_str().to_owned(), product.title().to_owned()));
    let outcomes = ["approved", "denied"].map(|word| (word.to_owned(), word.to_owned()));
    let statuses: Vec<_> = EvaluationStatus::ALL
        .iter()
        .map(|status| {
            (
                status.to_string(),
                format!("{status}: {}", status.in_words()),
            )
        })
        .collect();
    let typed = |name: &'static str, label: &'static str, kind: &'static str| {
        view! {
            <div class="filter">
                <label for=format!("filter-{name}")>{label}</label>
                <input id=format!("filter-{name}") type=kind name=name value=value(name) autocomplete="off" spellcheck="false" />
            </div>
        }
    };
    // A field for dates shows nothing but dates: what is none stays to be seen in one for text.
    let day = |name: &str| match value(name) {
        typed if typed.is_empty() || Day::parse(&typed).is_some() => "date",
        _ => "text",
    };
    view! {
        <form class="filters" method="get" action=paths::all_evaluations(&user) aria-label="Filter the evaluations">
            {choice("product", "Product", products.to_vec(), &value("product"))}
            {choice("outcome", "Outcome", outcomes.to_vec(), &value("outcome"))}
            {choice("status", "Status", statuses, &value("status"))}
            {typed("account", "Account", "text")}
            {typed("rulebook", "Deciding rulebook", "text")}
            {typed("from", "From", day("from"))}
            {typed("to", "To", day("to"))}
            <button class="secondary">"Filter"</button>
        </form>
    }
}

fn choice(
    name: &'static str,
    label: &'static str,
    mut options: Vec<(String, String)>,
    chosen: &str,
) -> AnyView {
    // A word that nobody documented can stand in the address too.
    if !chosen.is_empty() && !options.iter().any(|(value, _)| value == chosen) {
        options.push((chosen.to_owned(), chosen.to_owned()));
    }
    let options = options
        .into_iter()
        .map(|(value, label)| {
            let selected = value == chosen;
            view! { <option value=value selected=selected>{label}</option> }
        })
        .collect_view();
    view! {
        <div class="filter">
            <label for=format!("filter-{name}")>{label}</label>
            <select id=format!("filter-{name}") name=name>
                <option value="">"any"</option>
                {options}
            </select>
        </div>
    }
    .into_any()
}

/// The filters in force, each with the way to be without it.
#[component]
pub fn FilterChips(user: UserId, filter: EvaluationFilter) -> impl IntoView {
    let chips = filter
        .address()
        .into_iter()
        .map(|(name, value)| {
            let href = paths::evaluations(&user, &filter.without(name), None);
            let label = format!("Remove the filter {name} {value}");
            view! { <A href attr:class="chip" attr:aria-label=label>{format!("{name}: {value}")} <span aria-hidden="true">" \u{d7}"</span></A> }
        })
        .collect_view();
    (!filter.is_empty()).then(|| view! { <p class="chips">{chips}</p> })
}
