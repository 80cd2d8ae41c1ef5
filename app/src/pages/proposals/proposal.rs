//! `/proposals/{id}`: a change before it is published: its diff, what is wrong with it, what others
//! changed meanwhile, what was said, and the next step.

use super::list::meaning;
use super::steps::NextSteps;
use super::three_way::Stale;
use crate::api::proposals::{
    BringUpToDate, DecideProposal, DiscussProposal, ProposalPage, Step, read_proposal,
};
use crate::components::diff::Diff;
use crate::components::drift::DriftNotice;
use crate::error::AppError;
use crate::paths;
use crate::ui::badge::{Badge, Meaning};
use crate::ui::failure::Failure;
use crate::ui::field::beside_fields;
use crate::ui::moment::Moment;
use crate::ui::page_title::PageTitle;
use crate::ui::panel::{Panel, Skeleton};
use crate::ui::sent_form::Answered;
use crate::wire::resource;
use domain::id::RulebookId;
use domain::instant::Instant;
use domain::proposal::{Comment, Proposal as Proposed, ProposalState};
use domain::rulebook::plain::FieldProblem;
use leptos::prelude::*;
use leptos_router::components::A;
use leptos_router::hooks::use_params_map;

/// What can be done on this page.
#[derive(Clone, Copy)]
pub(super) struct Actions {
    pub(super) discuss: ServerAction<DiscussProposal>,
    pub(super) decide: ServerAction<DecideProposal>,
    pub(super) update: ServerAction<BringUpToDate>,
}

impl Actions {
    pub(super) fn is_pending(self) -> bool {
        self.discuss.pending().get() || self.decide.pending().get() || self.update.pending().get()
    }

    /// What an earlier step could not do is no news once another one is under way; the next try of the
    /// same step replaces it anyway.
    fn forget_earlier(self) {
        let Self {
            discuss,
            decide,
            update,
        } = self;
        Effect::new(move || {
            if discuss.pending().get() {
                decide.clear();
                update.clear();
            }
        });
        Effect::new(move || {
            if decide.pending().get() {
                discuss.clear();
                update.clear();
            }
        });
        Effect::new(move || {
            if update.pending().get() {
                discuss.clear();
                decide.clear();
            }
        });
    }

    /// What is wrong with a field is said there.
    fn failure(self) -> Option<AppError> {
        [
            self.discuss.value().get(),
            self.decide.value().get(),
            self.update.value().get(),
        ]
        .into_iter()
        .find_map(beside_fields)
    }

    /// What the server last answered to one of the two kinds of steps.
    pub(super) fn answered(self, step: &'static str) -> Answered {
        let failure = move || {
            let failed = self.discuss.value().get().and_then(Result::err);
            failed.or_else(|| self.decide.value().get().and_then(Result::err))
        };
        Answered::new(failure, "step", step.to_owned())
    }

    fn versions(self) -> usize {
        self.discuss.version().get() + self.decide.version().get() + self.update.version().get()
    }
}

#[component]
pub fn Proposal() -> impl IntoView {
    let params = use_params_map();
    let id = Memo::new(move |_| {
        paths::from_segment(&params.read().get("proposal_id").unwrap_or_default())
    });
    let actions = Actions {
        discuss: ServerAction::new(),
        decide: ServerAction::new(),
        update: ServerAction::new(),
    };
    actions.forget_earlier();
    // Read again after each step, also after one that failed: a conflict is shown with both sides.
    let page = resource(
        move || (id.get(), actions.versions()),
        |(id, _)| read_proposal(id),
    );
    view! {
        <PageTitle text="Proposal" />
        <h1>"Change of the rulebooks"</h1>
        {move || actions.failure().map(|error| view! { <Failure error /> })}
        <Suspense fallback=|| view! { <Skeleton lines=16 /> }>
            {move || Suspend::new(async move {
                match page.await {
                    Ok(page) => view! { <Whole page actions /> }.into_any(),
                    Err(error) => view! { <Failure error /> }.into_any(),
                }
            })}
        </Suspense>
    }
}

