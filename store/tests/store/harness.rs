//! A store on tables of its own for each test.

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::config::{BehaviorVersion, Credentials, Region};
use domain::item::{BrokenItem, Record, Stored};
use domain::value::{Attributes, Value};
use std::collections::BTreeMap;
use std::ops::Deref;
use std::time::Duration;
use std::{env, thread};
use store::embedded::{Embedded, Sweeping};
use store::{Endpoint, Operation, Patience, Store, StoreConfig, TableId, schema};
use tempfile::TempDir;
use uuid::Uuid;

/// Where the tests run if not on the embedded engine.
const ENDPOINT: &str = "AWS_ENDPOINT_URL_DYNAMODB";

/// A store whose tables nobody else uses. Dropping it takes them away again.
pub struct TestStore {
    store: Store,
    config: StoreConfig,
    pub endpoint: Endpoint,
    engine: Engine,
}

enum Engine {
    Owned {
        // Stops before its directory goes.
        embedded: Embedded,
        _directory: TempDir,
    },
    /// The tables that this test creates there.
    Shared(Vec<TableId>),
}

impl Deref for TestStore {
    type Target = Store;
    fn deref(&self) -> &Store {
        &self.store
    }
}

impl TestStore {
    /// With these tables, and no others.
    pub async fn with(tables: &[TableId]) -> Self {
        Self::empty().await.creating(tables).await
    }

    /// The same on the embedded engine whatever else is named, for what is done on the way there.
    pub async fn embedded(tables: &[TableId]) -> Self {
        let store = Self::on(own_engine()).await;
        store.creating(tables).await
    }

    async fn creating(mut self, tables: &[TableId]) -> Self {
        for table in tables {
            self.creates(*table);
        }
        let created = schema::create_missing(&self.store, tables).await.unwrap();
        assert_eq!(created, tables, "the names are random");
        self
    }

    /// With underwriting's table.
    pub async fn underwriting() -> Self {
        Self::with(&[TableId::Underwriting]).await
    }

    /// Without any table.
    pub async fn empty() -> Self {
        Self::on(match env::var(ENDPOINT) {
            Ok(url) => (named(url), Engine::Shared(Vec::new())),
            Err(_) => own_engine(),
        })
        .await
    }

    async fn on((endpoint, engine): (Endpoint, Engine)) -> Self {
        let config = patient(endpoint.clone());
        Self {
            store: Store::connect(&config).await,
            config,
            endpoint,
            engine,
        }
    }

    pub fn config(&self) -> &StoreConfig {
        &self.config
    }

    /// The same tables, by another way.
    pub async fn by(&self, url: String) -> Store {
        let endpoint = Endpoint::At(url);
        let config = StoreConfig {
            endpoint,
            ..self.config.clone()
        };
        Store::connect(&config).await
    }

    /// Puts items as they are, whatever they are.
    pub async fn put(&self, table: TableId, items: impl IntoIterator<Item = Attributes>) {
        let items = items.into_iter().collect();
        self.table(table).put_all(items, |_| {}).await.unwrap();
    }

    /// Puts many items at once, past the SDK where that is possible.
    pub async fn import(&self, table: TableId, items: Vec<Attributes>) {
        match &self.engine {
            Engine::Owned { embedded, .. } => {
                let name = &self.table(table).name;
                embedded.import(name, items).unwrap();
            }
            Engine::Shared(_) => self.put(table, items).await,
        }
    }

    /// The SDK itself, for what the store does not do.
    pub async fn sdk(&self, table: TableId) -> Client {
        sdk(&self.endpoint, &self.table(table).region).await
    }

    pub fn is_on_a_named_engine(&self) -> bool {
        matches!(self.engine, Engine::Shared(_))
    }

    /// Notes that the test is about to create a table, which goes with it whatever happens.
    pub fn creates(&mut self, table: TableId) {
        if let Engine::Shared(tables) = &mut self.engine {
            tables.push(table);
        }
    }
}

