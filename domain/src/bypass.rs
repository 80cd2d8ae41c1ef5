//! A bypass of the requirements check for one user.

use crate::day::Day;
use crate::id::UserId;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bypass {
    pub user_id: UserId,
    /// The last day on which it counts.
    pub expiration_date: Day,
    pub reason: String,
}

impl Bypass {
    /// "Inactive after this date", so the last day itself still counts.
    pub fn is_active_on(&self, day: Day) -> bool {
        day <= self.expiration_date
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_day_still_counts() {
        let last = Day::parse("2024-02-24").unwrap();
        let bypass = Bypass {
            user_id: UserId::new("user-12345"),
            expiration_date: last,
            reason: String::new(),
        };
        assert!(bypass.is_active_on(last));
        assert!(!bypass.is_active_on(last.plus_days(1)));
    }
}
