//! A temporary override of a user's profile: a promotion, a test, a compliance hold.

use crate::id::UserId;
use crate::instant::Instant;
use crate::tier::{FloatSetting, LoanSetting};
use serde::{Deserialize, Serialize};

/// Overrides the regular profile from `created_on` until `expires_on`.
///
/// A missing field inherits from the regular profile. A present array replaces the whole array, so
/// a tier it leaves out is not offered: a compliance hold must be able to reduce.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TemporaryProfile {
    pub user_id: UserId,
    pub created_on: Instant,
    pub expires_on: Instant,
    pub reason: String,
    pub is_float_enabled: Option<bool>,
    pub is_loan_enabled: Option<bool>,
    pub floats: Option<Vec<FloatSetting>>,
    pub loans: Option<Vec<LoanSetting>>,
    /// When DynamoDB may delete the item; equals `expires_on` where the writer kept to the rules.
    pub ttl: Option<Instant>,
}

impl TemporaryProfile {
    /// In force from its creation until, and not at, its end. An item whose `ttl` has passed may
    /// be deleted any moment, and counts as ended.
    pub fn is_active_at(&self, at: Instant) -> bool {
        self.created_on <= at && at < self.expires_on && self.ttl.is_none_or(|ttl| at < ttl)
    }
}
