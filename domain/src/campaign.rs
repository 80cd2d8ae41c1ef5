//! The same override for many users at once: checked first, then run in the background, user by user.

pub mod day_limit;
mod tally;

pub use tally::Tally;

use crate::audit::{Action, AuditEvent};
use crate::id::{CampaignId, UserId};
use crate::instant::Instant;
use crate::override_draft::OverridePlan;
use crate::role::Staff;
use crate::settings::Settings;
use crate::stored_enum::stored_enum;
use crate::temporary_profile::TemporaryProfile;
use crate::user_list::NotTaken;
use crate::value::{Attributes, Value};
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

    /// As the audit log tells it: what every user gets, and how many there are.
    pub fn described(&self) -> Attributes {
        let mut described = self
            .profile_of(&UserId::new(""), self.created_on)
            .described();
        described.insert("users".to_owned(), Value::text(self.users.to_string()));
        if let Some(start) = self.starts_on {
            described.insert("starts_on".to_owned(), Value::text(start.stored()));
        }
        described
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
            who: staff.id.clone(),
            label: staff.own_label(),
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
pub(crate) mod tests {
    use super::*;
    use crate::id::StaffId;
    use crate::role::Role;

    pub(crate) fn campaign(state: CampaignState) -> Campaign {
        let dana = Staff::new(StaffId::new("dana"), Role::Support);
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
    fn every_user_gets_every_field() {
        let campaign = campaign(CampaignState::Running);
        let profile = campaign.profile_of(&UserId::new("mia"), Instant::EPOCH);
        assert_eq!(profile.floats.map(|floats| floats.len()), Some(7));
        assert_eq!(profile.loans.map(|loans| loans.len()), Some(4));
        assert_eq!(profile.ttl, Some(campaign.expires_on));
        assert_eq!(profile.is_float_enabled, Some(true));
    }
}
