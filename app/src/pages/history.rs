//! The pages of the rulebooks' history.

pub mod list;
pub mod update;
