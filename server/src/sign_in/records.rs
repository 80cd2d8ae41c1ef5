//! Puts signing in and out into the audit log.

use super::{Asked, now};
use domain::audit::{Action, AuditEvent};
use domain::id::StaffId;
use domain::role::{Role, Staff};
use store::{Store, StoreError, audit, staff_account};

#[derive(Debug, Clone)]
pub(super) struct Records {
    store: Store,
}

impl Records {
    pub(super) fn new(store: Store) -> Self {
        Self { store }
    }

    pub(super) async fn done_by(
        &self,
        staff: &Staff,
        action: Action,
        asked: &Asked,
    ) -> Result<(), StoreError> {
        let event = Self::event_of(staff, action, asked);
        audit::record(&self.store, &event).await
    }

    /// Under the name that was typed, if somebody is called so: what else is typed there may be a
    /// password, and would be kept and exported for ever. It is looked up and written in either case,
    /// so that the time taken says nothing.
    pub(super) async fn wrong_password(
        &self,
        typed: &StaffId,
        asked: &Asked,
    ) -> Result<(), StoreError> {
        let is_known = staff_account::get(&self.store, typed).await?.is_some();
        let nobody = StaffId::new("(no such name)");
        let name = if is_known { typed } else { &nobody };
        self.record(name, None, Action::SignInFailed, asked).await
    }

    /// Under the name by which the identity provider knows whoever was turned away.
    pub(super) async fn failed_sign_in(
        &self,
        name: &StaffId,
        asked: &Asked,
    ) -> Result<(), StoreError> {
        self.record(name, None, Action::SignInFailed, asked).await
    }

    /// Under no name: whoever it was could not be told.
    pub(super) async fn failed_sign_in_by_nobody(&self, asked: &Asked) -> Result<(), StoreError> {
        let nobody = StaffId::new("(nobody)");
        self.record(&nobody, None, Action::SignInFailed, asked)
            .await
    }

    /// What a staff member did with this request, to be filled in.
    pub(super) fn event_of(staff: &Staff, action: Action, asked: &Asked) -> AuditEvent {
        AuditEvent {
            label: staff.own_label(),
            ..Self::event(&staff.id, Some(staff.role), action, asked)
        }
    }

    fn event(who: &StaffId, role: Option<Role>, action: Action, asked: &Asked) -> AuditEvent {
        AuditEvent {
            id: format!("{}-{action}", asked.request_id),
            at: now(),
            who: who.clone(),
            label: None,
            role,
            from: asked.address.to_string(),
            action,
            user: None,
            subject: String::new(),
            reason: String::new(),
            before: None,
            after: None,
        }
    }

    async fn record(
        &self,
        who: &StaffId,
        role: Option<Role>,
        action: Action,
        asked: &Asked,
    ) -> Result<(), StoreError> {
        audit::record(&self.store, &Self::event(who, role, action, asked)).await
    }
}
