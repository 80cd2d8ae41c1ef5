//! Reads proposals.

use super::three_way::three_way;
use super::up_to_date::stamp;
use super::{ProposalPage, ProposalsPage, Step, Steps};
use crate::api::rulebooks::standing::Standing;
use crate::api::{drafts, publishing};
use crate::audit;
use crate::diff_view::{self, DiffView};
use crate::error::AppError;
use crate::request::{failure, now, store};
use domain::audit::{Action, AuditEvent};
use domain::configuration::Configuration;
use domain::id::{ProposalId, RulebookId, StaffId};
use domain::proposal::{Proposal, ProposalState, ProposedChange, Review, ReviewRule};
use domain::role::{Permit, ProposeRulebooks, PublishRulebooks, ReadDecisions, Staff};
use domain::rulebook::plain::{FieldProblem, RULE};
use domain::rulebook::{Rule, Rulebook};
use domain::rulebook_diff::field_name;
use domain::rulebook_draft::Findings;
use domain::what_if::unestimated::Unestimated;
use futures::future::{join_all, try_join_all};
use leptos::prelude::use_context;
use std::sync::Arc;
use store::rulebook::{self, Order, Settled};
use store::{off_thread, proposal};

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
    let proposals = lists.into_iter().flatten();
    let proposals = proposals.map(|stored| stored.map(|record| record.value));
    let me = &permit.staff().id;
    let may_read = |it: &Result<Proposal, _>| it.as_ref().map_or(true, |it| it.may_read(me));
    let proposals: Vec<_> = proposals.filter(may_read).collect();
    Ok(ProposalsPage {
        now: now(),
        review: review(),
        stale: stale(&store, me, &proposals).await?,
        proposals,
    })
}

/// Which of those under way no longer start from what is live. The list holds no changes, so each is
/// read: as many as people are working on.
async fn stale<E>(
    store: &store::Store,
    reader: &StaffId,
    proposals: &[Result<Proposal, E>],
) -> Result<Vec<ProposalId>, AppError> {
    let is_open = |it: &&Proposal| matches!(it.state, ProposalState::Draft | ProposalState::Open);
    let open: Vec<_> = proposals.iter().flatten().filter(is_open).collect();
    if open.is_empty() {
        return Ok(Vec::new());
    }
    let live = Standing::read(store).await?.configuration;
    let whole = join_all(open.into_iter().map(|it| drafts::read(reader, &it.id))).await;
    // One that cannot be read says so on its own page.
    let stale = whole.into_iter().flatten().filter(|it| it.is_stale(&live));
    Ok(stale.map(|it| it.id).collect())
}

pub(super) async fn read(
    permit: &Permit<ReadDecisions>,
    id: &ProposalId,
) -> Result<ProposalPage, AppError> {
    let (store, staff) = (store()?, permit.staff());
    let discussed = drafts::discussed(&staff.id, id).await?;
    let standing = Arc::new(Standing::read(&store).await?);
    let proposal = Arc::new(discussed.proposal);
    let is_open = matches!(proposal.state, ProposalState::Draft | ProposalState::Open);
    // A snapshot that cannot be read any more is told when somebody publishes.
    let whole = publishing::restored_whole(&proposal).await.ok().flatten();
    let looked = {
        let (proposal, standing) = (Arc::clone(&proposal), Arc::clone(&standing));
        let publish = audit::event(staff, Action::RulebooksPublished);
        move || Looked::at(&proposal, &standing, whole.as_ref(), publish)
    };
    let Looked { diff, findings } = off_thread(looked).await;
    let findings = if is_open {
        findings
    } else {
        Findings::default()
    };
    let stale = if is_open {
        three_way(&store, &proposal, &standing).await?
    } else {
        Vec::new()
    };
    Ok(ProposalPage {
        now: now(),
        diff,
        rulebooks: editable(&proposal),
        comments: discussed.comments,
        steps: steps(&proposal, staff, &standing, &findings.problems),
        problems: findings.problems,
        cautions: findings.warnings,
        unestimated: Unestimated::of(&proposal.changes).describe(),
        stale,
        drift: standing.drift(staff).filter(|_| is_open),
        seen: stamp(&proposal.changes, &standing.configuration),
        review: review(),
        proposal: Proposal {
            changes: Vec::new(),
            ..(*proposal).clone()
        },
    })
}

fn editable(proposal: &Proposal) -> Vec<RulebookId> {
    let kept = proposal.changes.iter().filter(|it| it.after.is_some());
    kept.map(|it| it.id.clone()).collect()
}

/// What takes a while to find out about a proposal.
struct Looked {
    diff: DiffView,
    findings: Findings,
}

