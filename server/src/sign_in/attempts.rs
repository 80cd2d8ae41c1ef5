//! Slows down guessing: a few wrong attempts at once, then one now and then, by account and by address.
//! All servers count in one place.

use super::now;
use domain::instant::Instant;
use std::net::{IpAddr, Ipv6Addr};
use store::sign_in_attempt::{self, Counted, CountedBy};
use store::{ErrorKind, Store, StoreError};

/// So many attempts may follow each other at once.
const AT_ONCE: i64 = 5;
/// After that, one in so many seconds; each is forgotten after as long.
const ONE_IN: i64 = 30;
/// Somebody else may be counting at the same moment. Who never gets a turn is one of very many.
const TURNS: usize = 8;

#[derive(Debug, Clone)]
pub struct Attempts {
    store: Store,
}

/// An attempt that may be made, and is counted until it proves right.
pub(super) struct Attempt(Vec<CountedBy>);

impl Attempt {
    /// Both are counted, so that neither many accounts from one address nor one account from many
    /// addresses can be tried quickly.
    pub(super) fn at(account: &str, address: IpAddr) -> Self {
        Self(vec![
            CountedBy::Account(account.to_owned()),
            CountedBy::Address(network(address)),
        ])
    }

    /// Coming back from the identity provider: counted apart, since any page can send people there.
    pub(super) fn at_return(address: IpAddr) -> Self {
        Self(vec![CountedBy::Return(network(address))])
    }
}

impl Attempts {
    pub(super) fn new(store: Store) -> Self {
        Self { store }
    }

    /// Counts an attempt before it is made, and says whether it may be.
    pub(super) async fn allow(&self, attempt: &Attempt) -> Result<bool, StoreError> {
        let now = now();
        self.count(attempt, |forgotten| one_more(forgotten, now))
            .await
    }

    /// It was no guess: what it added is taken off again.
    pub(super) async fn proved_right(&self, attempt: &Attempt) -> Result<(), StoreError> {
        let one_less = |forgotten: Option<Instant>| Some(forgotten?.plus_seconds(-ONE_IN));
        self.count(attempt, one_less).await.map(drop)
    }

    /// Moves every count on, or none where one of them cannot be.
    async fn count(
        &self,
        Attempt(counted): &Attempt,
        moved: impl Fn(Option<Instant>) -> Option<Instant>,
    ) -> Result<bool, StoreError> {
        for _ in 0..TURNS {
            let mut counts = Vec::new();
            for by in counted {
                let read = sign_in_attempt::forgotten_at(&self.store, by).await?;
                let Some(forgotten) = moved(read) else {
                    return Ok(false);
                };
                counts.push(Counted {
                    by: by.clone(),
                    read,
                    forgotten,
                });
            }
            match sign_in_attempt::count(&self.store, &counts).await {
                Ok(()) => return Ok(true),
                Err(error) if error.kind == ErrorKind::Conflict => {}
                Err(error) => return Err(error),
            }
        }
        Ok(false)
    }
}

/// When everything will be forgotten after one more attempt; nothing where that has to wait.
fn one_more(forgotten: Option<Instant>, now: Instant) -> Option<Instant> {
    let from = forgotten.unwrap_or(now).max(now);
    let is_full = from > now.plus_seconds((AT_ONCE - 1) * ONE_IN);
    (!is_full).then(|| from.plus_seconds(ONE_IN).whole_seconds())
}

/// One customer of an IPv6 provider has 2^64 addresses.
fn network(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).into()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sixth_attempt_waits_half_a_minute_and_then_it_is_one_at_a_time() {
        let start = Instant::EPOCH;
        let five = (0..5).try_fold(None, |counted, _| one_more(counted, start).map(Some));
        let five = five.unwrap();
        assert_eq!(one_more(five, start), None);
        assert_eq!(one_more(five, start.plus_seconds(29)), None);
        let sixth = one_more(five, start.plus_seconds(30));
        assert!(sixth.is_some());
        assert_eq!(one_more(sixth, start.plus_seconds(30)), None);
    }

    #[test]
    fn after_a_while_all_is_forgotten() {
        let start = Instant::EPOCH;
        let five = (0..5).try_fold(None, |counted, _| one_more(counted, start).map(Some));
        let later = start.plus_seconds(AT_ONCE * ONE_IN);
        assert_eq!(one_more(five.unwrap(), later), one_more(None, later));
    }

    #[test]
    fn one_household_is_one_address() {
        let of = |text: &str| network(text.parse().unwrap()).to_string();
        assert_eq!(of("2001:db8:1:2:3:4:5:6"), of("2001:db8:1:2:ffff::1"));
        assert_ne!(of("2001:db8:1:2::1"), of("2001:db8:1:3::1"));
        assert_eq!(of("192.0.2.7"), "192.0.2.7");
    }
}
