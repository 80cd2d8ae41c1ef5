//! The check step: what a campaign would do, group by group, and whom to include.

use crate::api::campaigns::{CampaignPage, StartCampaign};
use crate::ui::field::{ErrorSummary, TextField};
use crate::ui::kept_form::KeptForm;
use crate::ui::sent_form::{Tried, field_value, is_ticked};
use domain::campaign::{
    CampaignState, Choices, ChoicesDraft, GroupTotal, InclusionDraft, Tally, reason_field,
};
use domain::money::{Cents, Spoken};
use domain::offer_change::Group;
use domain::role::Refused;
use leptos::ev::SubmitEvent;
use leptos::form::ActionForm;
use leptos::prelude::*;

/// The groups that are excluded unless an admin includes them: the field of its reason, and its label.
const EXCLUDED: [(Group, &str, &str); 3] = [
    (
        Group::Lowered,
        "lowered_reason",
        "Reason to include lowered users",
    ),
    (
        Group::Reopened,
        "reopened_reason",
        "Reason to include reopened users",
    ),
    (
        Group::HoldReplaced,
        "hold_replaced_reason",
        "Reason to include users whose hold is replaced",
    ),
];

#[component]
pub(super) fn Start(
    page: CampaignPage,
    action: ServerAction<StartCampaign>,
    #[prop(into)] is_pending: Signal<bool>,
) -> impl IntoView {
    let CampaignPage {
        campaign,
        tally,
        refused_include,
        ..
    } = page;
    let is_new = campaign.state == CampaignState::Ready;
    let verb = if is_new { "Start" } else { "Continue" };
    let failure = move || action.value().get().and_then(Result::err);
    let before = untrack(failure);
    let draft = RwSignal::new(begun(&campaign.choices, before.as_ref()));
    let tried = Tried::new(failure);
    let check = move |event: SubmitEvent| {
        let errors = sent(&event).check().err().unwrap_or_default();
        tried.again(&event, errors);
    };
    let groups = EXCLUDED.map(|(group, field, label)| {
        let total = tally.group(&group);
        (total.users > 0).then(|| {
            view! { <Inclusion group field label total draft refused=refused_include.clone() errors=tried.errors /> }
        })
    });
    let would_get = move || {
        let agreed = agreed(&draft.read());
        format!(
            "{} of {} users will get it.",
            tally.would_get(&agreed),
            tally.checked()
        )
    };
    let so_far = (!is_new).then(|| {
        let done = tally.done;
        view! { <p>{format!("{done} users have it already. The ones still waiting come next.")}</p> }
    });
    let ticks = draft.get_untracked();
    view! {
        <KeptForm id="start">
            <ActionForm action attr:class="form" attr:novalidate=true on:submit:capture=check>
                <input type="hidden" name="id" value=campaign.id.to_string() />
                {so_far}
                <ErrorSummary errors=tried.errors tries=tried.count />
                <label class="tick">
                    <input type="checkbox" name="with_unknown" value="on" checked=ticks.with_unknown on:change:target=move |event| draft.update(|draft| draft.with_unknown = event.target().checked()) />
                    <span>{format!("Include the {} with no stored data", tally.no_data)}</span>
                </label>
                <label class="tick">
                    <input type="checkbox" name="replace" value="on" checked=ticks.replace on:change:target=move |event| draft.update(|draft| draft.replace = event.target().checked()) />
                    <span>{format!("Replace temporary profiles that aren't holds ({} users have a temporary profile)", tally.overridden)}</span>
                </label>
                {groups}
                <p class="needs-js" role="status">{would_get}</p>
                <button class="primary" disabled=move || is_pending.get()>{verb}</button>
            </ActionForm>
        </KeptForm>
    }
}

/// What was filled in before the form came back, or what was agreed to at the last start.
fn begun(choices: &Choices, before: Option<&crate::error::AppError>) -> ChoicesDraft {
    if let Some(error @ crate::error::AppError::Rejected { .. }) = before {
        let group = |group: &Group| InclusionDraft {
            is_ticked: error.typed(group.as_stored()).is_some(),
            reason: error
                .typed(&reason_field(group))
                .unwrap_or_default()
                .to_owned(),
        };
        return ChoicesDraft {
            with_unknown: error.typed("with_unknown").is_some(),
            replace: error.typed("replace").is_some(),
            lowered: group(&Group::Lowered),
            reopened: group(&Group::Reopened),
            hold_replaced: group(&Group::HoldReplaced),
        };
    }
    let group = |reason: &Option<String>| InclusionDraft {
        is_ticked: reason.is_some(),
        reason: reason.clone().unwrap_or_default(),
    };
    ChoicesDraft {
        with_unknown: choices.with_unknown,
        replace: choices.replace,
        lowered: group(&choices.lowered),
        reopened: group(&choices.reopened),
        hold_replaced: group(&choices.hold_replaced),
    }
}

