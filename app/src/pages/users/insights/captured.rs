//! Income detection and captured data, whose payload no document names: all of it is listed.

use super::{day_view, expired};
use crate::components::leaf_table::LeafTable;
use crate::ui::panel::Panel;
use domain::insight::data_capture::{CaptureKind, DataCapture};
use domain::insight::expiry::Expires;
use domain::insight::income_detection::IncomeDetection;
use domain::instant::Instant;
use domain::item::Record;
use domain::value::Attributes;
use leptos::prelude::*;

#[component]
pub fn Detections(runs: Vec<Record<IncomeDetection>>, now: Instant) -> impl IntoView {
    let list = if runs.is_empty() {
        view! { <p class="empty">"No run of income detection is stored. Runs are kept for a week."</p> }
            .into_any()
    } else {
        runs.into_iter()
            .map(|record| {
                let day = record.value.run_date;
                let label = format!("What the run of {day} saw");
                let title = view! { {day_view(day)} {expired(record.value.is_expired_at(now))} };
                view! { <Payload title=title.into_any() attributes=record.unknown label /> }
            })
            .collect_view()
            .into_any()
    };
    view! { <Panel title="Income detection">{list}</Panel> }
}

#[component]
pub fn Captured(captured: Vec<Record<DataCapture>>, now: Instant) -> impl IntoView {
    // The documented kinds each have a line, stored or not; others stand behind them.
    let mut kinds: Vec<_> = CaptureKind::ALL.to_vec();
    for record in &captured {
        if !kinds.contains(&record.value.kind) {
            kinds.push(record.value.kind.clone());
        }
    }
    let parts = kinds
        .into_iter()
        .map(|kind| {
            let of_kind = captured.iter().filter(|record| record.value.kind == kind);
            let records: Vec<_> = of_kind.cloned().collect();
            view! { <Kind kind records now /> }
        })
        .collect_view();
    view! { <Panel title="Captured data">{parts}</Panel> }
}

#[component]
fn Kind(kind: CaptureKind, records: Vec<Record<DataCapture>>, now: Instant) -> impl IntoView {
    let name = match &kind {
        CaptureKind::Unknown(_) => "of another service".to_owned(),
        known => known.in_words().to_owned(),
    };
    let list = if records.is_empty() {
        view! { <p class="empty">"Nothing captured. It is kept for two days."</p> }.into_any()
    } else {
        records
            .into_iter()
            .map(|record| {
                let when = record.value.captured.clone();
                let when = when.unwrap_or_else(|| "without a date".to_owned());
                let label = format!("{} {when}", record.value.kind);
                let title = view! { {when} {expired(record.value.is_expired_at(now))} };
                view! { <Payload title=title.into_any() attributes=record.unknown label /> }
            })
            .collect_view()
            .into_any()
    };
    view! {
        <h3><span class="id">{kind.to_string()}</span> " " <span class="quiet">{name}</span></h3>
        {list}
    }
}

/// All that is stored, to open.
#[component]
fn Payload(title: AnyView, attributes: Attributes, label: String) -> impl IntoView {
    let count = attributes.len();
    let body = if attributes.is_empty() {
        view! { <p class="empty">"Nothing else is stored."</p> }.into_any()
    } else {
        view! { <LeafTable attributes label /> }.into_any()
    };
    view! {
        <details class="changes-menu">
            <summary>{title} " " <span class="quiet">{format!("({count} attributes)")}</span></summary>
            {body}
        </details>
    }
}
