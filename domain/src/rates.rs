//! Approval rates: how many checks were approved, over time, before and after a change of the
//! rulebooks, and arm by arm of an A/B trial.
//!
//! A rate is approved out of decided, and only a status of `OK` is a decision: whatever came to none is
//! counted beside it, never as a denial (docs/decisions/rates.md).

pub mod arms;
pub mod around;
pub mod chart;
pub mod interval;
pub mod series;
pub mod view;
