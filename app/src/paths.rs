//! Every internal link, one file for each noun. What links are made of is in `segment` and `query`.

mod audit;
mod balances;
mod campaigns;
mod decisions;
mod evaluations;
mod query;
mod raw_items;
mod repayment;
mod rulebooks;
mod segment;
mod sign_in;
mod timeline;
mod users;

pub use audit::*;
pub use balances::*;
pub use campaigns::*;
pub use decisions::*;
pub use evaluations::*;
pub use query::*;
pub use raw_items::*;
pub use repayment::*;
pub use rulebooks::*;
pub use segment::*;
pub use sign_in::*;
pub use timeline::*;
pub use users::*;

pub const HOME: &str = "/";
pub const SEARCH: &str = "/search";
pub const CALENDAR: &str = "/calendar";
pub const STAFF: &str = "/staff";
pub const SYSTEM: &str = "/system";