impl Looked {
    fn at(
        proposal: &Proposal,
        standing: &Standing,
        whole: Option<&Configuration>,
        publish: AuditEvent,
    ) -> Self {
        let side = |pick: fn(&ProposedChange) -> Option<&Rulebook>| {
            let picked = proposal.changes.iter().filter_map(pick);
            picked.cloned().collect::<Configuration>()
        };
        let (before, after) = (side(|it| it.base.as_ref()), side(|it| it.after.as_ref()));
        let mut findings = findings(proposal, standing);
        let problems = &mut findings.problems;
        problems.extend(refusal(proposal, standing, publish));
        if let Some(whole) = whole {
            let left_out = proposal.left_out(&standing.configuration, whole);
            problems.extend(of_each(left_out, publishing::LEFT_OUT));
            let stays = of_each(standing.broken_since(whole), STAYS);
            findings.warnings.extend(stays);
        }
        Self {
            diff: diff_view::of_configurations(&before, &after),
            findings,
        }
    }
}

/// What must be put right before it can be published, and what is worth a second look.
fn findings(proposal: &Proposal, standing: &Standing) -> Findings {
    let becomes = proposal.applied_to(&standing.configuration);
    let known = standing.known().with_places_in(&becomes);
    let mut all = Findings::default();
    for change in &proposal.changes {
        let found = proposal.findings(change, &known);
        let rules = change.after.as_ref().map_or(&[][..], |after| &after.rules);
        let named = |it: FieldProblem| {
            let place = place_in_words(&it.at, rules);
            FieldProblem::new(format!("{} {place}", change.id), it.what)
        };
        all.problems.extend(found.problems.into_iter().map(named));
        all.warnings.extend(found.warnings.into_iter().map(named));
    }
    all
}

/// A place as people say it: of a rule its name, and not how many stand before it.
fn place_in_words(at: &str, rules: &[Rule]) -> String {
    let of_rule = || {
        let (number, rest) = at.strip_prefix("rules[")?.split_once("].")?;
        let rule = rules.get(number.parse::<usize>().ok()?)?;
        let part = rest.strip_prefix("props.").unwrap_or(rest);
        Some(match part {
            RULE => rule.rule.clone(),
            part => format!("{} {}", rule.rule, field_name(part)),
        })
    };
    of_rule().unwrap_or_else(|| field_name(at).to_owned())
}

fn of_each(ids: Vec<RulebookId>, what: &'static str) -> impl Iterator<Item = FieldProblem> {
    ids.into_iter()
        .map(move |id| FieldProblem::new(id.as_str(), what))
}

/// Why the publish of it would be refused as it stands, whoever approves it: it is too large, or touches too
/// much. What is stale is brought up to date first, and is something else then.
fn refusal(proposal: &Proposal, standing: &Standing, publish: AuditEvent) -> Option<FieldProblem> {
    if proposal.is_stale(&standing.configuration) {
        return None;
    }
    let edits = publishing::edits(&proposal.changes);
    let by = publish.who.clone();
    let order = Order {
        live: &standing.live,
        edits: &edits,
        previous: standing.newest.clone(),
        event: publish,
        proposal: Some(Settled {
            proposal: proposal.clone(),
            state: ProposalState::Published,
            by: by.clone(),
            why: String::new(),
        }),
    };
    let refused = rulebook::foreseen(&order, &by).err()?;
    Some(FieldProblem::new("Publishing", refused.to_string()))
}

/// What keeps an admin from the step that this proposal waits for.
fn why_not(
    proposal: &Proposal,
    staff: &Staff,
    publishing: Result<(), ReviewRule>,
    is_blocked: bool,
) -> Option<ReviewRule> {
    if !staff.may::<PublishRulebooks>() {
        return None;
    }
    match proposal.state {
        ProposalState::Open | ProposalState::Draft if publishing.is_ok() => {
            is_blocked.then_some(ReviewRule::ChangedOutside)
        }
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
    standing: &Standing,
    problems: &[FieldProblem],
) -> Steps {
    let (review, live) = (review(), &standing.configuration);
    let is_sound = problems.is_empty();
    let is_blocked = standing.is_blocked(proposal);
    let is_ready = is_sound && !is_blocked;
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
        (Step::Publish, publishing.is_ok() && is_ready),
        (Step::BreakGlass, glass && is_ready),
        (Step::Review, proposal.may_review(staff).is_ok()),
        (Step::Comment, may_comment),
    ];
    let offered = all.into_iter().filter(|(_, is_offered)| *is_offered);
    Steps {
        offered: offered.map(|(step, _)| step).collect(),
        why_not: why_not(proposal, staff, publishing, is_blocked).map(|rule| rule.to_string()),
        cautions: if glass {
            proposal.cautions()
        } else {
            Vec::new()
        },
    }
}
