//! The loans a user has, at the moment that `state` names: `Now` or `Then`.

use crate::components::source_line::SourceLink;
use crate::ui::badge::{Badge, Meaning};
use domain::effective::EffectiveProfile;
use domain::id::UserId;
use domain::money::Spoken;
use leptos::prelude::*;

#[component]
pub fn LoanTable(user: UserId, profile: EffectiveProfile, state: &'static str) -> impl IntoView {
    let loans_on = profile.loans_enabled.value;
    if profile.loans.value.is_empty() {
        let why = if loans_on {
            "Loans are switched on, but no loan is listed."
        } else {
            "Loans are switched off, and none is listed."
        };
        return view! { <p class="empty">{why}</p> }.into_any();
    }
    let from = profile.loans.source;
    let rows = profile
        .loans
        .value
        .into_iter()
        .map(|loan| {
            let (meaning, word) = match (loan.is_enabled, loans_on) {
                (true, true) => (Meaning::Good, "On"),
                (true, false) => (Meaning::Ended, "On, but loans are off"),
                (false, _) => (Meaning::Ended, "Off"),
            };
            let (user, source) = (user.clone(), from.clone());
            let odd = (!loan.is_documented()).then_some(" (not a documented loan)");
            view! {
                <tr class:off=!(loan.is_enabled && loans_on)>
                    <th scope="row" class="figure">{Spoken(loan.amount).to_string()} <span class="tier-id">{format!(" loan {}", loan.id)} {odd}</span></th>
                    <td><Badge meaning text=word /></td>
                    <td class="quiet">"by term, not configured"</td>
                    <td class="wide-only"><SourceLink user source /></td>
                </tr>
            }
        })
        .collect_view();
    view! {
        <div class="table-scroll" tabindex="0" role="region" aria-label="Loan tiers">
            <table class="table">
                <thead>
                    <tr>
                        <th scope="col" class="figure">"Loan"</th>
                        <th scope="col">{state}</th>
                        <th scope="col">"Fee"</th>
                        <th scope="col" class="wide-only">"Comes from"</th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
    .into_any()
}
