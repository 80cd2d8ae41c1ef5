//! The store's functions against a real engine: the embedded one, or whatever
//! `AWS_ENDPOINT_URL_DYNAMODB` names.
//!
//! One binary, since each one links the whole SDK.

// Clippy's leave for tests ends at the functions that tests share.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod detour;
mod harness;
mod sample;

mod access_patterns;
mod audit;
mod balance;
mod broken_items;
mod bypass;
mod calls;
mod campaign;
mod campaign_day;
mod collection_attempt;
mod embedded;
mod errors;
mod evaluation;
mod finders;
mod historical_evaluation;
mod indexer;
mod insight;
mod installation_secret;
mod large_items;
mod lease;
mod ledger;
mod lock;
mod note;
mod odd_items;
mod override_change;
mod pinned_evaluation;
mod profile;
mod proposal;
mod publish;
mod raw_item;
mod recent_user;
mod rule_outcome;
mod rulebook;
mod rulebook_update;
mod saved_view;
mod schedule;
mod schema;
mod session;
mod sign_in_attempt;
mod staff_account;
mod temporary_profile;
mod update_summary;
mod user_ids;
