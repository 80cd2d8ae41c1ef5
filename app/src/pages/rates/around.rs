//! Before and after one change of the rulebooks, and the changes to choose from.

use crate::paths;
use crate::ui::moment::Moment;
use crate::ui::panel::Panel;
use domain::day_range::DayRange;
use domain::id::UpdateId;
use domain::instant::Instant;
use domain::money::{Spoken, grouped};
use domain::rates::around::{Around, Side};
use domain::rates::view::RatesView;
use domain::rulebook_update::UpdateSummary;
use leptos::prelude::*;
use leptos_router::components::A;

#[component]
pub fn AroundPanel(
    change: UpdateSummary,
    around: Around,
    view: RatesView,
    now: Instant,
) -> impl IntoView {
    let neither = format!(
        "Services keep rulebooks for up to ten minutes, and the ledger counts by the hour: the {} evaluations from {} to {} count on neither side.",
        grouped(around.neither),
        around.before.to,
        around.after.from,
    );
    let back = paths::rates(&view.with(|view| view.change = None));
    let reason = change
        .reason
        .clone()
        .map(|reason| view! { <p>"Why: " <span class="reason">{reason}</span></p> });
    view! {
        <Panel title="Before and after">
            <p class="lead">{around.sentence(view.product)}</p>
            <p>
                {format!("By {}, ", change.by)} <Moment at=change.at now /> ": "
                <A href=paths::update(&change.id)>{change.line}</A>
            </p>
            {reason}
            <div class="table-scroll" tabindex="0" role="region" aria-label="Before and after the change">
                <table class="table">
                    <thead>
                        <tr>
                            <th scope="col">"Side"</th>
                            <th scope="col" class="figure">"Rate"</th>
                            <th scope="col" class="figure">"95 % interval"</th>
                            <th scope="col" class="figure">"Approved"</th>
                            <th scope="col" class="figure">"Decided"</th>
                            <th scope="col" class="figure">"Not evaluated or error"</th>
                            <th scope="col" class="figure wide-only">"Amount"</th>
                            <th scope="col" class="wide-only">"From"</th>
                            <th scope="col" class="wide-only">"To"</th>
                        </tr>
                    </thead>
                    <tbody>{row("Before", around.before, around.decimals())} {row("After", around.after, around.decimals())}</tbody>
                </table>
            </div>
            <p class="quiet">{neither} " Each side ends at the next change, or with the days that are shown."</p>
            <p><A href=back>"Without this comparison"</A></p>
        </Panel>
    }
}

/// A change that the chosen days do not hold: nothing is compared, and the way to it is a link.
#[component]
pub fn OutsidePanel(
    change: UpdateSummary,
    view: RatesView,
    range: DayRange,
    now: Instant,
) -> impl IntoView {
    let side = if change.at.day() < range.from {
        "before"
    } else {
        "after"
    };
    let said = format!(
        "The change of {} lies {side} the days that are shown, {} to {}: there is nothing to compare.",
        change.at, range.from, range.to,
    );
    let there = paths::rates(&view.with(|view| (view.from, view.to) = (None, None)));
    let back = paths::rates(&view.with(|view| view.change = None));
    view! {
        <Panel title="Before and after">
            <p class="lead">{said}</p>
            <p>
                {format!("By {}, ", change.by)} <Moment at=change.at now /> ": "
                <A href=paths::update(&change.id)>{change.line}</A>
            </p>
            <p>
                <A href=there>"Show the days around it"</A> " · "
                <A href=back>"Without this comparison"</A>
            </p>
        </Panel>
    }
}

fn row(name: &'static str, side: Side, decimals: usize) -> impl IntoView {
    let rate = side.count.rate();
    let interval = rate.interval().map(|it| it.to_string());
    view! {
        <tr>
            <th scope="row">{name}</th>
            <td class="figure">{rate.with_decimals(decimals)}</td>
            <td class="figure">{interval.unwrap_or_else(|| "\u{2013}".to_owned())}</td>
            <td class="figure">{grouped(rate.approved)}</td>
            <td class="figure">{grouped(rate.decided)}</td>
            <td class="figure">{grouped(side.count.decisions.undecided())}</td>
            <td class="figure wide-only">{Spoken(side.count.amount).to_string()}</td>
            <td class="wide-only"><time datetime=side.from.stored()>{side.from.to_string()}</time></td>
            <td class="wide-only"><time datetime=side.to.stored()>{side.to.to_string()}</time></td>
        </tr>
    }
}

/// The changes of these days, each with its diff and its before and after.
#[component]
pub fn Changes(
    changes: Vec<UpdateSummary>,
    view: RatesView,
    chosen: Option<UpdateId>,
    now: Instant,
) -> impl IntoView {
    if changes.is_empty() {
        return view! { <Panel title="Changes of the rulebooks"><p class="empty">"The rulebooks did not change in these days."</p></Panel> }
            .into_any();
    }
    let rows = changes
        .into_iter()
        .rev()
        .map(|change| {
            let is_chosen = chosen.as_ref() == Some(&change.id);
            let compare = if is_chosen {
                view! { <span class="quiet">"shown above"</span> }.into_any()
            } else {
                let href = paths::rates(&view.with(|view| view.change = Some(change.id.clone())));
                let of = format!("Before and after the change of {}", change.at);
                view! { <a href=href data-noscroll aria-label=of>"Before and after"</a> }.into_any()
            };
            view! {
                <tr>
                    <td><Moment at=change.at now /></td>
                    <td class="wide-only">{change.by.to_string()}</td>
                    <td><A href=paths::update(&change.id)>{change.line}</A></td>
                    <td>{compare}</td>
                </tr>
            }
        })
        .collect_view();
    view! {
        <Panel title="Changes of the rulebooks">
            <div class="table-scroll" tabindex="0" role="region" aria-label="Changes of the rulebooks in these days, newest first">
                <table class="table">
                    <thead>
                        <tr>
                            <th scope="col">"When"</th>
                            <th scope="col" class="wide-only">"Who"</th>
                            <th scope="col">"What changed"</th>
                            <th scope="col">"What it did"</th>
                        </tr>
                    </thead>
                    <tbody>{rows}</tbody>
                </table>
            </div>
        </Panel>
    }
    .into_any()
}
