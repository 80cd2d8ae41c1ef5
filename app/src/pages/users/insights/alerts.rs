//! What the user is told: low balances, and funds on a card.

use super::expired;
use crate::api::insights::StoredSettings;
use crate::components::also_stored::AlsoStored;
use crate::ui::badge::{Badge, Meaning};
use crate::ui::moment::Moment;
use crate::ui::panel::Panel;
use domain::insight::balance_alert::BalanceAlert;
use domain::insight::balance_settings::Threshold;
use domain::insight::card_funds_notification::CardFundsNotification;
use domain::insight::expiry::Expires;
use domain::instant::Instant;
use domain::item::Record;
use leptos::prelude::*;

#[component]
pub fn Alert(alert: Option<Record<BalanceAlert>>, now: Instant) -> impl IntoView {
    let state = match alert {
        None => view! { <p class="empty">"No low-balance alert was ever recorded."</p> }.into_any(),
        Some(record) => view! { <State record now /> }.into_any(),
    };
    view! { <Panel title="Low-balance alert">{state}</Panel> }
}

#[component]
pub fn LowBalance(settings: StoredSettings) -> impl IntoView {
    let unknown = settings.record.map(|record| record.unknown);
    let threshold = match settings.threshold {
        None => view! { <p class="empty">"No low-balance threshold is configured."</p> }.into_any(),
        Some(Threshold { stored, cents }) => {
            let said = match cents {
                Some(cents) => format!("Configured threshold: {cents}."),
                None => {
                    format!("Configured threshold: {stored}, as stored; its unit is not set.")
                }
            };
            view! { <p>{said}</p> }.into_any()
        }
    };
    view! {
        <Panel title="Low-balance threshold">
            {threshold}
            <AlsoStored attributes=unknown.unwrap_or_default() />
        </Panel>
    }
}

#[component]
fn State(record: Record<BalanceAlert>, now: Instant) -> impl IntoView {
    let alert = record.value;
    let sent = match alert.sent {
        Some(true) => view! { <Badge meaning=Meaning::Good text="sent" /> }.into_any(),
        Some(false) => view! { <Badge meaning=Meaning::Attention text="not sent" /> }.into_any(),
        None => view! { <span class="quiet">"not marked as sent or not"</span> }.into_any(),
    };
    let when = match alert.updated_date {
        Some(at) => view! { "Last alert " <Moment at now /> }.into_any(),
        None => "No time of an alert is stored".into_any(),
    };
    let cooldown = match alert.quiet_until() {
        Some(until) if alert.is_quiet_at(now) => {
            view! { <p>"No further alert goes out until " <Moment at=until now /> "."</p> }.into_any()
        }
        Some(until) => {
            view! { <p>"The cooldown of 7 days ended " <Moment at=until now /> "; an alert can go out."</p> }
                .into_any()
        }
        None => view! { <p>"No cooldown runs: an alert can go out."</p> }.into_any(),
    };
    view! {
        <p>{when} " " {sent}</p>
        {cooldown}
        <AlsoStored attributes=record.unknown />
    }
}

#[component]
pub fn CardFunds(notifications: Vec<Record<CardFundsNotification>>, now: Instant) -> impl IntoView {
    let list = if notifications.is_empty() {
        view! { <p class="empty">"No notification of funds on a card is stored. They are kept for their window."</p> }
            .into_any()
    } else {
        let items = notifications
            .into_iter()
            .map(|record| {
                let notification = record.value;
                let holds = notification.holds_back_at(now).then(|| {
                    view! { " " <Badge meaning=Meaning::Attention text="holds back a second one" /> }
                });
                view! {
                    <li>
                        "Sent " <Moment at=notification.created now /> ", window until " <Moment at=notification.expires now />
                        {holds} {expired(notification.is_expired_at(now))} " " <AlsoStored attributes=record.unknown />
                    </li>
                }
            })
            .collect_view();
        view! { <ul class="lines">{items}</ul> }.into_any()
    };
    view! { <Panel title="Card-funds notifications">{list}</Panel> }
}
