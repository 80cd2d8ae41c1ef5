//! Pages about one user.

pub mod balances;
pub mod bypass;
mod comparison;
pub mod evaluation;
pub mod evaluations;
pub mod floats;
pub mod insights;
pub mod new_version;
pub mod overview;
pub mod raw;
pub mod rule_outcomes;
pub mod temporary_profiles;
pub mod timeline;
