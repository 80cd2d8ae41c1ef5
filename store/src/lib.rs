//! How Float Desk's data is kept: DynamoDB only, one file per entity with its keys, its item and
//! its access patterns under named functions.

mod attribute;
mod calls;
mod config;
mod encoder;
mod error;
mod fields;
mod off_thread;
mod page;
mod size;

pub mod api_token;
pub mod audit;
pub mod balance;
pub mod bypass;
pub mod bypass_intent;
pub mod campaign;
pub mod collection_attempt;
pub mod embedded;
pub mod evaluation;
pub mod guard;
pub mod historical_evaluation;
pub mod indexer;
pub mod insight;
pub mod installation_secret;
pub mod lease;
pub mod ledger;
pub mod lock;
pub mod note;
pub mod override_copy;
pub mod pinned_evaluation;
pub mod profile;
pub mod proposal;
pub mod provider_sign_in;
pub mod raw_item;
pub mod recent_user;
pub mod rule_outcome;
pub mod rulebook;
pub mod rulebook_update;
pub mod saved_view;
pub mod schedule;
pub mod schema;
pub mod session;
pub mod sign_in_attempt;
pub mod staff_account;
pub mod staff_identity;
pub mod table;
pub mod table_id;
pub mod temporary_profile;
pub mod update_summary;
pub mod user;

pub use attribute::{from_json, to_json};
pub use calls::{CallCounts, LastMinute, Operation};
pub use config::{Assumptions, Endpoint, Patience, Place, StoreConfig};
pub use error::{ErrorKind, StoreError};
pub use off_thread::off_thread;
pub use page::{Cursor, Page, PageRequest};
pub use size::{LARGEST_ITEM, LARGEST_TRANSACTION, MOST_ACTIONS, item_size};
pub use table_id::TableId;

use domain::decision::NoResultsReading;
use domain::settings::Settings;
use domain::temporary_profile::TemporaryProfile;
use std::collections::BTreeMap;
use std::sync::Arc;
use table::{Connection, Table};

/// Every table of one installation. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Store {
    tables: Arc<BTreeMap<TableId, Table>>,
    assumptions: Arc<Assumptions>,
    calls: Arc<CallCounts>,
}

impl Store {
    /// A temporary profile as it is to be written on top of `regular`: whole, unless services inherit
    /// what it leaves out.
    pub fn as_written(&self, profile: TemporaryProfile, regular: &Settings) -> TemporaryProfile {
        if self.assumptions.temporary_profiles_inherit {
            profile.without_unchanged(regular)
        } else {
            profile
        }
    }

    /// Connects to the tables of `config`. Makes no call yet.
    pub async fn connect(config: &StoreConfig) -> Self {
        let calls = Arc::new(CallCounts::default());
        let mut connections: BTreeMap<String, Connection> = BTreeMap::new();
        let mut tables = BTreeMap::new();
        for id in TableId::ALL {
            let region = config.region(id);
            let connection = match connections.get(&region) {
                Some(connection) => connection.clone(),
                None => table::connection(&config.endpoint, &region, config.patience).await,
            };
            connections.insert(region.clone(), connection.clone());
            let name = config.table_name(id);
            let table = Table::new(id, name, region, connection, Arc::clone(&calls));
            tables.insert(id, table);
        }
        Self {
            tables: Arc::new(tables),
            assumptions: Arc::new(config.assumptions.clone()),
            calls,
        }
    }

    /// How many calls were made so far, by table and operation.
    pub fn calls(&self) -> &CallCounts {
        &self.calls
    }

    /// What this installation assumes where the documents are silent.
    pub fn assumptions(&self) -> &Assumptions {
        &self.assumptions
    }

    /// How a decision without any stored rulebook result is read.
    pub fn no_results(&self) -> NoResultsReading {
        self.assumptions.no_results
    }

    pub fn table(&self, id: TableId) -> &Table {
        // `connect` puts in every id there is.
        &self.tables[&id]
    }
}
