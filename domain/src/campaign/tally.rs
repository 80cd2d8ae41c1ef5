//! How far a campaign has come, in numbers.

use super::{CampaignUser, Choices, Finding, UserState};
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
            Finding::Fine | Finding::Unknown(_) => self.fine += 1,
        }
        if let Some(count) = self.of_state(&user.state) {
            *count += 1;
        }
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

    /// How many users would get the override.
    pub fn would_get(&self, choices: Choices) -> u64 {
        let unknown = if choices.with_unknown {
            self.no_data
        } else {
            0
        };
        let replaced = if choices.replace { self.overridden } else { 0 };
        self.fine + unknown + replaced
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::id::UserId;

    fn user(finding: Finding, state: UserState) -> CampaignUser {
        CampaignUser {
            user_id: UserId::new("mia"),
            finding,
            state,
            detail: String::new(),
            written_on: None,
        }
    }

    #[test]
    fn the_preview_counts_who_would_get_it_by_what_was_chosen() {
        let users = [
            user(Finding::Fine, UserState::Waiting),
            user(Finding::NoData, UserState::Waiting),
            user(Finding::Overridden, UserState::Waiting),
        ];
        let mut tally = Tally::of(&users);
        assert_eq!((tally.checked(), tally.waiting), (3, 3));
        let choices = |with_unknown, replace| Choices {
            with_unknown,
            replace,
        };
        assert_eq!(tally.would_get(choices(false, false)), 1);
        assert_eq!(tally.would_get(choices(true, false)), 2);
        assert_eq!(tally.would_get(choices(true, true)), 3);
        tally.went(&UserState::Waiting, &UserState::Done);
        assert_eq!((tally.waiting, tally.done), (2, 1));
    }
}
