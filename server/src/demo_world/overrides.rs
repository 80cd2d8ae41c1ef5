//! What the demo's staff have done about temporary profiles: one planned, one cancelled, one that could
//! not begin.

use domain::audit::{Action, AuditEvent};
use domain::id::{StaffId, UserId};
use domain::instant::Instant;
use domain::money::Cents;
use domain::override_draft::OverridePlan;
use domain::role::{OverrideProfiles, Permit, Role, Staff};
use domain::schedule::{ScheduleState, ScheduledStart};
use domain::settings::Settings;
use domain::settings_change::SettingsChange;
use domain::temporary_profile::Held;
use store::guard::{Attempt, OperationId};
use store::temporary_profile::change;
use store::{ErrorKind, Operation, Store, StoreError, TableId, schedule, temporary_profile};

const USER: &str = "user-piet";

/// One after another, each on the version that the last one left.
struct Diary<'a> {
    store: &'a Store,
    kim: Staff,
    permit: Permit<OverrideProfiles>,
    done: i64,
}

pub(super) async fn write(store: &Store, now: Instant) -> Result<(), StoreError> {
    let now = now.whole_seconds();
    let kim = Staff::new(StaffId::new("kim"), Role::Support);
    // The table of roles says that support may; were it changed, the demo would do without.
    let Ok(permit) = kim.permit() else {
        return Ok(());
    };
    let mut diary = Diary {
        store,
        kim,
        permit,
        done: 0,
    };
    diary.cancelled(now).await?;
    let passed = plan(now.plus_days(-3), now.plus_days(-1), 30, "Weekend offer");
    let why = "Another temporary profile was in force at that time.";
    let failed = diary
        .planned("demo-plan-1", passed, now.plus_days(-5))
        .await?;
    diary.failed(failed, why, now.plus_days(-3)).await?;
    let spring = plan(now.plus_days(2), now.plus_days(16), 50, "Spring promotion");
    diary
        .planned("demo-plan-2", spring, now.plus_days(-1))
        .await?;
    Ok(())
}

fn plan(start: Instant, expires_on: Instant, dollars: i64, reason: &str) -> OverridePlan {
    let mut settings = Settings::default().complete();
    for float in &mut settings.floats {
        float.is_enabled = float.amount <= Cents::from_dollars(dollars);
    }
    OverridePlan {
        start_on: Some(start),
        expires_on,
        reason: reason.to_owned(),
        change: SettingsChange::between(&Settings::default().complete(), &settings),
        settings,
        replaces: None,
        lift_reason: None,
    }
}

impl Diary<'_> {
    fn attempt(&self, at: Instant) -> Attempt {
        Attempt {
            user: UserId::new(USER),
            version: self.done,
            operation: OperationId::of("demo", &self.done.to_string()),
            at,
        }
    }

    fn event(&self, action: Action, reason: &str, at: Instant) -> AuditEvent {
        AuditEvent {
            id: format!("demo-override-{}", self.done),
            at,
            who: self.kim.id.clone(),
            label: self.kim.own_label(),
            role: Some(self.kim.role),
            from: String::new(),
            action,
            user: Some(UserId::new(USER)),
            subject: String::new(),
            reason: reason.to_owned(),
            before: None,
            after: None,
        }
    }

    /// Put into force and taken back two days later.
    async fn cancelled(&mut self, now: Instant) -> Result<(), StoreError> {
        let began = now.plus_days(-9);
        let profile =
            plan(began, now.plus_days(5), 80, "VIP onboarding").profile(&UserId::new(USER), began);
        let event = AuditEvent {
            after: Some(profile.described()),
            ..self.event(Action::OverrideStarted, "VIP onboarding", began)
        };
        change::start(
            self.store,
            &self.permit,
            &self.attempt(began),
            &profile,
            &event,
        )
        .await?;
        self.done += 1;
        let stored = temporary_profile::unexpired(self.store, &UserId::new(USER), now).await?;
        let held = stored.iter().flatten().next().map(Held::from);
        let held = held.ok_or_else(|| StoreError {
            table: TableId::Underwriting,
            operation: Operation::Query,
            kind: ErrorKind::Rejected,
            detail: "what was just written is not there".to_owned(),
        })?;
        let ended = now.plus_days(-7);
        let event = AuditEvent {
            before: Some(profile.described()),
            ..self.event(Action::OverrideCancelled, "Wrong customer", ended)
        };
        change::cancel(
            self.store,
            &self.permit,
            &self.attempt(ended),
            &held,
            &event,
        )
        .await?;
        self.done += 1;
        Ok(())
    }

    async fn planned(
        &mut self,
        id: &str,
        plan: OverridePlan,
        at: Instant,
    ) -> Result<ScheduledStart, StoreError> {
        let new = ScheduledStart::new(id.to_owned(), UserId::new(USER), plan, self.kim.clone(), at);
        let event = AuditEvent {
            after: Some(new.described()),
            ..self.event(Action::StartScheduled, &new.reason, at)
        };
        schedule::add(self.store, &self.permit, &self.attempt(at), &new, &event).await?;
        self.done += 1;
        Ok(new)
    }

    async fn failed(
        &mut self,
        plan: ScheduledStart,
        why: &str,
        at: Instant,
    ) -> Result<(), StoreError> {
        let failed = ScheduledStart {
            state: ScheduleState::Failed,
            why: why.to_owned(),
            ..plan
        };
        let event = AuditEvent {
            subject: why.to_owned(),
            ..self.event(Action::ScheduleFailed, &failed.reason, at)
        };
        schedule::give_up(self.store, &self.attempt(at), &failed, &event).await?;
        self.done += 1;
        Ok(())
    }
}
