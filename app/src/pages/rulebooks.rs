//! The rulebooks' pages.

pub mod edit;
mod editor;
pub mod list;
pub mod rulebook;
