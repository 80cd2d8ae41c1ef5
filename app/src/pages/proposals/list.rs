//! `/proposals`: changes that wait for a second pair of eyes, and what became of earlier ones.

use crate::api::proposals::{ProposalsPage, list_proposals};
use crate::paths;
use crate::ui::badge::{Badge, Meaning};
use crate::ui::failure::Failure;
use crate::ui::moment::Moment;
use crate::ui::page_title::PageTitle;
use crate::ui::panel::Skeleton;
use crate::wire::resource;
use domain::instant::Instant;
use domain::proposal::{Proposal, ProposalState, Review};
use leptos::prelude::*;
use leptos_router::components::A;

#[component]
pub fn Proposals() -> impl IntoView {
    let page = resource(|| (), |()| list_proposals());
    view! {
        <PageTitle text="Proposals" />
        <h1>"Proposals"</h1>
        <Suspense fallback=|| view! { <Skeleton lines=10 /> }>
            {move || Suspend::new(async move {
                match page.await {
                    Ok(page) => view! { <List page /> }.into_any(),
                    Err(error) => view! { <Failure error /> }.into_any(),
                }
            })}
        </Suspense>
    }
}

/// Where a proposal stands, as a badge says it.
pub(super) fn meaning(state: &ProposalState) -> Meaning {
    match state {
        ProposalState::Published => Meaning::Good,
        ProposalState::Rejected => Meaning::Bad,
        ProposalState::Open | ProposalState::Unreviewed => Meaning::Attention,
        _ => Meaning::Ended,
    }
}

#[component]
fn List(page: ProposalsPage) -> impl IntoView {
    let how = match page.review {
        Review::On => "A change is published by an admin who did not write it, after an approval.",
        Review::Off => "Review is off here: an admin can publish a draft at once.",
    };
    let how = view! { <p class="quiet">{how}</p> };
    if page.proposals.is_empty() {
        return view! {
            {how}
            <p class="empty">"There are no proposals. One begins at " <A href=paths::RULEBOOKS>"a rulebook"</A> "."</p>
        }
        .into_any();
    }
    let now = page.now;
    let stale = page.stale;
    let rows = page
        .proposals
        .into_iter()
        .map(|proposal| match proposal {
            Ok(proposal) => {
                let is_stale = stale.contains(&proposal.id);
                view! { <ProposalRow proposal is_stale now /> }.into_any()
            }
            Err(broken) => {
                view! { <tr><td colspan="4">{format!("{} cannot be read: {broken}", broken.key)}</td></tr> }.into_any()
            }
        })
        .collect_view();
    view! {
        {how}
        <section class="panel" aria-label="Every proposal">
            <div class="table-scroll" tabindex="0" role="region" aria-label="Proposals, those under way first">
                <table class="table linked">
                    <thead>
                        <tr>
                            <th scope="col">"State"</th>
                            <th scope="col">"What changes"</th>
                            <th scope="col">"Author"</th>
                            <th scope="col" class="wide-only">"Written"</th>
                        </tr>
                    </thead>
                    <tbody>{rows}</tbody>
                </table>
            </div>
        </section>
    }
    .into_any()
}

#[component]
fn ProposalRow(proposal: Proposal, is_stale: bool, now: Instant) -> impl IntoView {
    let approved = proposal.approval.is_some() && proposal.state == ProposalState::Open;
    let word = if approved {
        "approved"
    } else {
        proposal.state.in_words()
    };
    view! {
        <tr>
            <td><Badge meaning=meaning(&proposal.state) text=word.to_owned() /> {is_stale.then(|| view! { " " <Badge meaning=Meaning::Attention text="to be brought up to date" /> })}</td>
            <td><A href=paths::proposal(&proposal.id) attr:class="row-link">{proposal.line}</A></td>
            <td>{proposal.author.to_string()}</td>
            <td class="wide-only"><Moment at=proposal.created now /></td>
        </tr>
    }
}
