//! A temporary profile that is to begin later. Float Desk keeps it until then and puts it into force
//! at its time.

use crate::id::UserId;
use crate::instant::Instant;
use crate::item::Stored;
use crate::offer_change::{NewSettings, Profiles, classify};
use crate::override_draft::{OverrideDraft, OverridePlan, Window};
use crate::role::Staff;
use crate::settings::Settings;
use crate::settings_change::SettingsChange;
use crate::stored_enum::stored_enum;
use crate::switches::Switches;
use crate::temporary_profile::{Held, TemporaryProfile};
use crate::value::{Attributes, Value};
use serde::{Deserialize, Serialize};

/// A start that is planned, or was.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScheduledStart {
    pub id: String,
    pub user_id: UserId,
    pub start_on: Instant,
    pub expires_on: Instant,
    pub reason: String,
    /// As planned, on top of the regular profile of that time.
    pub settings: Settings,
    /// What is set at the start; the rest is as in the profile by then. Nothing where an earlier version
    /// of Float Desk planned it, which kept the settings alone.
    pub change: Option<SettingsChange>,
    /// When the override was created that this one may replace; none other.
    pub replaces: Option<Instant>,
    /// In whose name it comes into force.
    pub by: Staff,
    pub scheduled_on: Instant,
    pub state: ScheduleState,
    /// Why it came to its state, where that needs saying.
    pub why: String,
}

/// Which planned start is meant.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScheduleKey {
    pub start_on: Instant,
    pub id: String,
}

stored_enum! {
    /// What became of a planned start.
    ScheduleState {
        Waiting = "waiting", "waits for its time";
        Started = "started", "put into force";
        Cancelled = "cancelled", "cancelled before its time";
        Failed = "failed", "could not be put into force";
    }
}

/// What is to be done with a start whose time has come.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Due {
    Start {
        profile: Box<TemporaryProfile>,
        replaces: Option<Held>,
    },
    /// It cannot be put into force any more, and why.
    Impossible(String),
}

impl ScheduledStart {
    pub fn new(id: String, user_id: UserId, plan: OverridePlan, by: Staff, now: Instant) -> Self {
        Self {
            id,
            user_id,
            start_on: plan.start_on.unwrap_or(now).whole_seconds(),
            expires_on: plan.expires_on,
            reason: plan.reason,
            settings: plan.settings,
            change: Some(plan.change),
            replaces: plan.replaces.map(|held| held.created_on),
            by,
            scheduled_on: now.whole_seconds(),
            state: ScheduleState::Waiting,
            why: String::new(),
        }
    }

    pub fn key(&self) -> ScheduleKey {
        ScheduleKey {
            start_on: self.start_on,
            id: self.id.clone(),
        }
    }

    pub fn window(&self) -> Window {
        Window {
            start_on: self.start_on,
            expires_on: self.expires_on,
            reason: self.reason.clone(),
        }
    }

    /// Its plan in short, as it stands in the audit log.
    pub fn described(&self) -> Attributes {
        let mut described = self.profile(self.start_on).described();
        described.remove("created_on");
        described.insert("start_on".to_owned(), Value::text(self.start_on.stored()));
        described
    }

    /// The form that would schedule the same.
    pub fn draft(&self) -> OverrideDraft {
        OverrideDraft {
            start: self.start_on.stored(),
            expires: self.expires_on.stored(),
            reason: self.reason.clone(),
            replaces: String::new(),
            lift_reason: String::new(),
            switches: Switches::of(&self.settings),
        }
    }

    /// The settings that it comes to on top of a profile.
    pub fn settings_on(&self, regular: &Settings) -> Settings {
        match &self.change {
            Some(change) => change.apply(regular),
            None => self.settings.clone(),
        }
    }

