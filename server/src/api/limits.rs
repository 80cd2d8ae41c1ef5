//! How often machines may ask. Counted on each server by itself: this keeps one client from taking the
//! tables away from people, and is no meter.

use super::problem::Problem;
use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use std::hash::Hash;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// Before a token is looked up, so that guessing costs the tables little. Many clients may share an
/// address, so it is far more than one of them gets.
const BY_ADDRESS: u32 = 10;
/// What has not asked for a while is forgotten after so many requests.
const TIDY_AFTER: u32 = 1_000;

pub(crate) struct Limits {
    addresses: DefaultKeyedRateLimiter<IpAddr>,
    tokens: DefaultKeyedRateLimiter<String>,
    seen: AtomicU32,
}

impl Limits {
    /// So many requests a second for each token, and twice as many at once.
    pub(crate) fn new(each_second: NonZeroU32) -> Self {
        let quota = |each: NonZeroU32| {
            let at_once = each.saturating_mul(NonZeroU32::MIN.saturating_add(1));
            Quota::per_second(each).allow_burst(at_once)
        };
        let by_address =
            each_second.saturating_mul(NonZeroU32::new(BY_ADDRESS).unwrap_or(each_second));
        Self {
            addresses: RateLimiter::keyed(quota(by_address)),
            tokens: RateLimiter::keyed(quota(each_second)),
            seen: AtomicU32::new(0),
        }
    }

    pub(crate) fn ask_from(&self, address: IpAddr) -> Result<(), Problem> {
        if self.seen.fetch_add(1, Relaxed) % TIDY_AFTER == TIDY_AFTER - 1 {
            self.addresses.retain_recent();
            self.tokens.retain_recent();
        }
        within(&self.addresses, &address)
    }

    pub(crate) fn ask_with(&self, token: &str) -> Result<(), Problem> {
        within(&self.tokens, &token.to_owned())
    }
}

fn within<K: Hash + Eq + Clone>(
    limit: &DefaultKeyedRateLimiter<K>,
    key: &K,
) -> Result<(), Problem> {
    limit.check_key(key).map_err(|until| {
        let wait = until.wait_time_from(DefaultClock::default().now());
        Problem::too_many(wait)
    })
}
