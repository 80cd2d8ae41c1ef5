//! The switches of a profile as fields of a form: floats and loans as a whole, then tier by tier.

use crate::ui::field::{Errors, FieldError, TextField};
use domain::money::{Cents, Spoken};
use domain::settings::Settings;
use domain::switches::{
    FLOATS, LOAN, LOANS, OTHER_AMOUNT, OTHER_REASON, SPECIAL_REASON, Switches, TIER,
    unlisted_special,
};
use domain::tier::{FloatSetting, LoanSetting, SPECIAL_AMOUNT};
use leptos::prelude::*;

/// The fields' names; a form may send them under others.
#[derive(Debug, Clone, Copy)]
pub struct SwitchNames {
    pub floats: &'static str,
    pub loans: &'static str,
    pub tier: &'static str,
    pub loan: &'static str,
}

impl SwitchNames {
    pub const PLAIN: Self = Self {
        floats: FLOATS,
        loans: LOANS,
        tier: TIER,
        loan: LOAN,
    };
}

/// `regular` lists every tier there is; `switches` is what is ticked, and follows every click.
#[component]
pub fn SwitchFields(
    regular: Settings,
    /// Whether the user has repaid $200 before, so that opening them needs no words.
    has_repaid_special: bool,
    switches: RwSignal<Switches>,
    errors: Errors,
    #[prop(default = SwitchNames::PLAIN)] names: SwitchNames,
    /// Whether amounts can be offered that the profile doesn't store yet.
    #[prop(optional)]
    offers_new_amounts: bool,
) -> impl IntoView {
    let ticked = switches.get_untracked();
    let new_special = unlisted_special(&regular).filter(|_| offers_new_amounts);
    let is_closed = |one: &FloatSetting| one.amount == SPECIAL_AMOUNT && !one.is_enabled;
    let asks_special =
        new_special.is_some() || (!has_repaid_special && regular.floats.iter().any(is_closed));
    let help = if new_special.is_some() {
        "Only if you switch on $200, which this profile doesn't have yet."
    } else {
        "Only if you switch on $200: no repaid $200 float is known of this user."
    };
    let special = asks_special.then(|| {
        view! {
            <TextField
                name=SPECIAL_REASON
                label="Why $200"
                help
                value=ticked.special_reason.clone()
                longest=domain::free_text::REASON.longest
                errors
                on_input=move |text| switches.update(|switches| switches.special_reason = text)
            />
        }
    });
    let other = offers_new_amounts.then(|| {
        view! {
            <TextField
                name=OTHER_AMOUNT
                label="Another amount for a test"
                help="In dollars, up to $200. The fee schedule lists no fee for it."
                value=ticked.other_amount.clone()
                errors
                on_input=move |text| switches.update(|switches| switches.other_amount = text)
            />
            <TextField
                name=OTHER_REASON
                label="Why this amount"
                help="Only if you enter another amount."
                value=ticked.other_reason.clone()
                errors
                on_input=move |text| switches.update(|switches| switches.other_reason = text)
            />
        }
    });
    let floats = regular
        .floats
        .into_iter()
        .chain(new_special)
        .map(|tier| {
            let is_on = ticked.tiers.contains(&tier.id);
            let note = float_note(&tier);
            let (id, amount) = (tier.id, tier.amount);
            view! { <Tick name=names.tier value=id label=Spoken(amount).to_string() note is_on on_change=move |(id, on)| switches.update(|switches| set(&mut switches.tiers, id, on)) /> }
        })
        .collect_view();
    let loans = regular
        .loans
        .into_iter()
        .map(|loan| {
            let is_on = ticked.loan_tiers.contains(&loan.id);
            let note = loan_note(&loan);
            let (id, amount) = (loan.id, loan.amount);
            view! { <Tick name=names.loan value=id label=Spoken(amount).to_string() note is_on on_change=move |(id, on)| switches.update(|switches| set(&mut switches.loan_tiers, id, on)) /> }
        })
        .collect_view();
    view! {
        <fieldset class="switches" id=TIER tabindex="-1" aria-describedby="tier-error">
            <legend>"Floats"</legend>
            <Tick name=names.floats value="on" label="Floats can be taken" note="" is_on=ticked.floats on_change=move |(_, on)| switches.update(|switches| switches.floats = on) />
            <div class="ticks">{floats}</div>
            <FieldError name=TIER errors />
        </fieldset>
        {special}
        {other}
        <fieldset class="switches" id=LOAN tabindex="-1" aria-describedby="loan-error">
            <legend>"Loans"</legend>
            <Tick name=names.loans value="on" label="Loans can be taken" note="" is_on=ticked.loans on_change=move |(_, on)| switches.update(|switches| switches.loans = on) />
            <div class="ticks">{loans}</div>
            <FieldError name=LOAN errors />
        </fieldset>
    }
}

#[component]
fn Tick(
    name: &'static str,
    #[prop(into)] value: String,
    #[prop(into)] label: String,
    #[prop(into)] note: String,
    is_on: bool,
    #[prop(into)] on_change: Callback<(String, bool)>,
) -> impl IntoView {
    let id = value.clone();
    view! {
        <label class="tick">
            <input type="checkbox" name=name value=value checked=is_on on:change:target=move |event| on_change.run((id.clone(), event.target().checked())) />
            <span>{label} " " <span class="quiet">{note}</span></span>
        </label>
    }
}

fn set(ids: &mut Vec<String>, id: String, on: bool) {
    ids.retain(|one| *one != id);
    if on {
        ids.push(id);
    }
}

fn float_note(tier: &FloatSetting) -> String {
    match tier.fee() {
        Some(fee) => {
            let total = tier.amount.checked_add(fee).unwrap_or(Cents(i64::MAX));
            format!("fee {}, to repay {}", Spoken(fee), Spoken(total))
        }
        None => format!("tier {}, in no fee schedule", tier.id),
    }
}

fn loan_note(loan: &LoanSetting) -> String {
    if loan.is_documented() {
        String::new()
    } else {
        format!("loan {}, in no document", loan.id)
    }
}
