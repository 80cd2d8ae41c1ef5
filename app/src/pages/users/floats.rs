//! `/users/{user_id}/floats`: floats and loans taken, and how they were repaid.

mod attempts;

use crate::api::floats::{FloatsPage, TakenFloat, list_floats};
use crate::api::locks::LockAtHand;
use crate::components::broken_items::BrokenItems;
use crate::components::export_links::ExportLinks;
use crate::components::lock_watch::watch_lock;
use crate::components::missing::Missing;
use crate::components::user_header::{UserHeader, use_user_id};
use crate::paths;
use crate::ui::badge::{Badge, Meaning, Shape};
use crate::ui::failure::Failure;
use crate::ui::moment::Moment;
use crate::ui::page_title::TitleOf;
use crate::ui::panel::Skeleton;
use crate::wire::resource;
use attempts::Attempts;
use domain::collection_attempt::{CollectionAttempt, CollectionOutcome, RunTime};
use domain::id::UserId;
use domain::instant::Instant;
use domain::lock_state::LockState;
use domain::money::Spoken;
use domain::repayment::{Repayment, due};
use leptos::prelude::*;
use leptos_router::components::A;
use leptos_router::hooks::use_location;

#[component]
pub fn Floats() -> impl IntoView {
    let user_id = use_user_id();
    let query = use_location().search;
    let asked = move |name| paths::from_query(&query.read(), name);
    let page = resource(
        move || (user_id.get(), asked("start"), asked("float")),
        |(user_id, start, float)| list_floats(user_id, start, float),
    );
    view! {
        <TitleOf id=user_id words=|id| format!("Floats of {id}") />
        <UserHeader user_id />
        <Suspense fallback=|| view! { <Skeleton lines=12 /> }>
            {move || Suspend::new(async move {
                match page.await {
                    Ok(page) => view! { <List page marked=untrack(|| asked("float")) /> }.into_any(),
                    Err(error) => view! { <Failure error /> }.into_any(),
                }
            })}
        </Suspense>
    }
}

#[component]
fn List(
    page: FloatsPage,
    /// The id of the float or loan that somebody looked for.
    marked: Option<String>,
) -> impl IntoView {
    let FloatsPage {
        user_id,
        now,
        taken,
        newer,
        next,
        total,
        lock,
        missing,
        broken,
        notices,
    } = page;
    let is_marked = |one: &TakenFloat| marked.as_ref().is_some_and(|id| one.taken.is_called(id));
    let sought = marked.clone().map(|id| {
        let is_there = taken.iter().any(is_marked);
        view! { <Sought id is_there newer user_id=user_id.clone() /> }
    });
    let shown = taken.len();
    let list = if taken.is_empty() {
        view! { <p class="empty">"Nothing was taken: no float and no loan is on record."</p> }
            .into_any()
    } else {
        taken
            .into_iter()
            .map(|one| {
                let is_marked = is_marked(&one);
                view! { <OneTaken user_id=user_id.clone() one is_marked now /> }
            })
            .collect_view()
            .into_any()
    };
    let older = next.map(|next| {
        let href = paths::floats_from(&user_id, Some(&next));
        view! { <A href>"Older ones"</A> }
    });
    view! {
        {lock.map(|lock| view! { <LockPanel user=user_id.clone() lock now /> })}
        <BrokenItems broken notices />
        <Missing what=missing />
        {sought}
        <section aria-label="Floats and loans taken">
            {list}
            <p class="list-foot">
                <span>{format!("{shown} of {total} shown, newest first.")}</span>
                {older}
                <ExportLinks csv=paths::floats_export(&user_id, "csv") json_lines=paths::floats_export(&user_id, "jsonl") />
            </p>
        </section>
    }
}

/// Whether what was looked for is on the page, and what was taken since, where that is on another one.
#[component]
fn Sought(id: String, is_there: bool, newer: u64, user_id: UserId) -> impl IntoView {
    let said = match (is_there, newer) {
        (false, _) => " isn't among what this user took. ".to_owned(),
        (true, 0) => " is marked. ".to_owned(),
        (true, 1) => " is marked. 1 newer float or loan is on the page before. ".to_owned(),
        (true, newer) => {
            format!(" is marked. {newer} newer floats and loans are on the pages before. ")
        }
    };
    let all = (newer > 0 || !is_there).then(
        || view! { <A href=paths::floats(&user_id)>"All floats and loans, newest first"</A> },
    );
    view! { <p class="table-note"><span class="id">{id}</span> {said} {all}</p> }
}

