//! `/what-if`: decisions of the last days worked out again, as if the rulebooks had been configured
//! otherwise.

#[cfg(feature = "hydrate")]
mod feed;
mod form;
mod outcome;
mod result;

use crate::api::what_if::{OfProposal, WhatIfPage, read_what_if};
use crate::components::ledger_notice::LedgerNotice;
use crate::error::AppError;
use crate::paths;
use crate::ui::failure::Failure;
use crate::ui::page_title::PageTitle;
use crate::ui::panel::{Panel, Skeleton};
use crate::wire::resource;
use form::ChangeForm;
use leptos::prelude::*;
use leptos_router::components::A;
use leptos_router::hooks::use_location;
use outcome::Outcome;

#[component]
pub fn WhatIf() -> impl IntoView {
    let query = use_location().search;
    let page = resource(move || query.get(), read_what_if);
    view! {
        <PageTitle text="What-if" />
        <h1>"What would another configuration have decided?"</h1>
        <Suspense fallback=|| view! { <Skeleton lines=18 /> }>
            {move || Suspend::new(async move {
                match page.await {
                    Ok(page) => view! { <Content page query=query.get_untracked() /> }.into_any(),
                    Err(error) => view! { <Wrong error /> }.into_any(),
                }
            })}
        </Suspense>
    }
}

/// Why nothing is shown; where that is for the address, with the way to another.
#[component]
fn Wrong(error: AppError) -> impl IntoView {
    let start = matches!(error, AppError::Invalid(_))
        .then(|| view! { <p><A href=paths::WHAT_IF>"Start over"</A></p> });
    view! {
        <Failure error />
        {start}
    }
}

#[component]
fn Content(page: WhatIfPage, query: String) -> impl IntoView {
    let proposal = page
        .proposal
        .clone()
        .map(|proposal| view! { <ProposalPanel proposal /> });
    let unestimated = page.proposal.as_ref().map(|it| it.unestimated.clone());
    let unestimated = unestimated.unwrap_or_default();
    let not_estimated = unestimated
        .describe()
        .map(|line| view! { <p class="lead"><strong>{format!("{line}.")}</strong></p> });
    let outcome = page.newest.clone().map(|newest| {
        let changes = page.changes.clone();
        view! { <Outcome newest days=page.days changes unestimated query /> }
    });
    view! {
        {not_estimated}
        <p>
            "Each decision is worked out under the configuration of its time, with the changes below on top: who is asked when, of whom, and whose approval ends it. Rules are not run again."
        </p>
        <LedgerNotice said=page.notice.clone() />
        {proposal}
        {outcome}
        <ChangeForm page />
    }
}

#[component]
fn ProposalPanel(proposal: OfProposal) -> impl IntoView {
    view! {
        <Panel title="The proposal">
            <p><A href=paths::proposal(&proposal.id)>{proposal.line}</A></p>
        </Panel>
    }
}
