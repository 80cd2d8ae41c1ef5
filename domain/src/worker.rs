//! The background workers, by the names of their leases.

/// A worker, and what it does in words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WorkerName {
    pub name: &'static str,
    pub does: &'static str,
    /// What waits in its queue, if it has one.
    pub waits: Option<&'static str>,
}

pub const BYPASS: WorkerName = WorkerName {
    name: "bypass",
    does: "settles changes of a bypass that a stopped server left open",
    waits: Some("unconfirmed changes"),
};
pub const CAMPAIGNS: WorkerName = WorkerName {
    name: "campaigns",
    does: "checks campaigns, gives each user the override, and takes it back",
    waits: Some("active campaigns"),
};
pub const FINDERS: WorkerName = WorkerName {
    name: "finders",
    does: "makes account IDs and confirmation IDs of collections lead to their users",
    waits: None,
};
pub const INDEXER: WorkerName = WorkerName {
    name: "indexer",
    does: "puts evaluations into the decision ledger",
    waits: None,
};
pub const SCHEDULED_STARTS: WorkerName = WorkerName {
    name: "scheduled-starts",
    does: "puts planned temporary profiles into force at their time",
    waits: Some("starts that wait for today"),
};

pub const UPDATE_SUMMARIES: WorkerName = WorkerName {
    name: "update-summaries",
    does: "looks once a day for rulebook updates that were written with a date long past",
    waits: None,
};

pub const RECOUNT: WorkerName = WorkerName {
    name: "ledger-counts",
    does: "rebuilds the ledger\u{2019}s counts after an update of Float Desk",
    waits: None,
};

/// Every worker there is.
pub const ALL: [WorkerName; 7] = [
    BYPASS,
    CAMPAIGNS,
    FINDERS,
    INDEXER,
    RECOUNT,
    SCHEDULED_STARTS,
    UPDATE_SUMMARIES,
];
