//! Notes on a user: float-desk, `NOTE#<user>` / `<time>#<id>`. Nothing is changed or deleted; beside
//! the notes lie marks that make a second sending of the same form a conflict.

use crate::audit;
use crate::encoder::Encoder;
use crate::fields::{Fields, ItemFields};
use crate::table::{Query, SortRange, Write, key_of};
use crate::{ErrorKind, Store, StoreError, TableId};
use domain::audit::AuditEvent;
use domain::id::{StaffId, UserId};
use domain::item::Stored;
use domain::note::{Note, NoteEntry, NoteText};
use domain::role::{Permit, WriteNotes};
use domain::value::Attributes;

const ITEM_TYPE: &str = "note";
/// Times begin with a digit; what marks an operation sorts behind.
const FIRST_TIME: &str = "0";
const BEHIND_TIMES: &str = ":";
/// Nobody sends a form again after a day.
const REMEMBERED: i64 = 86_400;

pub(crate) fn partition(user: &UserId) -> String {
    format!("NOTE#{user}")
}

fn sort(note: &Note) -> String {
    format!("{}#{}", note.at.stored(), note.id)
}

/// Everything written about a user, newest first. As much as people write by hand.
pub async fn of_user(store: &Store, user: &UserId) -> Result<Vec<Stored<Note>>, StoreError> {
    let times = SortRange::Between(FIRST_TIME.to_owned(), BEHIND_TIMES.to_owned());
    let query = Query::new(partition(user), times).newest_first();
    let items = store.table(TableId::FloatDesk).all(query).await?;
    Ok(items.into_iter().map(decode).collect())
}

/// Whether something had to be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Written {
    Now,
    /// The same form was sent before, or somebody else took the same pin off.
    Before,
}

/// Adds a note, or takes the pin off one, together with the audit event.
pub async fn write(
    store: &Store,
    _permit: &Permit<WriteNotes>,
    note: &Note,
    event: &AuditEvent,
) -> Result<Written, StoreError> {
    let mark = mark(note);
    let mut writes = audit::writes(event);
    writes.push(Write::new_item(TableId::FloatDesk, encode(note)));
    writes.push(Write::new_item(TableId::FloatDesk, mark.clone()));
    match store.transact(writes).await {
        Ok(()) => Ok(Written::Now),
        // Only what is there counts as written: nobody would look for a note that got lost.
        Err(error) if error.kind == ErrorKind::Conflict => {
            let table = store.table(TableId::FloatDesk);
            let found = table.get(key_of(TableId::FloatDesk, &mark)).await?;
            found.map(|_| Written::Before).ok_or(error)
        }
        Err(error) => Err(error),
    }
}

/// What there can be one of: an operation, and an end of a pin.
fn mark(note: &Note) -> Attributes {
    let (sort, forgotten) = match &note.entry {
        NoteEntry::Text(_) => (
            format!("OPERATION#{}", note.id),
            Some(note.at.plus_seconds(REMEMBERED)),
        ),
        NoteEntry::Unpin { note, .. } => (format!("UNPINNED#{note}"), None),
    };
    Encoder::new()
        .keys(partition(&note.user_id), sort)
        .text("item_type", "note_mark")
        .optional_epoch("ttl", forgotten)
        .done()
}

fn encode(note: &Note) -> Attributes {
    let item = Encoder::new()
        .keys(partition(&note.user_id), sort(note))
        .text("item_type", ITEM_TYPE)
        .text("user_id", note.user_id.as_str())
        .text("note_id", &note.id)
        .instant("at", note.at)
        .text("who", note.who.as_str());
    match &note.entry {
        NoteEntry::Text(note) => item
            .text("text", &note.text)
            .optional_text("ticket", note.ticket.as_deref())
            .boolean("is_pinned", note.is_pinned),
        NoteEntry::Unpin { note, reason } => item.text("unpins", note).text("reason", reason),
    }
    .done()
}

fn decode(item: Attributes) -> Stored<Note> {
    let mut fields = ItemFields::open(TableId::FloatDesk, item);
    fields.discriminator("item_type", ITEM_TYPE);
    let note = Note {
        user_id: UserId::new(fields.text("user_id")),
        id: fields.text("note_id"),
        at: fields.instant("at"),
        who: StaffId::new(fields.text("who")),
        entry: decode_entry(&mut fields),
    };
    fields.lies_in(&partition(&note.user_id));
    fields.sorts_at(&sort(&note));
    fields.close(note)
}

fn decode_entry(fields: &mut Fields) -> NoteEntry {
    match fields.optional_text("unpins") {
        Some(note) => NoteEntry::Unpin {
            note,
            reason: fields.text("reason"),
        },
        None => NoteEntry::Text(NoteText {
            text: fields.text("text"),
            ticket: fields.optional_text("ticket"),
            is_pinned: fields.boolean("is_pinned"),
        }),
    }
}
