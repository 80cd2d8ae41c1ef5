//! A user's verified income: masked until somebody asks, and that they did is on record.

use super::or_not_stored;
use crate::api::insights::RevealIncome;
use crate::components::also_stored::AlsoStored;
use crate::ui::failure::Failure;
use crate::ui::panel::Panel;
use domain::id::UserId;
use domain::insight::income_verification::{IncomeVerification, MaskedIncome};
use domain::item::Record;
use leptos::form::ActionForm;
use leptos::prelude::*;

/// As long for every value, so that it tells nothing.
const MASK: &str = "\u{2022}\u{2022}\u{2022}\u{2022}\u{2022}\u{2022}";

#[component]
pub fn Verification(
    user_id: UserId,
    masked: Option<MaskedIncome>,
    reveal: ServerAction<RevealIncome>,
) -> impl IntoView {
    let Some(masked) = masked else {
        return view! {
            <Panel title="Income verification">
                <p class="empty">"No income was verified. It is deleted when the user connects a new bank."</p>
            </Panel>
        }
        .into_any();
    };
    let (user, masked) = (StoredValue::new(user_id), StoredValue::new(masked));
    let shown = move || match reveal.value().get() {
        // Of this user: the page of another one starts masked again.
        Some(Ok(Some(record))) if user.with_value(|user| *user == record.value.user_id) => {
            view! { <Revealed record /> }.into_any()
        }
        Some(Ok(None)) => {
            view! { <p>"It is no longer stored. Load the page again."</p> }.into_any()
        }
        failed => {
            let error = failed.and_then(Result::err);
            view! {
                {error.map(|error| view! { <Failure error /> })}
                <Masked user_id=user.get_value() masked=masked.get_value() reveal />
            }
            .into_any()
        }
    };
    view! { <Panel title="Income verification">{shown}</Panel> }.into_any()
}

#[component]
fn Masked(
    user_id: UserId,
    masked: MaskedIncome,
    reveal: ServerAction<RevealIncome>,
) -> impl IntoView {
    let rows = masked
        .stored
        .into_iter()
        .map(|name| view! { <div><dt>{name}</dt><dd aria-label="masked">{MASK}</dd></div> })
        .collect_view();
    view! {
        <dl class="facts row">{rows}</dl>
        <ActionForm action=reveal>
            <input type="hidden" name="user_id" value=user_id.to_string() />
            <button class="secondary needs-js" disabled=reveal.pending()>"Reveal; it goes on record that you did"</button>
        </ActionForm>
        <noscript><p class="quiet">"Revealing it needs JavaScript."</p></noscript>
    }
}

#[component]
fn Revealed(record: Record<IncomeVerification>) -> impl IntoView {
    let income = record.value;
    let fact = |name: &'static str, value: Option<String>| {
        view! { <div><dt>{name}</dt><dd>{or_not_stored(value)}</dd></div> }
    };
    view! {
        <dl class="facts row">
            {fact("Employer", income.employer_name)}
            {fact("Salary", income.salary.map(|salary| format!("{salary}, as stored: neither its unit nor its period is documented")))}
            {fact("Pay frequency", income.pay_frequency)}
            {fact("Start", income.start_date.map(|day| day.to_string()))}
        </dl>
        <AlsoStored attributes=record.unknown />
        <p class="quiet" role="status">"Revealed; it is on record that you saw it."</p>
    }
}
