//! When a user's transactions were mined, and whether it is about to happen again.

use super::{expired, or_not_stored};
use crate::components::also_stored::AlsoStored;
use crate::ui::badge::{Badge, Meaning};
use crate::ui::moment::Moment;
use crate::ui::panel::Panel;
use domain::insight::expiry::Expires;
use domain::insight::last_page::LastPage;
use domain::insight::mine::Mine;
use domain::insight::mining_label::MiningLabel;
use domain::instant::Instant;
use domain::item::Record;
use leptos::prelude::*;

#[component]
pub fn Mining(
    /// Newest first.
    mines: Vec<Record<Mine>>,
    goes_on: bool,
    label: Option<Record<MiningLabel>>,
    last_pages: Vec<Record<LastPage>>,
    now: Instant,
) -> impl IntoView {
    let scheduled = match label {
        Some(record) => view! {
            <p>
                <Badge meaning=Meaning::Attention text="scheduled" />
                " Mining is scheduled; while the label stands, the user is not queued again. "
                <AlsoStored attributes=record.unknown />
            </p>
        }
        .into_any(),
        None => {
            view! { <p class="empty">"No mining is scheduled: there is no label."</p> }.into_any()
        }
    };
    let mut mines = mines.into_iter();
    let newest = match mines.next() {
        Some(record) => view! { <p>"Last mined: " <OneMine record now /></p> }.into_any(),
        None => view! { <p class="empty">"The transactions were never mined."</p> }.into_any(),
    };
    let count = mines.len();
    let earlier = (count > 0).then(|| {
        let items = mines
            .map(|record| view! { <li><OneMine record now /></li> })
            .collect_view();
        let more = if goes_on { ", and older ones" } else { "" };
        view! {
            <details class="changes-menu">
                <summary>{format!("{count} earlier{more}")}</summary>
                <ul class="lines">{items}</ul>
            </details>
        }
    });
    let pages = if last_pages.is_empty() {
        view! { <p class="empty">"No last page of an upload is marked."</p> }.into_any()
    } else {
        let items = last_pages
            .into_iter()
            .map(|record| {
                let until = record
                    .value
                    .ttl
                    .map(|at| view! { ", kept until " <Moment at now /> });
                view! {
                    <li>
                        "Last page of " <span class="id">{record.value.request_id.to_string()}</span> {until}
                        {expired(record.value.is_expired_at(now))} " " <AlsoStored attributes=record.unknown />
                    </li>
                }
            })
            .collect_view();
        view! { <ul class="lines">{items}</ul> }.into_any()
    };
    view! { <Panel title="Mining">{scheduled} {newest} {earlier} {pages}</Panel> }
}

#[component]
fn OneMine(record: Record<Mine>, now: Instant) -> impl IntoView {
    let request = record.value.request_id.map(|id| id.to_string());
    view! {
        <Moment at=record.value.mined_at now />
        ", request " <span class="id">{or_not_stored(request)}</span> " "
        <AlsoStored attributes=record.unknown />
    }
}
