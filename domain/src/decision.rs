//! Why a decision came out as it did: how rulebooks' results combine, which configuration they were
//! made under, and whether what is stored agrees with both.

pub mod attribution;
pub mod check;
pub mod combination;
pub mod comparison;
pub mod sentence;
pub mod waterfall;

#[cfg(test)]
pub(crate) mod samples;
