//! `/campaigns` and what lies below.

pub mod campaign;
mod campaign_form;
pub mod list;
mod report;
mod steps;
