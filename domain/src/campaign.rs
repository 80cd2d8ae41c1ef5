//! The same override for many users at once: checked first, then run in the background, user by user.

mod change;
mod consent;
pub mod day_limit;
#[cfg(test)]
mod random_tests;
mod tally;
mod undo;

pub use change::{CampaignChange, FloatsChange, LoansChange};
pub use consent::{Choices, ChoicesDraft, Consents, InclusionDraft, reason_field};
pub use tally::{GroupTotal, Tally};
pub use undo::{AtUndo, Restoring, restoring};

use crate::audit::{Action, AuditEvent};
use crate::id::{CampaignId, UserId};
use crate::instant::Instant;
use crate::offer_change::{NewSettings, OfferChange, Profiles, classify};
use crate::role::{OverrideProfiles, Refused, RunLargeCampaigns, Staff};
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
    /// Who let it run first. They may undo it, whatever their role.
    pub started_by: Option<Staff>,
    /// Why it is or was undone; empty before.
    pub undo_reason: String,
    /// What is changed about each user's profile.
    pub change: CampaignChange,
    /// What every user gets, for a campaign made by an earlier version of Float Desk.
    pub snapshot: Option<Settings>,
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
        Fine = "fine", "no temporary profile";
        NoData = "no_data", "no stored data";
        Overridden = "overridden", "already has a temporary profile";
        Unreadable = "unreadable", "can't be read";
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
    /// What it does to this user: as found in the check, and once it is written, as written.
    pub change: Option<OfferChange>,
}

impl Campaign {
    /// The settings that a user gets by their profile of this moment.
    pub fn settings_for(&self, regular: &Settings) -> Settings {
        match &self.snapshot {
            Some(snapshot) => snapshot.clone(),
            None => self.change.apply(regular),
        }
    }

    /// What those settings do to a user.
    pub fn change_for(&self, profiles: Profiles<'_>) -> (Settings, OfferChange) {
        let settings = self.settings_for(&profiles.regular());
        let new = NewSettings {
            settings: &settings,
            expires_on: self.expires_on,
        };
        let change = classify(profiles, new);
        (settings, change)
    }

    /// A user's temporary profile as it is written at `at`, every field in it.
    pub fn profile_of(&self, user: &UserId, settings: Settings, at: Instant) -> TemporaryProfile {
        TemporaryProfile {
            user_id: user.clone(),
            created_on: at.whole_seconds(),
            expires_on: self.expires_on,
            reason: self.reason.clone(),
            is_float_enabled: Some(settings.is_float_enabled),
            is_loan_enabled: Some(settings.is_loan_enabled),
            floats: Some(settings.floats),
            loans: Some(settings.loans),
            ttl: Some(self.expires_on),
        }
    }

    /// As the audit log tells it: what is changed, for how many users, and who is included.
    pub fn described(&self) -> Attributes {
        let mut described = match &self.snapshot {
            Some(snapshot) => snapshot.described(),
            None => self.change.described(),
        };
        let mut tell =
            |name: &str, text: String| described.insert(name.to_owned(), Value::text(text));
        tell("expires_on", self.expires_on.stored());
        tell("users", self.users.to_string());
        if let Some(start) = self.starts_on {
            tell("starts_on", start.stored());
        }
        for (group, reason) in self.choices.included() {
            tell(
                &format!("included: {}", group.in_words()),
                reason.to_owned(),
            );
        }
        described
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

    /// Whether somebody may undo it: who started it, or who may run large campaigns.
    pub fn may_be_undone_by(&self, staff: &Staff) -> Result<(), Refused> {
        let is_starter = self.started_by.as_ref().is_some_and(|it| it.id == staff.id);
        if is_starter && self.is_small() && staff.may::<OverrideProfiles>() {
            return Ok(());
        }
        staff.permit::<RunLargeCampaigns>().map(drop)
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
    use crate::money::Cents;
    use crate::role::Role;

    pub(crate) fn campaign(state: CampaignState) -> Campaign {
        let dana = Staff::new(StaffId::new("dana"), Role::Support);
        Campaign {
            id: CampaignId::new("c-1"),
            name: "Presidents' Day".to_owned(),
            state,
            created_on: Instant::EPOCH,
            created_by: dana.clone(),
            run_by: dana.clone(),
            from: String::new(),
            started_by: Some(dana),
            undo_reason: String::new(),
            change: CampaignChange {
                floats: FloatsChange::RaiseTo(Cents(3_000)),
                loans: LoansChange::Leave,
            },
            snapshot: None,
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
    fn every_field_is_written() {
        let campaign = campaign(CampaignState::Running);
        let regular = Settings::default().complete();
        let settings = campaign.settings_for(&regular);
        let profile = campaign.profile_of(&UserId::new("mia"), settings, Instant::EPOCH);
        assert_eq!(profile.floats.map(|floats| floats.len()), Some(7));
        assert_eq!(profile.loans.map(|loans| loans.len()), Some(4));
        assert_eq!(profile.ttl, Some(campaign.expires_on));
        assert_eq!(profile.is_float_enabled, Some(true));
    }

    #[test]
    fn who_started_a_campaign_may_undo_it_and_other_support_agents_may_not() {
        let campaign = campaign(CampaignState::Finished);
        let staff = |name: &str, role| Staff::new(StaffId::new(name), role);
        assert!(
            campaign
                .may_be_undone_by(&staff("dana", Role::Support))
                .is_ok()
        );
        assert!(
            campaign
                .may_be_undone_by(&staff("ola", Role::Support))
                .is_err()
        );
        assert!(
            campaign
                .may_be_undone_by(&staff("ada", Role::Admin))
                .is_ok()
        );
        // Not if they aren't there for that any more.
        assert!(
            campaign
                .may_be_undone_by(&staff("dana", Role::Analyst))
                .is_err()
        );
    }
}
