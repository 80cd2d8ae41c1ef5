//! The mark that a request was the last page of an upload: its mining ends in new insights.

use crate::id::UserId;
use crate::insight::expiry::Expires;
use crate::insight::request_id::RequestId;
use crate::instant::Instant;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LastPage {
    pub user_id: UserId,
    pub request_id: RequestId,
    pub ttl: Option<Instant>,
}

impl Expires for LastPage {
    fn ttl(&self) -> Option<Instant> {
        self.ttl
    }
}
