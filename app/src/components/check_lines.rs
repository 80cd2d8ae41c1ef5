//! What working a decision out again gave.

use crate::api::evaluations::CheckUnder;
use crate::ui::badge::{Badge, Meaning};
use domain::decision::check::{Check, Difference};
use leptos::prelude::*;

#[component]
pub fn CheckLines(checks: Vec<CheckUnder>) -> impl IntoView {
    let lines = checks
        .into_iter()
        .map(|under| {
            let of = under.update.map(|update| {
                format!(
                    "Under the configuration of {} by {}: ",
                    update.at, update.by
                )
            });
            view! { <div class="check-line">{of} <CheckLine check=under.check /></div> }
        })
        .collect_view();
    view! { <div class="check"><p class="label">"Worked out again"</p>{lines}</div> }
}

#[component]
fn CheckLine(check: Check) -> impl IntoView {
    match check {
        Check::NoResults => view! {
            <Badge meaning=Meaning::Ended text="Cannot be worked out" />
            " no rulebook's result is stored."
        }
        .into_any(),
        Check::Agrees {
            assuming_not_applied,
        } if assuming_not_applied.is_empty() => view! {
            <Badge meaning=Meaning::Good text="Agrees" />
            " the stored results give what is stored."
        }
        .into_any(),
        Check::Agrees {
            assuming_not_applied,
        } => {
            let ids: Vec<_> = assuming_not_applied
                .iter()
                .map(ToString::to_string)
                .collect();
            view! {
                <Badge meaning=Meaning::Attention text="Agrees, if" />
                {format!(" {} did not apply, which was not recorded.", ids.join(", "))}
            }
            .into_any()
        }
        Check::Differs(differences) => view! {
            <Badge meaning=Meaning::Attention text="Differs" />
            " what is stored is not what the stored results give:"
            <Differences differences />
        }
        .into_any(),
    }
}

#[component]
fn Differences(differences: Vec<Difference>) -> impl IntoView {
    let rows = differences
        .into_iter()
        .map(|one| {
            view! {
                <tr>
                    <th scope="row">{one.what}</th>
                    <td>{one.stored}</td>
                    <td>{one.worked_out}</td>
                </tr>
            }
        })
        .collect_view();
    view! {
        <table class="table findings">
            <thead>
                <tr>
                    <th scope="col">"Finding"</th>
                    <th scope="col">"Stored"</th>
                    <th scope="col">"Worked out"</th>
                </tr>
            </thead>
            <tbody>{rows}</tbody>
        </table>
    }
}
