//! What recurs: of the newest mining run as current, of earlier ones as history.

use super::{day_view, expired};
use crate::components::also_stored::AlsoStored;
use crate::ui::moment::Moment;
use crate::ui::panel::Panel;
use domain::day::Day;
use domain::insight::mining_run::{Findings, Mined};
use domain::insight::recurring::Recurring;
use domain::insight::ritual::Ritual;
use domain::instant::Instant;
use domain::item::Record;
use domain::value::Attributes;
use leptos::prelude::*;

/// One finding, whatever it is of.
struct Found {
    what: String,
    day: Option<Day>,
    is_expired: bool,
    mined_at: Instant,
    unknown: Attributes,
}

#[component]
pub fn RecurringPanel(findings: Findings<Recurring>, now: Instant) -> impl IntoView {
    let found = |record: Record<Recurring>| {
        let kind = record.value.kind.as_ref();
        let what = kind.map_or_else(
            || "not stored".to_owned(),
            |kind| kind.in_words().to_owned(),
        );
        row(
            what,
            record.value.due_date,
            &record.value,
            record.unknown.clone(),
            now,
        )
    };
    let (current, history) = rows(findings, found);
    view! {
        <Panel title="Recurring income and expenses">
            <Runs current history heads=("Which way", "Next due") empty="The mining runs found nothing that recurs." now />
        </Panel>
    }
}

#[component]
pub fn Rituals(findings: Findings<Ritual>, now: Instant) -> impl IntoView {
    let found = |record: Record<Ritual>| {
        let what = "goes out".to_owned();
        row(
            what,
            record.value.date,
            &record.value,
            record.unknown.clone(),
            now,
        )
    };
    let (current, history) = rows(findings, found);
    view! {
        <Panel title="Ritual expenses">
            <Runs current history heads=("Which way", "Date") empty="The mining runs found no ritual expense." now />
        </Panel>
    }
}

fn row(
    what: String,
    day: Option<Day>,
    mined: &impl Mined,
    unknown: Attributes,
    now: Instant,
) -> Found {
    Found {
        what,
        day,
        is_expired: mined.is_expired_at(now),
        mined_at: mined.mined_at(),
        unknown,
    }
}

/// Current ones by their day, which is what is asked for.
fn rows<T>(findings: Findings<T>, found: impl Fn(Record<T>) -> Found) -> (Vec<Found>, Vec<Found>) {
    let mut current: Vec<_> = findings.current.into_iter().map(&found).collect();
    current.sort_by_key(|row| (row.day.is_none(), row.day));
    (current, findings.history.into_iter().map(found).collect())
}

#[component]
fn Runs(
    current: Vec<Found>,
    history: Vec<Found>,
    heads: (&'static str, &'static str),
    empty: &'static str,
    now: Instant,
) -> impl IntoView {
    let run = current.first().map(|row| {
        view! { <p class="quiet">"Of the run " <Moment at=row.mined_at now /></p> }
    });
    let list = if current.is_empty() {
        view! { <p class="empty">{empty}</p> }.into_any()
    } else {
        view! { <Table rows=current heads with_run=false /> }.into_any()
    };
    let count = history.len();
    let history = (count > 0).then(|| {
        view! {
            <details class="changes-menu">
                <summary>{format!("{count} of earlier runs, or expired")}</summary>
                <Table rows=history heads with_run=true />
            </details>
        }
    });
    view! { {run} {list} {history} }
}

#[component]
fn Table(rows: Vec<Found>, heads: (&'static str, &'static str), with_run: bool) -> impl IntoView {
    let rows = rows
        .into_iter()
        .map(|row| {
            let day = match row.day {
                Some(day) => day_view(day),
                None => view! { <span class="quiet">"not stored"</span> }.into_any(),
            };
            let run = with_run.then(|| view! { <td>{row.mined_at.to_string()}</td> });
            view! {
                <tr>
                    <td>{row.what}</td>
                    <td>{day} {expired(row.is_expired)}</td>
                    <td><AlsoStored attributes=row.unknown /></td>
                    {run}
                </tr>
            }
        })
        .collect_view();
    view! {
        <div class="table-scroll" tabindex="0" role="region" aria-label=heads.1>
            <table class="table">
                <thead>
                    <tr>
                        <th scope="col">{heads.0}</th>
                        <th scope="col">{heads.1}</th>
                        <th scope="col">"As the provider has it"</th>
                        {with_run.then(|| view! { <th scope="col">"Run"</th> })}
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
}
