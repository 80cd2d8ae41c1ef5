//! A member of staff's account, for an installation that keeps its own.

use crate::id::StaffName;
use crate::instant::Instant;
use crate::role::Role;
use crate::value::{Attributes, Value};
use serde::{Deserialize, Serialize};

/// What is known of somebody who can sign in, or once did.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StaffAccount {
    pub name: StaffName,
    pub role: Role,
    pub kept_by: KeptBy,
    pub is_disabled: bool,
    pub created_on: Instant,
    /// Raised at each change that must end the sessions begun before it.
    pub generation: i64,
}

/// Who decides on an account's role and password.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum KeptBy {
    /// Float Desk itself.
    Us,
    /// The identity provider; the role is that of the last sign-in.
    Provider,
}

/// Why a change to an account is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
pub enum StaffRule {
    #[error("Nobody changes their own role or disables their own account; ask another admin.")]
    NotOneself,
    #[error("This is the last admin who can sign in; make somebody else one first.")]
    LastAdmin,
    #[error("This role comes from the identity provider; change it there.")]
    NotOurs,
}

impl StaffAccount {
    /// Whether the account can be used to administer Float Desk.
    pub fn is_active_admin(&self) -> bool {
        self.role == Role::Admin && !self.is_disabled
    }

    /// As the audit log tells it, before and after a change.
    pub fn described(&self) -> Attributes {
        Attributes::from([
            ("role".to_owned(), Value::text(self.role.as_str())),
            ("disabled".to_owned(), Value::Bool(self.is_disabled)),
            ("generation".to_owned(), Value::number(self.generation)),
        ])
    }
}

/// Whether `actor` may give `target` another role or disable it, given everybody there is. Where that
/// takes an admin away, it names one who stays: the change is to be made only while they still are one,
/// so that two admins who remove each other at the same moment do not both succeed.
pub fn may_demote<'a>(
    actor: &StaffName,
    target: &StaffAccount,
    everybody: &'a [StaffAccount],
) -> Result<Option<&'a StaffAccount>, StaffRule> {
    if target.name == *actor {
        return Err(StaffRule::NotOneself);
    }
    if !target.is_active_admin() {
        return Ok(None);
    }
    everybody
        .iter()
        .find(|account| account.name != target.name && account.is_active_admin())
        .map(Some)
        .ok_or(StaffRule::LastAdmin)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn account(name: &str, role: Role) -> StaffAccount {
        StaffAccount {
            name: StaffName::new(name),
            role,
            kept_by: KeptBy::Us,
            is_disabled: false,
            created_on: Instant::EPOCH,
            generation: 1,
        }
    }

    #[test]
    fn nobody_changes_their_own_role() {
        let ada = account("ada", Role::Admin);
        let everybody = [ada.clone(), account("bob", Role::Admin)];
        assert_eq!(
            may_demote(&ada.name, &ada, &everybody),
            Err(StaffRule::NotOneself)
        );
    }

    #[test]
    fn the_last_admin_cannot_be_removed() {
        let (ada, mut bob) = (account("ada", Role::Admin), account("bob", Role::Admin));
        let both = [ada.clone(), bob.clone()];
        assert_eq!(may_demote(&bob.name, &ada, &both), Ok(Some(&bob)));
        bob.is_disabled = true;
        assert_eq!(
            may_demote(&bob.name, &ada, &[ada.clone(), bob.clone()]),
            Err(StaffRule::LastAdmin)
        );
    }

    #[test]
    fn whoever_is_no_admin_needs_nobody_to_stay() {
        let (ada, kim) = (account("ada", Role::Admin), account("kim", Role::Support));
        let everybody = [ada.clone(), kim.clone()];
        assert_eq!(may_demote(&ada.name, &kim, &everybody), Ok(None));
    }
}
