//! `/users/{user_id}/new-version`: the newest profile version as a form, the difference that it would
//! make, and only then a new version. Old ones stay as they are.

use crate::api::profile_versions::{SaveVersion, VersionForm, read_version_form};
use crate::components::broken_items::BrokenItems;
use crate::components::confirm_id::ConfirmId;
use crate::components::offer_warnings::OfferWarnings;
use crate::components::profile_changes::ProfileChanges;
use crate::components::stamp_fields::StampFields;
use crate::components::switch_fields::SwitchFields;
use crate::components::user_header::{UserHeader, use_user_id};
use crate::error::AppError;
use crate::paths;
use crate::ui::badge::{Meaning, Shape};
use crate::ui::failure::Failure;
use crate::ui::field::{TextArea, TextField};
use crate::ui::kept_form::{KeptForm, last_done};
use crate::ui::moment::Moment;
use crate::ui::page_title::TitleOf;
use crate::ui::panel::Skeleton;
use crate::ui::preview_form::{FormProblems, PreviewForm, Previewed};
use crate::wire::resource;
use domain::form::FieldErrors;
use domain::free_text;
use domain::profile::FloatProfile;
use domain::profile_diff::{diff, in_words};
use domain::profile_draft::{CFI, NOTES, ProfileDraft, ProfilePlan, REASON, starting_point};
use domain::switches::REASONS_AGAINST_LOANS;
use leptos::form::ActionForm;
use leptos::prelude::*;
use leptos_router::hooks::use_location;

const BASE: &str = "base";

#[component]
pub fn NewVersion() -> impl IntoView {
    let user_id = use_user_id();
    let query = use_location().search;
    let save = ServerAction::<SaveVersion>::new();
    // Outlive a second reading: what was typed, and the version that it was begun with.
    let typed = RwSignal::new(None::<ProfileDraft>);
    let base = RwSignal::new(None::<String>);
    let asked = move || {
        let begun = base
            .get_untracked()
            .or_else(|| paths::from_query(&query.get(), BASE));
        (user_id.get(), begun, save.version().get())
    };
    let form = resource(asked, |(user_id, base, _)| read_version_form(user_id, base));
    view! {
        <TitleOf id=user_id words=|id| format!("A new profile version for {id}") />
        <UserHeader user_id />
        <Suspense fallback=|| view! { <Skeleton lines=16 /> }>
            {move || Suspend::new(async move {
                match form.await {
                    Ok(form) => view! { <Form form query=query.get() typed base save /> }.into_any(),
                    Err(error) => view! { <Failure error /> }.into_any(),
                }
            })}
        </Suspense>
    }
}

#[component]
fn Form(
    form: VersionForm,
    query: String,
    typed: RwSignal<Option<ProfileDraft>>,
    base: RwSignal<Option<String>>,
    save: ServerAction<SaveVersion>,
) -> impl IntoView {
    if let Some(broken) = form.broken {
        return view! {
            <h2>"New profile version"</h2>
            <p>"The newest version cannot be read, so there is nothing to start from."</p>
            <BrokenItems broken=vec![broken] notices=Vec::new() />
        }
        .into_any();
    }
    let fields = paths::fields(&query);
    let named = fields
        .iter()
        .map(|(name, value)| (name.as_str(), value.as_str()));
    let begun = typed
        .get_untracked()
        .or_else(|| ProfileDraft::from_fields(named))
        .unwrap_or_else(|| ProfileDraft::untouched(form.newest.as_ref()));
    // What it is held against at the next conflict is what was seen by then.
    let seen = form.base();
    let seen_by_then = seen.clone();
    Effect::new(move || base.set(Some(seen_by_then.clone())));
    let texts = RwSignal::new(begun.clone());
    let switches = RwSignal::new(begun.switches.clone());
    let draft = Memo::new(move |_| ProfileDraft {
        switches: switches.get(),
        ..texts.get()
    });
    Effect::new(move || typed.set(Some(draft.get())));
    let (newest, has_repaid) = (form.newest.clone(), form.has_repaid_special);
    let checked = Memo::new(move |_| draft.read().check(newest.as_ref(), has_repaid));
    let previewed = Previewed::new(checked, &query, move || save.value().get());
    let errors = previewed.errors;
    let page = paths::new_version(&form.user_id, &[]);
    let back = paths::user(&form.user_id);
    let regular = starting_point(form.newest.as_ref());
    let is_first = form.newest.is_none();
    view! {
        <h2>"New profile version"</h2>
        <StartsFrom form=form.clone() />
        <FormProblems form=previewed />
        <Meanwhile form=form.clone() />
        // Another address is another form: it says what that one begins with.
        <KeptForm id=query done=last_done(save)>
            <Preview form draft checked save />
            <PreviewForm form=previewed page back>
                <input type="hidden" name=BASE value=seen />
                <SwitchFields regular has_repaid_special=has_repaid switches errors offers_new_amounts=true />
                <div class="field">
                    <label class="tick">
                        <input type="checkbox" name=CFI value="on" checked=begun.cfi on:change:target=move |event| texts.update(|texts| texts.cfi = event.target().checked()) />
                        <span>"CFI: limits rise by themselves"</span>
                    </label>
                    {is_first.then(|| view! { <p class="help">"On by default: new users grow by CFI."</p> })}
                </div>
                <TextField
                    name=REASON
                    label="Reason"
                    help="Stored with the version and in the audit log. For loans that are switched off, the usual ones are offered."
                    value=begun.reason
                    errors
                    longest=free_text::REASON.longest
                    suggestions=REASONS_AGAINST_LOANS.to_vec()
                    on_input=move |text| texts.update(|texts| texts.reason = text)
                />
                <TextArea
                    name=NOTES
                    label="Notes"
                    help="Stored with the version. May be empty."
                    value=begun.notes
                    errors
                    longest=free_text::PROFILE_NOTES.longest
                    on_input=move |text| texts.update(|texts| texts.notes = text)
                />
            </PreviewForm>
        </KeptForm>
    }
    .into_any()
}

