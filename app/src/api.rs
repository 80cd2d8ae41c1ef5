//! The server functions, one file per noun. Each asks for permission before it does anything.

pub mod audit;
pub mod bypass;
pub mod demo;
pub mod evaluations;
pub mod floats;
pub mod profile_versions;
pub mod rule_outcomes;
pub mod session;
pub mod staff;
pub mod stamp;
pub mod temporary_profiles;
pub mod theme;
pub mod users;
