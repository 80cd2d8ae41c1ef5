//! What staff wrote about a user: warnings where nobody can miss them, the rest beside the profile.

mod write_form;

use crate::api::notes::{UnpinNote, WriteNote};
use crate::components::reason_field::ReasonField;
use crate::ui::badge::{Meaning, Shape};
use crate::ui::call_form::CallForm;
use crate::ui::failure::Failure;
use crate::ui::field::beside_fields;
use crate::ui::kept_form::{KeptForm, last_done};
use crate::ui::moment::Moment;
use crate::ui::panel::Panel;
use crate::ui::sent_form::{Answered, field_value};
use domain::instant::Instant;
use domain::note::{Pin, ShownNote};
use leptos::ev::SubmitEvent;
use leptos::prelude::*;
use write_form::WriteForm;

/// So many are shown at once; the rest opens.
const SHOWN: usize = 3;

/// What can be done to notes. Lives outside what is read again once it was done.
#[derive(Clone, Copy)]
pub struct NoteActions {
    write: ServerAction<WriteNote>,
    unpin: ServerAction<UnpinNote>,
}

impl NoteActions {
    pub fn new() -> Self {
        Self {
            write: ServerAction::new(),
            unpin: ServerAction::new(),
        }
    }

    /// Another number after each change that went through; a failed one leaves the page, and what
    /// was typed, as it is.
    pub fn done(self) -> Memo<usize> {
        let (written, unpinned) = (last_done(self.write), last_done(self.unpin));
        Memo::new(move |_| written.get() + unpinned.get())
    }
}

/// The warnings, first of all that a page says.
#[component]
pub fn PinnedNotes(
    user_id: String,
    notes: Vec<ShownNote>,
    now: Instant,
    actions: NoteActions,
) -> impl IntoView {
    notes
        .into_iter()
        .filter(|note| note.pin == Pin::Pinned)
        .map(|note| {
            let (id, user_id) = (note.id.clone(), user_id.clone());
            view! {
                <section class="panel alert attention note" aria-label="Pinned warning">
                    <h2><Shape meaning=Meaning::Attention size=16 /> "Warning from " {note.who.to_string()}</h2>
                    <NoteBody note now />
                    <UnpinForm user_id id actions />
                </section>
            }
        })
        .collect_view()
}

#[component]
fn UnpinForm(user_id: String, id: String, actions: NoteActions) -> impl IntoView {
    let field = format!("unpin-{id}");
    let is_pending = actions.unpin.pending();
    let unpinned = |form: &SubmitEvent| UnpinNote {
        user_id: field_value(form, "user_id"),
        note: field_value(form, "note"),
        reason: field_value(form, "reason"),
    };
    let answer = move || actions.unpin.value().get().and_then(Result::err);
    let answered = Answered::new(answer, "note", id.clone());
    let failed = move || beside_fields(actions.unpin.value().get());
    view! {
        <details class="changes-menu" open=answered.is_wrong()>
            <summary>"Take the pin off"</summary>
            <KeptForm id=field.clone() done=last_done(actions.unpin)>
                <CallForm action=actions.unpin call=unpinned>
                    <input type="hidden" name="user_id" value=user_id />
                    <input type="hidden" name="note" value=id />
                    <ReasonField id=field value=answered.typed("reason") errors=answered.errors() />
                    <button class="secondary" disabled=is_pending>"Take the pin off; the note stays"</button>
                </CallForm>
            </KeptForm>
            {move || failed().map(|error| view! { <Failure error /> })}
        </details>
    }
}

/// The notes that are no warnings, and the way to write one.
#[component]
pub fn NotesPanel(
    user_id: String,
    /// Nothing where they could not be read.
    notes: Option<Vec<ShownNote>>,
    operation: String,
    has_record: bool,
    now: Instant,
    actions: NoteActions,
) -> impl IntoView {
    let list = match notes {
        None => view! { <p>"The notes cannot be read at the moment; the rest of this page is current."</p> }.into_any(),
        Some(notes) => view! { <NoteList notes now /> }.into_any(),
    };
    view! {
        <Panel title="Notes by staff">
            {list}
            <WriteForm user_id operation has_record actions />
        </Panel>
    }
}

#[component]
fn NoteList(notes: Vec<ShownNote>, now: Instant) -> impl IntoView {
    let mut rest: Vec<_> = notes
        .into_iter()
        .filter(|note| note.pin != Pin::Pinned)
        .collect();
    if rest.is_empty() {
        return view! { <p class="empty">"Nobody has written anything yet."</p> }.into_any();
    }
    let older = rest.split_off(rest.len().min(SHOWN));
    let items = |notes: Vec<ShownNote>| {
        notes
            .into_iter()
            .map(|note| view! { <li class="note"><NoteBody note now /></li> })
            .collect_view()
    };
    let older = (!older.is_empty()).then(|| {
        let count = older.len();
        view! {
            <details class="changes-menu">
                <summary>{format!("{count} older")}</summary>
                <ul class="notes">{items(older)}</ul>
            </details>
        }
    });
    view! { <ul class="notes">{items(rest)}</ul> {older} }.into_any()
}

#[component]
fn NoteBody(note: ShownNote, now: Instant) -> impl IntoView {
    // Only links to web pages are stored; the page there learns nothing about this one.
    let ticket = note.ticket.map(|ticket| {
        let href = ticket.clone();
        view! { <p><a href=href rel="external noopener noreferrer" target="_blank" class="id">{ticket}</a></p> }
    });
    let unpinned = match note.pin {
        Pin::Unpinned { at, who, reason } => Some(view! {
            <p class="quiet">{format!("Was pinned until {at}; {who} took the pin off: ")} <q class="reason">{reason}</q></p>
        }),
        Pin::Never | Pin::Pinned => None,
    };
    view! {
        <p class="reason">{note.text}</p>
        {ticket}
        <p class="quiet">{note.who.to_string()} ", " <Moment at=note.at now /></p>
        {unpinned}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::AppError;

    #[test]
    fn a_pin_that_comes_off_after_a_note_that_failed_is_news() {
        let owner = Owner::new();
        owner.set();
        let actions = NoteActions::new();
        let done = actions.done();
        assert_eq!(done.get_untracked(), 0);
        actions.write.version().set(1);
        actions.write.value().set(Some(Err(AppError::Conflict)));
        assert_eq!(
            done.get_untracked(),
            0,
            "what failed leaves the page as it is"
        );
        actions.unpin.version().set(1);
        actions.unpin.value().set(Some(Ok(())));
        assert_eq!(done.get_untracked(), 1);
    }
}
