//! A balance of one bank account as the bank reported it, and what a month of them comes to.

pub mod axis;
pub mod chart;
pub mod history;
pub mod lane;
pub mod mark;
pub mod summary;
pub mod taken;
pub mod view;

use crate::day::Day;
use crate::id::{AccountId, UserId};
use crate::instant::Instant;
use crate::money::Cents;
use serde::{Deserialize, Serialize};

/// How many days a balance is kept.
pub const KEPT_DAYS: i64 = 32;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BalanceSnapshot {
    pub user_id: UserId,
    pub account_id: AccountId,
    /// The end of the sort key as stored: a day or a moment, which the document leaves open.
    pub taken: String,
    pub available: Option<Cents>,
    pub current: Option<Cents>,
    /// Only credit accounts have one.
    pub limit: Option<Cents>,
    /// ISO 4217, `USD` for most.
    pub currency: Option<String>,
    pub updated_date: Day,
    pub ttl: Option<Instant>,
}
