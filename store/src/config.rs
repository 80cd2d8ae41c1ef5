//! Where the tables are and what they are called.

use crate::table_id::{HomeRegion, TableId};
use domain::decision::NoResultsReading;
use domain::insight::balance_settings::LowBalanceUnit;
use std::collections::BTreeMap;
use std::time::Duration;

/// One installation's tables.
#[derive(Debug, Clone)]
pub struct StoreConfig {
    pub endpoint: Endpoint,
    /// The prefix of the newer tables' names: `prod` in `prod-underwriting`.
    pub environment: String,
    pub main_region: String,
    pub legacy_region: String,
    /// Where the locks are, if not in the legacy region.
    pub lock_region: Option<String>,
    /// Names and regions that differ from the rule.
    pub overrides: BTreeMap<TableId, Place>,
    pub assumptions: Assumptions,
    pub patience: Patience,
}

/// How long a call may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Patience {
    /// With everything that is tried again.
    pub call: Duration,
    pub attempt: Duration,
}

/// An agent on the phone waits no longer than this for any one table.
impl Default for Patience {
    fn default() -> Self {
        Self {
            call: Duration::from_secs(3),
            attempt: Duration::from_secs(1),
        }
    }
}

/// A table's own name or region.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Place {
    pub name: Option<String>,
    pub region: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Endpoint {
    /// Amazon DynamoDB, or what `AWS_ENDPOINT_URL_DYNAMODB` names, with the SDK's own credentials.
    Aws,
    /// An engine at this address that asks for no real credentials.
    At(String),
}

/// What the documents leave open, as this installation has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Assumptions {
    /// The attribute by which items of a table expire, where it is not the documented one.
    pub ttl: BTreeMap<TableId, String>,
    /// What stands before the user id in fmdatacapture's partition key.
    pub data_capture_prefix: String,
    /// The partition key of user-balance-settings.
    pub balance_settings_key: String,
    /// In what `LowBalanceAlert` is stored; until that is known it is a number and no amount.
    pub low_balance_unit: Option<LowBalanceUnit>,
    /// Whether services take what a temporary profile leaves out from the regular profile, so that what
    /// wasn't changed needn't be written.
    pub temporary_profiles_inherit: bool,
    /// What a decision means for which no rulebook results are stored.
    pub no_results: NoResultsReading,
}

impl Default for Assumptions {
    fn default() -> Self {
        Self {
            ttl: BTreeMap::new(),
            data_capture_prefix: "USER#".to_owned(),
            balance_settings_key: TableId::BalanceSettings.partition_key().name.to_owned(),
            low_balance_unit: None,
            temporary_profiles_inherit: false,
            no_results: NoResultsReading::default(),
        }
    }
}

impl Assumptions {
    pub fn ttl_attribute(&self, id: TableId) -> Option<&str> {
        self.ttl.get(&id).map(String::as_str).or(id.ttl_attribute())
    }

    pub fn partition_key(&self, id: TableId) -> &str {
        match id {
            TableId::BalanceSettings => &self.balance_settings_key,
            other => other.partition_key().name,
        }
    }
}

impl StoreConfig {
    pub fn new(endpoint: Endpoint, environment: impl Into<String>) -> Self {
        Self {
            endpoint,
            environment: environment.into(),
            main_region: "us-east-2".to_owned(),
            legacy_region: "us-east-1".to_owned(),
            lock_region: None,
            overrides: BTreeMap::new(),
            assumptions: Assumptions::default(),
            patience: Patience::default(),
        }
    }

    /// Tables of one's own beside everything else on a shared engine: every name gets the prefix.
    pub fn with_every_name_prefixed(endpoint: Endpoint, prefix: &str) -> Self {
        let mut config = Self::new(endpoint, prefix);
        for id in TableId::ALL {
            let name = Some(format!("{prefix}-{}", id.role()));
            config.overrides.insert(id, Place { name, region: None });
        }
        config
    }

    pub fn table_name(&self, id: TableId) -> String {
        if let Some(name) = self.overrides.get(&id).and_then(|place| place.name.clone()) {
            return name;
        }
        if id.has_environment_prefix() {
            format!("{}-{}", self.environment, id.role())
        } else {
            id.role().to_owned()
        }
    }

    pub fn region(&self, id: TableId) -> String {
        if let Some(region) = self
            .overrides
            .get(&id)
            .and_then(|place| place.region.clone())
        {
            return region;
        }
        match id.home_region() {
            HomeRegion::Main => self.main_region.clone(),
            HomeRegion::Legacy => self.legacy_region.clone(),
            HomeRegion::Lock => self
                .lock_region
                .clone()
                .unwrap_or(self.legacy_region.clone()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn newer_tables_carry_the_environment_and_older_ones_do_not() {
        let config = StoreConfig::new(Endpoint::Aws, "prod");
        assert_eq!(
            config.table_name(TableId::Underwriting),
            "prod-underwriting"
        );
        assert_eq!(
            config.table_name(TableId::CollectionHistory),
            "collection-history"
        );
        assert_eq!(config.region(TableId::Underwriting), "us-east-2");
        assert_eq!(config.region(TableId::Locks), "us-east-1");
    }

    #[test]
    fn a_table_may_have_a_name_and_a_region_of_its_own() {
        let mut config = StoreConfig::new(Endpoint::Aws, "prod");
        config.lock_region = Some("us-west-2".to_owned());
        let place = Place {
            name: Some("uw".to_owned()),
            region: Some("eu-west-1".to_owned()),
        };
        config.overrides.insert(TableId::Underwriting, place);
        assert_eq!(config.table_name(TableId::Underwriting), "uw");
        assert_eq!(config.region(TableId::Underwriting), "eu-west-1");
        assert_eq!(config.region(TableId::Locks), "us-west-2");
    }
}
