//! Stored values of any shape as a table, with every digit.

use domain::leaf::{Leaf, leaves};
use domain::value::{Attributes, Value};
use leptos::prelude::*;

/// Each value with the names that lead to it; `label` names the table.
#[component]
pub fn LeafTable(attributes: Attributes, #[prop(into)] label: String) -> impl IntoView {
    let rows = leaves(&attributes)
        .into_iter()
        .map(|leaf| view! { <LeafRow leaf /> })
        .collect_view();
    view! {
        <table class="table leaves" aria-label=label>
            <tbody>{rows}</tbody>
        </table>
    }
}

#[component]
fn LeafRow(leaf: Leaf) -> impl IntoView {
    let kind = match &leaf.value {
        Value::Number(_) => "number",
        Value::Text(_) => "text",
        _ => "other",
    };
    view! {
        <tr>
            <th scope="row">{leaf.name()}</th>
            <td class=kind>{leaf.value.to_string()}</td>
        </tr>
    }
}

/// Attributes that no document names: nothing where there are none.
#[component]
pub fn UnknownAttributes(attributes: Attributes, #[prop(into)] of: String) -> impl IntoView {
    // A documented attribute that is null is none to us, and shown as such in its own place.
    let shown: Attributes = attributes
        .into_iter()
        .filter(|(_, value)| *value != Value::Null)
        .collect();
    (!shown.is_empty()).then(|| {
        let label = format!("Attributes of {of} that no document names");
        view! {
            <div class="unknown-attributes">
                <p class="label">{label.clone()}</p>
                <LeafTable attributes=shown label />
            </div>
        }
    })
}
