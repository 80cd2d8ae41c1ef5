//! What Float Desk's words mean: money, tiers, profiles, rulebooks, evaluations.
//!
//! Pure Rust without AWS and without Leptos, compiled for the server and for the browser, so that
//! both halves reckon alike.

mod stored_enum;

pub mod alert;
pub mod answer;
pub mod audit;
pub mod balance;
pub mod basis_points;
pub mod bypass;
pub mod bypass_intent;
pub mod calendar;
pub mod campaign;
pub mod campaign_draft;
pub mod collection_attempt;
pub mod configuration;
pub mod day;
pub mod decision;
pub mod effective;
pub mod evaluation;
pub mod evaluation_list;
pub mod form;
pub mod historical_evaluation;
pub mod id;
pub mod insight;
pub mod instant;
pub mod item;
pub mod leaf;
pub mod loan_fee;
pub mod lock;
pub mod money;
pub mod next_change;
pub mod note;
pub mod offer;
pub mod override_copy;
pub mod override_draft;
mod packed_time;
pub mod pinned_evaluation;
pub mod profile;
pub mod profile_diff;
pub mod profile_draft;
pub mod proposal;
pub mod recent_user;
pub mod repayment;
pub mod role;
pub mod rule_outcome;
pub mod rulebook;
pub mod rulebook_blame;
pub mod rulebook_diff;
pub mod rulebook_draft;
pub mod rulebook_merge;
pub mod rulebook_update;
pub mod scale;
pub mod schedule;
pub mod settings;
pub mod staff_account;
pub mod switches;
pub mod temporary_profile;
pub mod tier;
pub mod timeline;
pub mod trend;
pub mod typed_moment;
pub mod user_list;
pub mod value;
pub mod verdict;
