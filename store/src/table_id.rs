//! The tables by their role, with the schema that each is expected to have.

use std::fmt;

/// A table by its role; its name and region are a matter of the installation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TableId {
    Underwriting,
    CollectionHistory,
    Locks,
    RequirementsBypass,
    FloatService,
    Pave,
    IncomeDetection,
    DataCapture,
    BalanceSettings,
    Transactions,
    FloatDesk,
}

/// Which of the installation's regions a table is in unless told otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HomeRegion {
    Main,
    Legacy,
    /// Its own, else the legacy one.
    Lock,
}

/// A key attribute and whether it is a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KeyAttribute {
    pub name: &'static str,
    pub is_number: bool,
}

/// A secondary index that Float Desk queries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Index {
    pub name: &'static str,
    pub partition: &'static str,
    pub sort: &'static str,
}

/// The one index in use: evaluations by result id, rulebooks by type.
pub const GSI1: Index = Index {
    name: "GSI1",
    partition: "GSI1PK",
    sort: "GSI1SK",
};

const fn text(name: &'static str) -> KeyAttribute {
    KeyAttribute {
        name,
        is_number: false,
    }
}

impl TableId {
    pub const ALL: [Self; 11] = [
        Self::Underwriting,
        Self::CollectionHistory,
        Self::Locks,
        Self::RequirementsBypass,
        Self::FloatService,
        Self::Pave,
        Self::IncomeDetection,
        Self::DataCapture,
        Self::BalanceSettings,
        Self::Transactions,
        Self::FloatDesk,
    ];

    /// The name without the environment, which is also how flags and messages name the table.
    pub fn role(self) -> &'static str {
        match self {
            Self::Underwriting => "underwriting",
            Self::CollectionHistory => "collection-history",
            Self::Locks => "locks",
            Self::RequirementsBypass => "requirements-bypass",
            Self::FloatService => "float-service",
            Self::Pave => "pave",
            Self::IncomeDetection => "incomedetection",
            Self::DataCapture => "fmdatacapture",
            Self::BalanceSettings => "user-balance-settings",
            Self::Transactions => "txn-transactions",
            Self::FloatDesk => "float-desk",
        }
    }

    pub fn from_role(role: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|id| id.role() == role)
    }

    /// The older tables carry no environment in their name.
    pub fn has_environment_prefix(self) -> bool {
        self.home_region() == HomeRegion::Main
    }

    pub fn home_region(self) -> HomeRegion {
        match self {
            Self::CollectionHistory | Self::RequirementsBypass | Self::BalanceSettings => {
                HomeRegion::Legacy
            }
            Self::Locks => HomeRegion::Lock,
            _ => HomeRegion::Main,
        }
    }

    /// Whether Float Desk may create it. All others belong to other services.
    pub fn is_ours(self) -> bool {
        self == Self::FloatDesk
    }

    /// Named in the documents and used for nothing.
    pub fn is_unused(self) -> bool {
        self == Self::FloatService
    }

    pub fn partition_key(self) -> KeyAttribute {
        text(match self {
            Self::CollectionHistory => "loan_id",
            Self::Locks => "PartitionKey",
            Self::RequirementsBypass | Self::BalanceSettings => "user_id",
            _ => "PK",
        })
    }

    pub fn sort_key(self) -> Option<KeyAttribute> {
        match self {
            Self::CollectionHistory => Some(KeyAttribute {
                name: "run_time",
                is_number: true,
            }),
            Self::Locks | Self::RequirementsBypass | Self::BalanceSettings => None,
            _ => Some(text("SK")),
        }
    }

    pub fn indexes(self) -> &'static [Index] {
        match self {
            Self::Underwriting | Self::FloatDesk => &[GSI1],
            _ => &[],
        }
    }

    /// The attribute by which items expire, where they do.
    pub fn ttl_attribute(self) -> Option<&'static str> {
        match self {
            Self::CollectionHistory
            | Self::RequirementsBypass
            | Self::BalanceSettings
            | Self::FloatService => None,
            Self::Locks => Some("deleteOn"),
            _ => Some("ttl"),
        }
    }
}

impl fmt::Display for TableId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.role())
    }
}
