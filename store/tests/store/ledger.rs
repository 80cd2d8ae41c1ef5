//! The decision ledger: what is kept, once each, and how it is read.

mod draft;
pub mod many;
mod reading;
mod recording;
mod recount;
mod retention;
