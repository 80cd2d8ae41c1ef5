//! What a temporary profile does to what a user is offered: before → after, and which of six groups that
//! puts the user in. Pure, so that campaigns, the form for one user and tests classify alike.

mod closed;
mod describe;

pub use closed::Closed;

use crate::instant::Instant;
use crate::money::Cents;
use crate::profile::FloatProfile;
use crate::settings::Settings;
use crate::stored_enum::stored_enum;
use crate::temporary_profile::TemporaryProfile;
use serde::{Deserialize, Serialize};

/// The amounts a user can take, lowest first. Empty where floats or loans are switched off.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Offered {
    pub floats: Vec<Cents>,
    pub loans: Vec<Cents>,
}

impl From<&Settings> for Offered {
    fn from(settings: &Settings) -> Self {
        let floats = settings.floats.iter().filter(|tier| tier.is_enabled);
        let loans = settings.loans.iter().filter(|tier| tier.is_enabled);
        Self {
            floats: amounts(settings.is_float_enabled, floats.map(|tier| tier.amount)),
            loans: amounts(settings.is_loan_enabled, loans.map(|tier| tier.amount)),
        }
    }
}

fn amounts(is_on: bool, amounts: impl Iterator<Item = Cents>) -> Vec<Cents> {
    let mut amounts: Vec<_> = amounts.filter(|_| is_on).collect();
    amounts.sort_unstable();
    amounts.dedup();
    amounts
}

impl Offered {
    /// The highest float.
    pub fn limit(&self) -> Option<Cents> {
        self.floats.last().copied()
    }

    pub fn highest_loan(&self) -> Option<Cents> {
        self.loans.last().copied()
    }

    /// Whether any amount is offered that `other` doesn't offer.
    pub fn exceeds(&self, other: &Self) -> bool {
        let adds = |mine: &[Cents], others: &[Cents]| mine.iter().any(|it| !others.contains(it));
        adds(&self.floats, &other.floats) || adds(&self.loans, &other.loans)
    }
}

stored_enum! {
    /// Where a user belongs by what a change does to them. `Lowered`, `Reopened` and `HoldReplaced` are
    /// excluded from a campaign unless an admin includes them.
    Group {
        Raised = "raised", "raised";
        Lowered = "lowered", "lowered";
        Unchanged = "unchanged", "unchanged";
        Reopened = "reopened", "reopened";
        HoldReplaced = "hold_replaced", "hold replaced";
        NoRecord = "no_record", "unknown";
    }
}

/// A user's profiles at one moment, as far as they bear on a temporary profile.
#[derive(Debug, Clone, Copy)]
pub struct Profiles<'a> {
    /// The regular profile: the newest version in effect by then.
    pub version: Option<&'a FloatProfile>,
    /// Whether that version is closed; older versions tell, see [`Closed::of`].
    pub closed: Option<&'a Closed>,
    /// The temporary profile that the change would replace.
    pub replaced: Option<&'a TemporaryProfile>,
    /// Whether anything is stored under this user ID.
    pub is_known: bool,
}

impl Profiles<'_> {
    /// The regular profile's settings, every tier listed.
    pub fn regular(&self) -> Settings {
        self.version
            .map_or_else(Settings::default, Settings::from)
            .complete()
    }
}

/// Settings that would apply to a user from now until an end.
#[derive(Debug, Clone, Copy)]
pub struct NewSettings<'a> {
    pub settings: &'a Settings,
    pub expires_on: Instant,
}

/// What a change does to one user.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "any of them can be true with any other"
)]
pub struct OfferChange {
    pub before: Offered,
    pub after: Offered,
    /// More is offered at some time than would be without the change.
    pub raises: bool,
    /// Less is offered at some time than would be without the change.
    pub lowers: bool,
    /// Floats or loans are offered again to a user who was closed, or who is offered no float.
    pub reopens: bool,
    pub closed: Option<Closed>,
    /// The temporary profile that it replaces.
    pub replaces: Option<Replaced>,
    pub is_known: bool,
}

/// A temporary profile that a change replaces.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Replaced {
    pub reason: String,
    pub expires_on: Instant,
    /// It offers less than the regular profile.
    pub is_hold: bool,
    /// It is a hold, and more is offered before its end than it allows.
    pub is_lifted: bool,
}

/// Whether a temporary profile on top of these settings is a hold: it offers less than they do.
pub fn is_hold(regular: &Settings, temporary: &TemporaryProfile) -> bool {
    Offered::from(regular).exceeds(&Offered::from(&regular.under(temporary)))
}

/// What `new` does to a user.
pub fn classify(profiles: Profiles<'_>, new: NewSettings<'_>) -> OfferChange {
    let regular = profiles.regular();
    let regularly = Offered::from(&regular);
    let after = Offered::from(new.settings);
    let before = profiles.replaced.map_or_else(
        || regularly.clone(),
        |old| Offered::from(&regular.under(old)),
    );
    // While both last; then what outlasts the other against the regular profile.
    let mut steps = vec![(&before, &after)];
    let old_end = profiles.replaced.map(|old| old.expires_on);
    match old_end {
        Some(end) if new.expires_on < end => steps.push((&before, &regularly)),
        Some(end) if end < new.expires_on => steps.push((&regularly, &after)),
        _ => {}
    }
    let closed = profiles.closed.cloned();
    let adds = after.exceeds(&regularly);
    let replaces = profiles.replaced.map(|old| {
        let is_hold = regularly.exceeds(&before);
        let ends_sooner = new.expires_on < old.expires_on;
        Replaced {
            reason: old.reason.clone(),
            expires_on: old.expires_on,
            is_hold,
            is_lifted: is_hold && (ends_sooner || after.exceeds(&before)),
        }
    });
    OfferChange {
        raises: steps.iter().any(|(before, after)| after.exceeds(before)),
        lowers: steps.iter().any(|(before, after)| before.exceeds(after)),
        reopens: adds
            && (closed.is_some() || (regularly.floats.is_empty() && !after.floats.is_empty())),
        closed,
        replaces,
        is_known: profiles.is_known,
        before,
        after,
    }
}

impl OfferChange {
    pub fn replaces_hold(&self) -> bool {
        self.replaces.as_ref().is_some_and(|old| old.is_hold)
    }

    /// The one group that it is counted in: the gravest that applies.
    pub fn group(&self) -> Group {
        if self.replaces_hold() {
            Group::HoldReplaced
        } else if self.reopens {
            Group::Reopened
        } else if !self.is_known {
            Group::NoRecord
        } else if self.lowers {
            Group::Lowered
        } else if self.raises {
            Group::Raised
        } else {
            Group::Unchanged
        }
    }

    /// Lifts a hold, or reopens what the newest version closed: never done in bulk, and for one user
    /// only by an admin.
    pub fn is_protected(&self) -> bool {
        let lifts = self.replaces.as_ref().is_some_and(|old| old.is_lifted);
        lifts || (self.reopens && self.closed.is_some())
    }
}

#[cfg(test)]
mod tests;
