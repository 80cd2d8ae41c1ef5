//! One change of the rulebooks: who, when, and the complete configuration after it.

use crate::id::StaffName;
use crate::instant::Instant;
use crate::rulebook::Rulebook;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RulebookUpdate {
    pub update_user: StaffName,
    pub update_time: Instant,
    pub rulebooks: Vec<Rulebook>,
}
