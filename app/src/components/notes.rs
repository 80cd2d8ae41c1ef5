//! What staff wrote about a user: warnings where nobody can miss them, the rest beside the profile.

use crate::api::notes::{UnpinNote, WriteNote};
use crate::components::reason_field::ReasonField;
use crate::error::AppError;
use crate::ui::badge::{Meaning, Shape};
use crate::ui::call_form::CallForm;
use crate::ui::failure::Failure;
use crate::ui::kept_form::{KeptForm, last_done};
use crate::ui::moment::Moment;
use crate::ui::panel::Panel;
use crate::ui::sent_form::{field_value, is_ticked};
use domain::instant::Instant;
use domain::note::{LONGEST, NoteFault, NoteText, Pin, ShownNote};
use leptos::ev::SubmitEvent;
use leptos::prelude::*;

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
        let (write, unpin) = (self.write, self.unpin);
        Memo::new(move |before: Option<&usize>| {
            let made = write.version().get() + unpin.version().get();
            let has_failed = |value: Option<Result<(), AppError>>| matches!(value, Some(Err(_)));
            match before {
                Some(before)
                    if has_failed(write.value().get()) || has_failed(unpin.value().get()) =>
                {
                    *before
                }
                _ => made,
            }
        })
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
    let failed = move || actions.unpin.value().get().and_then(Result::err);
    view! {
        <details class="changes-menu">
            <summary>"Take the pin off"</summary>
            <KeptForm id=field.clone() done=last_done(actions.unpin)>
                <CallForm action=actions.unpin call=unpinned>
                    <input type="hidden" name="user_id" value=user_id />
                    <input type="hidden" name="note" value=id />
                    <ReasonField id=field />
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
            <WriteForm user_id operation actions />
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

#[component]
fn WriteForm(user_id: String, operation: String, actions: NoteActions) -> impl IntoView {
    let (text, ticket) = (RwSignal::new(String::new()), RwSignal::new(String::new()));
    // The server checks the same again. An empty form is not nagged at.
    let fault = move || match NoteText::parse(&text.read(), &ticket.read(), false) {
        Ok(_) => None,
        Err(NoteFault::Empty) => (!ticket.read().trim().is_empty()
            && NoteText::parse("x", &ticket.read(), false).is_err())
        .then_some(NoteFault::Ticket),
        Err(fault) => Some(fault),
    };
    let at = move |wanted: NoteFault| {
        move || {
            fault()
                .filter(|fault| *fault == wanted)
                .map(|fault| fault.to_string())
        }
    };
    let is_wrong = move |wanted: NoteFault| move || (fault() == Some(wanted)).then_some("true");
    let written = |form: &SubmitEvent| WriteNote {
        user_id: field_value(form, "user_id"),
        text: field_value(form, "text"),
        ticket: field_value(form, "ticket"),
        pinned: is_ticked(form, "pinned").then(|| "yes".to_owned()),
        operation: field_value(form, "operation"),
    };
    let failed = move || actions.write.value().get().and_then(Result::err);
    view! {
        {move || failed().map(|error| view! { <Failure error /> })}
        <KeptForm id="note" done=last_done(actions.write)>
            <CallForm action=actions.write call=written>
                <input type="hidden" name="user_id" value=user_id />
                <input type="hidden" name="operation" value=operation />
                <label for="note-text">"Write a note"</label>
                <textarea
                    id="note-text"
                    name="text"
                    rows="2"
                    required
                    maxlength=LONGEST.to_string()
                    aria-describedby="note-text-wrong"
                    aria-invalid=is_wrong(NoteFault::TooLong)
                    on:input=move |event| text.set(event_target_value(&event))
                ></textarea>
                <p id="note-text-wrong" class="field-error">{at(NoteFault::TooLong)}</p>
                <label for="note-ticket">"Ticket link, if there is one"</label>
                <input
                    id="note-ticket"
                    name="ticket"
                    type="url"
                    pattern="[hH][tT][tT][pP][sS]?://.+"
                    autocomplete="off"
                    aria-describedby="note-ticket-wrong"
                    aria-invalid=is_wrong(NoteFault::Ticket)
                    on:input=move |event| ticket.set(event_target_value(&event))
                />
                <p id="note-ticket-wrong" class="field-error">{at(NoteFault::Ticket)}</p>
                <label class="tick"><input type="checkbox" name="pinned" value="yes" /> "Pin as a warning for everybody"</label>
                <button class="secondary" disabled=actions.write.pending()>"Add the note"</button>
            </CallForm>
        </KeptForm>
    }
}
