//! Wires Float Desk together: configuration, sign-in, middleware, the command line.

mod api;
mod canonical;
pub mod cli;
pub mod commands;
pub mod connections;
mod database;
mod demo_world;
mod every_request;
mod export;
mod failures;
pub mod features;
mod figures;
mod form_answer;
pub mod gate;
mod health;
mod logging;
mod loopback;
mod outbound;
pub mod proxies;
mod request_id;
pub mod router;
pub mod secret;
pub mod sign_in;
pub mod site;
mod slots;
pub mod wall;
mod what_if;
pub mod workers;

pub use database::{Database, OpenError};
pub use logging::start_logging;

/// A page is put together from tens of thousands of small pieces, and with the system's allocator a
/// third of its time goes into asking for them and giving them back.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;
