//! `/users/{user_id}/temporary-profiles/end`: another end for an override, seen before it is saved.

use crate::api::temporary_profiles::{MoveOverrideEnd, Overrides, read_override_form};
use crate::components::stamp_fields::StampFields;
use crate::components::user_header::{UserHeader, use_user_id};
use crate::error::AppError;
use crate::paths;
use crate::ui::failure::Failure;
use crate::ui::field::TextField;
use crate::ui::kept_form::{KeptForm, last_done};
use crate::ui::moment::Moment;
use crate::ui::page_title::TitleOf;
use crate::ui::panel::Skeleton;
use crate::ui::preview_form::{FormProblems, PreviewForm, Previewed};
use crate::wire::resource;
use domain::form::FieldErrors;
use domain::instant::Instant;
use domain::override_draft::{EXPIRES, EndDraft, REASON, Standing, moving};
use leptos::form::ActionForm;
use leptos::prelude::*;
use leptos_router::components::A;
use leptos_router::hooks::use_location;

const ENDS: [&str; 5] = [
    "in 1 hour",
    "in 1 day",
    "in 1 week",
    "in 2 weeks",
    "in 30 days",
];

/// An end that can be saved, and why.
type Checked = Memo<Result<(Instant, String), FieldErrors>>;

#[component]
pub fn TemporaryProfileEnd() -> impl IntoView {
    let user_id = use_user_id();
    let query = use_location().search;
    let save = ServerAction::<MoveOverrideEnd>::new();
    let typed = RwSignal::new(None::<EndDraft>);
    let overrides = resource(
        move || (user_id.get(), save.version().get()),
        |(user_id, _)| read_override_form(user_id),
    );
    view! {
        <TitleOf id=user_id words=|id| format!("Another end for {id}") />
        <UserHeader user_id />
        <Suspense fallback=|| view! { <Skeleton lines=8 /> }>
            {move || Suspend::new(async move {
                let of = paths::from_query(&query.get(), "of").unwrap_or_default();
                match overrides.await {
                    Err(error) => view! { <Failure error /> }.into_any(),
                    Ok(overrides) => match overrides.standing(&of).cloned() {
                        Some(standing) => view! { <Draft overrides standing query=query.get() typed save /> }.into_any(),
                        None => view! { <Gone overrides save /> }.into_any(),
                    },
                }
            })}
        </Suspense>
    }
}

/// Ended, cancelled or replaced since the link was made.
#[component]
fn Gone(overrides: Overrides, save: ServerAction<MoveOverrideEnd>) -> impl IntoView {
    // Its end was just moved: the way back to the list is under way.
    let is_saved = matches!(save.value().get_untracked(), Some(Ok(())));
    let error = AppError::Invalid("That temporary profile is no longer there.".to_owned());
    view! {
        {(!is_saved).then(|| view! { <Failure error /> })}
        <p><A href=paths::temporary_profiles(&overrides.user_id)>"All temporary profiles of this user"</A></p>
    }
}

#[component]
fn Draft(
    overrides: Overrides,
    standing: Standing,
    query: String,
    typed: RwSignal<Option<EndDraft>>,
    save: ServerAction<MoveOverrideEnd>,
) -> impl IntoView {
    let of_query = |name: &str| paths::from_query(&query, name).unwrap_or_default();
    let begun = typed.get_untracked().unwrap_or_else(|| EndDraft {
        expires: of_query(EXPIRES),
        reason: of_query(REASON),
    });
    let draft = RwSignal::new(begun.clone());
    Effect::new(move || typed.set(Some(draft.get())));
    let checked: Checked = {
        let (standing, context) = (standing.clone(), overrides.context.clone());
        Memo::new(move |_| draft.read().check(&standing, &context))
    };
    let form = Previewed::new(checked, &query, move || save.value().get());
    let errors = form.errors;
    let back = paths::temporary_profiles(&overrides.user_id);
    let page = paths::temporary_profile_end(&overrides.user_id, "");
    let page = page.split('?').next().unwrap_or_default().to_owned();
    let (now, profile) = (overrides.context.now, standing.profile.clone());
    let sort = standing.held.sort.clone();
    view! {
        <h2>"Extend or shorten a temporary profile"</h2>
        <p><q class="reason">{profile.reason}</q> " ends " <Moment at=profile.expires_on now /> "."</p>
        <FormProblems form />
        // Another address is another form: that of another temporary profile.
        <KeptForm id=query done=last_done(save)>
            <Preview overrides standing draft checked save />
            <PreviewForm form page back>
                <input type="hidden" name="of" value=sort />
                <TextField
                    name=EXPIRES
                    label="New end"
                    help="A moment such as 2026-11-30 17:00, UTC unless you add a zone (EST, -05:00), or a time from now: in 2 weeks."
                    value=begun.expires
                    errors
                    suggestions=ENDS.to_vec()
                    on_input=move |text| draft.update(|draft| draft.expires = text)
                />
                <TextField
                    name=REASON
                    label="Reason"
                    help="Stands in the audit log."
                    value=begun.reason
                    errors
                    longest=domain::free_text::REASON.longest
                    on_input=move |text| draft.update(|draft| draft.reason = text)
                />
            </PreviewForm>
        </KeptForm>
    }
}

#[component]
fn Preview(
    overrides: Overrides,
    standing: Standing,
    draft: RwSignal<EndDraft>,
    checked: Checked,
    save: ServerAction<MoveOverrideEnd>,
) -> impl IntoView {
    move || {
        let (expires_on, _) = checked.get().ok()?;
        let sentences = moving(&overrides.context, &standing, expires_on)
            .into_iter()
            .map(|sentence| view! { <p>{sentence}</p> })
            .collect_view();
        let (user, stamp) = (overrides.user_id.clone(), overrides.stamp.clone());
        let (sort, reason) = (standing.held.sort.clone(), draft.get().reason);
        Some(view! {
            <section class="panel preview" aria-label="What will happen">
                <h2>"What will happen"</h2>
                {sentences}
                <ActionForm action=save>
                    <StampFields user stamp />
                    <input type="hidden" name="of" value=sort />
                    <input type="hidden" name=EXPIRES value=expires_on.stored() />
                    <input type="hidden" name=REASON value=reason />
                    <button class="primary" disabled=move || save.pending().get()>"Save the new end"</button>
                </ActionForm>
            </section>
        })
    }
}
