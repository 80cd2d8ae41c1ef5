//! The server functions, one file per noun. Each asks for permission before it does anything.

pub mod api_tokens;
pub mod audit;
pub mod balances;
pub mod bypass;
pub mod calendar;
pub mod campaigns;
pub mod demo;
pub mod drafts;
pub mod evaluations;
pub mod floats;
pub mod history;
pub mod insights;
pub mod ledger;
pub mod notes;
pub mod notices;
pub mod profile_versions;
pub mod proposals;
#[cfg(feature = "ssr")]
mod publishing;
pub mod rates;
pub mod raw_items;
pub mod recent_users;
pub mod repayment;
pub mod rule_outcomes;
pub mod rulebooks;
pub mod saved_views;
pub mod search;
pub mod session;
pub mod staff;
pub mod stamp;
pub mod system;
pub mod temporary_profiles;
pub mod theme;
pub mod timeline;
pub mod users;
pub mod what_if;
