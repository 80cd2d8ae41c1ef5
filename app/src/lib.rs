//! What people see: the pages, and the server functions behind them.
//!
//! Compiled twice: for the server with `ssr`, for the browser with `hydrate`. Inside, pages use
//! components, components use ui, and pages ask api; only api knows the store.

#[cfg(feature = "ssr")]
mod answer_facts;
pub mod api;
mod app;
#[cfg(feature = "ssr")]
pub mod audit;
#[cfg(feature = "ssr")]
pub mod balance_list;
mod charts;
mod chunks;
mod components;
mod diff_view;
pub mod effect;
pub mod error;
#[cfg(feature = "ssr")]
pub mod evaluation_list;
#[cfg(feature = "ssr")]
pub mod float_list;
#[cfg(feature = "ssr")]
pub mod float_profile;
#[cfg(feature = "ssr")]
pub mod ledger_list;
#[cfg(feature = "ssr")]
pub mod loan_terms;
#[cfg(feature = "ssr")]
pub mod machinery;
mod pages;
pub mod paths;
#[cfg(feature = "ssr")]
pub mod rate_list;
#[cfg(feature = "ssr")]
pub mod repayment_list;
#[cfg(feature = "ssr")]
pub mod request;
#[cfg(feature = "ssr")]
mod sieve;
mod ui;
#[cfg(feature = "ssr")]
pub mod what_if_run;
pub mod wire;
#[cfg(feature = "ssr")]
pub mod writing;

pub use app::App;
#[cfg(feature = "ssr")]
pub use app::shell;
