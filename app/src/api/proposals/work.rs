//! Reads proposals.

use super::three_way::three_way;
use super::up_to_date::stamp;
use super::{ProposalPage, ProposalsPage, Step, Steps};
use crate::api::rulebooks::standing::Standing;
use crate::api::{drafts, publishing};
use crate::audit;
use crate::diff_view;
use crate::error::AppError;
use crate::request::{failure, now, store};
use domain::audit::Action;
use domain::configuration::Configuration;
use domain::id::{ProposalId, RulebookId};
use domain::proposal::{Proposal, ProposalState, ProposedChange, Review, ReviewRule};
use domain::role::{Permit, ProposeRulebooks, PublishRulebooks, ReadDecisions, Staff};
use domain::rulebook::plain::FieldProblem;
use domain::rulebook_diff::field_name;
use domain::rulebook_draft::check;
use domain::what_if::unestimated::Unestimated;
use futures::future::{join_all, try_join_all};
use leptos::prelude::use_context;
use store::proposal;
use store::rulebook::{self, Order, Settled};

/// What a restore of everything says of a rulebook that was added since.
const STAYS: &str = "This was added since and cannot be read. It stays as it is stored; nothing else becomes other than it was then.";

pub(crate) fn review() -> Review {
    use_context::<Review>().unwrap_or(Review::On)
}

pub(super) async fn list(permit: &Permit<ReadDecisions>) -> Result<ProposalsPage, AppError> {
    let store = store()?;
    let states = ProposalState::ALL.iter();
    let lists = try_join_all(states.map(|state| proposal::in_state(&store, state)))
        .await
        .map_err(|error| failure(&error))?;
    let me = &permit.staff().id;
    let proposals = lists.into_iter().flatten();
    let proposals = proposals.map(|stored| stored.map(|record| record.value));
    let is_mine_or_shared = |it: &Result<Proposal, _>| match it {
        Ok(it) => it.state != ProposalState::Draft || it.author == *me,
        Err(_) => true,
    };
    let proposals: Vec<_> = proposals.filter(is_mine_or_shared).collect();
    Ok(ProposalsPage {
        now: now(),
        review: review(),
        stale: stale(&store, &proposals).await?,
        proposals,
    })
}

/// Which of those under way no longer start from what is live. The list holds no changes, so each is
/// read: as many as people are working on.
async fn stale<E>(
    store: &store::Store,
    proposals: &[Result<Proposal, E>],
) -> Result<Vec<ProposalId>, AppError> {
    let is_open = |it: &&Proposal| matches!(it.state, ProposalState::Draft | ProposalState::Open);
    let open: Vec<_> = proposals.iter().flatten().filter(is_open).collect();
    if open.is_empty() {
        return Ok(Vec::new());
    }
    let live = Standing::read(store).await?.configuration;
    let whole = join_all(open.into_iter().map(|it| drafts::read(&it.id))).await;
    // One that cannot be read says so on its own page.
    let stale = whole.into_iter().flatten().filter(|it| it.is_stale(&live));
    Ok(stale.map(|it| it.id).collect())
}

pub(super) async fn read(
    permit: &Permit<ReadDecisions>,
    id: &ProposalId,
) -> Result<ProposalPage, AppError> {
    let store = store()?;
    let found = proposal::get(&store, id).await;
    let missing = || AppError::Invalid(format!("There is no proposal {id}."));
    let stored = found
        .map_err(|error| failure(&error))?
        .ok_or_else(missing)?;
    let broken = |broken| AppError::Invalid(format!("The proposal cannot be read: {broken}"));
    let discussed = stored.map_err(broken)?.value;
    let standing = Standing::read(&store).await?;
    let proposal = discussed.proposal;
    let is_open = matches!(proposal.state, ProposalState::Draft | ProposalState::Open);
    let (problems, warnings) = if is_open {
        all_findings(&proposal, &standing, permit.staff()).await
    } else {
        (Vec::new(), Vec::new())
    };
    let side = |pick: fn(&ProposedChange) -> Option<&domain::rulebook::Rulebook>| {
        let picked = proposal.changes.iter().filter_map(pick);
        picked.cloned().collect::<Configuration>()
    };
    let stale = if is_open {
        three_way(&store, &proposal, &standing).await?
    } else {
        Vec::new()
    };
    Ok(ProposalPage {
        now: now(),
        diff: diff_view::of_configurations(
            &side(|it| it.base.as_ref()),
            &side(|it| it.after.as_ref()),
        ),
        rulebooks: editable(&proposal),
        comments: discussed.comments,
        steps: steps(
            &proposal,
            permit.staff(),
            &standing.configuration,
            &problems,
        ),
        problems,
        warnings,
        unestimated: Unestimated::of(&proposal.changes).describe(),
        stale,
        drift: standing.drift(permit.staff()).filter(|_| is_open),
        seen: stamp(&proposal.changes, &standing.configuration),
        review: review(),
        proposal: Proposal {
            changes: Vec::new(),
            ..proposal
        },
    })
}

