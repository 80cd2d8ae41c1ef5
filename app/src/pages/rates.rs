//! `/rates`: how many checks were approved, over time, around changes of the rulebooks and by trial.

mod arms;
mod around;
mod controls;
mod plot;
mod table;

use crate::api::rates::{RatesPage, read_rates};
use crate::components::being_summarized::BeingSummarized;
use crate::components::ledger_notice::LedgerNotice;
use crate::error::AppError;
use crate::paths;
use crate::ui::failure::Failure;
use crate::ui::page_title::PageTitle;
use crate::ui::panel::{Panel, Skeleton};
use crate::wire::resource;
use arms::ArmsPanel;
use around::{AroundPanel, Changes, OutsidePanel};
use controls::Controls;
use domain::day_range::DayRange;
use domain::rates::view::RatesView;
use leptos::prelude::*;
use leptos_router::components::A;
use leptos_router::hooks::use_location;
use plot::Plot;
use table::{Points, Statuses};

#[component]
pub fn Rates() -> impl IntoView {
    let query = use_location().search;
    let page = resource(move || query.get(), read_rates);
    view! {
        <PageTitle text="Approval rates" />
        <h1>"Approval rates"</h1>
        <Suspense fallback=|| view! { <Skeleton lines=18 /> }>
            {move || Suspend::new(async move {
                match page.await {
                    Ok(page) => view! { <Content page /> }.into_any(),
                    Err(error) => view! { <Wrong error query=query.get_untracked() /> }.into_any(),
                }
            })}
        </Suspense>
    }
}

/// Why nothing is shown; where that is for the address, with the way to another.
#[component]
fn Wrong(error: AppError, query: String) -> impl IntoView {
    let controls = matches!(error, AppError::Invalid(_)).then(|| {
        let view = RatesView::parse(&paths::fields(&query)).unwrap_or_default();
        // A change that nobody knows would be as wrong with other days.
        let view = view.with(|view| view.change = None);
        let range = view.from.zip(view.to);
        let range = range.map(|(from, to)| DayRange { from, to });
        view! { <Controls view range /> }
    });
    view! {
        {controls}
        <Failure error />
    }
}

#[component]
fn Content(page: RatesPage) -> impl IntoView {
    let RatesPage {
        now,
        view,
        series,
        changes,
        around,
        arms,
        is_empty,
        is_summarized,
        notice,
    } = page;
    let nothing = is_empty.then(|| {
        view! {
            <p class="empty">
                "The ledger has no decision yet. It is filled from the stored evaluations in the background; "
                <A href=paths::SYSTEM>"System"</A>
                " says how far that is."
            </p>
        }
    });
    let has_checks = series.total.total() > 0;
    let title = format!("{} decisions", series.product.title());
    let chosen = around.as_ref().map(|(change, _)| change.id.clone());
    let drawing = has_checks.then(|| {
        view! { <Plot series=series.clone() view=view.clone() changes=changes.clone() chosen=chosen.clone() /> }
    });
    let tables = has_checks.then(|| {
        view! {
            <Statuses series=series.clone() />
            <Points series=series.clone() view=view.clone() />
        }
    });
    let around = around.map(|(change, around)| match around {
        Some(around) => view! { <AroundPanel change around view=view.clone() now /> }.into_any(),
        None => {
            view! { <OutsidePanel change view=view.clone() range=series.range now /> }.into_any()
        }
    });
    view! {
        <Controls view=view.clone() range=series.range />
        <LedgerNotice said=notice />
        {nothing}
        <Panel title>
            <p>{series.sentence()}</p>
            {drawing}
        </Panel>
        {around}
        {(!is_summarized).then(|| view! { <BeingSummarized /> })}
        <Changes changes view=view.clone() chosen now />
        <ArmsPanel arms view />
        {tables}
    }
}
