//! The events of a timeline, day by day on a rail.

use crate::api::timeline::{TimelinePage, read_timeline};
use crate::components::broken_items::BrokenItems;
use crate::components::missing::Missing;
use crate::components::profile_changes::ProfileChanges;
use crate::paths::{self, TimelinePart};
use crate::ui::failure::Failure;
use domain::id::UserId;
use domain::instant::Instant;
use domain::timeline::{Detail, Event, Kind};
use leptos::prelude::*;

#[component]
pub fn Entries(
    page: TimelinePage,
    here: TimelinePart,
    opened: Option<Instant>,
    /// Not a page that was added below another one.
    is_first: bool,
) -> impl IntoView {
    let TimelinePage {
        user_id: user,
        now,
        kind,
        events,
        next,
        missing,
        broken,
        notices,
        ..
    } = page;
    let only = kind
        .and_then(Kind::only)
        .filter(|_| is_first)
        .map(|only| view! { <p class="table-note">{only}</p> });
    let empty = events.is_empty().then(|| {
        let what = match (next, is_first) {
            (Some(next), _) => format!("Nothing of this kind happened back to {next}."),
            (None, true) => "Nothing of this kind is stored.".to_owned(),
            (None, false) => "Nothing older is stored.".to_owned(),
        };
        view! { <p class="empty">{what}</p> }
    });
    let days = by_day(events)
        .into_iter()
        .map(|(day, events)| {
            let entries = events
                .into_iter()
                .map(|event| view! { <Entry user=user.clone() event opened now /> })
                .collect_view();
            view! {
                <h2 class="day">{day}</h2>
                <ol class="rail">{entries}</ol>
            }
        })
        .collect_view();
    let end = match next {
        Some(next) => {
            let part = TimelinePart {
                before: Some(next),
                ..here
            };
            view! { <Older user part /> }.into_any()
        }
        None => view! { <p class="table-note">"This is the beginning of what is stored."</p> }
            .into_any(),
    };
    view! {
        <Missing what=missing />
        <BrokenItems broken notices />
        {only}
        {empty}
        <div class="timeline">{days}</div>
        {end}
    }
}

/// Events come newest first, so that a day's lie together.
fn by_day(events: Vec<Event>) -> Vec<(String, Vec<Event>)> {
    let mut days: Vec<(String, Vec<Event>)> = Vec::new();
    for event in events {
        let day = event.place.day().to_string();
        match days.last_mut() {
            Some((last, events)) if *last == day => events.push(event),
            _ => days.push((day, vec![event])),
        }
    }
    days
}

/// A link to the next page; with JavaScript that page is added below this one instead.
#[component]
fn Older(user: UserId, part: TimelinePart) -> impl IntoView {
    let load = Action::new({
        let user = user.to_string();
        move |(): &()| {
            let kind = part.kind.map(|kind| kind.word().to_owned());
            read_timeline(user.clone(), kind, part.before.map(Instant::stored))
        }
    });
    let href = paths::timeline(&user, part);
    move || match load.value().get() {
        Some(Ok(page)) => {
            view! { <Entries page here=part opened=None is_first=false /> }.into_any()
        }
        Some(Err(error)) => view! { <Failure error /> }.into_any(),
        None => {
            let wanted = move |event: leptos::ev::MouseEvent| {
                event.prevent_default();
                load.dispatch(());
            };
            view! { <p class="older"><a class="chip" data-row href=href.clone() on:click=wanted>"Older"</a></p> }.into_any()
        }
    }
}

#[component]
fn Entry(user: UserId, event: Event, opened: Option<Instant>, now: Instant) -> impl IntoView {
    let is_ahead = event.at > now;
    let is_open = opened == Some(event.at);
    let time = event.at.to_string();
    // The day stands above, the year with it.
    let clock = time.rsplit(", ").next().unwrap_or(&time).to_owned();
    let reason = (!event.reason.is_empty())
        .then(|| view! { ": " <q class="reason">{event.reason.clone()}</q> });
    let head = view! {
        <time datetime=event.at.stored() title=time>{clock}</time>
        <span class="entry-kind">{event.kind.label()}</span>
        <span class="entry-line">{event.line.clone()} {reason}</span>
    };
    let body = match event.detail {
        Detail::Version { changes, notes } => {
            let part = TimelinePart {
                at: Some(event.at),
                ..TimelinePart::default()
            };
            let then = paths::timeline(&user, part);
            view! {
                <details open=is_open>
                    <summary data-row>{head}</summary>
                    <ProfileChanges changes />
                    {(!notes.trim().is_empty()).then(|| view! { <p class="quiet">"Notes: " <span class="reason">{notes}</span></p> })}
                    <p><a href=then>"The profile at that moment"</a></p>
                </details>
            }
            .into_any()
        }
        Detail::Temporary { changes, campaign } => {
            let campaign = campaign.map(|campaign| {
                let href = paths::campaign(&campaign.id);
                view! { <p>"Campaign: " <a href=href>{campaign.name}</a></p> }
            });
            view! {
                <details open=is_open>
                    <summary data-row>{head}</summary>
                    {(!changes.is_empty()).then(|| view! {
                        <p class="quiet">"Compared with the regular profile at its start:"</p>
                        <ProfileChanges changes />
                    })}
                    {campaign}
                </details>
            }
            .into_any()
        }
        Detail::Broken(problems) => {
            let problems = problems
                .into_iter()
                .map(|problem| view! { <li>{problem}</li> })
                .collect_view();
            view! { <details><summary data-row>{head}</summary><ul>{problems}</ul></details> }
                .into_any()
        }
        Detail::Float(float) => {
            let (id, href) = (float.to_string(), paths::floats(&user));
            view! { <div class="entry-head">{head} <a class="id quiet" data-row href=href>{id}</a></div> }.into_any()
        }
        Detail::Check(result) => {
            let (id, href) = (result.to_string(), paths::evaluation(&user, &result));
            view! { <div class="entry-head">{head} <a class="id quiet" data-row href=href>{id}</a></div> }.into_any()
        }
        Detail::None => {
            view! { <div class="entry-head" data-row tabindex="-1">{head}</div> }.into_any()
        }
    };
    view! { <li class=format!("entry {}", event.kind.word()) class:ahead=is_ahead>{body}</li> }
}