fn editable(proposal: &Proposal) -> Vec<RulebookId> {
    let kept = proposal.changes.iter().filter(|it| it.after.is_some());
    kept.map(|it| it.id.clone()).collect()
}

/// What must be put right before one that is under way can be published, and what is unusual about it.
async fn all_findings(
    proposal: &Proposal,
    standing: &Standing,
    staff: &Staff,
) -> (Vec<FieldProblem>, Vec<FieldProblem>) {
    let (mut problems, mut warnings) = findings(proposal, standing);
    problems.extend(refusal(proposal, standing, staff));
    // A snapshot that cannot be read any more is told when somebody publishes.
    if let Ok(Some(whole)) = publishing::restored_whole(proposal).await {
        let left_out = proposal.left_out(&standing.configuration, &whole);
        problems.extend(of_each(left_out, publishing::LEFT_OUT));
        warnings.extend(of_each(standing.broken_since(&whole), STAYS));
    }
    (problems, warnings)
}

fn findings(proposal: &Proposal, standing: &Standing) -> (Vec<FieldProblem>, Vec<FieldProblem>) {
    let known = standing.known();
    let (mut problems, mut warnings) = (Vec::new(), Vec::new());
    for change in &proposal.changes {
        let Some(after) = &change.after else { continue };
        let found = check(after, proposal.measure(change), &known);
        let named = |it: FieldProblem| {
            FieldProblem::new(format!("{} {}", change.id, field_name(&it.at)), it.what)
        };
        problems.extend(found.problems.into_iter().map(named));
        warnings.extend(found.warnings.into_iter().map(named));
    }
    (problems, warnings)
}

fn of_each(ids: Vec<RulebookId>, what: &'static str) -> impl Iterator<Item = FieldProblem> {
    ids.into_iter()
        .map(move |id| FieldProblem::new(id.as_str(), what))
}

/// Why the publish of it would be refused as it stands, whoever approves it: it is too large, or touches too
/// much. What is stale is brought up to date first, and is something else then.
fn refusal(proposal: &Proposal, standing: &Standing, staff: &Staff) -> Option<FieldProblem> {
    if proposal.is_stale(&standing.configuration) {
        return None;
    }
    let edits = publishing::edits(&proposal.changes);
    let order = Order {
        live: &standing.live,
        edits: &edits,
        previous: standing.newest.clone(),
        event: audit::event(staff, Action::RulebooksPublished),
        proposal: Some(Settled {
            proposal: proposal.clone(),
            state: ProposalState::Published,
            by: staff.id.clone(),
            why: String::new(),
        }),
    };
    let refused = rulebook::foreseen(&order, &staff.id).err()?;
    Some(FieldProblem::new("Publishing", refused.to_string()))
}

/// What keeps an admin from the step that this proposal waits for.
fn why_not(
    proposal: &Proposal,
    staff: &Staff,
    publishing: Result<(), ReviewRule>,
) -> Option<ReviewRule> {
    if !staff.may::<PublishRulebooks>() {
        return None;
    }
    match proposal.state {
        ProposalState::Open => publishing.err(),
        // Its author sees how to put it up.
        ProposalState::Draft if staff.id != proposal.author => publishing.err(),
        ProposalState::Unreviewed => proposal.may_review(staff).err(),
        _ => None,
    }
}

fn steps(
    proposal: &Proposal,
    staff: &Staff,
    live: &Configuration,
    problems: &[FieldProblem],
) -> Steps {
    let review = review();
    let is_sound = problems.is_empty();
    let publishing = proposal.may_publish(staff, live, review);
    let may_edit = proposal.may_edit(staff).is_ok() && staff.may::<ProposeRulebooks>();
    let may_submit = proposal.state == ProposalState::Draft && !proposal.is_stale(live);
    let may_decide = proposal.may_decide(staff).is_ok();
    let glass = review == Review::On && proposal.may_break_glass(staff, live).is_ok();
    let may_comment = proposal.state != ProposalState::Draft && staff.may::<ProposeRulebooks>();
    let all = [
        (Step::Edit, may_edit),
        (Step::Submit, may_edit && may_submit && is_sound),
        (Step::Withdraw, may_edit),
        (
            Step::Approve,
            may_decide && proposal.approval.is_none() && is_sound,
        ),
        (Step::Reject, may_decide),
        (Step::Publish, publishing.is_ok() && is_sound),
        (Step::BreakGlass, glass && is_sound),
        (Step::Review, proposal.may_review(staff).is_ok()),
        (Step::Comment, may_comment),
    ];
    let offered = all.into_iter().filter(|(_, is_offered)| *is_offered);
    Steps {
        offered: offered.map(|(step, _)| step).collect(),
        why_not: why_not(proposal, staff, publishing).map(|rule| rule.to_string()),
        cautions: if glass {
            proposal.cautions()
        } else {
            Vec::new()
        },
    }
}
