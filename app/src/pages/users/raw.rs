//! `/users/{user_id}/raw`: every stored item of a user, as it is.

mod item;

use crate::api::raw_items::{RawItemsPage, RawList, RawTable, read_raw_items};
use crate::components::user_header::{UserHeader, use_user_id};
use crate::paths;
use crate::ui::bytes::spoken_bytes;
use crate::ui::failure::Failure;
use crate::ui::page_title::TitleOf;
use crate::ui::panel::{Panel, Skeleton};
use crate::wire::resource;
use domain::id::UserId;
use domain::instant::Instant;
use domain::raw_item::by_kind;
use item::Item;
use leptos::prelude::*;
use leptos_router::hooks::use_location;

#[component]
pub fn Raw() -> impl IntoView {
    let user_id = use_user_id();
    let query = use_location().search;
    let of = move |name| paths::from_query(&query.read(), name);
    let asked = Memo::new(move |_| (user_id.get(), of("list"), of("after")));
    let page = resource(
        move || asked.get(),
        |(user_id, list, after)| read_raw_items(user_id, list, after),
    );
    view! {
        <TitleOf id=user_id words=|id| format!("Raw items of {id}") />
        <UserHeader user_id />
        <Suspense fallback=|| view! { <Skeleton lines=16 /> }>
            {move || Suspend::new(async move {
                match page.await {
                    Ok(page) => view! { <Tables page /> }.into_any(),
                    Err(error) => view! { <Failure error /> }.into_any(),
                }
            })}
        </Suspense>
    }
}

#[component]
fn Tables(page: RawItemsPage) -> impl IntoView {
    let RawItemsPage {
        user_id,
        now,
        tables,
        only,
    } = page;
    let all = only.map(|_| {
        view! { <a href=paths::raw_items(&user_id)>"All lists"</a> ". " }
    });
    let panels = tables
        .into_iter()
        .map(|table| view! { <Table table now user=user_id.clone() /> })
        .collect_view();
    view! {
        <p class="quiet page-note">{all} "As stored, with DynamoDB's types; nothing can be changed here. That you opened this is in the audit log."</p>
        {panels}
    }
}

#[component]
fn Table(table: RawTable, now: Instant, user: UserId) -> impl IntoView {
    if table.lists.is_empty() {
        return view! { <Panel title=table.name><p class="empty">"This table is used for nothing, and is not read."</p></Panel> }
            .into_any();
    }
    let (empty, shown): (Vec<_>, Vec<_>) = table
        .lists
        .into_iter()
        .partition(|list| list.items.as_ref().is_some_and(Vec::is_empty));
    let empty: Vec<_> = empty.into_iter().map(|list| list.holds).collect();
    let none = (!empty.is_empty())
        .then(|| view! { <p class="empty">{format!("Nothing stored: {}.", empty.join("; "))}</p> });
    let lists = shown
        .into_iter()
        .map(|list| view! { <List list now user=user.clone() /> })
        .collect_view();
    view! { <Panel title=table.name>{lists} {none}</Panel> }.into_any()
}

#[component]
fn List(list: RawList, now: Instant, user: UserId) -> impl IntoView {
    let RawList {
        name,
        holds,
        items,
        next,
    } = list;
    let Some(items) = items else {
        return view! { <p class="raw-away">{format!("Could not be read at the moment: {holds}. Try again in a minute.")}</p> }
            .into_any();
    };
    let (count, bytes) = (items.len(), items.iter().map(|item| item.bytes).sum());
    let more = next.map(|after| {
        let href = paths::raw_list(&user, &name, Some(&after));
        view! { <p class="list-foot"><a href=href>{format!("More {holds}")}</a></p> }
    });
    let foot = if more.is_some() {
        format!("the first {count} shown, {}", spoken_bytes(bytes))
    } else {
        let plural = if count == 1 { "" } else { "s" };
        format!("{count} item{plural}, {}", spoken_bytes(bytes))
    };
    let kinds = by_kind(items)
        .into_iter()
        .map(|(kind, items)| {
            let count = items.len();
            let rows = items
                .into_iter()
                .map(|item| view! { <Item item now /> })
                .collect_view();
            view! {
                <h4 class="raw-kind"><span class="id">{kind}</span> <span class="quiet">{count}</span></h4>
                <ol class="raw-items">{rows}</ol>
            }
        })
        .collect_view();
    view! {
        <h3 class="raw-list">{capitalised(&holds)} " " <span class="quiet">{foot}</span></h3>
        {kinds}
        {more}
    }
    .into_any()
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}
