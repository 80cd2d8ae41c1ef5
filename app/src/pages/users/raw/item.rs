//! One stored item: its key, size and end in a line, its attributes on opening.

use crate::ui::badge::{Badge, Meaning};
use crate::ui::bytes::spoken_bytes;
use crate::ui::copy_button::CopyButton;
use crate::ui::moment::Moment;
use domain::instant::Instant;
use domain::raw_item::RawItem;
use domain::value::Value;
use domain::value::json::typed::{print_inside, print_item};
use leptos::prelude::*;

#[component]
pub fn Item(item: RawItem, now: Instant) -> impl IntoView {
    let end = item.expires_on.map(|at| {
        let gone = item.is_expired_at(now).then(
            || view! { <Badge meaning=Meaning::Ended text="Expired, not deleted yet" /> " " },
        );
        view! { {gone} "TTL " <Moment at now /> }
    });
    let json = print_item(&item.attributes);
    let key = item.sort.unwrap_or_else(|| item.partition.clone());
    let label = format!("Attributes of {key}");
    let rows = item
        .attributes
        .into_iter()
        .map(|(name, value)| view! { <Attribute name value /> })
        .collect_view();
    view! {
        <li>
            <details>
                <summary>
                    <span class="id">{key.clone()}</span>
                    <span class="quiet">{end}</span>
                    <span class="figure quiet">{spoken_bytes(item.bytes)}</span>
                </summary>
                <div class="raw-body">
                    <p class="raw-key"><span class="label">"Partition"</span> <span class="id">{item.partition}</span> <CopyButton text=json label=format!("Copy {key} as JSON") /></p>
                    <table class="table raw-attributes" aria-label=label>
                        <thead>
                            <tr>
                                <th scope="col">"Attribute"</th>
                                <th scope="col">"Type"</th>
                                <th scope="col">"Value"</th>
                            </tr>
                        </thead>
                        <tbody>{rows}</tbody>
                    </table>
                </div>
            </details>
        </li>
    }
}

#[component]
fn Attribute(name: String, value: Value) -> impl IntoView {
    let shown = match &value {
        Value::Text(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        Value::Bool(yes) => yes.to_string(),
        Value::Null => "null".to_owned(),
        // Nested values with their own types, as DynamoDB writes them.
        nested => print_inside(nested),
    };
    view! {
        <tr>
            <th scope="row">{name}</th>
            <td><code class="type">{value.type_name()}</code></td>
            <td><pre>{shown}</pre></td>
        </tr>
    }
}
