//! How far a campaign has come, in numbers.

use super::{CampaignUser, Choices, Consents, Finding, UserState};
use crate::money::Cents;
use crate::offer_change::{Group, OfferChange};
use serde::{Deserialize, Serialize};

/// How many users there are of each kind.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    pub fine: u64,
    pub no_data: u64,
    pub overridden: u64,
    pub waiting: u64,
    pub done: u64,
    pub skipped: u64,
    pub failed: u64,
    pub undone: u64,
    pub kept: u64,
    /// Every group, in the order of [`Group::ALL`].
    pub groups: [GroupTotal; Group::ALL.len()],
    /// How many users need which consents, and would get it with them.
    pub needing: [u64; Consents::SETS],
}

/// The users of one group together.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GroupTotal {
    pub users: u64,
    /// Those whom no campaign may include.
    pub protected: u64,
    /// Their limits added up, before and after.
    pub before: Cents,
    pub after: Cents,
    pub loans_before: Cents,
    pub loans_after: Cents,
}

impl GroupTotal {
    fn add(&mut self, change: &OfferChange) {
        self.users += 1;
        self.protected += u64::from(change.is_protected());
        let add = |total: &mut Cents, amount: Option<Cents>| {
            let amount = amount.unwrap_or_default();
            *total = total.checked_add(amount).unwrap_or(*total);
        };
        add(&mut self.before, change.before.limit());
        add(&mut self.after, change.after.limit());
        add(&mut self.loans_before, change.before.highest_loan());
        add(&mut self.loans_after, change.after.highest_loan());
    }
}

impl Tally {
    pub fn of<'a>(users: impl IntoIterator<Item = &'a CampaignUser>) -> Self {
        let mut tally = Self::default();
        for user in users {
            tally.add(user);
        }
        tally
    }

    pub fn add(&mut self, user: &CampaignUser) {
        match user.finding {
            Finding::NoData => self.no_data += 1,
            Finding::Overridden => self.overridden += 1,
            Finding::Fine | Finding::Unreadable | Finding::Unknown(_) => self.fine += 1,
        }
        self.add_change(user);
        if let Some(count) = self.of_state(&user.state) {
            *count += 1;
        }
    }

    fn add_change(&mut self, user: &CampaignUser) {
        let mut gets_it = user.finding != Finding::Unreadable;
        if let Some(change) = &user.change {
            let group = change.group();
            let totals = self.groups.iter_mut().zip(Group::ALL);
            if let Some((total, _)) = totals.into_iter().find(|(_, of)| **of == group) {
                total.add(change);
            }
            gets_it = !change.is_protected() && (change.raises || change.lowers);
        }
        if let Some(count) = self.needing.get_mut(user.consents().index())
            && gets_it
        {
            *count += 1;
        }
    }

    /// One group's users together.
    pub fn group(&self, group: &Group) -> GroupTotal {
        let found = Group::ALL.iter().position(|of| of == group);
        found
            .and_then(|index| self.groups.get(index).copied())
            .unwrap_or_default()
    }

    /// How many users were checked by a version of Float Desk that didn't compare offers.
    pub fn not_compared(&self) -> u64 {
        let compared: u64 = self.groups.iter().map(|group| group.users).sum();
        self.checked().saturating_sub(compared)
    }

    /// One user went on.
    pub fn went(&mut self, from: &UserState, to: &UserState) {
        if let Some(count) = self.of_state(from) {
            *count = count.saturating_sub(1);
        }
        if let Some(count) = self.of_state(to) {
            *count += 1;
        }
    }

    fn of_state(&mut self, state: &UserState) -> Option<&mut u64> {
        match state {
            UserState::Waiting => Some(&mut self.waiting),
            UserState::Done => Some(&mut self.done),
            UserState::Skipped => Some(&mut self.skipped),
            UserState::Failed => Some(&mut self.failed),
            UserState::Undone => Some(&mut self.undone),
            UserState::Kept => Some(&mut self.kept),
            UserState::Unknown(_) => None,
        }
    }

    /// How many users have been checked.
    pub fn checked(&self) -> u64 {
        self.fine + self.no_data + self.overridden
    }

    /// How many users would get it.
    pub fn would_get(&self, choices: &Choices) -> u64 {
        let granted = choices.granted();
        let sets = self.needing.iter().enumerate();
        sets.filter(|(index, _)| Consents::at(*index).is_covered_by(granted))
            .map(|(_, count)| count)
            .sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::id::UserId;
    use crate::instant::Instant;
    use crate::offer_change::{Offered, Replaced};

    fn user(change: Option<OfferChange>, finding: Finding) -> CampaignUser {
        CampaignUser {
            user_id: UserId::new("mia"),
            finding,
            state: UserState::Waiting,
            detail: String::new(),
            written_on: None,
            change,
        }
    }

    /// From one limit in dollars to another.
    fn change(before: i64, after: i64) -> OfferChange {
        let offered = |dollars: i64| Offered {
            floats: vec![Cents::from_dollars(dollars)],
            loans: Vec::new(),
        };
        OfferChange {
            before: offered(before),
            after: offered(after),
            raises: after > before,
            lowers: after < before,
            reopens: false,
            closed: None,
            replaces: None,
            is_known: true,
        }
    }

    #[test]
    fn the_check_counts_who_would_get_it_by_what_was_agreed_to() {
        let promotion = Replaced {
            reason: "promotion".to_owned(),
            expires_on: Instant::EPOCH,
            is_hold: false,
            is_lifted: false,
        };
        let replaces = OfferChange {
            replaces: Some(promotion),
            ..change(20, 40)
        };
        let unknown_and_lowered = OfferChange {
            is_known: false,
            ..change(20, 10)
        };
        let users = [
            user(Some(change(20, 30)), Finding::Fine),
            user(Some(change(20, 20)), Finding::Fine),
            user(Some(change(100, 30)), Finding::Fine),
            user(Some(unknown_and_lowered), Finding::NoData),
            user(Some(replaces), Finding::Overridden),
            user(None, Finding::Unreadable),
        ];
        let mut tally = Tally::of(&users);
        assert_eq!((tally.checked(), tally.waiting), (6, 6));
        let raised = tally.group(&Group::Raised);
        assert_eq!(
            (raised.users, raised.before, raised.after),
            (2, Cents(4_000), Cents(7_000))
        );
        assert_eq!(tally.group(&Group::Unchanged).users, 1);
        let choices = |with_unknown, replace, lowered: bool| Choices {
            with_unknown,
            replace,
            lowered: lowered.then(|| "agreed with risk".to_owned()),
            ..Choices::default()
        };
        assert_eq!(tally.would_get(&choices(false, false, false)), 1);
        assert_eq!(tally.would_get(&choices(false, true, false)), 2);
        assert_eq!(
            tally.would_get(&choices(true, false, false)),
            1,
            "it would be lowered"
        );
        assert_eq!(tally.would_get(&choices(true, true, true)), 4);
        tally.went(&UserState::Waiting, &UserState::Done);
        assert_eq!((tally.waiting, tally.done), (5, 1));
    }

    #[test]
    fn users_checked_by_an_earlier_version_are_counted_by_their_finding() {
        let users = [
            user(None, Finding::Fine),
            user(None, Finding::NoData),
            user(None, Finding::Overridden),
        ];
        let tally = Tally::of(&users);
        assert_eq!(tally.not_compared(), 3);
        assert_eq!(tally.would_get(&Choices::default()), 1);
        let replace = Choices {
            replace: true,
            ..Choices::default()
        };
        assert_eq!(tally.would_get(&replace), 2);
    }
}
