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

    /// A percentage as people type one: `20`, `12.5`, `12.34`. More than two decimals, or a value
    /// outside 0 to 100, is none.
    pub fn from_percentage(typed: &str) -> Option<Self> {
        let typed = typed.trim().trim_end_matches('%').trim_end();
        let (whole, decimals) = typed.split_once('.').unwrap_or((typed, ""));
        let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        if whole.is_empty() || decimals.len() > 2 || !is_number(whole) || !is_number(decimals) {
            return None;
        }
        let share = format!("{whole}{decimals:0<2}").parse().ok().map(Self);
        share.filter(|share| share.is_valid())
    }

    /// The percentage without its sign, as a field shows it.
    pub fn percentage(self) -> String {
        self.to_string().trim_end_matches(" %").to_owned()
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

    #[test]
    fn every_share_can_be_typed_as_it_is_shown() {
        for share in 0..=10_000 {
            let shown = BasisPoints(share).percentage();
            assert_eq!(
                BasisPoints::from_percentage(&shown),
                Some(BasisPoints(share))
            );
        }
        assert_eq!(
            BasisPoints::from_percentage(" 12.5 % "),
            Some(BasisPoints(1_250))
        );
        for wrong in ["", "abc", "-1", "1.234", "100.01", "1e2", "1,5"] {
            assert_eq!(BasisPoints::from_percentage(wrong), None, "{wrong}");
        }
    }
}
