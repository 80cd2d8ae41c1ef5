//! Whether and when a user was last told of a low balance.

use crate::id::UserId;
use crate::instant::Instant;
use serde::{Deserialize, Serialize};

/// No alert goes out within so many days of the last one.
pub const COOLDOWN_DAYS: i64 = 7;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BalanceAlert {
    pub user_id: UserId,
    /// When the last alert was sent.
    pub updated_date: Option<Instant>,
    pub sent: Option<bool>,
}

impl BalanceAlert {
    /// Until when no further alert goes out; nothing where none was sent.
    ///
    /// The document starts the cooldown with the last alert. One that is marked as not sent reached
    /// nobody, and starts none; where no mark is stored, the time alone says that one was sent.
    pub fn quiet_until(&self) -> Option<Instant> {
        let was_sent = self.sent.unwrap_or(true);
        self.updated_date
            .filter(|_| was_sent)
            .map(|sent_at| sent_at.plus_days(COOLDOWN_DAYS))
    }

    pub fn is_quiet_at(&self, at: Instant) -> bool {
        self.quiet_until().is_some_and(|until| at < until)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sent_at() -> Instant {
        Instant::parse("2024-02-10T14:30:00Z").unwrap()
    }

    fn alert(sent: Option<bool>) -> BalanceAlert {
        BalanceAlert {
            user_id: UserId::new("anna"),
            updated_date: Some(sent_at()),
            sent,
        }
    }

    #[test]
    fn after_an_alert_none_goes_out_for_seven_days() {
        let until = Instant::parse("2024-02-17T14:30:00Z").unwrap();
        let alert = alert(Some(true));
        assert_eq!(alert.quiet_until(), Some(until));
        assert!(alert.is_quiet_at(until.plus_seconds(-1)));
        assert!(!alert.is_quiet_at(until));
    }

    #[test]
    fn a_stored_time_without_a_mark_counts_as_sent() {
        assert!(alert(None).is_quiet_at(sent_at()));
    }

    #[test]
    fn an_alert_that_was_not_sent_silences_nothing() {
        assert_eq!(alert(Some(false)).quiet_until(), None);
        let never = BalanceAlert {
            updated_date: None,
            ..alert(Some(true))
        };
        assert!(!never.is_quiet_at(sent_at()));
    }
}
