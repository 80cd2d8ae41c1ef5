//! `/repayment`: how floats were repaid, by who decided on them, and the ACH model's predictions.

mod calibration;
mod controls;
mod groups;

use crate::api::repayment::{RepaymentPage, read_repayment};
use crate::components::ledger_notice::LedgerNotice;
use crate::error::AppError;
use crate::paths;
use crate::ui::badge::{Meaning, Shape};
use crate::ui::failure::Failure;
use crate::ui::page_title::PageTitle;
use crate::ui::panel::{Panel, Skeleton};
use crate::wire::resource;
use calibration::CalibrationPanel;
use controls::Controls;
use domain::day_range::DayRange;
use domain::repayment::report::Report;
use domain::repayment::view::RepaymentView;
use groups::Groups;
use leptos::prelude::*;
use leptos_router::components::A;
use leptos_router::hooks::use_location;

#[component]
pub fn Repayment() -> impl IntoView {
    let query = use_location().search;
    let page = resource(move || query.get(), read_repayment);
    view! {
        <PageTitle text="Repayment by decision" />
        <h1>"Repayment by decision"</h1>
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
        let view = RepaymentView::parse(&paths::fields(&query)).unwrap_or_default();
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
fn Content(page: RepaymentPage) -> impl IntoView {
    let RepaymentPage {
        now,
        view,
        report,
        unread,
        updates,
        rulebooks,
        is_empty,
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
    let unread = unread.map(|error| view! { <Unread error /> });
    let has_floats = report.total.taken.count > 0;
    let table = has_floats.then(|| {
        view! { <Groups report=report.clone() view=view.clone() updates rulebooks now /> }
    });
    let calibration = report.calibration.clone().filter(|_| has_floats);
    let calibration =
        calibration.map(|calibration| view! { <CalibrationPanel calibration view=view.clone() /> });
    view! {
        <Controls view=view.clone() range=report.range />
        <LedgerNotice said=notice />
        {nothing}
        {unread}
        <Panel title="Floats taken">
            <Said report=report.clone() />
            {table}
        </Panel>
        {calibration}
    }
}

/// What it comes to, and what is not in it.
#[component]
fn Said(report: Report) -> impl IntoView {
    let share = report.share().map(|share| view! { <p>{share}</p> });
    let ripeness = report
        .ripeness()
        .map(|ripeness| view! { <p class="notice-line">{ripeness}</p> });
    let looked = report
        .looked()
        .map(|looked| view! { <p class="notice-line">{looked}</p> });
    view! {
        <p class="lead">{report.sentence()}</p>
        {share}
        {ripeness}
        {looked}
        <Notes notes=report.notes() />
    }
}

/// What is counted nowhere, a line each.
#[component]
fn Notes(notes: Vec<String>) -> impl IntoView {
    let is_empty = notes.is_empty();
    let notes = notes
        .into_iter()
        .map(|note| view! { <li>{note}</li> })
        .collect_view();
    (!is_empty).then(|| view! { <ul class="lines quiet">{notes}</ul> })
}

/// The collection history is away: what that means here, with the number to quote.
#[component]
fn Unread(error: AppError) -> impl IntoView {
    let quote = error.request_id().filter(|id| !id.is_empty()).map(|id| {
        view! { <p class="quiet">"If it stays like this, report it with the number " <code>{id.to_owned()}</code> "."</p> }
    });
    view! {
        <section class="panel alert attention" role="alert">
            <h2><Shape meaning=Meaning::Attention size=16 /> "How floats were repaid is missing"</h2>
            <p>{error.to_string()} " What was taken is shown; outcomes and predictions are not."</p>
            {quote}
        </section>
    }
}
