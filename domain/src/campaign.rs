//! The same override for many users at once: checked first, then run in the background, user by user.

use crate::audit::{Action, AuditEvent};
use crate::id::{CampaignId, UserId};
use crate::instant::Instant;
use crate::override_draft::OverridePlan;
use crate::role::Staff;
use crate::settings::Settings;
use crate::stored_enum::stored_enum;
use crate::temporary_profile::TemporaryProfile;
use crate::user_list::NotTaken;
use serde::{Deserialize, Serialize};

/// Up to so many users it is a small campaign, which support agents run too.
pub const SMALL: u64 = 100;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Campaign {
    pub id: CampaignId,
    pub name: String,
    pub state: CampaignState,
    pub created_on: Instant,
    pub created_by: Staff,
    /// Who let it run last, in whose name the users' overrides are written.
    pub run_by: Staff,
    /// The address that the last request about it came from.
    pub from: String,
    /// What every user gets.
    pub settings: Settings,
    /// Not before then; at once where nothing is said.
    pub starts_on: Option<Instant>,
    pub expires_on: Instant,
    pub reason: String,
    /// How many users are on the list.
    pub users: u64,
    pub not_taken: NotTaken,
    pub choices: Choices,
    /// Raised at each change.
    pub version: i64,
}

/// What is done with users who are not as the others.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Choices {
    /// Users of whom nothing is stored get it too.
    pub with_unknown: bool,
    /// An override that is in force is replaced; otherwise its user is left out.
    pub replace: bool,
}

stored_enum! {
    /// How far a campaign has come.
    CampaignState {
        Checking = "checking", "being checked";
        Ready = "ready", "checked, not started";
        Running = "running", "running";
        Stopped = "stopped", "stopped";
        Finished = "finished", "finished";
        Undoing = "undoing", "being undone";
        Undone = "undone", "undone";
    }
}

stored_enum! {
    /// What was found out about a user before anything was written.
    Finding {
        Fine = "fine", "will get it";
        NoData = "no_data", "no stored data";
        Overridden = "overridden", "already has a temporary profile";
    }
}

stored_enum! {
    /// What became of a user in a campaign.
    UserState {
        Waiting = "waiting", "waiting";
        Done = "done", "done";
        Skipped = "skipped", "left out";
        Failed = "failed", "failed";
        Undone = "undone", "undone";
        Kept = "kept", "not undone";
    }
}

/// One user of a campaign.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CampaignUser {
    pub user_id: UserId,
    pub finding: Finding,
    pub state: UserState,
    /// Why, where the state does not say it all.
    pub detail: String,
    /// When the campaign's override was written: it is known by that.
    pub written_on: Option<Instant>,
}

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

impl Campaign {
    /// The override as one user gets it at `at`.
    pub fn profile_of(&self, user: &UserId, at: Instant) -> TemporaryProfile {
        let plan = OverridePlan {
            start_on: None,
            expires_on: self.expires_on,
            reason: self.reason.clone(),
            settings: self.settings.clone(),
            replaces: None,
        };
        plan.profile(user, at)
    }

    /// Why a user is left out before anything is read, if so.
    pub fn leaves_out(&self, user: &CampaignUser) -> Option<&'static str> {
        (user.finding == Finding::NoData && !self.choices.with_unknown)
            .then_some("nothing is stored of this user")
    }

    /// Whether a worker has something to do on it.
    pub fn is_active(&self) -> bool {
        matches!(
            self.state,
            CampaignState::Checking | CampaignState::Running | CampaignState::Undoing
        )
    }

    pub fn is_small(&self) -> bool {
        self.users <= SMALL
    }

    /// Whether it can be started, or go on after a stop.
    pub fn can_start(&self, now: Instant) -> Result<(), &'static str> {
        match self.state {
            CampaignState::Ready | CampaignState::Stopped if self.expires_on <= now => {
                Err("Its end has passed: there is nothing left to put into force.")
            }
            CampaignState::Ready | CampaignState::Stopped => Ok(()),
            CampaignState::Checking => Err("It is still being checked."),
            CampaignState::Running => Err("It is running."),
            _ => Err("It has come to its end."),
        }
    }

    pub fn can_stop(&self) -> Result<(), &'static str> {
        match self.state {
            CampaignState::Running => Ok(()),
            _ => Err("It is not running."),
        }
    }

    /// What runs is stopped first: nobody undoes while somebody does.
    pub fn can_undo(&self) -> Result<(), &'static str> {
        match self.state {
            CampaignState::Finished | CampaignState::Stopped => Ok(()),
            CampaignState::Running => Err("Stop it first."),
            CampaignState::Undoing | CampaignState::Undone => Err("It is undone already."),
            _ => Err("It has written nothing yet."),
        }
    }

    /// The event of something done to the campaign as a whole.
    pub fn event(&self, action: Action, staff: &Staff, at: Instant, reason: &str) -> AuditEvent {
        AuditEvent {
            // The version tells two starts of the same campaign apart.
            id: format!("{}-{}-{action}", self.id, self.version),
            at,
            who: staff.name.clone(),
            role: Some(staff.role),
            from: self.from.clone(),
            action,
            user: None,
            subject: format!("{} ({})", self.name, self.id),
            reason: reason.to_owned(),
            before: None,
            after: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::id::StaffName;
    use crate::role::Role;

    fn campaign(state: CampaignState) -> Campaign {
        let dana = Staff {
            name: StaffName::new("dana"),
            role: Role::Support,
        };
        Campaign {
            id: CampaignId::new("c-1"),
            name: "Presidents' Day".to_owned(),
            state,
            created_on: Instant::EPOCH,
            created_by: dana.clone(),
            run_by: dana,
            from: String::new(),
            settings: Settings::default().complete(),
            starts_on: None,
            expires_on: Instant::EPOCH.plus_days(14),
            reason: "promotion".to_owned(),
            users: 3,
            not_taken: NotTaken::default(),
            choices: Choices::default(),
            version: 1,
        }
    }

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
    fn what_runs_is_stopped_before_it_is_undone() {
        assert!(campaign(CampaignState::Running).can_undo().is_err());
        assert!(campaign(CampaignState::Stopped).can_undo().is_ok());
        assert!(campaign(CampaignState::Finished).can_undo().is_ok());
        assert!(campaign(CampaignState::Undone).can_undo().is_err());
        assert!(campaign(CampaignState::Ready).can_undo().is_err());
    }

    #[test]
    fn nothing_starts_before_it_is_checked_or_after_its_end() {
        let now = Instant::EPOCH;
        assert!(campaign(CampaignState::Checking).can_start(now).is_err());
        let ready = campaign(CampaignState::Ready);
        assert!(ready.can_start(now).is_ok());
        assert!(ready.can_start(ready.expires_on).is_err());
        assert!(campaign(CampaignState::Undone).can_start(now).is_err());
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

    #[test]
    fn every_user_gets_every_field() {
        let campaign = campaign(CampaignState::Running);
        let profile = campaign.profile_of(&UserId::new("mia"), Instant::EPOCH);
        assert_eq!(profile.floats.map(|floats| floats.len()), Some(7));
        assert_eq!(profile.loans.map(|loans| loans.len()), Some(4));
        assert_eq!(profile.ttl, Some(campaign.expires_on));
        assert_eq!(profile.is_float_enabled, Some(true));
    }
}
