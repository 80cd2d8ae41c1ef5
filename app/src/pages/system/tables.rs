//! Every table: whether it is as it should be, how large, and how its calls went.

use crate::api::system::{Condition, Found, LastMinute, TableState};
use crate::ui::badge::{Badge, Meaning};
use crate::ui::bytes::spoken_bytes;
use crate::ui::panel::Panel;
use leptos::prelude::*;

#[component]
pub fn Tables(tables: Vec<TableState>) -> impl IntoView {
    let rows = tables
        .into_iter()
        .map(|table| view! { <Row table /> })
        .collect_view();
    view! {
        <Panel title="Tables">
            <div class="table-scroll" tabindex="0" role="region" aria-label="Every table">
                <table class="table system-tables">
                    <thead>
                        <tr>
                            <th scope="col">"Table"</th>
                            <th scope="col">"State"</th>
                            <th scope="col" class="wide-only">"Indexes, TTL"</th>
                            <th scope="col" class="figure wide-only">"Items, about"</th>
                            <th scope="col" class="figure wide-only">"Size, about"</th>
                            <th scope="col" class="figure">"Calls"</th>
                            <th scope="col" class="figure">"Median"</th>
                            <th scope="col" class="figure wide-only">"Slowest"</th>
                            <th scope="col" class="figure wide-only">"Failed"</th>
                            <th scope="col" class="figure wide-only">"Retries"</th>
                            <th scope="col" class="figure wide-only">"Throttled"</th>
                        </tr>
                    </thead>
                    <tbody>{rows}</tbody>
                </table>
            </div>
            <p class="table-note">"Items and size are DynamoDB's own figures, which it renews about every six hours. Calls are those of the last minute."</p>
        </Panel>
    }
}

#[component]
fn Row(table: TableState) -> impl IntoView {
    let (meaning, word) = match table.condition {
        Condition::AsExpected | Condition::Usable if table.is_unused => (Meaning::Ended, "Unused"),
        Condition::AsExpected => (Meaning::Good, "As expected"),
        Condition::Usable => (Meaning::Attention, "Usable"),
        Condition::NotUsable => (Meaning::Bad, "Not usable"),
        Condition::Unreachable => (Meaning::Bad, "Cannot be checked"),
    };
    let findings = table.findings;
    let findings = (!findings.is_empty())
        .then(|| view! { <span class="finding">{findings.join("; ")}</span> });
    let unused = table
        .is_unused
        .then(|| view! { <span class="finding">"used for nothing, as its document says"</span> });
    let (shape, items, size) = described(table.found);
    let LastMinute {
        calls,
        failed,
        retries,
        throttled,
        median_micros,
        slowest_micros,
    } = table.last_minute;
    view! {
        <tr>
            <th scope="row"><span class="id">{table.name}</span> <span class="region">{table.region}</span></th>
            <td><Badge meaning text=word /> {findings} {unused}</td>
            <td class="wide-only">{shape}</td>
            <td class="figure wide-only">{items}</td>
            <td class="figure wide-only">{size}</td>
            <td class="figure">{calls}</td>
            <td class="figure">{took(median_micros)}</td>
            <td class="figure wide-only">{took(slowest_micros)}</td>
            <td class="figure wide-only" class:bad=move || { failed > 0 }>{failed}</td>
            <td class="figure wide-only">{retries}</td>
            <td class="figure wide-only" class:bad=move || { throttled > 0 }>{throttled}</td>
        </tr>
    }
}

/// Indexes and TTL, items, size.
fn described(found: Option<Found>) -> (String, String, String) {
    let Some(found) = found else {
        let dash = || "–".to_owned();
        return (dash(), dash(), dash());
    };
    let indexes = found.indexes.into_iter().map(|(name, is_active)| {
        let state = if is_active { "active" } else { "not active" };
        format!("{name} {state}")
    });
    let ttl = match found.ttl {
        Some(attribute) => format!("TTL by {attribute}"),
        None => "no TTL".to_owned(),
    };
    let shape: Vec<_> = indexes.chain([ttl]).collect();
    let bytes = u64::try_from(found.bytes).unwrap_or_default();
    (
        shape.join(", "),
        found.items.to_string(),
        spoken_bytes(bytes),
    )
}

fn took(micros: Option<u64>) -> String {
    match micros {
        None => "–".to_owned(),
        Some(micros) if micros < 10_000 => {
            format!("{}.{} ms", micros / 1_000, micros % 1_000 / 100)
        }
        Some(micros) => format!("{} ms", micros / 1_000),
    }
}
