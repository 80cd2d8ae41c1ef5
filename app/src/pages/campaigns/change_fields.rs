//! What a campaign changes, as fields of its form.

use crate::ui::field::{Errors, FieldError};
use domain::campaign_draft::ChangeDraft;
use domain::money::Spoken;
use domain::tier::{FLOAT_TIERS, LOAN_TIERS};
use leptos::prelude::*;

/// `draft` is what is chosen, and follows every click.
#[component]
pub(super) fn ChangeFields(draft: RwSignal<ChangeDraft>, errors: Errors) -> impl IntoView {
    let begun = draft.get_untracked();
    let amounts = FLOAT_TIERS
        .iter()
        .map(|tier| {
            let dollars = tier.amount.typed();
            let is_chosen = dollars == begun.amount;
            view! { <option value=dollars selected=is_chosen>{Spoken(tier.amount).to_string()}</option> }
        })
        .collect_view();
    let tiers = FLOAT_TIERS.map(|tier| (tier.id, tier.amount));
    view! {
        <fieldset class="switches" id="floats" tabindex="-1" aria-describedby="floats-error">
            <legend>"Floats"</legend>
            <Ways name="change[floats]" ways=ChangeDraft::FLOATS.to_vec() chosen=begun.floats on_choice=move |way| draft.update(|draft| draft.floats = way) />
            <FieldError name="floats" errors />
            <div class="field">
                <label for="amount">"Amount to raise or limit to"</label>
                <select id="amount" name="change[amount]" aria-describedby="amount-error" on:change:target=move |event| draft.update(|draft| draft.amount = event.target().value())>
                    <option value="">"Choose an amount"</option>
                    {amounts}
                </select>
                <FieldError name="amount" errors />
            </div>
            <Amounts name="change[tiers][]" field="tier" legend="Amounts to set exactly" of=tiers.to_vec() ticked=begun.tiers errors on_change=move |(id, on)| draft.update(|draft| set(&mut draft.tiers, id, on)) />
        </fieldset>
        <fieldset class="switches">
            <legend>"Loans"</legend>
            <Ways name="change[loans]" ways=ChangeDraft::LOANS.to_vec() chosen=begun.loans on_choice=move |way| draft.update(|draft| draft.loans = way) />
            <Amounts name="change[loan_tiers][]" field="loan" legend="Loans to switch on" of=LOAN_TIERS.to_vec() ticked=begun.loan_tiers errors on_change=move |(id, on)| draft.update(|draft| set(&mut draft.loan_tiers, id, on)) />
        </fieldset>
    }
}

/// One way out of several; the first where none was chosen.
#[component]
fn Ways(
    name: &'static str,
    ways: Vec<(&'static str, &'static str)>,
    chosen: String,
    #[prop(into)] on_choice: Callback<String>,
) -> impl IntoView {
    ways.into_iter()
        .enumerate()
        .map(|(index, (way, label))| {
            let is_chosen = way == chosen || (index == 0 && chosen.is_empty());
            view! {
                <label class="tick">
                    <input type="radio" name=name value=way checked=is_chosen on:change=move |_| on_choice.run(way.to_owned()) />
                    <span>{label}</span>
                </label>
            }
        })
        .collect_view()
}

#[component]
fn Amounts(
    name: &'static str,
    field: &'static str,
    legend: &'static str,
    of: Vec<(&'static str, domain::money::Cents)>,
    ticked: Vec<String>,
    errors: Errors,
    #[prop(into)] on_change: Callback<(String, bool)>,
) -> impl IntoView {
    let ticks = of
        .into_iter()
        .map(|(id, amount)| {
            let is_on = ticked.iter().any(|ticked| ticked == id);
            view! {
                <label class="tick">
                    <input type="checkbox" name=name value=id checked=is_on on:change:target=move |event| on_change.run((id.to_owned(), event.target().checked())) />
                    <span>{Spoken(amount).to_string()}</span>
                </label>
            }
        })
        .collect_view();
    view! {
        <div class="field" id=field tabindex="-1" role="group" aria-label=legend aria-describedby=format!("{field}-error")>
            <span class="label">{legend}</span>
            <div class="ticks">{ticks}</div>
            <FieldError name=field errors />
        </div>
    }
}

fn set(ids: &mut Vec<String>, id: String, on: bool) {
    ids.retain(|one| *one != id);
    if on {
        ids.push(id);
    }
}
