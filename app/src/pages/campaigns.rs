//! `/campaigns` and what lies below.

pub mod campaign;
mod campaign_form;
mod change_fields;
mod check;
pub mod list;
mod report;
mod steps;
