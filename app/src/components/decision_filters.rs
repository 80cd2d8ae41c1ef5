//! What every list of evaluations can be filtered by: the product, the decision, the status.

use crate::paths;
use crate::ui::filter_field::FilterChoice;
use domain::decision::Decision;
use domain::evaluation::{EvaluationStatus, Product};
use leptos::prelude::*;

#[component]
pub fn DecisionFilters(query: String) -> impl IntoView {
    let value = |name: &str| paths::from_query(&query, name).unwrap_or_default();
    let products = Product::ALL
        .iter()
        .map(|product| (product.as_str().to_owned(), product.title().to_owned()))
        .collect();
    let outcomes = Decision::ALL
        .iter()
        .map(|decision| (decision.word().to_owned(), decision.label().to_owned()))
        .collect();
    let statuses = EvaluationStatus::ALL
        .iter()
        .map(|status| {
            let words = format!("{status}: {}", status.in_words());
            (status.to_string(), words)
        })
        .collect();
    view! {
        <FilterChoice name="product" label="Product" options=products chosen=value("product") />
        <FilterChoice name="outcome" label="Decision" options=outcomes chosen=value("outcome") />
        <FilterChoice name="status" label="Status" options=statuses chosen=value("status") />
    }
}