#[component]
fn LockPanel(user: UserId, lock: LockAtHand, now: Instant) -> impl IntoView {
    let LockAtHand {
        lock,
        state,
        reading,
    } = lock;
    let watch = watch_lock(&user, state, reading);
    let heading = move || match watch.state.get() {
        LockState::None => "Not locked",
        LockState::Held => "Locked: a collection is running",
        LockState::Unsettled if watch.is_checking.get() => "May be locked, checking\u{2026}",
        LockState::Unsettled => "May be locked",
    };
    let is_alert = move || watch.state.get() != LockState::None;
    let shape = move || is_alert().then(|| view! { <Shape meaning=Meaning::Attention size=16 /> });
    let since = lock
        .acquired
        .clone()
        .map(|acquired| (RunTime::from_stored(acquired.clone()).instant(), acquired));
    let since = since.map(|(at, digits)| {
        let at = at.map(|at| view! { <Moment at now /> " " });
        view! { <div><dt>"Acquired"</dt><dd>{at} <span class="quiet id">{digits.to_string()}</span></dd></div> }
    });
    let until = lock
        .delete_on
        .map(|at| view! { <div><dt>"Deleted after"</dt><dd><Moment at now /></dd></div> });
    let or_unknown = |text: Option<String>| text.unwrap_or_else(|| "not stored".to_owned());
    let released = lock
        .is_released
        .then(|| view! { <div><dt>"Released"</dt><dd>"Yes"</dd></div> });
    view! {
        <section class="panel" class:alert=is_alert class:attention=is_alert aria-label="Lock">
            <h2>{shape} " " <span role="status">{heading}</span></h2>
            <dl class="facts row">
                <div><dt>"Owner"</dt><dd class="id">{or_unknown(lock.owner)}</dd></div>
                {released}
                {since}
                <div><dt>"Lease"</dt><dd>{or_unknown(lock.lease_duration)}</dd></div>
                {until}
            </dl>
        </section>
    }
}

#[component]
fn OneTaken(user_id: UserId, one: TakenFloat, is_marked: bool, now: Instant) -> impl IntoView {
    let TakenFloat { taken, attempts } = one;
    let is_loan = taken.float_id.is_none();
    let (word, id) = match (&taken.float_id, &taken.loan_id) {
        (Some(id), _) => ("Float", id.to_string()),
        (None, Some(id)) => ("Loan", id.to_string()),
        (None, None) => ("Taken", "without an id".to_owned()),
    };
    let title = format!("{word} of {}", Spoken(taken.amount));
    let label = format!("{title}, {id}");
    let known = attempts.filter(|_| !is_loan).map(|attempts| {
        let plain: Vec<_> = attempts.iter().map(|record| record.value.clone()).collect();
        (Repayment::after(&plain), plain, attempts)
    });
    let state = known.as_ref().map(|(repayment, ..)| {
        view! { <Badge meaning=meaning(repayment) text=repayment.in_words() /> }
    });
    let below = match known {
        _ if is_loan => {
            view! { <p class="empty">"Loans are collected elsewhere; no attempts are stored here."</p> }
                .into_any()
        }
        None => view! { <p class="empty">"Its attempts cannot be read at the moment."</p> }.into_any(),
        Some((repayment, plain, attempts)) => view! {
            <Strip taken_on=taken.created_date attempts=plain repayment />
            <Attempts of=id.clone() attempts now />
        }
        .into_any(),
    };
    view! {
        <section class="panel" class:marked=is_marked aria-current=is_marked.then_some("true") aria-label=label>
            <h2>{title} " " <span class="id quiet">{id}</span> " " {state}</h2>
            <p>
                "Taken " <Moment at=taken.created_date now /> " on " <span class="id">{taken.account_id.to_string()}</span> ". "
                <A href=paths::evaluation(&user_id, &taken.result_id) attr:data-row="">"The evaluation"</A>
            </p>
            {below}
        </section>
    }
}

fn meaning(repayment: &Repayment) -> Meaning {
    match repayment {
        Repayment::Collected => Meaning::Good,
        Repayment::Defaulted => Meaning::Bad,
        Repayment::Returned | Repayment::Unknown(_) => Meaning::Attention,
        Repayment::NoAttempt | Repayment::Sent => Meaning::Ended,
    }
}

/// At a glance: taken, due, each attempt, how it stands.
#[component]
fn Strip(
    taken_on: Instant,
    attempts: Vec<CollectionAttempt>,
    repayment: Repayment,
) -> impl IntoView {
    let mut marks = vec![(taken_on.day(), 0, "Taken".to_owned(), Meaning::Ended)];
    let result = attempts.len();
    for (index, attempt) in attempts.iter().enumerate() {
        let day = attempt
            .run_date
            .or(attempt.run_time.instant().map(Instant::day));
        let meaning = match attempt.outcome {
            CollectionOutcome::Completed => Meaning::Good,
            CollectionOutcome::Returned | CollectionOutcome::Unknown(_) => Meaning::Attention,
            CollectionOutcome::Defaulted => Meaning::Bad,
            CollectionOutcome::AchSent => Meaning::Ended,
        };
        if let Some(day) = day {
            marks.push((
                day,
                index + 2,
                attempt.outcome.in_words().to_owned(),
                meaning,
            ));
        }
    }
    if let Some(due) = due(&attempts) {
        marks.push((due, 1, "Due".to_owned(), Meaning::Ended));
    }
    marks.sort_by_key(|(day, order, ..)| (*day, *order));
    let marks = marks
        .into_iter()
        .map(|(day, _, word, meaning)| {
            let class = format!("mark {}", meaning.class());
            view! { <li class=class><Shape meaning /> <span class="mark-word">{word}</span> <time datetime=day.stored()>{day.to_string()}</time></li> }
        })
        .collect_view();
    let label = format!("{result} attempts, {}", repayment.in_words());
    view! { <ol class="strip" aria-label=label>{marks}</ol> }
}
