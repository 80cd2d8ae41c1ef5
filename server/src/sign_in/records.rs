//! Puts signing in and out into the audit log.

use super::provider::TurnedAway;
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
    /// so that the time taken says nothing. Nothing is looked up for what can't be a name.
    pub(super) async fn wrong_password(
        &self,
        typed: Option<&StaffId>,
        asked: &Asked,
    ) -> Result<(), StoreError> {
        let known = match typed {
            Some(name) => staff_account::get(&self.store, name).await?.and(typed),
            None => None,
        };
        let nobody = StaffId::new("(no such name)");
        let event = Self::event(known.unwrap_or(&nobody), None, Action::SignInFailed, asked);
        audit::record(&self.store, &event).await
    }

    /// Someone whom the identity provider vouched for was turned away: under their account's ID, or
    /// under none with what the provider calls them.
    pub(super) async fn turned_away(
        &self,
        who: &TurnedAway,
        asked: &Asked,
    ) -> Result<(), StoreError> {
        let not_linked = StaffId::new("(not linked)");
        let account = who.account.as_ref();
        let id = account.unwrap_or(&not_linked);
        let event = AuditEvent {
            label: who.label.clone().filter(|_| account.is_none()),
            subject: account.map_or_else(|| who.identity.describe(), |_| String::new()),
            reason: who.why.to_owned(),
            ..Self::event(id, None, Action::SignInFailed, asked)
        };
        audit::record(&self.store, &event).await
    }

    /// Under no name: whoever it was could not be told.
    pub(super) async fn failed_sign_in_by_nobody(&self, asked: &Asked) -> Result<(), StoreError> {
        let nobody = StaffId::new("(nobody)");
        let event = Self::event(&nobody, None, Action::SignInFailed, asked);
        audit::record(&self.store, &event).await
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
}
