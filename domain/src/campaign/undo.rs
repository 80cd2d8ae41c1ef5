//! What undoing a campaign gives back: the temporary profile that it replaced, as it was.

use crate::instant::Instant;
use crate::offer_change::{Closed, is_hold};
use crate::override_copy::{HowEnded, OverrideCopy};
use crate::schedule::ScheduledStart;
use crate::settings::Settings;

/// What becomes of what a campaign replaced.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Restoring<'a> {
    /// It replaced nothing.
    Nothing,
    Restore(&'a OverrideCopy),
    /// It stays ended, and why.
    Leave(&'static str),
}

/// What is known of a user when a campaign is undone.
#[derive(Debug, Clone, Copy)]
pub struct AtUndo<'a> {
    pub now: Instant,
    /// When the campaign's temporary profile was written.
    pub written_on: Instant,
    pub copies: &'a [OverrideCopy],
    pub waiting: &'a [ScheduledStart],
    /// Whether temporary profiles other than the campaign's are stored.
    pub has_others: bool,
    /// The regular profile by now, and whether it is closed.
    pub regular: &'a Settings,
    pub closed: Option<&'a Closed>,
}

/// What undoing gives back, unless something newer stands against it.
pub fn restoring(at: AtUndo<'_>) -> Restoring<'_> {
    let is_replaced = |copy: &&OverrideCopy| {
        let ended = copy.ended.as_ref();
        ended.is_some_and(|it| it.how == HowEnded::Replaced && it.at == at.written_on)
    };
    let Some(old) = at.copies.iter().find(is_replaced) else {
        return Restoring::Nothing;
    };
    let profile = &old.profile;
    if profile.expires_on <= at.now || profile.ttl.is_some_and(|ttl| ttl <= at.now) {
        return Restoring::Leave("what it replaced has ended since");
    }
    if at.has_others {
        return Restoring::Leave(
            "what it replaced stays ended: there is another temporary profile",
        );
    }
    let is_in_the_way = |start: &ScheduledStart| {
        start.start_on < profile.expires_on && start.replaces != Some(profile.created_on)
    };
    if at.waiting.iter().any(is_in_the_way) {
        return Restoring::Leave("what it replaced stays ended: another start is scheduled");
    }
    let was_closed_since = at.closed.is_some_and(|closed| at.written_on < closed.on);
    if was_closed_since && !is_hold(at.regular, profile) {
        return Restoring::Leave("what it replaced stays ended: this user was closed since");
    }
    Restoring::Restore(old)
}
