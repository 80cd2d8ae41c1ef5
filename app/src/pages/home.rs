//! The start page: the search box, whom one opened lately, and in the demo whom to look up.

use crate::api::demo::{DemoPerson, list_demo_people};
use crate::api::recent_users::{RecentUsers, list_recent_users};
use crate::components::notices::Notices;
use crate::components::search_box::SearchBox;
use crate::paths;
use crate::ui::failure::Failure;
use crate::ui::moment::Moment;
use crate::ui::page_title::PageTitle;
use crate::ui::panel::Skeleton;
use crate::wire::resource;
use leptos::prelude::*;
use leptos_router::components::A;

#[component]
pub fn Home() -> impl IntoView {
    let people = resource(|| (), |()| list_demo_people());
    let recent = resource(|| (), |()| list_recent_users());
    view! {
        <PageTitle text="Users" />
        <h1>"Look up a user"</h1>
        <Notices />
        <div class="home-search"><SearchBox id="search-home" /></div>
        <Suspense fallback=|| ()>
            {move || Suspend::new(async move {
                match recent.await {
                    Ok(recent) => view! { <Recent recent /> }.into_any(),
                    Err(error) => view! { <Failure error /> }.into_any(),
                }
            })}
        </Suspense>
        <Suspense fallback=|| view! { <Skeleton lines=12 /> }>
            {move || Suspend::new(async move {
                match people.await {
                    Ok(people) if people.is_empty() => ().into_any(),
                    Ok(people) => view! { <DemoList people /> }.into_any(),
                    Err(error) => view! { <Failure error /> }.into_any(),
                }
            })}
        </Suspense>
    }
}

#[component]
fn Recent(recent: RecentUsers) -> impl IntoView {
    let RecentUsers { now, users } = recent;
    if users.is_empty() {
        return ().into_any();
    }
    let rows = users
        .into_iter()
        .map(|recent| {
            let (href, id) = (paths::user(&recent.user_id), recent.user_id.to_string());
            let title = id.clone();
            view! {
                <tr>
                    <th scope="row"><A href attr:class="id row-link" attr:title=title>{id}</A></th>
                    <td><Moment at=recent.at now /></td>
                </tr>
            }
        })
        .collect_view();
    view! {
        <section class="panel" aria-label="Opened lately">
            <h2>"Opened lately"</h2>
            <table class="table linked people">
                <thead><tr><th scope="col">"User"</th><th scope="col">"Opened"</th></tr></thead>
                <tbody>{rows}</tbody>
            </table>
        </section>
    }
    .into_any()
}

#[component]
fn DemoList(people: Vec<DemoPerson>) -> impl IntoView {
    let rows = people
        .into_iter()
        .map(|person| {
            let (href, id) = (paths::user(&person.id), person.id.to_string());
            let title = id.clone();
            view! {
                <tr>
                    <th scope="row"><A href attr:class="id row-link" attr:title=title>{id}</A></th>
                    <td>{person.story}</td>
                </tr>
            }
        })
        .collect_view();
    view! {
        <section class="panel" aria-label="People of the demo world">
            <h2>"People of the demo world"</h2>
            <table class="table linked people">
                <thead><tr><th scope="col">"User"</th><th scope="col">"What they show"</th></tr></thead>
                <tbody>{rows}</tbody>
            </table>
        </section>
    }
}