/// The form that is being sent.
fn sent(event: &SubmitEvent) -> ChoicesDraft {
    let group = |group: &Group| InclusionDraft {
        is_ticked: is_ticked(event, group.as_stored()),
        reason: field_value(event, &reason_field(group)),
    };
    ChoicesDraft {
        with_unknown: is_ticked(event, "with_unknown"),
        replace: is_ticked(event, "replace"),
        lowered: group(&Group::Lowered),
        reopened: group(&Group::Reopened),
        hold_replaced: group(&Group::HoldReplaced),
    }
}

/// What the ticks agree to; the reasons may still be missing.
fn agreed(draft: &ChoicesDraft) -> Choices {
    let group = |draft: &InclusionDraft| draft.is_ticked.then(String::new);
    Choices {
        with_unknown: draft.with_unknown,
        replace: draft.replace,
        lowered: group(&draft.lowered),
        reopened: group(&draft.reopened),
        hold_replaced: group(&draft.hold_replaced),
    }
}

/// One excluded group, and how an admin includes it.
#[component]
fn Inclusion(
    group: Group,
    field: &'static str,
    label: &'static str,
    total: GroupTotal,
    draft: RwSignal<ChoicesDraft>,
    refused: Option<Refused>,
    errors: crate::ui::field::Errors,
) -> impl IntoView {
    let open = total.users - total.protected.min(total.users);
    let name = group.as_stored().to_owned();
    let words = group.in_words().to_owned();
    let protected = (total.protected > 0).then(|| {
        let note = format!(
            "{} can't be included: a hold or a closed profile is lifted one user at a time.",
            total.protected
        );
        view! { <p class="quiet">{note}</p> }
    });
    if open == 0 || refused.is_some() {
        let why = refused
            .filter(|_| open > 0)
            .map(|refused| refused.to_string());
        return view! {
            <div class="field">
                <span class="label">{format!("Excluded: {} ({words})", total.users)}</span>
                {protected}
                {why.map(|why| view! { <p class="quiet">{why}</p> })}
            </div>
        }
        .into_any();
    }
    let begun = of_group(&mut draft.get_untracked(), &group).clone();
    let (ticked, typed) = (group.clone(), group);
    view! {
        <div class="field">
            <label class="tick">
                <input type="checkbox" name=name value="on" checked=begun.is_ticked on:change:target=move |event| draft.update(|draft| of_group(draft, &ticked).is_ticked = event.target().checked()) />
                <span>{format!("Include the {open} in “{words}”")}</span>
            </label>
            {protected}
        </div>
        <TextField name=field label=label help="Required if included. Recorded in the audit log." value=begun.reason errors longest=domain::free_text::REASON.longest on_input=move |text| draft.update(|draft| of_group(draft, &typed).reason = text) />
    }
    .into_any()
}

fn of_group<'a>(draft: &'a mut ChoicesDraft, group: &Group) -> &'a mut InclusionDraft {
    match group {
        Group::Reopened => &mut draft.reopened,
        Group::HoldReplaced => &mut draft.hold_replaced,
        _ => &mut draft.lowered,
    }
}

/// Every group with its count and its amounts, before → after.
#[component]
pub(super) fn Groups(tally: RwSignal<Tally>) -> impl IntoView {
    let rows = Group::ALL
        .iter()
        .map(|group| {
            let total = Memo::new(move |_| tally.read().group(group));
            view! {
                <tr>
                    <th scope="row">{group.in_words().to_owned()}</th>
                    <td class="figure">{move || total.get().users}</td>
                    <td class="figure">{move || arrow(total.get().before, total.get().after)}</td>
                    <td class="figure wide-only">{move || arrow(total.get().loans_before, total.get().loans_after)}</td>
                </tr>
            }
        })
        .collect_view();
    let not_compared = move || {
        let count = tally.read().not_compared();
        (count > 0).then(|| {
            let note = format!("{count} users can't be compared: something stored can't be read, or an earlier version of Float Desk checked them.");
            view! { <p class="table-note">{note}</p> }
        })
    };
    view! {
        <div class="table-scroll" tabindex="0" role="region" aria-label="Each user before and after">
            <table class="table">
                <thead>
                    <tr>
                        <th scope="col">"Group"</th>
                        <th scope="col" class="figure">"Users"</th>
                        <th scope="col" class="figure">"Float limits, total"</th>
                        <th scope="col" class="figure wide-only">"Highest loans, total"</th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
        {not_compared}
    }
}

fn arrow(before: Cents, after: Cents) -> String {
    format!("{} → {}", Spoken(before), Spoken(after))
}
