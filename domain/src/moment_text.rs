//! A moment under the very text that it is stored as.

use crate::instant::Instant;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Others write moments with fractions of a second or with an offset. Whoever reads one and writes it
/// back must change nothing, so two of these are equal only where their texts are.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct MomentText(String);

impl MomentText {
    /// Nothing where the text is no moment.
    pub fn parse(text: &str) -> Option<Self> {
        Instant::parse(text).map(|_| Self(text.to_owned()))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<Instant> for MomentText {
    fn from(at: Instant) -> Self {
        Self(at.stored())
    }
}

impl fmt::Display for MomentText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
