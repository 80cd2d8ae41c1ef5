//! Where income comes from, as the last mining run saw it.

use crate::components::also_stored::AlsoStored;
use crate::ui::panel::Panel;
use domain::insight::income_source::IncomeSources;
use domain::item::Record;
use domain::value::{Attributes, Value};
use leptos::prelude::*;

#[component]
pub fn Income(income: Option<Record<IncomeSources>>) -> impl IntoView {
    let (sources, unknown) = match income {
        Some(record) => (record.value.sources.unwrap_or_default(), record.unknown),
        None => (Vec::new(), Attributes::new()),
    };
    let list = if sources.is_empty() {
        view! { <p class="empty">"No source of income is known."</p> }.into_any()
    } else {
        let items = sources
            .into_iter()
            .map(|source| {
                // As the provider sent it, of any shape.
                let source = match source {
                    Value::Map(attributes) => view! { <AlsoStored attributes /> }.into_any(),
                    other => other.to_string().into_any(),
                };
                view! { <li>{source}</li> }
            })
            .collect_view();
        view! { <ul class="lines">{items}</ul> }.into_any()
    };
    view! { <Panel title="Income sources">{list} <AlsoStored attributes=unknown /></Panel> }
}
