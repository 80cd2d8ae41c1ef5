//! The overrides that are stored and have not ended, and what can be done about each.

use super::Actions;
use crate::api::temporary_profiles::Overrides;
use crate::components::reason_field::ReasonField;
use crate::components::stamp_fields::StampFields;
use crate::paths;
use crate::ui::badge::{Badge, Meaning};
use crate::ui::kept_form::KeptForm;
use crate::ui::moment::Moment;
use crate::ui::sent_form::Answered;
use domain::effective::ProfileSources;
use domain::instant::Instant;
use domain::offer::offer;
use domain::override_draft::{OverrideDraft, Standing, cancelling};
use domain::switches::Switches;
use leptos::form::ActionForm;
use leptos::prelude::*;
use leptos_router::components::A;

#[component]
pub(super) fn StandingPanel(overrides: Overrides, actions: Actions) -> impl IntoView {
    if overrides.context.standing.is_empty() {
        return view! { <p class="empty">"None: the regular profile counts."</p> }.into_any();
    }
    let counts = overrides.context.active().map(|one| one.held.clone());
    let rows = overrides
        .context
        .standing
        .iter()
        .enumerate()
        .map(|(index, one)| {
            let counts = counts.as_ref() == Some(&one.held);
            view! { <Row overrides=overrides.clone() one=one.clone() counts index actions /> }
        })
        .collect_view();
    let active = overrides.context.standing.len();
    let several = (active > 1).then(|| {
        view! { <p class="problem">{format!("{active} are stored at once, and there should be one at most. The one that ends first is taken as the one in effect; cancel the others.")}</p> }
    });
    view! { {several} <ul class="cards">{rows}</ul> }.into_any()
}

#[component]
fn Row(
    overrides: Overrides,
    one: Standing,
    counts: bool,
    index: usize,
    actions: Actions,
) -> impl IntoView {
    let now = overrides.context.now;
    let profile = one.profile.clone();
    let (meaning, state) = state(&one, counts, now);
    let gives = gives(&overrides, &one);
    let may_write = overrides.may.for_a_while;
    view! {
        <li class="card">
            <p class="card-head">
                <Badge meaning text=state />
                <q class="reason">{profile.reason.clone()}</q>
            </p>
            <p>
                "From " <Moment at=profile.created_on now /> " until " <Moment at=profile.expires_on now /> ": " {gives} "."
            </p>
            {may_write.then(|| view! { <Deeds overrides one index actions /> })}
        </li>
    }
}

fn state(one: &Standing, counts: bool, now: Instant) -> (Meaning, &'static str) {
    if counts && one.profile.created_on > now {
        (
            Meaning::Attention,
            "In effect, though it\u{2019}s dated ahead",
        )
    } else if counts {
        (Meaning::Attention, "In effect")
    } else {
        (Meaning::Ended, "Stored, but another is in effect")
    }
}

/// What the user can take while only this override counts.
fn gives(overrides: &Overrides, one: &Standing) -> String {
    let sources = ProfileSources {
        temporary: vec![one.profile.clone()],
        versions: overrides.context.version.iter().cloned().collect(),
    };
    offer(&sources.effective_at(one.profile.created_on.max(overrides.context.now)))
}

#[component]
fn Deeds(overrides: Overrides, one: Standing, index: usize, actions: Actions) -> impl IntoView {
    let user = overrides.user_id.clone();
    let end = paths::temporary_profile_end(&user, &one.held.sort);
    let replace = paths::new_temporary_profile(&user, &replacing(&overrides, &one));
    let effect = cancelling(&overrides.context, &one);
    let id = format!("cancel-{index}");
    let field = format!("{id}-reason");
    let failure = move || actions.cancel.value().get().and_then(Result::err);
    let answered = Answered::new(failure, "of", one.held.sort.clone());
    view! {
        <div class="actions">
            <A href=end attr:class="secondary button-link">"Extend or shorten"</A>
            <A href=replace attr:class="secondary button-link">"Replace"</A>
        </div>
        <details class="changes-menu" open=answered.is_wrong()>
            <summary>"Cancel it now"</summary>
            <p>{effect}</p>
            <KeptForm id=id>
                <ActionForm action=actions.cancel attr:class="stacked">
                    <StampFields user stamp=overrides.stamp />
                    <input type="hidden" name="of" value=one.held.sort />
                    <ReasonField id=field value=answered.typed("reason") errors=answered.errors() />
                    <button class="secondary" disabled=move || actions.is_pending()>"Cancel the temporary profile"</button>
                </ActionForm>
            </KeptForm>
        </details>
    }
}

/// The form for another override, which begins with what this one switches on.
fn replacing(overrides: &Overrides, one: &Standing) -> Vec<(&'static str, String)> {
    let regular = overrides.context.regular();
    let draft = OverrideDraft {
        switches: Switches::of(&regular.under(&one.profile).complete()),
        replaces: one.held.sort.clone(),
        ..OverrideDraft::default()
    };
    draft.fields()
}
