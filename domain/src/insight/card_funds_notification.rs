//! A notification that funds reached a user's credit card, and the window without a second one.

use crate::id::UserId;
use crate::insight::expiry::Expires;
use crate::instant::Instant;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CardFundsNotification {
    pub user_id: UserId,
    pub created: Instant,
    /// The window's end, which the key holds; `ttl` should be the same moment.
    pub expires: Instant,
    pub ttl: Option<Instant>,
}

impl CardFundsNotification {
    /// Whether a second notification is held back: from this one until, and not at, its end.
    pub fn holds_back_at(&self, at: Instant) -> bool {
        self.created <= at && at < self.expires && !self.is_expired_at(at)
    }
}

impl Expires for CardFundsNotification {
    fn ttl(&self) -> Option<Instant> {
        self.ttl
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_notification_is_held_back_within_the_window_only() {
        let created = Instant::parse("2024-02-10T14:30:00Z").unwrap();
        let expires = created.plus_days(2);
        let notification = CardFundsNotification {
            user_id: UserId::new("anna"),
            created,
            expires,
            ttl: None,
        };
        assert!(!notification.holds_back_at(created.plus_seconds(-1)));
        assert!(notification.holds_back_at(created));
        assert!(notification.holds_back_at(expires.plus_seconds(-1)));
        assert!(!notification.holds_back_at(expires));
    }
}
