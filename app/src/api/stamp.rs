//! What a form carries so that it is done once, and only on what was seen.

use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stamp {
    /// Another for each time a form is shown.
    pub form: String,
    /// The version of the user's writable data.
    pub version: i64,
}