    /// What is to be done now that its time has come, perhaps some time ago, with the temporary profiles
    /// that the user has and the regular one (of which `replaced` isn't asked).
    pub fn when_due(
        &self,
        now: Instant,
        unexpired: &[Stored<TemporaryProfile>],
        profiles: Profiles<'_>,
    ) -> Due {
        if self.expires_on <= now {
            let end = self.expires_on;
            return Due::Impossible(format!(
                "Its end on {end} had passed before it could be put into force."
            ));
        }
        if unexpired.iter().any(Result::is_err) {
            return Due::Impossible(
                "A stored temporary profile of this user cannot be read, and may be in force."
                    .to_owned(),
            );
        }
        let mut in_the_way = unexpired
            .iter()
            .flatten()
            .filter(|one| now < one.value.expires_on && one.value.created_on < self.expires_on);
        let replaces = match (in_the_way.next(), in_the_way.next()) {
            (None, _) => None,
            (Some(one), None) if self.replaces == Some(one.value.created_on) => Some(one),
            (Some(one), _) => {
                let TemporaryProfile {
                    reason, expires_on, ..
                } = &one.value;
                return Due::Impossible(format!(
                    "Another temporary profile, \u{201c}{reason}\u{201d}, was in force until {expires_on}."
                ));
            }
        };
        let settings = self.settings_on(&profiles.regular());
        if let Some(why) = self.is_overruled(&settings, profiles) {
            return Due::Impossible(why);
        }
        Due::Start {
            profile: Box::new(self.profile_with(settings, now)),
            replaces: replaces.map(Held::from),
        }
    }

    /// Who was closed after this was planned stays closed.
    fn is_overruled(&self, settings: &Settings, profiles: Profiles<'_>) -> Option<String> {
        let closed = profiles.closed.filter(|it| self.scheduled_on < it.on)?;
        let new = NewSettings {
            settings,
            expires_on: self.expires_on,
        };
        let change = classify(profiles, new);
        change
            .reopens
            .then(|| format!("{} That was after this was scheduled.", closed.describe()))
    }

    /// The temporary profile as planned.
    pub fn profile(&self, now: Instant) -> TemporaryProfile {
        self.profile_with(self.settings.clone(), now)
    }

    /// The temporary profile that it comes to on top of a regular profile.
    pub fn profile_on(&self, regular: &Settings, now: Instant) -> TemporaryProfile {
        self.profile_with(self.settings_on(regular), now)
    }

