//! The start page: the search box, and in the demo whom to look up.

use crate::api::demo::{DemoPerson, list_demo_people};
use crate::components::search_box::SearchBox;
use crate::paths;
use crate::ui::failure::Failure;
use crate::ui::panel::Skeleton;
use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::components::A;

#[component]
pub fn Home() -> impl IntoView {
    let people = Resource::new(|| (), |()| list_demo_people());
    view! {
        <Title text="Users" />
        <h1>"Look up a user"</h1>
        <div class="home-search"><SearchBox id="search-home" /></div>
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
        <section class="panel">
            <h2>"People of the demo world"</h2>
            <table class="table linked people">
                <thead><tr><th scope="col">"User"</th><th scope="col">"What they show"</th></tr></thead>
                <tbody>{rows}</tbody>
            </table>
        </section>
    }
}
