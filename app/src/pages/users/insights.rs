//! `/users/{user_id}/insights`: what the insight service knows about a user, a panel for each kind.

mod alerts;
mod captured;
mod income;
mod mining;
mod paydays;
mod recurring;
mod trends;
mod verification;

use crate::api::insights::{InsightsPage, RevealIncome, read_insights};
use crate::components::broken_items::BrokenItems;
use crate::components::user_header::{UserHeader, use_user_id};
use crate::ui::badge::{Badge, Meaning};
use crate::ui::failure::Failure;
use crate::ui::page_title::TitleOf;
use crate::ui::panel::Skeleton;
use crate::wire::resource;
use alerts::{Alert, CardFunds, LowBalance};
use captured::{Captured, Detections};
use income::Income;
use leptos::prelude::*;
use mining::Mining;
use paydays::Paydays;
use recurring::{RecurringPanel, Rituals};
use trends::{Savings, Scores};
use verification::Verification;

#[component]
pub fn Insights() -> impl IntoView {
    let user_id = use_user_id();
    let page = resource(move || user_id.get(), read_insights);
    let reveal = ServerAction::<RevealIncome>::new();
    view! {
        <TitleOf id=user_id words=|id| format!("Insights on {id}") />
        <UserHeader user_id />
        <Suspense fallback=|| view! { <Skeleton lines=24 /> }>
            {move || Suspend::new(async move {
                match page.await {
                    Ok(page) => view! { <Panels page reveal /> }.into_any(),
                    Err(error) => view! { <Failure error /> }.into_any(),
                }
            })}
        </Suspense>
    }
}

#[component]
fn Panels(page: InsightsPage, reveal: ServerAction<RevealIncome>) -> impl IntoView {
    let InsightsPage {
        user_id,
        now,
        pave,
        detections,
        captured,
        settings,
        missing,
        broken,
        notices,
    } = page;
    let missing = missing
        .into_iter()
        .map(|what| view! { <p class="problem">{format!("{what} cannot be read at the moment; the rest of this page is current.")}</p> })
        .collect_view();
    let mined = pave.map(|pave| {
        view! {
            <Paydays paydays=pave.paydays goes_on=pave.paydays_go_on now />
            <Verification user_id masked=pave.verification reveal />
            <RecurringPanel findings=pave.recurring now />
            <Rituals findings=pave.rituals now />
            <Income income=pave.income />
            <Scores scores=pave.scores now />
            <Savings savings=pave.savings now />
            <Alert alert=pave.alert now />
            <CardFunds notifications=pave.card_funds now />
            <Mining mines=pave.mines goes_on=pave.mines_go_on label=pave.label last_pages=pave.last_pages now />
        }
    });
    view! {
        {missing}
        <BrokenItems broken notices />
        <div class="insights">
            {mined}
            {settings.map(|settings| view! { <LowBalance settings /> })}
            {detections.map(|runs| view! { <Detections runs now /> })}
            {captured.map(|captured| view! { <Captured captured now /> })}
        </div>
    }
}

/// Past its end, though DynamoDB may still hold it for up to two days.
fn expired(is_expired: bool) -> Option<impl IntoView> {
    is_expired.then(|| view! { " " <Badge meaning=Meaning::Ended text="expired" /> })
}

/// What there is no value for.
fn or_not_stored(value: Option<String>) -> AnyView {
    match value {
        Some(value) => value.into_any(),
        None => view! { <span class="quiet">"not stored"</span> }.into_any(),
    }
}

/// A day, and how it lies to today.
fn day_view(day: domain::day::Day) -> AnyView {
    view! { <time datetime=day.stored()>{day.to_string()}</time> }.into_any()
}
