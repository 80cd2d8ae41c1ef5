//! What an evaluation concluded for a product, and why: how rulebook results combine, which
//! configuration they were made under, and whether what is stored agrees with both.

pub mod attribution;
pub mod check;
pub mod combination;
pub mod comparison;
mod counts;
mod kind;
pub mod sentence;
pub mod waterfall;

pub use counts::DecisionCounts;
pub use kind::{Decision, NoResultsReading};

#[cfg(test)]
pub(crate) mod samples;
