//! `/users/{user_id}/balances`: what was on a user's accounts, day by day, and what else happened.

mod controls;
mod group;
mod key;
mod tables;
mod words;

use crate::api::balances::{BalancesPage, read_balances};
use crate::components::broken_items::BrokenItems;
use crate::components::user_header::{UserHeader, use_user_id};
use crate::paths;
use crate::ui::failure::Failure;
use crate::ui::page_title::TitleOf;
use crate::ui::panel::Skeleton;
use crate::wire::resource;
use controls::{DayLinks, Switches};
use domain::balance::axis::Axis;
use domain::balance::view::BalanceView;
use domain::day::Day;
use group::Group;
use leptos::prelude::*;
use leptos_router::hooks::use_location;
use tables::{Happened, Reports};

#[component]
pub fn Balances() -> impl IntoView {
    let user_id = use_user_id();
    let query = use_location().search;
    let view = Memo::new(move |_| BalanceView::parse(&paths::fields(&query.read())).ok());
    // Only other days have to be read anew; what is no view, the server puts into words.
    let days = Memo::new(move |_| match &*view.read() {
        Some(view) => paths::query(&view.days_address()),
        None => query.get(),
    });
    let page = resource(
        move || (user_id.get(), days.get()),
        |(user_id, days)| read_balances(user_id, days),
    );
    let view = Signal::derive(move || view.get().unwrap_or_default());
    view! {
        <TitleOf id=user_id words=|id| format!("Balances of {id}") />
        <UserHeader user_id />
        <Suspense fallback=|| view! { <Skeleton lines=18 /> }>
            {move || Suspend::new(async move {
                match page.await {
                    Ok(page) => view! { <Content page view /> }.into_any(),
                    Err(error) => view! { <Failure error /> }.into_any(),
                }
            })}
        </Suspense>
    }
}

#[component]
fn Content(page: BalancesPage, view: Signal<BalanceView>) -> impl IntoView {
    let missing = page
        .missing
        .iter()
        .map(|what| view! { <p class="problem">{format!("{what} cannot be read at the moment; the rest of this page is current.")}</p> })
        .collect_view();
    let (broken, notices) = (page.broken.clone(), page.notices.clone());
    // Which day is read out, in all charts at once.
    let day = RwSignal::new(None::<Day>);
    let page = StoredValue::new(page);
    view! {
        {missing}
        <BrokenItems broken notices />
        {move || page.with_value(|page| view! { <DayLinks user=page.user_id.clone() range=page.range view=view.get() /> })}
        {move || page.with_value(|page| view! { <Switches user=page.user_id.clone() view=view.get() /> })}
        {move || page.with_value(|page| charts(page, &view.get(), day))}
        {move || page.with_value(|page| view! { <Happened page=page.clone() view=view.get() /> })}
        {move || page.with_value(|page| view! { <Reports page=page.clone() view=view.get() /> })}
    }
}

/// One for each currency.
fn charts(page: &BalancesPage, view: &BalanceView, day: RwSignal<Option<Day>>) -> AnyView {
    let Some(history) = &page.history else {
        return ().into_any();
    };
    if history.groups.is_empty() {
        return view! { <p class="empty">"No balance is stored for these days. Balances are kept for 32 days."</p> }
            .into_any();
    }
    let axis = Axis::new(view, page.range, &page.marks, page.now.day());
    let all: Vec<_> = history.accounts().map(|it| it.id.clone()).collect();
    history
        .groups
        .iter()
        .map(|group| {
            view! {
                <Group
                    user=page.user_id.clone()
                    group=group.clone()
                    marks=page.marks.clone()
                    threshold=page.threshold.clone()
                    view=view.clone()
                    all=all.clone()
                    axis
                    day
                />
            }
        })
        .collect_view()
        .into_any()
}