    /// The temporary profile as it is written; it applies from when it is really there.
    fn profile_with(&self, settings: Settings, now: Instant) -> TemporaryProfile {
        let plan = OverridePlan {
            start_on: None,
            expires_on: self.expires_on,
            reason: self.reason.clone(),
            settings,
            change: SettingsChange::default(),
            replaces: None,
            lift_reason: None,
        };
        plan.profile(&self.user_id, now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::id::StaffId;
    use crate::item::{BrokenItem, ItemKey, Record};
    use crate::offer_change::Closed;
    use crate::profile::FloatProfile;
    use crate::role::Role;

    fn now() -> Instant {
        Instant::parse("2026-11-16T12:00:00Z").unwrap()
    }

    fn scheduled(replaces: Option<Instant>) -> ScheduledStart {
        ScheduledStart {
            id: "1".to_owned(),
            user_id: UserId::new("mia"),
            start_on: now(),
            expires_on: now().plus_days(14),
            reason: "Spring".to_owned(),
            settings: Settings::default().complete(),
            change: None,
            replaces,
            by: Staff::new(StaffId::new("dana"), Role::Support),
            scheduled_on: now().plus_days(-1),
            state: ScheduleState::Waiting,
            why: String::new(),
        }
    }

    fn key() -> ItemKey {
        ItemKey {
            table: "underwriting".to_owned(),
            partition: "USER#mia".to_owned(),
            sort: Some("SORT".to_owned()),
        }
    }

    fn standing(from: i64, until: i64) -> Record<TemporaryProfile> {
        let mut value = scheduled(None).profile(now().plus_days(from));
        value.expires_on = now().plus_days(until);
        Record {
            key: key(),
            value,
            unknown: Attributes::new(),
            notices: Vec::new(),
        }
    }

    const NEW_USER: Profiles<'static> = Profiles {
        version: None,
        closed: None,
        replaced: None,
        is_known: true,
    };

    fn why(due: Due) -> String {
        match due {
            Due::Impossible(why) => why,
            Due::Start { .. } => "it starts".to_owned(),
        }
    }

    #[test]
    fn a_late_start_counts_from_when_it_is_there_and_ends_as_planned() {
        let late = now().plus_days(3);
        let Due::Start { profile, replaces } = scheduled(None).when_due(late, &[], NEW_USER) else {
            panic!("it starts")
        };
        assert_eq!((profile.created_on, replaces), (late, None));
        assert_eq!(profile.expires_on, now().plus_days(14));
    }

    #[test]
    fn one_whose_end_has_passed_is_not_started() {
        let late = now().plus_days(14);
        assert!(why(scheduled(None).when_due(late, &[], NEW_USER)).contains("had passed"));
    }

    #[test]
    fn only_the_override_that_was_agreed_on_is_replaced() {
        let there = [Ok(standing(-3, 5))];
        assert!(why(scheduled(None).when_due(now(), &there, NEW_USER)).contains("Another"));
        let agreed = scheduled(Some(now().plus_days(-3)));
        let due = agreed.when_due(now(), &there, NEW_USER);
        assert!(matches!(
            due,
            Due::Start {
                replaces: Some(_),
                ..
            }
        ));
        let two = [Ok(standing(-3, 5)), Ok(standing(-1, 9))];
        assert!(why(agreed.when_due(now(), &two, NEW_USER)).contains("Another"));
        // It has ended meanwhile, so there is nothing to replace.
        let due = agreed.when_due(now(), &[Ok(standing(-3, 0))], NEW_USER);
        assert!(matches!(due, Due::Start { replaces: None, .. }));
    }

    #[test]
    fn what_cannot_be_read_may_be_in_force() {
        let broken = Err(BrokenItem {
            key: key(),
            problems: Vec::new(),
        });
        assert!(
            why(scheduled(None).when_due(now(), &[broken], NEW_USER)).contains("cannot be read")
        );
    }

    fn version(at: Instant, limit: i64, is_on: bool) -> FloatProfile {
        let mut settings = Settings::default().complete();
        for tier in &mut settings.floats {
            tier.is_enabled = tier.amount.0 <= limit * 100;
        }
        FloatProfile {
            user_id: UserId::new("mia"),
            is_float_enabled: is_on,
            is_loan_enabled: false,
            cfi_enabled: true,
            floats: settings.floats,
            loans: settings.loans,
            created_on: at,
            reason: "Closed by risk".to_owned(),
            notes: String::new(),
        }
    }

    /// Planned on a profile with a limit of $20: $30 is switched on.
    fn thirty() -> ScheduledStart {
        let mut settings = Settings::default().complete();
        let before = settings.clone();
        settings.floats[2].is_enabled = true;
        ScheduledStart {
            change: Some(SettingsChange::between(&before, &settings)),
            settings,
            ..scheduled(None)
        }
    }

    #[test]
    fn a_start_is_computed_from_the_profile_of_its_time() {
        let by_then = version(now().plus_days(-1), 100, true);
        let profiles = Profiles {
            version: Some(&by_then),
            ..NEW_USER
        };
        let Due::Start { profile, .. } = thirty().when_due(now(), &[], profiles) else {
            panic!("it starts")
        };
        let on = profile
            .floats
            .unwrap()
            .into_iter()
            .filter(|it| it.is_enabled);
        assert_eq!(on.count(), 7, "the limit of $100 stays");
    }

    #[test]
    fn who_was_closed_after_it_was_planned_stays_closed() {
        for (closed_on, starts) in [(-2, true), (0, false)] {
            let versions = [version(now().plus_days(closed_on), 20, false)];
            let closed = Closed::of(&versions);
            let profiles = Profiles {
                version: versions.first(),
                closed: closed.as_ref(),
                ..NEW_USER
            };
            // With the switch set, as by somebody who meant to reopen; kept alone, by an earlier version.
            let mut reopening = thirty();
            reopening.change = None;
            let due = reopening.when_due(now(), &[], profiles);
            assert_eq!(matches!(due, Due::Start { .. }), starts, "{due:?}");
            // The switch was left alone: it is off at the start.
            if let Due::Start { profile, .. } = thirty().when_due(now(), &[], profiles) {
                assert_eq!(profile.is_float_enabled, Some(false));
            }
        }
    }
}
