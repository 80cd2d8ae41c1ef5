//! Two evaluations side by side, only what differs or everything.

use crate::api::evaluations::{ComparisonPage, Side, compare_evaluations};
use crate::components::broken_items::BrokenItems;
use crate::paths;
use crate::ui::failure::Failure;
use crate::ui::panel::Skeleton;
use crate::wire::resource;
use domain::decision::comparison::{Group, Line};
use domain::id::UserId;
use leptos::prelude::*;
use leptos_router::components::A;

/// The older one stands at the left.
#[component]
pub fn Comparison(user_id: String, newer: String, older: String, all: bool) -> impl IntoView {
    let page = resource(
        move || (user_id.clone(), older.clone(), newer.clone()),
        move |(user_id, older, newer)| compare_evaluations(user_id, older, newer, !all),
    );
    view! {
        <Suspense fallback=|| view! { <Skeleton lines=20 /> }>
            {move || Suspend::new(async move {
                match page.await {
                    Ok(page) => view! { <Body page all /> }.into_any(),
                    Err(error) => view! { <Failure error /> }.into_any(),
                }
            })}
        </Suspense>
    }
}

#[component]
fn Body(page: ComparisonPage, all: bool) -> impl IntoView {
    let ComparisonPage {
        user_id,
        left,
        right,
        groups,
        broken,
        ..
    } = page;
    let missing = [&left, &right]
        .into_iter()
        .filter(|side| side.created_date.is_none())
        .map(|side| side.result_id.to_string())
        .collect::<Vec<_>>();
    if !missing.is_empty() {
        return view! {
            <BrokenItems broken notices=Vec::new() />
            <Missing user_id missing />
        }
        .into_any();
    }
    let other_way = paths::comparison(&user_id, &right.result_id, &left.result_id, !all);
    let word = if all {
        "Show only what differs"
    } else {
        "Show everything"
    };
    let body = if groups.is_empty() {
        view! { <p class="empty">"The two do not differ in anything."</p> }.into_any()
    } else {
        let groups = groups
            .into_iter()
            .map(|group| view! { <GroupRows group /> })
            .collect_view();
        view! {
            <div class="table-scroll" tabindex="0" role="region" aria-label="Both evaluations, line by line">
                <table class="table comparison">
                    <thead>
                        <tr>
                            <th scope="col">"What"</th>
                            <th scope="col"><Heading user_id=user_id.clone() side=left /></th>
                            <th scope="col"><Heading user_id=user_id side=right /></th>
                        </tr>
                    </thead>
                    {groups}
                </table>
            </div>
        }
        .into_any()
    };
    view! {
        <section class="panel" aria-label="Comparison">
            <p class="list-head">
                <span>{if all { "Everything" } else { "Only what differs" }}</span>
                <A href=other_way>{word}</A>
            </p>
            {body}
        </section>
    }
    .into_any()
}

#[component]
fn Missing(user_id: UserId, missing: Vec<String>) -> impl IntoView {
    #[cfg(feature = "ssr")]
    if let Some(response) = use_context::<leptos_axum::ResponseOptions>() {
        response.set_status(http::StatusCode::NOT_FOUND);
    }
    view! {
        <section class="panel" aria-label="No such evaluation">
            <h2>"There is no such evaluation"</h2>
            <p>"Nothing is stored under " <code>{missing.join(", ")}</code> "."</p>
            <p><A href=paths::all_evaluations(&user_id)>"All evaluations of this user"</A></p>
        </section>
    }
}

#[component]
fn Heading(user_id: UserId, side: Side) -> impl IntoView {
    let when = side
        .created_date
        .map(|at| at.to_string())
        .unwrap_or_default();
    let href = paths::evaluation(&user_id, &side.result_id);
    view! { <A href>{when}</A> <span class="id sub">{side.result_id.to_string()}</span> }
}

#[component]
fn GroupRows(group: Group) -> impl IntoView {
    let rows = group
        .lines
        .into_iter()
        .map(|line| view! { <LineRow line /> })
        .collect_view();
    view! {
        <tbody>
            <tr class="group"><th scope="rowgroup" colspan="3">{group.title}</th></tr>
            {rows}
        </tbody>
    }
}

/// What differs is marked by sign as well as by colour.
#[component]
fn LineRow(line: Line) -> impl IntoView {
    let cell = |value: Option<String>| match value {
        Some(value) => value.into_any(),
        None => view! { <span class="quiet">"not there"</span> }.into_any(),
    };
    let differs = line.differs;
    let (left, right) = (cell(line.left), cell(line.right));
    let (left, right) = if differs {
        (
            view! { <del>"\u{2212} " {left}</del> }.into_any(),
            view! { <ins>"+ " {right}</ins> }.into_any(),
        )
    } else {
        (left, right)
    };
    view! {
        <tr class:differs=differs>
            <th scope="row">{line.name}</th>
            <td>{left}</td>
            <td>{right}</td>
        </tr>
    }
}
