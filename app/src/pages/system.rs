//! `/system`: how the tables, the workers, the engine and the feature flags stand.

mod tables;
mod workers;

use crate::api::system::{EngineState, SystemPage, read_system};
use crate::ui::badge::{Badge, Meaning};
use crate::ui::bytes::spoken_bytes;
use crate::ui::failure::Failure;
use crate::ui::moment::Moment;
use crate::ui::page_title::PageTitle;
use crate::ui::panel::{Panel, Skeleton};
use crate::wire::resource;
use domain::feature_report::FeatureReport;
use domain::instant::Instant;
use leptos::prelude::*;
use tables::Tables;
use workers::Workers;

#[component]
pub fn System() -> impl IntoView {
    let page = resource(|| (), |()| read_system());
    view! {
        <PageTitle text="System" />
        <h1>"System"</h1>
        <Suspense fallback=|| view! { <Skeleton lines=20 /> }>
            {move || Suspend::new(async move {
                match page.await {
                    Ok(page) => view! { <State page /> }.into_any(),
                    Err(error) => view! { <Failure error /> }.into_any(),
                }
            })}
        </Suspense>
    }
}

#[component]
fn State(page: SystemPage) -> impl IntoView {
    let SystemPage {
        now,
        version,
        started,
        tables,
        engine,
        workers,
        features,
    } = page;
    let since = started.map(|at| view! { ", started " <Moment at now /> });
    view! {
        <p class="quiet page-note">{format!("Float Desk {version}")} {since} ". Figures of the last minute are this server's."</p>
        <Tables tables />
        <Workers workers now />
        <Features features now />
        {engine.map(|engine| view! { <Engine engine now /> })}
    }
}

#[component]
fn Engine(engine: EngineState, now: Instant) -> impl IntoView {
    let size = engine
        .bytes
        .map_or_else(|| "not known".to_owned(), spoken_bytes);
    let sweep = match engine.last_sweep {
        None => "none yet".into_any(),
        Some(sweep) => {
            let removed = format!(
                ": {} expired items removed in {} ms",
                sweep.removed, sweep.took_millis
            );
            view! { <Moment at=sweep.at now /> {removed} }.into_any()
        }
    };
    view! {
        <Panel title="Embedded engine">
            <dl class="facts">
                <dt>"File"</dt>
                <dd>{size}</dd>
                <dt>"Last sweep"</dt>
                <dd>{sweep}</dd>
            </dl>
        </Panel>
    }
}

#[component]
fn Features(features: Option<FeatureReport>, now: Instant) -> impl IntoView {
    let Some(report) = features else {
        return view! { <Panel title="Feature flags"><p class="empty">"This server reads none."</p></Panel> }.into_any();
    };
    let (meaning, word) = match (&report.as_of, &report.failure) {
        (None, None) => (Meaning::Ended, "Not configured"),
        (None, Some(_)) => (Meaning::Bad, "Could not be read"),
        (Some(_), Some(_)) => (Meaning::Attention, "As last read"),
        (Some(_), None) if !report.wrong_shapes.is_empty() => (Meaning::Attention, "Wrong shapes"),
        (Some(_), None) => (Meaning::Good, "Fresh"),
    };
    let failure = report.failure.map(|(at, why)| {
        view! { <dt>"Last attempt"</dt> <dd><Moment at now /> {format!(" failed: {why}")}</dd> }
    });
    let as_of = report.as_of.map(|at| {
        view! { <dt>"Read"</dt> <dd><Moment at now /> {format!(", {} features", report.count)}</dd> }
    });
    let wrong = (!report.wrong_shapes.is_empty()).then(|| {
        let lines = report.wrong_shapes.into_iter();
        let lines = lines.map(|line| view! { <li>{line}</li> }).collect_view();
        view! { <dt>"Wrong"</dt> <dd><ul class="plain">{lines}</ul></dd> }
    });
    view! {
        <Panel title="Feature flags">
            <p class="quiet">"Loan fees, and the switch for all loans, come from GrowthBook's features."</p>
            <dl class="facts">
                <dt>"State"</dt>
                <dd><Badge meaning text=word /></dd>
                <dt>"Source"</dt>
                <dd>{report.source}</dd>
                {as_of}
                {failure}
                {wrong}
            </dl>
        </Panel>
    }
    .into_any()
}