#[component]
fn Whole(page: ProposalPage, actions: Actions) -> impl IntoView {
    let (now, proposal) = (page.now, page.proposal);
    let may_edit = page.steps.has(Step::Edit);
    let edit = may_edit.then(
        || view! { <EditLinks proposal=proposal.clone() rulebooks=page.rulebooks.clone() /> },
    );
    let tried = view! { <p><A href=paths::what_if_of(&proposal.id) attr:class="secondary button-link">"What would this have changed?"</A></p> };
    let unestimated = page
        .unestimated
        .map(|line| view! { <p><strong>{format!("{line}.")}</strong></p> });
    let stale = (!page.stale.is_empty()).then(|| {
        view! { <Stale stale=page.stale.clone() seen=page.seen.clone() proposal=proposal.clone() may_edit actions /> }
    });
    view! {
        <Header proposal=proposal.clone() now />
        {stale}
        {page.drift.map(|drift| view! { <DriftNotice drift /> })}
        <Findings title="To be put right first" findings=page.problems />
        <Findings title="Unusual" findings=page.warnings />
        <Panel title="What it changes"><Diff diff=page.diff /> {edit} {unestimated} {tried}</Panel>
        <NextSteps proposal=proposal.clone() steps=page.steps review=page.review actions />
        <Comments comments=page.comments now />
    }
}

#[component]
fn Header(proposal: Proposed, now: Instant) -> impl IntoView {
    let approved = proposal
        .approval
        .as_ref()
        .filter(|_| proposal.state == ProposalState::Open)
        .map(|_| view! { <Badge meaning=Meaning::Good text="approved".to_owned() /> });
    let approval = proposal
        .approval
        .map(|approval| view! { <p>{format!("Approved by {}, ", approval.by)} <Moment at=approval.at now /></p> });
    let closing = proposal.closing.map(|closing| {
        let link = closing
            .update
            .map(|update| view! { " " <A href=paths::update(&update)>"The update"</A> });
        view! { <p>{format!("{} by {}, ", ended(&proposal.state), closing.by)} <Moment at=closing.at now /> ": " <span class="reason">{closing.why}</span> {link}</p> }
    });
    let reason = (!proposal.reason.is_empty())
        .then(|| view! { <p>"Why: " <span class="reason">{proposal.reason}</span></p> });
    let restores = proposal
        .restores
        .map(|update| view! { <p>"Goes back to " <A href=paths::update(&update)>{update.to_string()}</A></p> });
    view! {
        <div class="badges"><Badge meaning=meaning(&proposal.state) text=proposal.state.in_words().to_owned() /> {approved}</div>
        <p>{format!("By {}, ", proposal.author)} <Moment at=proposal.created now /></p>
        {restores}
        {reason}
        {approval}
        {closing}
    }
}

/// What was done with it in the end, and by whom follows.
fn ended(state: &ProposalState) -> &'static str {
    match state {
        ProposalState::Unreviewed => "Published without review",
        ProposalState::Rejected => "Rejected",
        ProposalState::Withdrawn => "Withdrawn",
        _ => "Published",
    }
}

#[component]
fn EditLinks(proposal: Proposed, rulebooks: Vec<RulebookId>) -> impl IntoView {
    let links = rulebooks
        .into_iter()
        .map(|id| {
            let href = paths::rulebook_form(&id, Some(&proposal.id));
            view! { <A href>{format!("Edit {id} further")}</A> }
        })
        .collect_view();
    view! { <p class="ways">{links}</p> }
}

#[component]
fn Findings(title: &'static str, findings: Vec<FieldProblem>) -> impl IntoView {
    if findings.is_empty() {
        return ().into_any();
    }
    let lines = findings
        .iter()
        .map(|finding| view! { <li>{finding.to_string()}</li> })
        .collect_view();
    view! { <Panel title=title><ul>{lines}</ul></Panel> }.into_any()
}

#[component]
fn Comments(comments: Vec<Comment>, now: Instant) -> impl IntoView {
    if comments.is_empty() {
        return ().into_any();
    }
    let lines = comments
        .into_iter()
        .map(|comment| {
            view! { <li>{format!("{}, ", comment.by)} <Moment at=comment.at now /> ": " <span class="reason">{comment.text}</span></li> }
        })
        .collect_view();
    view! { <Panel title="What was said"><ul>{lines}</ul></Panel> }.into_any()
}
