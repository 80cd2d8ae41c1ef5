use crate::harness::TestStore;
use crate::sample::noon;
use domain::id::StaffId;
use store::session::{StoredSession, count_of, create, delete, load, save};
use store::{ErrorKind, TableId};

fn session(data: &str) -> StoredSession {
    StoredSession {
        data: data.to_owned(),
        expires: noon(),
        owner: None,
    }
}

#[tokio::test]
async fn a_session_lives_until_its_end_or_its_deletion() {
    let store = TestStore::with(&[TableId::FloatDesk]).await;
    let before = noon().plus_seconds(-1);
    create(&store, "secret", &session("{}")).await.unwrap();
    save(&store, "secret", &session("saved")).await.unwrap();
    let found = load(&store, "secret", before).await.unwrap();
    assert_eq!(found, Some(session("saved")));
    assert_eq!(load(&store, "secret", noon()).await.unwrap(), None);
    assert_eq!(load(&store, "secre", before).await.unwrap(), None);
    delete(&store, "secret").await.unwrap();
    assert_eq!(load(&store, "secret", before).await.unwrap(), None);
}

#[tokio::test]
async fn a_second_session_of_the_same_id_is_a_conflict_and_changes_nothing() {
    let store = TestStore::with(&[TableId::FloatDesk]).await;
    create(&store, "secret", &session("first")).await.unwrap();
    let error = create(&store, "secret", &session("second")).await;
    assert_eq!(error.unwrap_err().kind, ErrorKind::Conflict);
    let found = load(&store, "secret", noon().plus_seconds(-1)).await;
    assert_eq!(found.unwrap(), Some(session("first")));
}

#[tokio::test]
async fn whoever_reads_the_table_finds_no_id_to_sign_in_with() {
    let store = TestStore::with(&[TableId::FloatDesk]).await;
    create(&store, "secret", &session("{}")).await.unwrap();
    let client = store.sdk(TableId::FloatDesk).await;
    let table = &store.table(TableId::FloatDesk).name;
    let everything = client.scan().table_name(table).send().await.unwrap();
    assert_eq!(everything.items().len(), 1);
    assert!(!format!("{:?}", everything.items()).contains("secret"));
}

#[tokio::test]
async fn the_running_sessions_of_somebody_are_counted() {
    let store = TestStore::with(&[TableId::FloatDesk]).await;
    let of = |owner: &str| StoredSession {
        owner: Some(StaffId::new(owner)),
        ..session("{}")
    };
    for (id, owner) in [("1", "dana"), ("2", "dana"), ("3", "eli")] {
        create(&store, id, &of(owner)).await.unwrap();
    }
    let dana = StaffId::new("dana");
    let before = noon().plus_seconds(-1);
    assert_eq!(count_of(&store, &dana, before).await.unwrap(), 2);
    assert_eq!(count_of(&store, &dana, noon()).await.unwrap(), 0);
}

#[tokio::test]
async fn a_request_under_way_does_not_bring_an_ended_session_back() {
    let store = TestStore::with(&[TableId::FloatDesk]).await;
    create(&store, "secret", &session("{}")).await.unwrap();
    delete(&store, "secret").await.unwrap();
    save(&store, "secret", &session("{}")).await.unwrap();
    assert_eq!(
        load(&store, "secret", noon().plus_seconds(-60))
            .await
            .unwrap(),
        None
    );
}
