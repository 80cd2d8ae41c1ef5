//! The mark that mining is scheduled for a user. While it stands, the user is not queued again.

use crate::id::UserId;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MiningLabel {
    pub user_id: UserId,
}
