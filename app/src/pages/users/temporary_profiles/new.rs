//! `/users/{user_id}/temporary-profiles/new`: a form, what it would do, and only then saving.

use crate::api::temporary_profiles::{Overrides, SaveOverride, read_override_form};
use crate::components::broken_items::BrokenItems;
use crate::components::confirm_id::ConfirmId;
use crate::components::offer_warnings::OfferWarnings;
use crate::components::profile_changes::ProfileChanges;
use crate::components::stamp_fields::StampFields;
use crate::components::switch_fields::SwitchFields;
use crate::components::user_header::{UserHeader, use_user_id};
use crate::error::AppError;
use crate::paths;
use crate::ui::failure::Failure;
use crate::ui::field::{Errors, FieldError, TextField};
use crate::ui::kept_form::{KeptForm, last_done};
use crate::ui::page_title::TitleOf;
use crate::ui::panel::Skeleton;
use crate::ui::preview_form::{FormProblems, PreviewForm, Previewed};
use crate::wire::resource;
use domain::form::FieldErrors;
use domain::override_draft::{
    EXPIRES, OverrideContext, OverrideDraft, OverridePlan, REASON, REPLACES, START, starting,
};
use domain::profile_diff::diff;
use domain::switches::REASONS_AGAINST_LOANS;
use leptos::form::ActionForm;
use leptos::prelude::*;
use leptos_router::hooks::use_location;

const ENDS: [&str; 6] = [
    "in 1 day",
    "in 3 days",
    "in 1 week",
    "in 2 weeks",
    "in 30 days",
    "in 3 months",
];
const STARTS: [&str; 4] = ["in 1 hour", "in 1 day", "in 1 week", "in 2 weeks"];

#[component]
pub fn NewTemporaryProfile() -> impl IntoView {
    let user_id = use_user_id();
    let query = use_location().search;
    let save = ServerAction::<SaveOverride>::new();
    // Outlives a second reading of what the form is held against.
    let typed = RwSignal::new(None::<OverrideDraft>);
    let overrides = resource(
        move || (user_id.get(), save.version().get()),
        |(user_id, _)| read_override_form(user_id),
    );
    view! {
        <TitleOf id=user_id words=|id| format!("A temporary profile for {id}") />
        <UserHeader user_id />
        <Suspense fallback=|| view! { <Skeleton lines=16 /> }>
            {move || Suspend::new(async move {
                match overrides.await {
                    Ok(overrides) => view! { <Draft overrides query=query.get() typed save /> }.into_any(),
                    Err(error) => view! { <Failure error /> }.into_any(),
                }
            })}
        </Suspense>
    }
}

#[component]
fn Draft(
    overrides: Overrides,
    query: String,
    typed: RwSignal<Option<OverrideDraft>>,
    save: ServerAction<SaveOverride>,
) -> impl IntoView {
    if let Some(why) = overrides.in_the_way {
        return view! {
            <h2>"Schedule a temporary profile"</h2>
            <p>"There is nothing sound to start from. " {why}</p>
            <BrokenItems broken=overrides.broken notices=Vec::new() />
        }
        .into_any();
    }
    let fields = paths::fields(&query);
    let plan = paths::from_query(&query, "plan").unwrap_or_default();
    let context = overrides.context_without(&plan);
    let named = fields
        .iter()
        .map(|(name, value)| (name.as_str(), value.as_str()));
    let begun = typed
        .get_untracked()
        .or_else(|| OverrideDraft::from_fields(named))
        .unwrap_or_else(|| OverrideDraft::untouched(&context));
    let texts = RwSignal::new(begun.clone());
    let switches = RwSignal::new(begun.switches.clone());
    let draft = Memo::new(move |_| OverrideDraft {
        switches: switches.get(),
        ..texts.get()
    });
    Effect::new(move || typed.set(Some(draft.get())));
    let checked = {
        let context = context.clone();
        Memo::new(move |_| draft.read().check(&context))
    };
    let form = Previewed::new(checked, &query, move || save.value().get());
    let errors = form.errors;
    let back = paths::temporary_profiles(&overrides.user_id);
    let page = paths::new_temporary_profile(&overrides.user_id, &[]);
    let title = if plan.is_empty() {
        "Schedule a temporary profile"
    } else {
        "Change the planned start"
    };
    view! {
        <h2>{title}</h2>
        <FormProblems form />
        // Another address is another form: that of a plan, of a replacement.
        <KeptForm id=query done=last_done(save)>
            <Preview overrides=overrides.clone() context=context.clone() plan=plan.clone() draft checked save />
            <PreviewForm form page back>
                <input type="hidden" name="plan" value=plan />
                <SwitchFields regular=context.regular() has_repaid_special=context.has_repaid_special switches errors offers_new_amounts=true />
                <Texts begun texts errors />
                <Replacing context draft texts errors />
            </PreviewForm>
        </KeptForm>
    }
    .into_any()
}

