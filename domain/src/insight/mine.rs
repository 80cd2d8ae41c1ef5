//! One request to mine a user's transactions.

use crate::id::UserId;
use crate::insight::request_id::RequestId;
use crate::instant::Instant;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mine {
    pub user_id: UserId,
    pub mined_at: Instant,
    pub request_id: Option<RequestId>,
}
