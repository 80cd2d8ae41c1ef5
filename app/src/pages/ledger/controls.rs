//! What is looked at: a plain form and links, so that every state has an address.

use crate::components::decision_filters::DecisionFilters;
use crate::paths;
use crate::ui::filter_field::{FilterChoice, FilterDay, FilterText};
use domain::day::Day;
use domain::id::RulebookId;
use domain::ledger_list::{Applicability, Column, LedgerFilter, LedgerView};
use leptos::prelude::*;

const RULEBOOKS: &str = "known-rulebooks";
/// What is asked for less often, and opens where it was.
const MORE: [&str; 6] = [
    "at-least",
    "at-most",
    "applies",
    "applied",
    "account",
    Column::FIELD,
];

/// Shows what the address says, be it a filter or not, so that nothing typed is lost.
#[component]
pub fn FilterForm(query: String) -> impl IntoView {
    let value = |name: &str| paths::from_query(&query, name).unwrap_or_default();
    let applies = Applicability::ALL
        .iter()
        .map(|it| (it.word().to_owned(), it.label().to_owned()))
        .collect();
    let is_open = MORE.iter().any(|name| !value(name).is_empty());
    view! {
        <form method="get" action=paths::LEDGER aria-label="Filter the evaluations">
            <div class="filters">
                <DecisionFilters query=query.clone() />
                <FilterText name="rulebook" label="Deciding rulebook" value=value("rulebook") list=RULEBOOKS />
                <FilterText name="user" label="User" value=value("user") />
                <FilterDay name="from" label="From" value=value("from") />
                <FilterDay name="to" label="To" value=value("to") />
                <button class="secondary">"Filter"</button>
            </div>
            <details class="changes-menu" open=is_open>
                <summary>"More filters, and the columns"</summary>
                <div class="filters">
                    <FilterText name="at-least" label="At least $" value=value("at-least") />
                    <FilterText name="at-most" label="At most $" value=value("at-most") />
                    <FilterText name="account" label="Account" value=value("account") />
                    <FilterText name="applied" label="A rulebook" value=value("applied") list=RULEBOOKS />
                    <FilterChoice name="applies" label="\u{2026} that" options=applies chosen=value("applies") />
                </div>
                <Columns query=query.clone() />
            </details>
        </form>
    }
}

#[component]
fn Columns(query: String) -> impl IntoView {
    // What else is wrong with the address is no reason to show other columns.
    let chosen = paths::all_from_query(&query, Column::FIELD);
    let is_shown = |column: &Column| match chosen.as_slice() {
        [] => Column::USUAL.contains(column),
        chosen => chosen.iter().any(|word| word == column.word()),
    };
    let boxes = Column::ALL
        .into_iter()
        .map(|column| {
            let checked = is_shown(&column);
            view! {
                <label class="tick">
                    <input type="checkbox" name=Column::FIELD value=column.word() checked=checked />
                    " "
                    {column.title()}
                </label>
            }
        })
        .collect_view();
    view! {
        <fieldset class="ticks">
            <legend>"Columns beside the time"</legend>
            {boxes}
        </fieldset>
    }
}

/// To choose from where a rulebook is asked for.
#[component]
pub fn KnownRulebooks(rulebooks: Vec<RulebookId>) -> impl IntoView {
    let options = rulebooks
        .into_iter()
        .map(|id| view! { <option value=id.to_string()></option> })
        .collect_view();
    view! { <datalist id=RULEBOOKS>{options}</datalist> }
}

/// One day at a time, or all of them.
#[component]
pub fn Days(view: LedgerView, today: Day) -> impl IntoView {
    let (from, to) = (view.filter.of.from, view.filter.of.to);
    let day = from.filter(|from| Some(*from) == to);
    let all = LedgerFilter {
        of: domain::evaluation_list::EvaluationFilter {
            from: None,
            to: None,
            ..view.filter.of.clone()
        },
        ..view.filter.clone()
    };
    let on = |day: Day| {
        let mut filter = all.clone();
        (filter.of.from, filter.of.to) = (Some(day), Some(day));
        paths::ledger(&view.with(filter), None)
    };
    let chip = |label: String, href: String, is_current: bool| {
        let current = is_current.then_some("true");
        view! { <a class="chip" href=href aria-current=current>{label}</a> }
    };
    let newest = paths::ledger(&view.with(all.clone()), None);
    let around = day.map(|day| {
        let next = (day < today).then(|| {
            chip(
                format!("{} \u{203a}", day.plus_days(1)),
                on(day.plus_days(1)),
                false,
            )
        });
        view! {
            {chip(format!("\u{2039} {}", day.plus_days(-1)), on(day.plus_days(-1)), false)}
            {chip(day.to_string(), on(day), true)}
            {next}
        }
    });
    let yesterday = today.plus_days(-1);
    view! {
        <nav class="chips day-chips" aria-label="Days">
            {chip("Newest first".to_owned(), newest, from.is_none() && to.is_none())}
            {(day != Some(today)).then(|| chip("Today (UTC)".to_owned(), on(today), false))}
            {(day != Some(yesterday)).then(|| chip("Yesterday (UTC)".to_owned(), on(yesterday), false))}
            {around}
        </nav>
    }
}
