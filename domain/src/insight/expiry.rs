//! Items that expire. DynamoDB may take two days to delete them, so that expired ones are still read.

use crate::instant::Instant;

/// An item that DynamoDB deletes some time after its `ttl`.
pub trait Expires {
    /// When it expires; nothing where no time is stored.
    fn ttl(&self) -> Option<Instant>;

    fn is_expired_at(&self, at: Instant) -> bool {
        self.ttl().is_some_and(|ttl| ttl <= at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Until(Option<Instant>);

    impl Expires for Until {
        fn ttl(&self) -> Option<Instant> {
            self.0
        }
    }

    #[test]
    fn an_item_expires_at_its_ttl_and_not_a_second_earlier() {
        let ttl = Instant::parse("2024-02-10T14:30:00Z").unwrap();
        let item = Until(Some(ttl));
        assert!(!item.is_expired_at(ttl.plus_seconds(-1)));
        assert!(item.is_expired_at(ttl));
    }

    #[test]
    fn an_item_without_a_ttl_never_expires() {
        assert!(!Until(None).is_expired_at(Instant::EPOCH.plus_days(i64::MAX)));
    }
}
