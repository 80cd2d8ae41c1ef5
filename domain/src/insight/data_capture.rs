//! Data captured for offline comparison, in a table that several services write to.

use crate::day::Day;
use crate::id::UserId;
use crate::insight::expiry::Expires;
use crate::instant::Instant;
use crate::stored_enum::stored_enum;
use serde::{Deserialize, Serialize};

/// What was captured has no documented names: it is the record's unknown attributes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DataCapture {
    pub user_id: UserId,
    pub kind: CaptureKind,
    /// The end of the sort key as stored: a day or a moment, which the document leaves open.
    /// Kinds of other services may have none.
    pub captured: Option<String>,
    pub ttl: Option<Instant>,
}

impl DataCapture {
    pub fn day(&self) -> Option<Day> {
        Day::parse(self.captured.as_deref()?)
    }
}

impl Expires for DataCapture {
    fn ttl(&self) -> Option<Instant> {
        self.ttl
    }
}

stored_enum! {
    /// What the insight service captures; other services add kinds of their own.
    CaptureKind {
        CashflowAnalytics = "CASHFLOW_ANALYTICS", "cash-flow forecasts";
        PaydayPrediction = "PAYDAY_PREDICTION", "payday prediction, every algorithm";
        FilteredTransactions = "FM_PAYDAY_FILTERED_TXNS", "transactions that may be payroll";
        PredictedPayday = "FM_PAYDAY_PREDICTED_PAYDAY", "predicted payday and cadence";
    }
}
