//! The same as the chart in rows: what happened, and every report.

use crate::api::balances::BalancesPage;
use crate::components::export_links::ExportLinks;
use crate::paths;
use crate::ui::badge::{Badge, Meaning, Shape};
use domain::balance::history::ListedBalance;
use domain::balance::mark::{Mark, Tone};
use domain::balance::view::{BalanceView, Switch};
use domain::day::Day;
use domain::id::UserId;
use domain::money::{Amount, Cents};
use leptos::prelude::*;
use leptos_router::components::A;

/// The marks in words, newest first.
#[component]
pub fn Happened(page: BalancesPage, view: BalanceView) -> impl IntoView {
    let today = page.now.day();
    let marks: Vec<_> = page
        .marks
        .into_iter()
        .rev()
        .filter(|mark| view.has(Switch::Marks(mark.kind)))
        .collect();
    let more = page.checks_go_on.then(|| {
        view! { <p class="quiet">"There are more evaluations than marks; the newest have one."</p> }
    });
    let list = if marks.is_empty() {
        view! { <p class="empty">"Nothing else is known of these days."</p> }.into_any()
    } else {
        let rows = marks
            .into_iter()
            .map(|mark| view! { <HappenedRow user=page.user_id.clone() mark today /> })
            .collect_view();
        view! {
            <div class="table-scroll tall" tabindex="0" role="region" aria-label="What happened, newest first">
                <table class="table">
                    <thead>
                        <tr>
                            <th scope="col">"Day"</th>
                            <th scope="col" class="wide-only">"Kind"</th>
                            <th scope="col">"What"</th>
                        </tr>
                    </thead>
                    <tbody>{rows}</tbody>
                </table>
            </div>
        }
        .into_any()
    };
    view! {
        <section class="panel" aria-label="On these days">
            <h2>"On these days"</h2>
            {list}
            {more}
        </section>
    }
}

#[component]
fn HappenedRow(user: UserId, mark: Mark, today: Day) -> impl IntoView {
    let Mark {
        day,
        kind,
        tone,
        words,
        result,
    } = mark;
    let words = match result {
        Some(result) => {
            let href = paths::evaluation(&user, &result);
            view! { <A href>{words}</A> }.into_any()
        }
        None => words.into_any(),
    };
    let meaning = match tone {
        Tone::Plain => None,
        Tone::Good => Some(Meaning::Good),
        Tone::Attention => Some(Meaning::Attention),
        Tone::Bad => Some(Meaning::Bad),
    };
    let shape = meaning.map(|meaning| {
        view! { <span class=format!("meaning {}", meaning.class())><Shape meaning /></span> " " }
    });
    let ahead = (today < day).then(|| view! { " " <span class="quiet">"ahead"</span> });
    view! {
        <tr>
            <td><time datetime=day.stored()>{day.to_string()}</time> {ahead}</td>
            <td class="wide-only">{kind.label()}</td>
            <td>{shape} {words}</td>
        </tr>
    }
}

/// Every report of the accounts that are shown, newest first.
#[component]
pub fn Reports(page: BalancesPage, view: BalanceView) -> impl IntoView {
    let listed = page.history.map(|history| history.newest_first(&view));
    let listed = listed.unwrap_or_default();
    let count = listed.len();
    let rows = listed
        .into_iter()
        .map(|listed| view! { <ReportRow listed /> })
        .collect_view();
    let user = page.user_id;
    (count > 0).then(|| view! {
        <section class="panel" aria-label="Every report">
            <h2>"Every report"</h2>
            <div class="table-scroll tall" tabindex="0" role="region" aria-label="Reports, newest first">
                <table class="table">
                    <thead>
                        <tr>
                            <th scope="col">"Taken"</th>
                            <th scope="col">"Account"</th>
                            <th scope="col" class="figure">"Available"</th>
                            <th scope="col" class="figure">"Current"</th>
                            <th scope="col" class="figure wide-only">"Limit"</th>
                        </tr>
                    </thead>
                    <tbody>{rows}</tbody>
                </table>
            </div>
            <p class="list-foot">
                <span>{format!("{count} reports, newest first.")}</span>
                <ExportLinks csv=paths::balances_export(&user, &view, "csv") json_lines=paths::balances_export(&user, &view, "jsonl") />
            </p>
        </section>
    })
}

#[component]
fn ReportRow(listed: ListedBalance) -> impl IntoView {
    let ListedBalance {
        account,
        letter,
        currency,
        point,
    } = listed;
    let currency = currency.as_deref();
    let expired = point
        .is_expired
        .then(|| view! { " " <Badge meaning=Meaning::Ended text="expired" /> });
    view! {
        <tr>
            <td><time datetime=point.taken.stored()>{point.taken.to_string()}</time> {expired}</td>
            <td><span class="letter">{letter}</span> " " <span class="id wide-only">{account.to_string()}</span></td>
            {figure(point.available, currency, "")}
            {figure(point.current, currency, "")}
            {figure(point.limit, currency, " wide-only")}
        </tr>
    }
}

/// A cell with an amount; what is below zero says so by more than its colour, the minus.
fn figure(cents: Option<Cents>, currency: Option<&str>, more: &str) -> impl IntoView + use<> {
    let (kind, said) = match cents {
        None => (" quiet", "\u{2013}".to_owned()),
        Some(cents) if cents < Cents::ZERO => (" negative", Amount { cents, currency }.to_string()),
        Some(cents) => ("", Amount { cents, currency }.to_string()),
    };
    view! { <td class=format!("figure{kind}{more}")>{said}</td> }
}