/// What the form starts from, and what of it is taken over unseen.
#[component]
fn StartsFrom(form: VersionForm) -> impl IntoView {
    let now = form.now;
    let from = match form.newest {
        Some(newest) => view! {
            <p>"It starts from the version of " <Moment at=newest.created_on now /> " " <q class="reason">{newest.reason}</q> ", which stays as it is."</p>
        }
        .into_any(),
        None => view! { <p>"Nothing is stored: it starts from the settings for new users."</p> }.into_any(),
    };
    let carried = (!form.carried_over.is_empty()).then(|| {
        let names = form.carried_over.join(", ");
        view! { <p class="quiet">{format!("Taken over as stored: {names}.")}</p> }
    });
    let hidden = form.hidden_until.map(|until| {
        view! { <p class="quiet">"A temporary profile is in effect until " <Moment at=until now /> "; what is changed here shows after that."</p> }
    });
    view! { {from} {hidden} {carried} }
}

/// Somebody wrote a version since this form was begun: what they changed. What was typed stays.
#[component]
fn Meanwhile(form: VersionForm) -> impl IntoView {
    let (begun_with, newest) = (form.begun_with?, form.newest?);
    let before = starting_point(begun_with.version.as_ref());
    let changes = diff(&before, &starting_point(Some(&newest)));
    let now = form.now;
    let FloatProfile {
        created_on, reason, ..
    } = newest;
    Some(view! {
        <section class="panel alert attention" aria-label="Changed meanwhile">
            <h2><Shape meaning=Meaning::Attention size=16 /> "Somebody wrote a version meanwhile"</h2>
            <p><Moment at=created_on now /> ": " {in_words(&changes)} ". " <q class="reason">{reason}</q></p>
            <p>"What you filled in is still below. It is now held against that version; look through it, then save."</p>
            <ProfileChanges changes />
        </section>
    })
}

#[component]
fn Preview(
    form: VersionForm,
    draft: Memo<ProfileDraft>,
    checked: Memo<Result<ProfilePlan, FieldErrors>>,
    save: ServerAction<SaveVersion>,
) -> impl IntoView {
    let refused = Signal::derive(move || match save.value().get() {
        Some(Err(AppError::Rejected { errors, .. })) => errors,
        _ => FieldErrors::default(),
    });
    move || {
        let ready = checked.get().ok()?;
        let changes = diff(&starting_point(form.newest.as_ref()), &ready.settings);
        let words = in_words(&changes);
        let change =
            ready.offer_change(form.newest.as_ref(), form.closed.as_ref(), form.has_record);
        let fields = draft.get().fields();
        let (user, stamp, base) = (form.user_id.clone(), form.stamp.clone(), form.base());
        Some(view! {
            <section class="panel preview" aria-label="What will be different">
                <h2>"What will be different"</h2>
                <OfferWarnings change />
                <p>{words} "."</p>
                <ProfileChanges changes />
                <ActionForm action=save>
                    <StampFields user stamp />
                    <input type="hidden" name=BASE value=base />
                    <input type="hidden" name="draft" value=paths::query(&fields) />
                    <ConfirmId has_record=form.has_record errors=refused />
                    <button class="primary" disabled=move || save.pending().get()>"Write the new version"</button>
                </ActionForm>
            </section>
        })
    }
}
