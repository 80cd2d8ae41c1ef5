//! What each kind of event gives to a page of the timeline.

use super::gather::Asked;
use super::temporary::Beside;
use super::wording;
use crate::sieve::Sieve;
use domain::audit::AuditEvent;
use domain::decision::NoResultsReading;
use domain::evaluation::EvaluationResult;
use domain::instant::Instant;
use domain::item::Stored;
use domain::override_copy::OverrideCopy;
use domain::profile::FloatProfile;
use domain::temporary_profile::TemporaryProfile;
use domain::timeline::{CampaignLink, Part};
use store::profile;

/// Events on a page, and versions that are read for it, with one more to compare the last one with.
pub(super) const PAGE: u32 = 25;

/// Each version against the one before it; the last that was read is only compared with.
pub(super) fn versions(items: &[Stored<FloatProfile>], latest: Instant) -> Part {
    let place = |stored: &Stored<FloatProfile>| match stored {
        Ok(record) => profile::place(&record.key).unwrap_or(record.value.created_on),
        Err(broken) => profile::place(&broken.key).unwrap_or(latest),
    };
    let shown = items.len().min(PAGE as usize);
    let events = items[..shown]
        .iter()
        .enumerate()
        .map(|(index, stored)| {
            let older = items[index + 1..]
                .iter()
                .find_map(|stored| stored.as_ref().ok());
            wording::version(stored, older.map(|record| &record.value), place(stored))
        })
        .collect();
    match items.get(shown) {
        Some(next) => Part::until(events, place(next)),
        None => Part::whole(events),
    }
}

/// Temporary profiles that are stored, Float Desk's copies of those that it wrote, and what their lines
/// need beside them.
#[derive(Default)]
pub(super) struct Overrides {
    pub(super) stored: Vec<Stored<TemporaryProfile>>,
    pub(super) copies: Vec<Stored<OverrideCopy>>,
    /// Newest first.
    pub(super) versions: Vec<FloatProfile>,
    pub(super) campaigns: Vec<CampaignLink>,
}

impl Overrides {
    pub(super) fn part(self, asked: &Asked, sieve: &mut Sieve) -> Part {
        let Self {
            stored,
            copies,
            versions,
            campaigns,
        } = self;
        let (copies, stored) = (sieve.all(copies), sieve.all(stored));
        let beside = Beside {
            now: asked.now,
            versions,
            campaigns,
        };
        let others = stored
            .iter()
            .filter(|stored| !copies.iter().any(|copy| copy.is_of(stored)));
        let events = copies
            .iter()
            .flat_map(|copy| {
                // Of what is gone, nobody knows the end.
                let has_end = !copy.is_gone(&stored, asked.now);
                beside.copied(copy, has_end)
            })
            .chain(others.flat_map(|stored| beside.stored(stored)))
            .collect();
        asked.part(events)
    }
}

pub(super) struct Checks {
    pub(super) items: Vec<Stored<EvaluationResult>>,
    /// Of each account, the check before those, where there are more.
    pub(super) before: Vec<Stored<EvaluationResult>>,
    pub(super) goes_on: bool,
}

impl Checks {
    /// Those that came out otherwise than the check of the same account before.
    pub(super) fn part(self, sieve: &mut Sieve, no_results: NoResultsReading) -> Part {
        let (checks, before) = (sieve.all(self.items), sieve.all(self.before));
        let events = checks
            .iter()
            .enumerate()
            .filter_map(|(index, check)| {
                let mut older = checks[index + 1..].iter().chain(&before);
                match older.find(|older| is_same_account(older, check)) {
                    Some(previous) => wording::check(check, previous, no_results),
                    None => Some(wording::first_check(check, no_results)),
                }
            })
            .collect();
        match checks.last() {
            Some(last) if self.goes_on => Part::until(events, wording::begun(last)),
            _ => Part::whole(events),
        }
    }
}

pub(super) fn is_same_account(one: &EvaluationResult, other: &EvaluationResult) -> bool {
    one.account_id == other.account_id
}

pub(super) struct Entries {
    pub(super) items: Vec<Stored<AuditEvent>>,
    pub(super) goes_on: bool,
}

impl Entries {
    pub(super) fn part(self, asked: &Asked, sieve: &mut Sieve) -> Part {
        let entries = sieve.all(self.items);
        let events = entries
            .iter()
            .filter_map(wording::entry)
            .filter(|event| asked.wants(event.kind))
            .collect();
        match entries.last() {
            Some(last) if self.goes_on => Part::until(events, last.at),
            _ => Part::whole(events),
        }
    }
}
