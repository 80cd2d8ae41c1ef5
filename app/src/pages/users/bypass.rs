//! `/users/{user_id}/bypass`: whether the requirements check is skipped for a user, and until when.

mod forms;
mod history;

use crate::api::bypass::{BypassPage, RemoveBypass, SaveBypass, read_bypass};
use crate::components::user_header::{UserHeader, use_user_id};
use crate::error::AppError;
use crate::paths;
use crate::ui::badge::{Badge, Meaning};
use crate::ui::failure::Failure;
use crate::ui::page_title::TitleOf;
use crate::ui::panel::{Panel, Skeleton};
use crate::wire::resource;
use domain::bypass::Bypass as StoredBypass;
use domain::day::Day;
use domain::item::BrokenItem;
use forms::{RemoveForm, SaveForm};
use history::History;
use leptos::prelude::*;
use leptos_router::hooks::use_location;

/// The two things that can be done to a bypass.
#[derive(Clone, Copy)]
struct Actions {
    save: ServerAction<SaveBypass>,
    remove: ServerAction<RemoveBypass>,
}

impl Actions {
    /// What went wrong with the last attempt of either.
    fn failure(self) -> Option<AppError> {
        let of_save = self.save.value().get().and_then(Result::err);
        of_save.or_else(|| self.remove.value().get().and_then(Result::err))
    }

    fn is_pending(self) -> bool {
        self.save.pending().get() || self.remove.pending().get()
    }
}

#[component]
pub fn Bypass() -> impl IntoView {
    let user_id = use_user_id();
    let query = use_location().search;
    let before = Memo::new(move |_| paths::from_query(&query.read(), "before"));
    let actions = Actions {
        save: ServerAction::new(),
        remove: ServerAction::new(),
    };
    // Read again after every attempt: a form is about what is stored now, and carries a new id.
    let asked = move || {
        let attempts = (actions.save.version().get(), actions.remove.version().get());
        (user_id.get(), before.get(), attempts)
    };
    let page = resource(asked, |(user_id, before, _)| read_bypass(user_id, before));
    view! {
        <TitleOf id=user_id words=|id| format!("Bypass of {id}") />
        <UserHeader user_id />
        // What is wrong with a field stands at the form.
        {move || {
            let failure = actions.failure();
            failure
                .filter(|error| !matches!(error, AppError::Rejected { .. }))
                .map(|error| view! { <Failure error /> })
        }}
        <Transition fallback=|| view! { <Skeleton lines=10 /> }>
            {move || Suspend::new(async move {
                match page.await {
                    Ok(page) => view! { <Body page actions /> }.into_any(),
                    Err(error) => view! { <Failure error /> }.into_any(),
                }
            })}
        </Transition>
    }
}

#[component]
fn Body(page: BypassPage, actions: Actions) -> impl IntoView {
    let today = page.now.day();
    let state = match page.current.clone() {
        None => view! { <NoBypass /> }.into_any(),
        Some(Ok(bypass)) => view! { <State bypass today /> }.into_any(),
        Some(Err(broken)) => view! { <Broken broken /> }.into_any(),
    };
    let change = if let Some(refused) = page.refused.clone() {
        let (why, verb) = (refused.to_string(), verb(page.current.is_some()));
        view! {
            <Panel title="Change">
                <p class="quiet">{why.clone()}</p>
                <button class="secondary" disabled title=why>{verb}</button>
            </Panel>
        }
        .into_any()
    } else {
        let page = page.clone();
        // For each reading new elements: kept ones would keep what somebody typed into them.
        view! {
            <For each=move || [page.clone()] key=|page| page.operation.clone() let:page>
                <Change page actions />
            </For>
        }
        .into_any()
    };
    view! {
        <div class="columns">
            <div class="main-column">
                <Panel title="Requirements bypass">{state}</Panel>
                <Panel title="History"><History user=page.user_id history=page.history now=page.now /></Panel>
            </div>
            <div class="side-column">{change}</div>
        </div>
    }
}

fn verb(is_there: bool) -> &'static str {
    if is_there {
        "Change the bypass"
    } else {
        "Grant a bypass"
    }
}

#[component]
fn Change(page: BypassPage, actions: Actions) -> impl IntoView {
    let is_there = page.current.is_some();
    let remove = is_there.then(|| {
        let page = page.clone();
        view! {
            <Panel title="Remove the bypass"><RemoveForm page actions /></Panel>
        }
    });
    view! {
        <Panel title=verb(is_there)><SaveForm page actions /></Panel>
        {remove}
    }
}

#[component]
fn NoBypass() -> impl IntoView {
    view! {
        <p><Badge meaning=Meaning::Ended text="No bypass" /></p>
        <p>"The requirements check is made before every float, as for everybody."</p>
    }
}

#[component]
fn State(bypass: StoredBypass, today: Day) -> impl IntoView {
    let last = bypass.expiration_date;
    let (badge, sentence) = if bypass.is_active_on(today) {
        let until = if last == today {
            "today is its last day".to_owned()
        } else {
            format!("{last} is its last day")
        };
        (
            view! { <Badge meaning=Meaning::Attention text="Bypass active" /> },
            format!("The requirements check is skipped for this user; {until}."),
        )
    } else {
        (
            view! { <Badge meaning=Meaning::Ended text="Bypass ended" /> },
            format!("Its last day was {last}; the requirements check is made again."),
        )
    };
    let note = if bypass.reason.trim().is_empty() {
        view! { <span class="quiet">"none stored"</span> }.into_any()
    } else {
        view! { <q class="reason">{bypass.reason}</q> }.into_any()
    };
    view! {
        <p>{badge}</p>
        <p>{sentence}</p>
        <dl class="facts">
            <dt>"Last day, included (UTC)"</dt>
            <dd><time datetime=last.stored()>{last.to_string()}</time></dd>
            <dt>"Note"</dt>
            <dd>{note}</dd>
        </dl>
    }
}

#[component]
fn Broken(broken: BrokenItem) -> impl IntoView {
    view! {
        <p><Badge meaning=Meaning::Attention text="Cannot be read" /></p>
        <p>"A bypass is stored, but whether it counts cannot be said: "</p>
        <ul>{broken.problems.iter().map(|problem| view! { <li>{problem.to_string()}</li> }).collect_view()}</ul>
        <p class="quiet">"Saving a last day and a note puts a sound one in its place; whatever else is stored with it stays."</p>
    }
}
