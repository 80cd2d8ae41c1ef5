//! Numbers over time: cash-advance scores, and savings by month.

use super::{expired, or_not_stored};
use crate::charts::trend_chart::TrendChart;
use crate::components::also_stored::AlsoStored;
use crate::ui::panel::Panel;
use domain::insight::cash_advance_score::CashAdvanceScore;
use domain::insight::expiry::Expires;
use domain::insight::savings_month::SavingsMonth;
use domain::instant::Instant;
use domain::item::Record;
use domain::scale::drawn;
use domain::trend::{Trend, TrendPoint};
use domain::value::{Attributes, Number};
use leptos::prelude::*;

/// Scores come when mining runs, which is now and then.
const NO_GAP: f64 = f64::INFINITY;
/// Months follow one another.
const ONE_MONTH: f64 = 1.0;

#[component]
pub fn Scores(scores: Vec<Record<CashAdvanceScore>>, now: Instant) -> impl IntoView {
    let points = scores.iter().filter_map(|record| {
        let at = record.value.scored_at;
        Some(TrendPoint {
            place: drawn(at.epoch_seconds()),
            number: record.value.score.clone()?,
            when: at.day().to_string(),
        })
    });
    let trend = Trend::new(points.collect(), NO_GAP);
    let rows = scores.into_iter().map(move |record| Line {
        when: record.value.scored_at.to_string(),
        is_expired: record.value.is_expired_at(now),
        number: record.value.score,
        unknown: record.unknown,
    });
    view! {
        <Panel title="Cash-advance score">
            <Numbers trend rows=rows.collect() label="Cash-advance score" empty="No score is stored. Scores are kept for 30 days." />
        </Panel>
    }
}

#[component]
pub fn Savings(savings: Vec<Record<SavingsMonth>>, now: Instant) -> impl IntoView {
    let points = savings.iter().filter_map(|record| {
        Some(TrendPoint {
            place: drawn(record.value.month.number()),
            number: record.value.balance.clone()?,
            when: record.value.month.to_string(),
        })
    });
    let trend = Trend::new(points.collect(), ONE_MONTH);
    let rows = savings.into_iter().map(move |record| Line {
        when: record.value.month.to_string(),
        is_expired: record.value.is_expired_at(now),
        number: record.value.balance,
        unknown: record.unknown,
    });
    view! {
        <Panel title="Monthly savings">
            <p class="quiet">"As stored; whether dollars or cents is not documented."</p>
            <Numbers trend rows=rows.collect() label="Savings by month" empty="No month of savings is stored." />
        </Panel>
    }
}

struct Line {
    when: String,
    is_expired: bool,
    number: Option<Number>,
    unknown: Attributes,
}

#[component]
fn Numbers(
    trend: Option<Trend>,
    /// Oldest first.
    rows: Vec<Line>,
    label: &'static str,
    empty: &'static str,
) -> impl IntoView {
    if rows.is_empty() {
        return view! { <p class="empty">{empty}</p> }.into_any();
    }
    let count = rows.len();
    let rows = rows
        .into_iter()
        .rev()
        .map(|row| {
            let number = or_not_stored(row.number.map(|number| number.to_string()));
            view! {
                <tr>
                    <td>{row.when} {expired(row.is_expired)}</td>
                    <td class="figure">{number}</td>
                    <td><AlsoStored attributes=row.unknown /></td>
                </tr>
            }
        })
        .collect_view();
    view! {
        {trend.map(|trend| view! { <TrendChart trend label /> })}
        <details class="changes-menu">
            <summary>{format!("All {count}, newest first")}</summary>
            <table class="table" aria-label=label>
                <tbody>{rows}</tbody>
            </table>
        </details>
    }
    .into_any()
}
