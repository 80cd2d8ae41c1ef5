//! `/search?q=`: leads straight to what the id belongs to, or says what was tried.

use crate::api::search::{Found, Hit, Subject, Tried, find};
use crate::components::search_box::SearchBox;
use crate::error::AppError;
use crate::paths;
use crate::ui::failure::Failure;
use crate::ui::page_title::PageTitle;
use crate::ui::panel::Skeleton;
use crate::wire::resource;
use domain::id::UserId;
use leptos::prelude::*;
use leptos_router::components::{A, Redirect};
use leptos_router::hooks::use_location;

#[component]
pub fn Search() -> impl IntoView {
    let query = use_location().search;
    let of = move |name: &'static str| Memo::new(move |_| paths::from_query(&query.read(), name));
    let (typed, user) = (of("q"), of("user"));
    let found = resource(
        move || (typed.get().unwrap_or_default(), user.get()),
        |(typed, user)| async move {
            // Nothing is typed any more while this page makes way for the next one.
            if typed.trim().is_empty() {
                let checked = UserId::parse("");
                checked.map_err(|error| AppError::Invalid(error.to_string()))?;
            }
            find(typed, user).await
        },
    );
    view! {
        <PageTitle text="Search" />
        <Suspense fallback=|| view! { <Skeleton lines=6 /> }>
            {move || Suspend::new(async move {
                match found.await {
                    Ok(found) => view! { <Answer found /> }.into_any(),
                    Err(error) => view! {
                        <h1>"Search"</h1>
                        <Failure error />
                        <SearchBox typed=typed.get_untracked().unwrap_or_default() id="search-again" />
                    }
                    .into_any(),
                }
            })}
        </Suspense>
    }
}

#[component]
fn Answer(found: Found) -> impl IntoView {
    if let [only] = found.hits.as_slice() {
        return view! { <Redirect path=address(only) /> }.into_any();
    }
    let typed = found.typed;
    let anyway = paths::user(&typed);
    let is_user = found.hits.iter().any(|hit| matches!(hit, Hit::User(_)));
    let tried = found
        .tried
        .into_iter()
        .map(|(subject, tried)| view! { <li>{said(subject, tried)}</li> })
        .collect_view();
    let hits = (!found.hits.is_empty()).then(|| view! { <Hits hits=found.hits.clone() /> });
    let heading = match found.hits.len() {
        0 => "Nothing is stored under",
        _ => "Several things are called",
    };
    view! {
        <h1>{heading} " " <span class="id">{typed.to_string()}</span></h1>
        {hits}
        <section class="panel" aria-label="What was tried">
            <h2>"What was tried"</h2>
            <ul>{tried}</ul>
            {(!is_user).then(|| view! {
                <p>"Any id can be a user's. " <A href=anyway attr:data-row="">"Open it as a user without stored data"</A></p>
            })}
        </section>
        <SearchBox typed=typed.to_string() id="search-again" />
    }
    .into_any()
}

#[component]
fn Hits(hits: Vec<Hit>) -> impl IntoView {
    let rows = hits
        .into_iter()
        .map(|hit| {
            let (what, id, about) = described(&hit);
            let link = view! { <A href=address(&hit) attr:class="id row-link">{id}</A> };
            view! { <tr><td>{what}</td><th scope="row">{link}</th><td>{about}</td></tr> }
        })
        .collect_view();
    view! {
        <section class="panel" aria-label="Found">
            <table class="table linked">
                <thead><tr><th scope="col">"What"</th><th scope="col">"Id"</th><th scope="col">"About it"</th></tr></thead>
                <tbody>{rows}</tbody>
            </table>
        </section>
    }
}

/// What it is, its id, and what else there is to say.
fn described(hit: &Hit) -> (&'static str, String, String) {
    match hit {
        Hit::User(user) => ("User", user.to_string(), String::new()),
        Hit::Float { float, user } => ("Float", float.to_string(), format!("of {user}")),
        Hit::Loan { loan, user } => ("Loan", loan.to_string(), format!("of {user}")),
        Hit::Rulebook { id, name } => ("Rulebook", id.to_string(), name.clone()),
        Hit::Check { result, user } => ("Check", result.to_string(), format!("of {user}")),
        Hit::Account { account, user } => ("Account", account.to_string(), format!("of {user}")),
        Hit::Collection {
            confirmation,
            float,
            user,
        } => {
            let float = float
                .as_ref()
                .map_or_else(String::new, |it| format!("{it} "));
            (
                "Collection",
                confirmation.clone(),
                format!("{float}of {user}"),
            )
        }
        Hit::ExpiredCheck { result, user } => (
            "Check",
            result.to_string(),
            format!(
                "of {user}. It has expired, and your role does not see what the ledger keeps of it: this opens the user."
            ),
        ),
    }
}

/// The page of what was found.
fn address(hit: &Hit) -> String {
    match hit {
        Hit::User(user)
        | Hit::ExpiredCheck { user, .. }
        | Hit::Account { user, .. }
        | Hit::Collection {
            user, float: None, ..
        } => paths::user(user),
        Hit::Collection {
            user,
            float: Some(float),
            ..
        } => paths::float(user, float.as_str()),
        Hit::Float { user, float } => paths::float(user, float.as_str()),
        Hit::Loan { user, loan } => paths::float(user, loan.as_str()),
        Hit::Check { result, user } => paths::evaluation(user, result),
        Hit::Rulebook { id, .. } => paths::rulebook(id),
    }
}

fn said(subject: Subject, tried: Tried) -> String {
    let name = subject.name();
    match tried {
        Tried::Found => format!("As {name}: found."),
        Tried::Nothing if subject == Subject::Float => {
            format!("As {name}: nobody has taken or tried to collect one of this id.")
        }
        Tried::Nothing => format!("As {name}: nothing is stored."),
        Tried::Unavailable => format!("As {name}: could not be looked up at the moment."),
        Tried::NotForRole => {
            format!("As {name}: not looked up, since your role does not see rulebooks.")
        }
        Tried::NotYetOrNothing if subject == Subject::Collection => format!(
            "As {name}: none found. One of the last minutes may not be there yet: try the float's ID."
        ),
        Tried::NotYetOrNothing => format!(
            "As {name}: none in the ledger. One of the last minutes may not be there yet: search again from its user's page."
        ),
    }
}
