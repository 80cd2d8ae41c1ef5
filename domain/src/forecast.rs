//! Which profile is in effect now and from now on: what is stored, by the documented queries, and the
//! temporary profiles that are scheduled.

use crate::effective::{EffectiveProfile, ProfileSources};
use crate::instant::Instant;
use crate::profile::FloatProfile;
use crate::schedule::ScheduledStart;
use crate::temporary_profile::TemporaryProfile;
use std::collections::BTreeSet;

/// The documented queries return the newest version and every unexpired temporary profile, whatever
/// time they are dated. So from now on, what is stored is in effect even where it's dated ahead.
#[derive(Debug, Clone)]
pub struct Forecast {
    now: Instant,
    version: Option<FloatProfile>,
    /// Soonest end first, as their keys sort.
    periods: Vec<Period>,
    /// The reasons of scheduled temporary profiles that can't start as they are.
    pub blocked: Vec<String>,
}

/// A temporary profile and the time for which it is in effect.
#[derive(Debug, Clone)]
struct Period {
    from: Instant,
    until: Instant,
    /// A scheduled start isn't stored yet, and replaces what its author agreed to.
    is_scheduled: bool,
    profile: TemporaryProfile,
}

impl ProfileSources {
    /// What is in effect from `now` on, given the temporary profiles that are scheduled.
    pub fn forecast(&self, now: Instant, scheduled: &[ScheduledStart]) -> Forecast {
        let versions = self.versions.iter();
        let stored = self.temporary.iter().map(|one| Period {
            from: now,
            until: one
                .ttl
                .map_or(one.expires_on, |ttl| ttl.min(one.expires_on)),
            is_scheduled: false,
            profile: one.clone(),
        });
        let mut forecast = Forecast {
            now,
            version: versions.max_by_key(|one| one.created_on).cloned(),
            periods: stored.filter(|one| now < one.until).collect(),
            blocked: Vec::new(),
        };
        let mut starts: Vec<_> = scheduled.iter().collect();
        starts.sort_by_key(|start| start.start_on);
        for start in starts {
            forecast.add(start);
        }
        forecast.periods.sort_by_key(|one| one.profile.expires_on);
        forecast
    }
}

impl Forecast {
    pub fn now(&self) -> EffectiveProfile {
        self.at(self.now)
    }

    /// The profile in effect at a moment that isn't past.
    pub fn at(&self, at: Instant) -> EffectiveProfile {
        let active: Vec<_> = self.active_at(at).collect();
        EffectiveProfile::of(at, &active, self.version.as_ref())
    }

    /// What is in effect now and dated ahead all the same, with its date.
    pub fn dated_ahead(&self) -> Vec<Instant> {
        let temporary = self
            .active_at(self.now)
            .map(|one| one.created_on)
            .filter(|at| *at > self.now);
        let version = self.version.iter().map(|one| one.created_on);
        version
            .filter(|at| *at > self.now)
            .chain(temporary)
            .collect()
    }

    /// Each moment after now at which something begins or ends.
    pub(crate) fn turns(&self) -> BTreeSet<Instant> {
        let bounds = self.periods.iter().flat_map(|one| [one.from, one.until]);
        bounds.filter(|at| *at > self.now).collect()
    }

    /// The temporary profile that is in effect now and no longer at `at`.
    pub(crate) fn ending_by(&self, at: Instant) -> Option<&TemporaryProfile> {
        let now = self.periods.iter().find(|one| one.is_active_at(self.now));
        now.filter(|one| !one.is_active_at(at))
            .map(|one| &one.profile)
    }

    fn active_at(&self, at: Instant) -> impl Iterator<Item = &TemporaryProfile> {
        let active = self.periods.iter().filter(move |one| one.is_active_at(at));
        active.map(|one| &one.profile)
    }

    /// The same with a temporary profile that would be in effect from its creation on, in place of the
    /// one that was created at `replaces`.
    #[must_use]
    pub fn with(mut self, profile: TemporaryProfile, replaces: Option<Instant>) -> Self {
        self.insert(profile, replaces);
        self.periods.sort_by_key(|one| one.profile.expires_on);
        self
    }

    fn add(&mut self, start: &ScheduledStart) {
        // One whose time has come starts within seconds.
        let from = start.start_on.max(self.now.plus_seconds(1));
        self.insert(start.profile(from), start.replaces);
    }

    /// What the worker does at its time: replace the one its author agreed to, or give up.
    fn insert(&mut self, profile: TemporaryProfile, replaces: Option<Instant>) {
        let (from, until) = (profile.created_on, profile.expires_on);
        let mut in_the_way: Vec<_> = self
            .periods
            .iter_mut()
            .filter(|one| from < one.until && one.profile.created_on < until)
            .collect();
        let is_free = match in_the_way.as_mut_slice() {
            [] => true,
            [one] if !one.is_scheduled && replaces == Some(one.profile.created_on) => {
                one.until = from;
                true
            }
            _ => false,
        };
        if !is_free || until <= from {
            self.blocked.push(profile.reason);
            return;
        }
        self.periods.push(Period {
            from,
            until,
            is_scheduled: true,
            profile,
        });
    }
}

impl Period {
    fn is_active_at(&self, at: Instant) -> bool {
        self.from <= at && at < self.until
    }
}

#[cfg(test)]
mod tests;
