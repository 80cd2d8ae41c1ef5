//! The pages of proposals.

pub mod list;
pub mod proposal;
mod steps;
mod three_way;
