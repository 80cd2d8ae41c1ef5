//! Wires Float Desk together: configuration, sign-in, middleware, the command line.

pub mod cli;
mod canonical;
pub mod commands;
mod database;
mod logging;
mod request_id;
pub mod router;
pub mod sign_in;
mod site;

pub use database::{Database, OpenError};
pub use logging::start_logging;
