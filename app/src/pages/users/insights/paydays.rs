//! Predicted paydays: which one holds, and the dates of each algorithm.

use super::{day_view, or_not_stored};
use crate::components::also_stored::AlsoStored;
use crate::ui::badge::{Badge, Meaning};
use crate::ui::moment::Moment;
use crate::ui::panel::Panel;
use domain::insight::payday::{CollectionDates, Payday};
use domain::instant::Instant;
use domain::item::Record;
use leptos::prelude::*;

#[component]
pub fn Paydays(paydays: Vec<Record<Payday>>, goes_on: bool, now: Instant) -> impl IntoView {
    let today = now.day();
    let (ahead, past): (Vec<_>, Vec<_>) = paydays
        .into_iter()
        .partition(|payday| payday.value.is_upcoming_on(today));
    let shown = if ahead.is_empty() {
        view! { <p class="empty">"No payday is predicted for today or later."</p> }.into_any()
    } else {
        ahead
            .into_iter()
            .enumerate()
            .map(|(index, record)| view! { <Prediction record holds=index == 0 now /> })
            .collect_view()
            .into_any()
    };
    let count = past.len();
    let past = (count > 0).then(|| {
        let list = past
            .into_iter()
            .map(|record| view! { <Prediction record holds=false now /> })
            .collect_view();
        let more = if goes_on { ", and older ones" } else { "" };
        view! {
            <details class="changes-menu">
                <summary>{format!("{count} past{more}, which count for nothing")}</summary>
                {list}
            </details>
        }
    });
    view! { <Panel title="Predicted payday">{shown} {past}</Panel> }
}

#[component]
fn Prediction(record: Record<Payday>, holds: bool, now: Instant) -> impl IntoView {
    let payday = record.value;
    let badge = holds.then(|| view! { " " <Badge meaning=Meaning::Good text="holds" /> });
    let written = payday
        .updated_date
        .map(|at| view! { ", written " <Moment at now /> });
    let of = format!("Dates of the payday {}", payday.next_payday);
    let rows = [("pave", payday.pave), ("fm_legacy", payday.fm_legacy)]
        .map(|(name, dates)| {
            let is_winner = payday.winner.as_deref() == Some(name);
            view! { <Algorithm name dates is_winner /> }
        })
        .collect_view();
    view! {
        <div class="finding">
            <p>
                <strong>{day_view(payday.next_payday)}</strong> {badge}
                " Winner: " {or_not_stored(payday.winner.clone())} {written}
            </p>
            <table class="table" aria-label=of>
                <thead>
                    <tr>
                        <th scope="col">"Algorithm"</th>
                        <th scope="col">"Instant"</th>
                        <th scope="col">"Standard"</th>
                        <th scope="col">"Extended"</th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
            <AlsoStored attributes=record.unknown />
        </div>
    }
}

#[component]
fn Algorithm(name: &'static str, dates: Option<CollectionDates>, is_winner: bool) -> impl IntoView {
    let CollectionDates {
        instant,
        standard,
        extended,
        unknown,
    } = dates.unwrap_or_default();
    let cell = |day: Option<domain::day::Day>| match day {
        Some(day) => day_view(day),
        None => view! { <span class="quiet">"\u{2013}"</span> }.into_any(),
    };
    let won = is_winner.then(|| view! { " " <span class="quiet">"winner"</span> });
    view! {
        <tr>
            <th scope="row"><span class="id">{name}</span> {won} <AlsoStored attributes=unknown /></th>
            <td>{cell(instant)}</td>
            <td>{cell(standard)}</td>
            <td>{cell(extended)}</td>
        </tr>
    }
}
