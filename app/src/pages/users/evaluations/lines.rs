//! The lines of the list, each with a box to tick for comparing.

use crate::components::outcome_badge::{OutcomeBadge, status_in_words};
use crate::paths;
use crate::ui::badge::{Badge, Meaning};
use crate::ui::pick_two::{PickButton, PickCell, PickHead};
use domain::evaluation_list::{EvaluationFilter, Listed, ListedEvaluation};
use domain::id::UserId;
use domain::instant::Instant;
use domain::item::BrokenItem;
use domain::money::Spoken;
use leptos::prelude::*;
use leptos_router::components::A;

#[component]
pub fn Lines(
    user: UserId,
    lines: Vec<Listed>,
    now: Instant,
    filter: EvaluationFilter,
) -> impl IntoView {
    // Whoever ticks too few or too many comes back to the same list.
    let kept = filter
        .address()
        .into_iter()
        .map(|(name, value)| view! { <input type="hidden" name=name value=value /> })
        .collect_view();
    let action = paths::all_evaluations(&user);
    let rows = lines
        .into_iter()
        .map(|line| match line {
            Ok(line) => view! { <Line user=user.clone() line now /> }.into_any(),
            Err(broken) => view! { <BrokenLine broken /> }.into_any(),
        })
        .collect_view();
    view! {
        <form method="get" action=action>
            {kept}
            <div class="table-scroll" tabindex="0" role="region" aria-label="Evaluations, newest first">
                <table class="table linked evaluations">
                    <thead>
                        <tr>
                            <PickHead />
                            <th scope="col">"When"</th>
                            <th scope="col">"Float"</th>
                            <th scope="col">"Loan"</th>
                            <th scope="col" class="wide-only">"Decided by"</th>
                            <th scope="col" class="wide-only">"Status"</th>
                            <th scope="col" class="wide-only">"Account"</th>
                            <th scope="col" class="wide-only">"Taken"</th>
                            <th scope="col" class="wide-only">"Kept"</th>
                        </tr>
                    </thead>
                    <tbody>{rows}</tbody>
                </table>
            </div>
            <PickButton />
        </form>
    }
}

#[component]
fn Line(user: UserId, line: ListedEvaluation, now: Instant) -> impl IntoView {
    let href = paths::evaluation(&user, &line.result_id);
    let of = format!("the evaluation of {}", line.created_date);
    let outcomes: Vec<_> = [&line.float, &line.loan].into_iter().flatten().collect();
    let mut deciding: Vec<_> = outcomes
        .iter()
        .filter_map(|outcome| outcome.deciding_rulebook.as_ref())
        .map(ToString::to_string)
        .collect();
    deciding.dedup();
    let mut statuses: Vec<_> = outcomes
        .iter()
        .map(|outcome| status_in_words(&outcome.status))
        .collect();
    statuses.dedup();
    let taken = line.taken.as_ref().map(|taken| {
        let what = if taken.float_id.is_some() {
            "float"
        } else {
            "loan"
        };
        format!("{} {what}", Spoken(taken.amount))
    });
    let (item, account) = (line.item_id.to_string(), line.account_id.to_string());
    view! {
        <tr>
            <PickCell value=line.result_id.to_string() of />
            <th scope="row"><A href attr:class="row-link">{line.created_date.to_string()}</A> " " <span class="quiet">{format!("({})", line.created_date.relative_to(now))}</span></th>
            <td><OutcomeBadge outcome=line.float.clone() /></td>
            <td><OutcomeBadge outcome=line.loan.clone() /></td>
            <td class="wide-only id">{deciding.join(", ")}</td>
            <td class="wide-only">{statuses.join("; ")}</td>
            <td class="wide-only"><span class="id">{account}</span> <span class="quiet sub">{item}</span></td>
            <td class="wide-only">{taken.unwrap_or_else(|| "\u{2013}".to_owned())}</td>
            <td class="wide-only"><KeptFor line now /></td>
        </tr>
    }
}

/// For how long it can still be seen.
#[component]
fn KeptFor(line: ListedEvaluation, now: Instant) -> impl IntoView {
    let days = match line.days_left(now) {
        Some(1) => Some("1 day left".to_owned()),
        Some(days) => Some(format!("{days} days left")),
        None if line.is_stored && line.expires.is_some() => {
            Some("expired, may go any moment".to_owned())
        }
        None => None,
    };
    let for_good = line.taken.is_some() || line.is_pinned;
    let why = match (line.taken.is_some(), line.is_pinned) {
        (true, true) => "Kept, taken and pinned",
        (true, false) => "Kept, taken",
        _ => "Kept, pinned",
    };
    view! {
        {for_good.then(|| view! { <Badge meaning=Meaning::Good text=why /> " " })}
        <span class="quiet">{days}</span>
    }
}

#[component]
fn BrokenLine(broken: BrokenItem) -> impl IntoView {
    view! {
        <tr>
            <td></td>
            <td colspan="8"><Badge meaning=Meaning::Attention text="Cannot be read" /> {format!(" {}: {broken}", broken.key)}</td>
        </tr>
    }
}
