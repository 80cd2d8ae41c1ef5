use crate::harness::{connect, intact, sound};
use crate::sample::{evaluation, noon, profile, temporary, user};
use domain::instant::Instant;
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::time::SystemTime;
use store::embedded::{Embedded, EmbeddedError, Sweeping};
use store::{Endpoint, PageRequest, Store, StoreConfig, TableId, schema};
use tempfile::TempDir;

fn start(directory: &Path) -> Result<Embedded, EmbeddedError> {
    Embedded::start(directory, "test", Sweeping::Off)
}

/// The engine in `directory` with underwriting's table, under the same name each time.
async fn started(directory: &Path) -> (Embedded, Store) {
    let engine = start(directory).unwrap();
    let config = StoreConfig::new(Endpoint::At(engine.url.clone()), "demo");
    let store = Store::connect(&config).await;
    schema::create_missing(&store, &[TableId::Underwriting])
        .await
        .unwrap();
    (engine, store)
}

#[tokio::test]
async fn data_survives_a_stop_and_a_start() {
    let directory = TempDir::new().unwrap();
    let version = profile(&user(), noon());
    let (engine, store) = started(directory.path()).await;
    let item = store::profile::encode(&version);
    let table = store.table(TableId::Underwriting);
    table.put_all(vec![item], |_| {}).await.unwrap();
    assert!(engine.watch().bytes().unwrap() > 0);
    drop(engine);
    assert!(store::profile::latest(&store, &user()).await.is_err());

    let (_engine, store) = started(directory.path()).await;
    let found = store::profile::latest(&store, &user()).await.unwrap();
    assert_eq!(intact(found.unwrap()), version);
}

#[tokio::test]
async fn a_forgotten_world_is_gone_and_one_in_use_is_not_forgotten() {
    let directory = TempDir::new().unwrap();
    let (engine, store) = started(directory.path()).await;
    let item = store::profile::encode(&profile(&user(), noon()));
    let table = store.table(TableId::Underwriting);
    table.put_all(vec![item], |_| {}).await.unwrap();
    let refused = Embedded::forget(directory.path(), "test");
    assert!(matches!(refused, Err(EmbeddedError::InUse(_))));
    drop(engine);
    Embedded::forget(directory.path(), "test").unwrap();
    Embedded::forget(directory.path(), "test").unwrap();
    let (_engine, store) = started(directory.path()).await;
    let found = store::profile::latest(&store, &user()).await.unwrap();
    assert!(found.is_none());
}

#[test]
fn a_second_start_on_the_same_directory_says_that_it_is_in_use() {
    let directory = TempDir::new().unwrap();
    let first = start(directory.path()).unwrap();
    let said = start(directory.path()).err().unwrap().to_string();
    let path = directory.path().display();
    assert_eq!(
        said,
        format!(
            "the data in {path} is in use by another float-desk; \
             stop that one, or name another --data-dir"
        )
    );
    drop(first);
    assert!(start(directory.path()).is_ok());
}

#[test]
fn a_directory_that_cannot_be_is_named_in_one_line() {
    let directory = TempDir::new().unwrap();
    let file = directory.path().join("file");
    fs::write(&file, "").unwrap();
    for path in [file.join("below"), file] {
        let error = start(&path).err().unwrap();
        assert!(matches!(error, EmbeddedError::Directory { .. }));
        let said = error.to_string();
        let expected = format!("cannot use the data directory {}: ", path.display());
        assert!(said.starts_with(&expected), "{said}");
        assert_eq!(said.lines().count(), 1, "{said}");
    }
}