impl Drop for TestStore {
    fn drop(&mut self) {
        let Engine::Shared(created) = &self.engine else {
            return;
        };
        let tables: Vec<_> = created
            .iter()
            .map(|id| (self.table(*id).region.clone(), self.table(*id).name.clone()))
            .collect();
        let endpoint = self.endpoint.clone();
        // A test's runtime cannot be waited for from within it.
        let deleting = thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build()
                .unwrap();
            runtime.block_on(async {
                for (region, name) in tables {
                    let client = sdk(&endpoint, &region).await;
                    let _ = client.delete_table().table_name(name).send().await;
                }
            });
        });
        let _ = deleting.join();
    }
}

fn own_engine() -> (Endpoint, Engine) {
    let directory = TempDir::new().unwrap();
    let embedded = Embedded::start(directory.path(), "test", Sweeping::Off).unwrap();
    let endpoint = Endpoint::At(embedded.url.clone());
    let engine = Engine::Owned {
        embedded,
        _directory: directory,
    };
    (endpoint, engine)
}

/// With credentials in the environment, the SDK finds them and the endpoint by itself.
fn named(url: String) -> Endpoint {
    match env::var("AWS_ACCESS_KEY_ID") {
        Ok(_) => Endpoint::Aws,
        Err(_) => Endpoint::At(url),
    }
}

/// A store on names that nobody has used before.
pub async fn connect(endpoint: Endpoint) -> Store {
    Store::connect(&named_by_chance(endpoint)).await
}

/// With patience for an engine that is not optimised and not alone on its machine.
fn patient(endpoint: Endpoint) -> StoreConfig {
    let patience = Patience {
        call: Duration::from_mins(1),
        attempt: Duration::from_secs(50),
    };
    StoreConfig {
        patience,
        ..named_by_chance(endpoint)
    }
}

fn named_by_chance(endpoint: Endpoint) -> StoreConfig {
    let prefix = format!("test-{}", Uuid::new_v4().simple());
    StoreConfig::with_every_name_prefixed(endpoint, &prefix)
}

async fn sdk(endpoint: &Endpoint, region: &str) -> Client {
    let loader =
        aws_config::defaults(BehaviorVersion::latest()).region(Region::new(region.to_owned()));
    let loader = match endpoint {
        Endpoint::Aws => loader,
        Endpoint::At(url) => loader
            .endpoint_url(url)
            .credentials_provider(Credentials::new("test", "test", None, None, "test")),
    };
    Client::new(&loader.load().await)
}

/// What some work gave, and what it asked of which tables how often.
pub async fn counted<T>(
    store: &Store,
    work: impl Future<Output = T>,
) -> (T, BTreeMap<(TableId, Operation), u64>) {
    let before = store.calls().by_table_and_operation();
    let result = work.await;
    let mut calls = store.calls().by_table_and_operation();
    for (key, count) in before {
        if let Some(now) = calls.get_mut(&key) {
            *now -= count;
        }
    }
    calls.retain(|_, count| *count > 0);
    (result, calls)
}

/// An item as documents write one.
pub fn item(json: serde_json::Value) -> Attributes {
    match store::from_json(json) {
        Value::Map(item) => item,
        other => panic!("an item is a map, not {}", other.kind()),
    }
}

/// What a list holds, none of it broken or odd.
pub fn sound<T: std::fmt::Debug>(items: Vec<Stored<T>>) -> Vec<T> {
    items.into_iter().map(intact).collect()
}

pub fn intact<T: std::fmt::Debug>(item: Stored<T>) -> T {
    let record = item.expect("a sound item");
    assert_eq!(record.notices, [], "{}", record.key);
    record.value
}

/// What is wrong with an item, as a person reads it.
pub fn problems<T: std::fmt::Debug>(item: Stored<T>) -> Vec<String> {
    let BrokenItem { problems, .. } = item.expect_err("a broken item");
    problems.iter().map(ToString::to_string).collect()
}

/// What is odd about an item that can be read.
pub fn notices<T>(record: &Record<T>) -> Vec<String> {
    record.notices.iter().map(ToString::to_string).collect()
}
