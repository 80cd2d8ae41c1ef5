//! Pages about one user.

pub mod bypass;
pub mod new_version;
pub mod overview;
pub mod temporary_profiles;
mod comparison;
pub mod evaluation;
pub mod evaluations;
pub mod floats;
pub mod rule_outcomes;