#[test]
fn a_file_that_is_no_database_is_named_in_one_line_and_left_alone() {
    let directory = TempDir::new().unwrap();
    let file = directory.path().join("test.sqlite");
    let letter = "Dear diary, ".repeat(1_000);
    fs::write(&file, &letter).unwrap();
    let error = start(directory.path()).err().unwrap();
    assert!(matches!(error, EmbeddedError::Database { .. }));
    let said = error.to_string();
    let expected = format!("cannot open the database {}: ", file.display());
    assert!(said.starts_with(&expected), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
    assert_eq!(fs::read_to_string(file).unwrap(), letter);
}

#[tokio::test]
async fn a_sweep_removes_what_has_expired_and_nothing_else() {
    let directory = TempDir::new().unwrap();
    let (engine, store) = started(directory.path()).await;
    let now = Instant::from(SystemTime::now()).whole_seconds();
    let ends = [-3_600, -60, 3_600].map(|seconds| now.plus_seconds(seconds));
    let mut items = ends
        .map(|end| store::temporary_profile::encode(&temporary(&user(), end)))
        .to_vec();
    items.push(store::profile::encode(&profile(&user(), noon())));
    let table = store.table(TableId::Underwriting);
    table.put_all(items, |_| {}).await.unwrap();

    assert!(engine.watch().last_sweep().is_none());
    assert_eq!(engine.sweep_now().unwrap().removed, 2);
    assert_eq!(engine.watch().last_sweep().unwrap().removed, 2);
    let left = store::temporary_profile::all(&store, &user()).await;
    assert_eq!(sound(left.unwrap()), [temporary(&user(), ends[2])]);
    let version = store::profile::latest(&store, &user()).await;
    assert!(version.unwrap().is_some());
    assert_eq!(engine.sweep_now().unwrap().removed, 0);
}

#[tokio::test]
async fn imported_items_are_read_like_any_others_by_key_and_by_index() {
    let directory = TempDir::new().unwrap();
    let (engine, store) = started(directory.path()).await;
    let evaluations: Vec<_> = (0..40)
        .map(|age| evaluation(&user(), ("item", "account"), noon().plus_seconds(-age)))
        .collect();
    let items = evaluations.iter().map(store::evaluation::encode).collect();
    let name = &store.table(TableId::Underwriting).name;
    engine.import(name, items).unwrap();

    let request = PageRequest::first(100);
    let recent = store::evaluation::recent(&store, &user(), request).await;
    assert_eq!(sound(recent.unwrap().items), evaluations);
    let wanted = &evaluations[7];
    let found = store::evaluation::by_result_id(&store, &user(), &wanted.result_id).await;
    assert_eq!(intact(found.unwrap().unwrap()), *wanted);
    let newest =
        store::evaluation::latest_of_account(&store, &user(), &wanted.item_id, &wanted.account_id)
            .await;
    assert_eq!(intact(newest.unwrap().unwrap()), evaluations[0]);
}

#[tokio::test]
async fn importing_into_a_table_that_is_not_there_says_so() {
    let directory = TempDir::new().unwrap();
    let engine = start(directory.path()).unwrap();
    let store = connect(Endpoint::At(engine.url.clone())).await;
    let name = &store.table(TableId::Underwriting).name;
    let item = store::profile::encode(&profile(&user(), noon()));
    assert!(engine.import(name, vec![item]).is_err());
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

fn modes_of_files(directory: &Path) -> Vec<(String, u32)> {
    let mut modes: Vec<_> = fs::read_dir(directory)
        .unwrap()
        .map(|entry| entry.unwrap())
        .map(|entry| {
            (
                entry.file_name().into_string().unwrap(),
                mode(&entry.path()),
            )
        })
        .collect();
    modes.sort();
    modes
}

/// While the engine runs and has written something.
const PRIVATE: [(&str, u32); 4] = [
    ("test.lock", 0o600),
    ("test.sqlite", 0o600),
    ("test.sqlite-shm", 0o600),
    ("test.sqlite-wal", 0o600),
];

#[tokio::test]
async fn only_its_own_account_can_read_the_database() {
    let parent = TempDir::new().unwrap();
    let directory = parent.path().join("nested/data");
    let (engine, _store) = started(&directory).await;
    assert_eq!(mode(&directory), 0o700);
    let expected = PRIVATE.map(|(name, mode)| (name.to_owned(), mode));
    assert_eq!(modes_of_files(&directory), expected);
    drop(engine);

    // As an earlier version left them, with the files of a run that was killed.
    for name in ["test.sqlite-wal", "test.sqlite-shm"] {
        fs::write(directory.join(name), "").unwrap();
    }
    for (name, _) in PRIVATE {
        fs::set_permissions(directory.join(name), Permissions::from_mode(0o644)).unwrap();
    }
    fs::set_permissions(&directory, Permissions::from_mode(0o755)).unwrap();
    let (_engine, _store) = started(&directory).await;
    assert_eq!(mode(&directory), 0o700);
    assert_eq!(modes_of_files(&directory), expected);
}

#[tokio::test]
async fn a_directory_with_other_files_keeps_its_mode() {
    let directory = TempDir::new().unwrap();
    fs::write(directory.path().join("notes.txt"), "").unwrap();
    fs::set_permissions(directory.path(), Permissions::from_mode(0o755)).unwrap();
    let _engine = start(directory.path()).unwrap();
    assert_eq!(mode(directory.path()), 0o755);
    assert_eq!(mode(&directory.path().join("test.sqlite")), 0o600);
}
