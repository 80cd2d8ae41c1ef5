//! What the insight service knows about a user, one file per entity.
//!
//! Where a field is optional although every item should have it, its name is our guess
//! (docs/decisions/insight-attributes.md): an item without it is as sound as any.

pub mod balance_alert;
pub mod balance_settings;
pub mod card_funds_notification;
pub mod cash_advance_score;
pub mod data_capture;
pub mod expiry;
pub mod income_detection;
pub mod income_source;
pub mod income_verification;
pub mod last_page;
pub mod mine;
pub mod mining_label;
pub mod mining_run;
pub mod payday;
pub mod recurring;
pub mod request_id;
pub mod ritual;
pub mod savings_month;
