//! What staff must see about a user before they answer.

use crate::paths;
use crate::ui::badge::{Meaning, Shape};
use domain::alert::Alert;
use domain::id::UserId;
use leptos::prelude::*;
use leptos_router::components::A;

#[component]
pub fn Alerts(
    user: UserId,
    alerts: Vec<Alert>,
    /// Whether a lock that may be held is being read again.
    is_checking: RwSignal<bool>,
) -> impl IntoView {
    if alerts.is_empty() {
        return ().into_any();
    }
    let alerts = alerts
        .into_iter()
        .map(|alert| {
            // What nobody knows is no bad news yet.
            let meaning = match alert {
                Alert::NotChecked(_) => Meaning::Ended,
                _ => Meaning::Attention,
            };
            let checked = matches!(alert, Alert::MayBeLocked).then(|| {
                view! { <span role="status">{move || is_checking.get().then_some(", checking\u{2026}")}</span> }
            });
            let more = more(&user, &alert).map(|(href, text)| view! { " " <A href>{text}</A> });
            view! {
                <li class=format!("alert {}", meaning.class())>
                    <h2><Shape meaning size=16 /> {alert.heading()} {checked}</h2>
                    <p class="reason">{alert.detail()} {more}</p>
                </li>
            }
        })
        .collect_view();
    view! { <ul class="alerts" aria-label="Alerts">{alerts}</ul> }.into_any()
}

/// Where there is more about it.
fn more(user: &UserId, alert: &Alert) -> Option<(String, &'static str)> {
    match alert {
        Alert::SeveralOverrides { .. } => {
            Some((paths::temporary_profiles(user), "The temporary profiles"))
        }
        Alert::ApprovedAboveTiers { .. } | Alert::ApprovedAgainstRulebook { .. } => {
            Some((paths::all_evaluations(user), "The evaluations"))
        }
        Alert::CollectionFailed { .. } => Some((paths::floats(user), "The floats")),
        Alert::Bypassed { .. } => Some((paths::user_bypass(user), "The bypass")),
        Alert::DatedAhead { .. } => Some((paths::user_timeline(user), "The timeline")),
        Alert::Locked | Alert::MayBeLocked => Some((paths::floats(user), "The lock")),
        Alert::NotChecked(_) => None,
    }
}
