//! One file a page.

pub mod home;
pub mod not_found;
pub mod search;
pub mod sign_in;
pub mod users;
