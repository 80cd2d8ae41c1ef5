//! `/calendar`: what starts and ends in the next 30 days, across users.

use crate::api::calendar::{CalendarPage, read_calendar};
use crate::paths;
use crate::ui::badge::{Badge, Meaning};
use crate::ui::failure::Failure;
use crate::ui::page_title::PageTitle;
use crate::ui::panel::{Panel, Skeleton};
use crate::wire::resource;
use domain::calendar::{CalendarDay, CalendarEntry, DAYS, Subject, Turn};
use leptos::prelude::*;
use leptos_router::components::A;

#[component]
pub fn Calendar() -> impl IntoView {
    let page = resource(|| (), |()| read_calendar());
    view! {
        <PageTitle text="Calendar" />
        <h1>"Calendar"</h1>
        <p class="quiet">
            {format!("Temporary profiles that Float Desk wrote or planned, over the next {DAYS} days. What other services wrote is stored by user only, and is not here.")}
        </p>
        <Suspense fallback=|| view! { <Skeleton lines=12 /> }>
            {move || Suspend::new(async move {
                match page.await {
                    Ok(page) => view! { <Days page /> }.into_any(),
                    Err(error) => view! { <Failure error /> }.into_any(),
                }
            })}
        </Suspense>
    }
}

#[component]
fn Days(page: CalendarPage) -> impl IntoView {
    let CalendarPage { now, days, is_cut } = page;
    if days.is_empty() {
        return view! { <p class="empty">{format!("Nothing starts or ends before {}.", now.plus_days(DAYS))}</p> }.into_any();
    }
    let cut = is_cut.then(
        || view! { <p class="table-note">"There is more at the end than is shown here."</p> },
    );
    let days = days
        .into_iter()
        .map(|day| view! { <OneDay day /> })
        .collect_view();
    view! { {days} {cut} }.into_any()
}

#[component]
fn OneDay(day: CalendarDay) -> impl IntoView {
    let CalendarDay { day, entries } = day;
    let rows = entries
        .into_iter()
        .map(|entry| view! { <Entry entry /> })
        .collect_view();
    view! { <Panel title=day.to_string()><ul class="calendar">{rows}</ul></Panel> }
}

#[component]
fn Entry(entry: CalendarEntry) -> impl IntoView {
    let (meaning, word) = match entry.turn {
        Turn::Starts => (Meaning::Good, "Starts"),
        Turn::Ends => (Meaning::Ended, "Ends"),
    };
    let of = match entry.of {
        Subject::User(user) => {
            view! { <A href=paths::temporary_profiles(&user) attr:class="id" attr:data-row="">{user.to_string()}</A> }.into_any()
        }
        Subject::Campaign { id, name, users, state } => view! {
            <A href=paths::campaign(&id) attr:data-row="">{name}</A> " " <span class="quiet">{format!("campaign for {users} {}, {}", if users == 1 { "user" } else { "users" }, state.in_words())}</span>
        }
        .into_any(),
    };
    let at = entry.at.to_string();
    view! {
        <li>
            <time datetime=entry.at.stored()>{at}</time>
            <Badge meaning text=word />
            <span>{of} " " <q class="reason">{entry.reason}</q></span>
        </li>
    }
}
