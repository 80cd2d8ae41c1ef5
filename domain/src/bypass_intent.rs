//! What somebody set out to do with a bypass, before it is known whether it came about.
//!
//! The bypass is kept in another region than the audit log, and no transaction reaches both. So the
//! intent is put on record first, then the change is made, then what came of it is put on record.

use crate::audit::{Action, AuditEvent};
use crate::id::UserId;
use crate::instant::Instant;
use crate::role::Staff;
use crate::value::Attributes;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BypassIntent {
    /// The id that the form carried: sent twice, it is still one intent.
    pub operation: String,
    pub at: Instant,
    pub staff: Staff,
    /// The address that the request came from.
    pub from: String,
    pub user: UserId,
    pub reason: String,
    /// The stored item as it was read, and as it is to be; nothing where there is none.
    pub before: Option<Attributes>,
    pub after: Option<Attributes>,
}

/// What became of an intent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Outcome {
    Made,
    /// Somebody else was faster, or the server stopped in between.
    NotMade,
}

impl BypassIntent {
    /// What it is called once it is done.
    pub fn deed(&self) -> Action {
        match (&self.before, &self.after) {
            (_, None) => Action::BypassRemoved,
            (None, Some(_)) => Action::BypassGranted,
            (Some(_), Some(_)) => Action::BypassChanged,
        }
    }

    /// Whether the change was made, by what is stored now.
    pub fn judge(&self, found: Option<&Attributes>) -> Outcome {
        if found == self.after.as_ref() {
            Outcome::Made
        } else {
            Outcome::NotMade
        }
    }

    /// The id of the event that announces it.
    pub fn event_id(&self) -> String {
        format!("{}-{}", self.operation, Action::BypassIntended)
    }

    /// The event that announces it.
    pub fn announced(&self) -> AuditEvent {
        AuditEvent {
            id: self.event_id(),
            ..self.event(Action::BypassIntended, self.at)
        }
    }

    /// The event that says what became of it, found out at `at`.
    pub fn settled(&self, outcome: Outcome, at: Instant) -> AuditEvent {
        let action = match outcome {
            Outcome::Made => self.deed(),
            Outcome::NotMade => Action::BypassNotChanged,
        };
        let event = self.event(action, at);
        match outcome {
            Outcome::Made => event,
            // What did not come about changed nothing.
            Outcome::NotMade => AuditEvent {
                before: None,
                after: None,
                ..event
            },
        }
    }

    fn event(&self, action: Action, at: Instant) -> AuditEvent {
        AuditEvent {
            id: format!("{}-{action}", self.operation),
            at,
            who: self.staff.id.clone(),
            label: self.staff.own_label(),
            role: Some(self.staff.role),
            from: self.from.clone(),
            action,
            user: Some(self.user.clone()),
            subject: String::new(),
            reason: self.reason.clone(),
            before: self.before.clone(),
            after: self.after.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::id::StaffId;
    use crate::role::Role;
    use crate::value::Value;

    fn item(last_day: &str) -> Attributes {
        Attributes::from([("expiration_date".to_owned(), Value::text(last_day))])
    }

    fn intent(before: Option<Attributes>, after: Option<Attributes>) -> BypassIntent {
        BypassIntent {
            operation: "op".to_owned(),
            at: Instant::EPOCH,
            staff: Staff::new(StaffId::new("dana"), Role::Support),
            from: String::new(),
            user: UserId::new("mia"),
            reason: "bank outage".to_owned(),
            before,
            after,
        }
    }

    #[test]
    fn it_is_called_by_what_was_there_and_what_is_to_be() {
        let (old, new) = (Some(item("2024-02-10")), Some(item("2024-02-24")));
        assert_eq!(intent(None, new.clone()).deed(), Action::BypassGranted);
        assert_eq!(intent(old.clone(), new).deed(), Action::BypassChanged);
        assert_eq!(intent(old, None).deed(), Action::BypassRemoved);
    }

    #[test]
    fn only_what_is_stored_as_intended_was_made() {
        let intent = intent(Some(item("2024-02-10")), Some(item("2024-02-24")));
        assert_eq!(intent.judge(Some(&item("2024-02-24"))), Outcome::Made);
        assert_eq!(intent.judge(Some(&item("2024-02-10"))), Outcome::NotMade);
        assert_eq!(intent.judge(None), Outcome::NotMade);
    }

    #[test]
    fn what_did_not_come_about_is_on_record_as_no_change() {
        let intent = intent(None, Some(item("2024-02-24")));
        assert_eq!(
            intent
                .settled(Outcome::NotMade, Instant::EPOCH)
                .changes()
                .len(),
            0
        );
        let made = intent.settled(Outcome::Made, Instant::EPOCH);
        assert_eq!(made.changes().len(), 1);
        assert_ne!(made.id, intent.event_id());
    }
}
