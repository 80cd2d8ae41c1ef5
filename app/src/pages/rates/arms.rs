//! A/B trials: those to whom a trial's rulebook applied beside those to whom it did not.

use crate::api::rates::Arms;
use crate::paths;
use crate::ui::panel::Panel;
use domain::money::grouped;
use domain::rates::arms::Arm;
use domain::rates::interval::Rate;
use domain::rates::view::RatesView;
use leptos::prelude::*;
use leptos_router::components::A;

#[component]
pub fn ArmsPanel(arms: Option<Arms>, view: RatesView) -> impl IntoView {
    let Some(arms) = arms else {
        let href = paths::rates(&view.with(|view| view.arms = true));
        return view! {
            <Panel title="A/B trials">
                <p>
                    "Rulebooks with an A/B group, those to whom each applied beside the others: "
                    <a href=href data-noscroll>"compare the arms"</a> "."
                </p>
            </Panel>
        }
        .into_any();
    };
    let goes_on = arms
        .looked
        .goes_on
        .then_some(" What is older was left out.");
    let looked = arms.looked.in_words().map(|back| {
        let count = grouped(arms.entries);
        view! { <p class="quiet">{format!("From {count} evaluations, {back}.")} {goes_on}</p> }
    });
    let is_empty = arms.arms.is_empty();
    let rows = arms.arms.into_iter().map(row).collect_view();
    let table = (!is_empty).then(|| {
        view! {
            <div class="table-scroll" tabindex="0" role="region" aria-label="Arms of A/B trials">
                <table class="table">
                    <thead>
                        <tr>
                            <th scope="col">"Group"</th>
                            <th scope="col">"Rulebook"</th>
                            <th scope="col" class="figure">"Share"</th>
                            <th scope="col" class="figure">"Where it applied"</th>
                            <th scope="col" class="figure">"Where it did not"</th>
                            <th scope="col">"Difference"</th>
                            <th scope="col" class="figure">"Not evaluated or error"</th>
                            <th scope="col" class="figure wide-only">"Not recorded"</th>
                        </tr>
                    </thead>
                    <tbody>{rows}</tbody>
                </table>
            </div>
        }
    });
    let empty = is_empty.then(|| view! { <p class="empty">"No decision of these days has a result of a rulebook with an A/B group."</p> });
    view! {
        <Panel title="A/B trials">
            {table}
            {empty}
            <p class="quiet">
                "Each row compares decisions made under the same group and share: approved of those decided, whoever decided. What nobody evaluated and errors are in no rate, but in a column of their own: where it applied / where it did not. Where it was not recorded whether a rulebook applied, the evaluation counts on neither side, but under Not recorded."
            </p>
            {looked}
        </Panel>
    }
    .into_any()
}

fn row(arm: Arm) -> impl IntoView {
    let difference = arm.difference();
    let decimals = difference.map_or(1, |difference| difference.decimals);
    let difference = difference.map(|difference| difference.in_words());
    let share = arm.share.map(|share| share.to_string());
    let link = paths::rulebook(&arm.rulebook);
    let undecided = format!(
        "{} / {}",
        grouped(arm.applied.undecided),
        grouped(arm.others.undecided)
    );
    view! {
        <tr>
            <th scope="row">{arm.group}</th>
            <td><A href=link>{arm.rulebook.to_string()}</A></td>
            <td class="figure">{share.unwrap_or_else(|| "\u{2013}".to_owned())}</td>
            <td class="figure">{side(arm.applied.rate, decimals)}</td>
            <td class="figure">{side(arm.others.rate, decimals)}</td>
            <td class="prose">{difference.unwrap_or_else(|| "nothing to compare".to_owned())}</td>
            <td class="figure">{undecided}</td>
            <td class="figure wide-only">{grouped(arm.unrecorded)}</td>
        </tr>
    }
}

/// `61.2 % of 1,204 (58.4 to 63.9 %)`.
fn side(rate: Rate, decimals: usize) -> String {
    let interval = rate.interval().map(|it| format!(" ({it})"));
    format!(
        "{} of {}{}",
        rate.with_decimals(decimals),
        grouped(rate.decided),
        interval.unwrap_or_default()
    )
}
