//! What the audit log knows of a user's bypass.

use crate::api::bypass::{BypassEvent, BypassHistory};
use crate::paths;
use crate::ui::badge::{Badge, Meaning};
use crate::ui::moment::Moment;
use domain::audit::{Action, AuditEvent};
use domain::id::UserId;
use domain::instant::Instant;
use domain::value::Value;
use leptos::prelude::*;
use leptos_router::components::A;

#[component]
pub(super) fn History(user: UserId, history: BypassHistory, now: Instant) -> impl IntoView {
    let BypassHistory {
        events,
        older,
        looked_back_to,
    } = history;
    let more = older.map(|older| {
        let to = looked_back_to.map(|at| format!("Looked back to {at}. "));
        view! { <p class="table-note">{to} <A href=paths::user_bypass_before(&user, &older)>"Look further back"</A></p> }
    });
    if events.is_empty() {
        return view! {
            <p class="empty">"Float Desk has changed nothing here. What the float service did is kept nowhere."</p>
            {more}
        }
        .into_any();
    }
    let rows = events
        .into_iter()
        .map(|event| view! { <Entry event now /> })
        .collect_view();
    view! {
        <div class="table-scroll" tabindex="0" role="region" aria-label="History of the bypass">
            <table class="table">
                <thead>
                    <tr>
                        <th scope="col">"When"</th>
                        <th scope="col">"Who"</th>
                        <th scope="col">"What"</th>
                        <th scope="col">"Reason"</th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
        {more}
    }
    .into_any()
}

#[component]
fn Entry(event: BypassEvent, now: Instant) -> impl IntoView {
    let BypassEvent {
        event,
        is_unconfirmed,
    } = event;
    let unconfirmed =
        is_unconfirmed.then(|| view! { <Badge meaning=Meaning::Attention text="Unconfirmed" /> });
    view! {
        <tr>
            <td><Moment at=event.at now /></td>
            <td>{event.who.to_string()}</td>
            <td>{said(&event)} " " {unconfirmed}</td>
            <td>{event.reason}</td>
        </tr>
    }
}

/// What was done, in words that fit a page about one user.
fn said(event: &AuditEvent) -> String {
    let last_day = |item: &Option<domain::value::Attributes>| match item
        .as_ref()
        .and_then(|item| item.get("expiration_date"))
    {
        Some(Value::Text(day)) => {
            domain::day::Day::parse(day).map_or_else(|| day.clone(), |day| day.to_string())
        }
        _ => "no day".to_owned(),
    };
    match event.action {
        Action::BypassGranted => format!("granted, until {}", last_day(&event.after)),
        Action::BypassChanged => {
            let (before, after) = (last_day(&event.before), last_day(&event.after));
            if before == after {
                "changed the note".to_owned()
            } else {
                format!("last day changed from {before} to {after}")
            }
        }
        Action::BypassRemoved => format!("removed; it was set through {}", last_day(&event.before)),
        Action::BypassIntended => "set out to change it".to_owned(),
        Action::BypassNotChanged => "tried; nothing was changed".to_owned(),
        ref other => other.in_words().to_owned(),
    }
}
