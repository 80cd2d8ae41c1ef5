//! Slows down guessing: a few attempts at once, then one now and then, by account and by address.

use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

/// So many attempts may follow each other at once.
const AT_ONCE: NonZeroU32 = NonZeroU32::new(5).unwrap();
/// After that, one in so long.
const THEN_ONE_IN: Duration = Duration::from_secs(30);

/// The attempts of late. Accounts are counted by the name that was typed, whether it exists or not.
#[derive(Clone)]
pub struct Attempts {
    accounts: Arc<DefaultKeyedRateLimiter<String>>,
    addresses: Arc<DefaultKeyedRateLimiter<IpAddr>>,
}

impl std::fmt::Debug for Attempts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Attempts")
    }
}

impl Default for Attempts {
    fn default() -> Self {
        let quota = Quota::with_period(THEN_ONE_IN)
            .unwrap_or(Quota::per_minute(AT_ONCE))
            .allow_burst(AT_ONCE);
        Self {
            accounts: Arc::new(RateLimiter::keyed(quota)),
            addresses: Arc::new(RateLimiter::keyed(quota)),
        }
    }
}

impl Attempts {
    /// Counts an attempt, and says whether it may be made. Both are counted, so that neither many
    /// accounts from one address nor one account from many addresses can be tried quickly.
    pub(crate) fn allow(&self, account: &str, address: IpAddr) -> bool {
        // What nobody tried for a while needs no memory.
        self.accounts.retain_recent();
        self.addresses.retain_recent();
        let account = self.accounts.check_key(&account.to_lowercase()).is_ok();
        let address = self.addresses.check_key(&address).is_ok();
        account && address
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::Ipv4Addr;

    const HERE: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

    #[test]
    fn the_sixth_attempt_on_an_account_has_to_wait() {
        let attempts = Attempts::default();
        let from = |n: u8| IpAddr::V4(Ipv4Addr::new(10, 0, 0, n));
        assert!((0..5).all(|n| attempts.allow("dana", from(n))));
        assert!(!attempts.allow("DANA", from(9)));
        assert!(attempts.allow("eli", from(9)));
    }

    #[test]
    fn the_sixth_attempt_from_an_address_has_to_wait() {
        let attempts = Attempts::default();
        assert!((0..5).all(|n| attempts.allow(&format!("name-{n}"), HERE)));
        assert!(!attempts.allow("somebody-else", HERE));
    }
}
