//! One file a page.

pub mod audit;
pub mod calendar;
pub mod campaigns;
pub mod history;
pub mod home;
pub mod ledger;
pub mod not_found;
pub mod proposals;
pub mod rates;
pub mod repayment;
pub mod rulebooks;
pub mod search;
pub mod sign_in;
pub mod staff;
pub mod system;
pub mod users;
pub mod what_if;
