//! The loans a user has, now or at another moment.

use crate::components::source_line::SourceLink;
use crate::ui::badge::{Badge, Meaning};
use crate::ui::moment::Moment;
use domain::answer::{Answer, Availability};
use domain::effective::EffectiveProfile;
use domain::id::UserId;
use domain::instant::Instant;
use domain::loan_terms::{LoanTerms, TermFee};
use domain::money::{Cents, Spoken, percent};
use leptos::prelude::*;

/// With the `answer` for now, each row says whether the loan can be taken. `answer` and `terms` are left
/// out for a moment in the past, whose fees nobody has kept.
#[component]
pub fn LoanTable(
    user: UserId,
    profile: EffectiveProfile,
    #[prop(optional)] answer: Option<Answer>,
    #[prop(optional)] terms: Option<LoanTerms>,
) -> impl IntoView {
    let is_off_for_all = terms.as_ref().is_some_and(LoanTerms::are_loans_off_for_all);
    let loans_on = profile.loans_enabled.value && !is_off_for_all;
    if profile.loans.value.is_empty() {
        let why = if loans_on {
            "Loans are switched on, but no loan is listed."
        } else {
            "Loans are switched off, and none is listed."
        };
        return view! { <p class="empty">{why}</p> }.into_any();
    }
    let head = if answer.is_some() {
        "Available now"
    } else {
        "In the profile"
    };
    let from = profile.loans.source;
    let rows = profile
        .loans
        .value
        .into_iter()
        .map(|loan| {
            let flag = terms.as_ref().and_then(|terms| terms.flag_of(loan.amount));
            let is_flag_off = flag.is_some_and(|flag| flag.is_on == Some(false));
            let now = answer.as_ref().map(|answer| answer.of_loan(&loan));
            let (meaning, word) = match (now, loan.is_enabled, loans_on) {
                (Some(now), ..) if now.is_available() && is_flag_off => {
                    (Meaning::Ended, "On, but its feature flag is off")
                }
                (Some(now), ..) if now.is_available() => (Meaning::Good, now.label()),
                (Some(now), ..) => (Meaning::Ended, now.label()),
                (None, true, true) => (Meaning::Good, "On"),
                (None, true, false) => (Meaning::Ended, Availability::AllOff.label()),
                (None, false, _) => (Meaning::Ended, Availability::Off.label()),
            };
            let requires = match (flag, loan.required_flag()) {
                (Some(flag), _) => Some(flag.describe()),
                (None, Some(name)) => Some(format!("Requires feature flag {name}")),
                (None, None) => None,
            };
            let requires = requires.map(|text| view! { <br /> <span class="quiet">{text}</span> });
            let (user, source) = (user.clone(), from.clone());
            let odd = (!loan.is_documented()).then_some(" (not a documented loan)");
            view! {
                <tr class:off=!(loan.is_enabled && loans_on) || is_flag_off>
                    <th scope="row" class="figure">{Spoken(loan.amount).to_string()} <span class="tier-id">{format!(" loan {}", loan.id)} {odd}</span></th>
                    <td><Badge meaning text=word /> {requires}</td>
                    <td><Fees amount=loan.amount fees=terms.as_ref().map(|terms| terms.fees_of(loan.amount).to_vec()) /></td>
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
                        <th scope="col">{head}</th>
                        <th scope="col">"Fee and total to repay"</th>
                        <th scope="col" class="wide-only">"Comes from"</th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
    .into_any()
}

/// What a loan costs by term: the fee, its share of the loan, and what is to be repaid.
#[component]
fn Fees(amount: Cents, fees: Option<Vec<TermFee>>) -> impl IntoView {
    let words = match fees {
        None => "by term",
        Some(fees) if fees.is_empty() => "by term, not configured",
        Some(fees) => {
            let lines = fees
                .into_iter()
                .map(|fee| {
                    let share = fee
                        .fee
                        .share_of(amount)
                        .map(|share| format!(" ({})", percent(share)));
                    let total = amount
                        .checked_add(fee.fee)
                        .map(|total| format!(", {total} to repay"));
                    view! {
                        <li>
                            <span class="quiet">{fee.spoken_term()}</span> " "
                            <span class="figure">{fee.fee.to_string()}</span> {share} {total}
                        </li>
                    }
                })
                .collect_view();
            return view! { <ul class="plain term-fees">{lines}</ul> }.into_any();
        }
    };
    view! { <span class="quiet">{words}</span> }.into_any()
}

/// Whether loans are off for everybody, and how old the fees are where they could not be read anew.
#[component]
pub fn LoanNotes(terms: LoanTerms, now: Instant) -> impl IntoView {
    let off = terms.are_loans_off_for_all().then(
        || view! { <p class="loans-off"><Badge meaning=Meaning::Attention text="Loans are switched off for everybody" /></p> },
    );
    let stale = terms.as_of.filter(|_| terms.is_stale).map(|at| {
        view! { <p class="table-note">"Fees as they were last read, " <Moment at now /> ": they cannot be read anew at the moment."</p> }
    });
    let known: Vec<_> = terms
        .evaluated_for
        .iter()
        .map(|(name, value)| format!("{name} {value}"))
        .collect();
    let evaluated = terms.prices.is_some().then(|| {
        let known = if known.is_empty() {
            "without any attributes".to_owned()
        } else {
            format!("for {}", known.join(", "))
        };
        view! {
            <p class="table-note">
                {format!("Fees evaluated {known}. The user's credit profile and external loan history may change them.")}
            </p>
        }
    });
    view! { {off} {stale} {evaluated} }
}
