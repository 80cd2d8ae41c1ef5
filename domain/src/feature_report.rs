//! How the feature flags stand from which loan fees come, for those who look after the system.

use crate::instant::Instant;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FeatureReport {
    /// Where they come from, in words.
    pub source: String,
    /// When they were last read; never where nothing is configured.
    pub as_of: Option<Instant>,
    /// The last attempt, where it failed: when, and why.
    pub failure: Option<(Instant, String)>,
    /// How many features were read.
    pub count: u64,
    /// What does not have the shape it should; the rest counts all the same.
    pub wrong_shapes: Vec<String>,
}
