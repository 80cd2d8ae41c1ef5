//! The notice that what is live is not what the record says.

use crate::api::rulebooks::{Drift, RecordDrift};
use crate::components::diff::Diff;
use crate::components::reason_field::ReasonField;
use crate::paths;
use crate::ui::badge::{Meaning, Shape};
use crate::ui::failure::Failure;
use crate::ui::field::beside_fields;
use crate::ui::kept_form::{KeptForm, last_done};
use crate::ui::sent_form::Tried;
use domain::id::RulebookId;
use leptos::form::ActionForm;
use leptos::prelude::*;
use leptos_router::components::A;

#[component]
pub fn DriftNotice(drift: Drift) -> impl IntoView {
    let action = ServerAction::<RecordDrift>::new();
    let since = match (drift.newest, drift.unread) {
        (Some(newest), Some(why)) => view! {
            <p>{format!("The newest update, of {}, cannot be read: {why}. The live rulebooks are compared with the last one that can. Recording them as a new update puts this right.", newest.in_words())}</p>
        }
        .into_any(),
        (Some(newest), None) => view! {
            <p>"The live rulebooks are not what the newest update says: somebody, perhaps a script, changed them without recording it. "
            <A href=paths::update(&newest)>"See the newest update, or go back to it there"</A></p>
        }
        .into_any(),
        (None, _) => view! { <p>"No update has been recorded yet."</p> }.into_any(),
    };
    let said = |ids: Vec<RulebookId>, what: &'static str| {
        let line = move |id: RulebookId| view! { <li><span class="id">{id.to_string()}</span> {what}</li> };
        ids.into_iter().map(line).collect::<Vec<_>>()
    };
    let lines = [
        said(drift.lost, " is stored so that it cannot be read"),
        said(
            drift.came,
            " was added, and is stored so that it cannot be read",
        ),
        said(drift.gone, ", which could not be read, was removed"),
    ];
    let lines: Vec<_> = lines.into_iter().flatten().collect();
    let lost = (!lines.is_empty()).then(|| view! { <ul>{lines}</ul> });
    let has_diff = !drift.diff.sections.is_empty();
    let failure = move || action.value().get().and_then(Result::err);
    let errors = Tried::new(failure).errors;
    let before = untrack(failure);
    let typed = before.and_then(|error| error.typed("reason").map(str::to_owned));
    let record = drift.may_record.then(|| {
        view! {
            {move || beside_fields(action.value().get()).map(|error| view! { <Failure error /> })}
            <KeptForm id="drift" done=last_done(action)>
                <ActionForm action attr:class="stacked">
                    <ReasonField id="drift-reason" value=typed.unwrap_or_default() errors />
                    <button class="secondary" disabled=move || action.pending().get()>"Record the live rulebooks as a new update"</button>
                </ActionForm>
            </KeptForm>
        }
    });
    view! {
        <section class="panel alert attention" aria-label="Changed without a record">
            <h2><Shape meaning=Meaning::Attention size=16 /> "Changed without a record"</h2>
            {since}
            {lost}
            {has_diff.then(|| view! { <Diff diff=drift.diff /> })}
            {record}
        </section>
    }
}
