//! What is stored beyond what a panel knows: listed in short, never dropped.

use domain::leaf::leaves;
use domain::value::Attributes;
use leptos::prelude::*;

/// Each value with its name, in a line; nothing where there is none.
#[component]
pub fn AlsoStored(attributes: Attributes) -> impl IntoView {
    let pairs = leaves(&attributes)
        .into_iter()
        .map(|leaf| {
            let (name, value) = (leaf.name(), leaf.value.to_string());
            view! { <span class="pair"><span class="quiet">{name}</span> " " {value}</span> " " }
        })
        .collect_view();
    (!attributes.is_empty()).then(|| view! { <span class="pairs">{pairs}</span> })
}
