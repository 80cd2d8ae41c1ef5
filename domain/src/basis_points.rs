//! Shares of users in basis points: 10000 is everybody.

use crate::money::percent;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A share as stored. Values outside 0..=10000 are kept, and `is_valid` says so.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct BasisPoints(pub i64);

impl BasisPoints {
    pub const ALL: Self = Self(10_000);

    pub fn is_valid(self) -> bool {
        (0..=Self::ALL.0).contains(&self.0)
    }
}

/// As a percentage: `20 %`, `12.34 %`; a value outside the range as stored.
impl fmt::Display for BasisPoints {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 < 0 {
            write!(f, "{} bp", self.0)
        } else {
            f.write_str(&percent(self.0))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ten_thousand_is_everybody() {
        assert_eq!(BasisPoints::ALL.to_string(), "100 %");
        assert_eq!(BasisPoints(1234).to_string(), "12.34 %");
        assert!(!BasisPoints(10_001).is_valid());
        assert!(!BasisPoints(-1).is_valid());
    }
}
