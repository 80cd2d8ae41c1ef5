use crate::harness::{TestStore, intact, sound};
use crate::sample::{noon, user};
use domain::audit::{Action, AuditEvent, AuditList};
use domain::id::{StaffId, UserId};
use domain::note::{Note, NoteEntry, NoteText, Pin, arrange};
use domain::role::{Permit, Role, Staff, WriteNotes};
use store::TableId;
use store::audit::list;
use store::note::{Written, of_user, write};

fn permit() -> Permit<WriteNotes> {
    let staff = Staff::new(StaffId::new("dana"), Role::Support);
    staff.permit().unwrap()
}

fn note(id: &str, second: i64) -> Note {
    Note {
        user_id: user(),
        id: id.to_owned(),
        at: noon().plus_seconds(second),
        who: StaffId::new("dana"),
        entry: NoteEntry::Text(NoteText {
            text: format!("note {id}"),
            ticket: Some("https://desk.example.com/4711".to_owned()),
            is_pinned: true,
        }),
    }
}

fn unpin(id: &str, of: &str, second: i64) -> Note {
    Note {
        entry: NoteEntry::Unpin {
            note: of.to_owned(),
            reason: "settled".to_owned(),
        },
        ..note(id, second)
    }
}

async fn send(store: &TestStore, note: &Note, event: &str) -> Written {
    let event = AuditEvent {
        id: event.to_owned(),
        at: note.at,
        who: note.who.clone(),
        label: None,
        role: Some(Role::Support),
        from: String::new(),
        action: Action::NoteWritten,
        user: Some(note.user_id.clone()),
        subject: String::new(),
        reason: String::new(),
        before: None,
        after: None,
    };
    write(store, &permit(), note, &event).await.unwrap()
}

async fn events(store: &TestStore) -> usize {
    let of = AuditList::OfUser(user());
    list(store, &of, 50, None).await.unwrap().events.len()
}

#[tokio::test]
async fn notes_come_back_as_they_were_written_newest_first() {
    let store = TestStore::with(&[TableId::FloatDesk]).await;
    send(&store, &note("a", 0), "1").await;
    send(&store, &note("b", 5), "2").await;
    send(&store, &unpin("c", "a", 9), "3").await;
    let found: Vec<_> = of_user(&store, &user())
        .await
        .unwrap()
        .into_iter()
        .map(intact)
        .collect();
    assert_eq!(found, [unpin("c", "a", 9), note("b", 5), note("a", 0)]);
    let nobody = UserId::new("user-1234");
    assert_eq!(of_user(&store, &nobody).await.unwrap(), []);
}

#[tokio::test]
async fn a_form_that_is_sent_twice_writes_one_note_and_one_event() {
    let store = TestStore::with(&[TableId::FloatDesk]).await;
    assert_eq!(send(&store, &note("a", 0), "1").await, Written::Now);
    assert_eq!(send(&store, &note("a", 7), "2").await, Written::Before);
    let notes = sound(of_user(&store, &user()).await.unwrap());
    assert_eq!(notes, [note("a", 0)]);
    assert_eq!(events(&store).await, 1);
}

#[tokio::test]
async fn of_two_people_who_take_the_same_pin_off_one_does() {
    let store = TestStore::with(&[TableId::FloatDesk]).await;
    send(&store, &note("a", 0), "1").await;
    assert_eq!(send(&store, &unpin("b", "a", 1), "2").await, Written::Now);
    assert_eq!(
        send(&store, &unpin("c", "a", 2), "3").await,
        Written::Before
    );
    let shown = arrange(sound(of_user(&store, &user()).await.unwrap()));
    assert!(matches!(&shown[..], [note] if matches!(note.pin, Pin::Unpinned { .. })));
    assert_eq!(events(&store).await, 2);
}