#[component]
fn Texts(begun: OverrideDraft, texts: RwSignal<OverrideDraft>, errors: Errors) -> impl IntoView {
    view! {
        <TextField
            name=START
            label="Start"
            help="Empty for at once. A moment such as 2026-11-30 17:00 is UTC unless you add a zone: EST, -05:00."
            value=begun.start
            errors
            suggestions=STARTS.to_vec()
            on_input=move |text| texts.update(|texts| texts.start = text)
        />
        <TextField
            name=EXPIRES
            label="End"
            help="A moment, or how long from the start: in 2 weeks."
            value=begun.expires
            errors
            suggestions=ENDS.to_vec()
            on_input=move |text| texts.update(|texts| texts.expires = text)
        />
        <TextField
            name=REASON
            label="Reason"
            help="Stored with the temporary profile and in the audit log. For loans that are switched off, the usual ones are offered."
            value=begun.reason
            errors
            longest=domain::free_text::REASON.longest
            suggestions=REASONS_AGAINST_LOANS.to_vec()
            on_input=move |text| texts.update(|texts| texts.reason = text)
        />
    }
}

/// The consent to put an end to the one that stands.
#[component]
fn Replacing(
    context: OverrideContext,
    draft: Memo<OverrideDraft>,
    texts: RwSignal<OverrideDraft>,
    errors: Errors,
) -> impl IntoView {
    let [standing] = context.standing.as_slice() else {
        return view! { <div id=REPLACES tabindex="-1"><FieldError name=REPLACES errors /></div> }
            .into_any();
    };
    let sort = standing.held.sort.clone();
    let is_agreed = draft.get_untracked().replaces == sort;
    let label = format!(
        "Replace \u{201c}{}\u{201d}, which lasts until {}",
        standing.profile.reason, standing.profile.expires_on
    );
    view! {
        <div class="field">
            <label class="tick">
                <input
                    type="checkbox"
                    id=REPLACES
                    name=REPLACES
                    value=sort.clone()
                    checked=is_agreed
                    aria-describedby="replaces-error"
                    on:change:target=move |event| {
                        let agreed = if event.target().checked() { sort.clone() } else { String::new() };
                        texts.update(|texts| texts.replaces = agreed);
                    }
                />
                <span>{label}</span>
            </label>
            <FieldError name=REPLACES errors />
        </div>
    }
    .into_any()
}

/// What would happen, and the button that lets it.
#[component]
fn Preview(
    overrides: Overrides,
    context: OverrideContext,
    plan: String,
    draft: Memo<OverrideDraft>,
    checked: Memo<Result<OverridePlan, FieldErrors>>,
    save: ServerAction<SaveOverride>,
) -> impl IntoView {
    let refused = Signal::derive(move || match save.value().get() {
        Some(Err(AppError::Rejected { errors, .. })) => errors,
        _ => FieldErrors::default(),
    });
    move || {
        let ready = checked.get().ok()?;
        let answer = overrides.answer_with(&ready, &plan);
        let (closed, has_record) = (overrides.closed.as_ref(), overrides.facts.has_record);
        let change = context.offer_change(&ready, closed, has_record);
        let sentences = starting(&context, &ready)
            .into_iter()
            .map(|sentence| view! { <p>{sentence}</p> })
            .collect_view();
        let changes = diff(&context.regular(), &ready.settings);
        let fixed = draft.get().fixed(&ready).fields();
        let button = match (plan.is_empty(), ready.start_on) {
            (false, _) => "Save the change",
            (true, Some(_)) => "Schedule it",
            (true, None) => "Put it into force now",
        };
        let (user, stamp, plan) = (
            overrides.user_id.clone(),
            overrides.stamp.clone(),
            plan.clone(),
        );
        Some(view! {
            <section class="panel preview" aria-label="What will happen">
                <h2>"What will happen"</h2>
                <OfferWarnings change />
                {sentences}
                <p>"For the customer, once it\u{2019}s saved: " <q>{answer.sentence}</q></p>
                <details>
                    <summary>"Against the regular profile, tier by tier"</summary>
                    <ProfileChanges changes />
                </details>
                <ActionForm action=save>
                    <StampFields user stamp />
                    <input type="hidden" name="plan" value=plan />
                    <input type="hidden" name="draft" value=paths::query(&fixed) />
                    <ConfirmId has_record=overrides.facts.has_record errors=refused />
                    <button class="primary" disabled=move || save.pending().get()>{button}</button>
                </ActionForm>
            </section>
        })
    }
}
