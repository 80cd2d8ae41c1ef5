//! A staff member's account: who they are, what they're called, and what they may do.

use crate::id::StaffId;
use crate::instant::Instant;
use crate::role::{Role, Staff};
use crate::staff_identity::ProviderIdentity;
use crate::value::{Attributes, Value};
use serde::{Deserialize, Serialize};

/// Staff names have at most this many characters.
pub const LONGEST_NAME: usize = 64;

/// What is known of a staff member who can sign in, or once could. Accounts are never deleted, so an ID
/// is never given to a second person.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StaffAccount {
    /// A local account's name, or the first name that the identity provider gave for a person.
    pub id: StaffId,
    /// What to call them: the ID for local accounts, otherwise the provider's latest name.
    pub label: String,
    pub role: Role,
    pub kept_by: KeptBy,
    /// Who the provider says this is. `None` for a local account, and for one that was known by its name
    /// only and hasn't been linked since.
    pub link: Option<Link>,
    pub is_disabled: bool,
    /// An admin decided that the person won't be back, so nobody new is taken for them.
    pub is_retired: bool,
    pub created_on: Instant,
    /// Raised at each change that must end the sessions begun before it.
    pub generation: i64,
}

/// A provider's person who signs in to an account.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Link {
    pub identity: ProviderIdentity,
    /// The account was known by its name only, and the first person of that name got it.
    pub is_by_name: bool,
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
    #[error("Someone can sign in to this account. Disable it before you retire it.")]
    InUse,
    #[error("Only accounts from an identity provider are retired. Disable this one instead.")]
    NotFromProvider,
    #[error("You can't link your own account to someone. Ask another admin.")]
    NotOwnLink,
}

/// Why a typed name can't be a staff member's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
pub enum NameError {
    #[error("Enter a name.")]
    Empty,
    #[error("Names have at most {LONGEST_NAME} characters.")]
    TooLong,
}

/// A name as typed, without the blanks around it.
pub fn typed_name(typed: &str) -> Result<&str, NameError> {
    let name = typed.trim();
    match name.chars().count() {
        0 => Err(NameError::Empty),
        1..=LONGEST_NAME => Ok(name),
        _ => Err(NameError::TooLong),
    }
}

/// The form in which names are compared: two that differ only in case are the same name. New names are
/// ASCII, so they have a single Unicode form.
pub fn folded(name: &str) -> String {
    name.trim().to_lowercase()
}

impl StaffAccount {
    /// A new account with a name and a password.
    pub fn local(id: StaffId, role: Role, created_on: Instant) -> Self {
        Self {
            label: id.to_string(),
            id,
            role,
            kept_by: KeptBy::Us,
            link: None,
            is_disabled: false,
            is_retired: false,
            created_on,
            generation: 1,
        }
    }

    pub fn staff(&self) -> Staff {
        Staff::new(self.id.clone(), self.role).with_label(&self.label)
    }

    /// An account of the provider's whose person was only ever known by name.
    pub fn is_unlinked(&self) -> bool {
        self.kept_by == KeptBy::Provider && self.link.is_none()
    }

    /// The account once its person has signed in with the name and the role that the provider gives
    /// them by now. Another role ends the sessions that have the former one; another name ends none.
    #[must_use]
    pub fn signed_in_as(&self, label: Option<&str>, role: Role) -> Self {
        Self {
            label: label.unwrap_or(&self.label).to_owned(),
            role,
            generation: self.generation + i64::from(role != self.role),
            ..self.clone()
        }
    }

    /// The account as one of a provider's person. The sessions begun before are over: whoever began
    /// them was known by name or password.
    #[must_use]
    pub fn linked_to(&self, link: Link, label: &str, role: Role) -> Self {
        Self {
            label: label.to_owned(),
            role,
            kept_by: KeptBy::Provider,
            link: Some(link),
            is_retired: false,
            generation: self.generation + 1,
            ..self.clone()
        }
    }

    /// Whether an admin can retire it, or why not.
    pub fn may_retire(&self) -> Result<(), StaffRule> {
        if self.kept_by == KeptBy::Us {
            Err(StaffRule::NotFromProvider)
        } else if self.link.is_some() && !self.is_disabled {
            Err(StaffRule::InUse)
        } else {
            Ok(())
        }
    }

    /// Whether the account can be used to administer Float Desk.
    pub fn is_active_admin(&self) -> bool {
        self.role == Role::Admin && !self.is_disabled
    }

    /// As the audit log tells it, before and after a change.
    pub fn described(&self) -> Attributes {
        let mut described = Attributes::from([
            ("role".to_owned(), Value::text(self.role.as_str())),
            ("disabled".to_owned(), Value::Bool(self.is_disabled)),
            ("generation".to_owned(), Value::number(self.generation)),
        ]);
        let mut add = |name: &str, value| described.insert(name.to_owned(), value);
        if self.label != self.id.as_str() {
            add("name", Value::text(&self.label));
        }
        if let Some(link) = &self.link {
            add("issuer", Value::text(&link.identity.issuer));
            add("subject", Value::text(&link.identity.subject));
        }
        if self.is_retired {
            add("retired", Value::Bool(true));
        }
        described
    }
}

/// Whether `actor` may give `target` another role or disable it, given everybody there is. Where that
/// takes an admin away, it names one who stays: the change is to be made only while they still are one,
/// so that two admins who remove each other at the same moment do not both succeed.
pub fn may_demote<'a>(
    actor: &StaffId,
    target: &StaffAccount,
    everybody: &'a [StaffAccount],
) -> Result<Option<&'a StaffAccount>, StaffRule> {
    if target.id == *actor {
        return Err(StaffRule::NotOneself);
    }
    if !target.is_active_admin() {
        return Ok(None);
    }
    everybody
        .iter()
        .find(|account| account.id != target.id && account.is_active_admin())
        .map(Some)
        .ok_or(StaffRule::LastAdmin)
}

/// Whether `actor` may make `target` the account of someone who has `role` at the provider, given
/// everybody there is. As for [`may_demote`], it names the admin who stays where it takes one away.
pub fn may_link<'a>(
    actor: &StaffId,
    target: &StaffAccount,
    role: Role,
    everybody: &'a [StaffAccount],
) -> Result<Option<&'a StaffAccount>, StaffRule> {
    if target.id == *actor {
        Err(StaffRule::NotOwnLink)
    } else if role == Role::Admin {
        Ok(None)
    } else {
        may_demote(actor, target, everybody)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn account(name: &str, role: Role) -> StaffAccount {
        StaffAccount::local(StaffId::new(name), role, Instant::EPOCH)
    }

    #[test]
    fn nobody_changes_their_own_role() {
        let ada = account("ada", Role::Admin);
        let everybody = [ada.clone(), account("bob", Role::Admin)];
        assert_eq!(
            may_demote(&ada.id, &ada, &everybody),
            Err(StaffRule::NotOneself)
        );
    }

    #[test]
    fn the_last_admin_cannot_be_removed() {
        let (ada, mut bob) = (account("ada", Role::Admin), account("bob", Role::Admin));
        let both = [ada.clone(), bob.clone()];
        assert_eq!(may_demote(&bob.id, &ada, &both), Ok(Some(&bob)));
        bob.is_disabled = true;
        assert_eq!(
            may_demote(&bob.id, &ada, &[ada.clone(), bob.clone()]),
            Err(StaffRule::LastAdmin)
        );
    }

    #[test]
    fn a_typed_name_has_one_to_64_characters() {
        assert_eq!(typed_name("  Dana "), Ok("Dana"));
        assert_eq!(typed_name(" \t"), Err(NameError::Empty));
        assert!(typed_name(&"é".repeat(64)).is_ok());
        assert_eq!(typed_name(&"x".repeat(65)), Err(NameError::TooLong));
    }

    #[test]
    fn another_name_at_the_provider_changes_the_label_and_nothing_else() {
        let vic = account("vic", Role::Support);
        let renamed = vic.signed_in_as(Some("victor"), Role::Support);
        assert_eq!((renamed.id.as_str(), &*renamed.label), ("vic", "victor"));
        assert_eq!(renamed.generation, vic.generation, "sessions go on");
        assert_eq!(renamed.signed_in_as(None, Role::Support), renamed);
        let promoted = renamed.signed_in_as(Some("victor"), Role::Admin);
        assert_eq!(promoted.generation, vic.generation + 1, "sessions end");
    }

    #[test]
    fn linking_takes_no_last_admin_away_and_nobody_links_themselves() {
        let (ada, kim) = (account("ada", Role::Admin), account("kim", Role::Support));
        let everybody = [ada.clone(), kim.clone()];
        let may =
            |actor: &StaffAccount, target, role| may_link(&actor.id, target, role, &everybody);
        assert_eq!(may(&ada, &ada, Role::Admin), Err(StaffRule::NotOwnLink));
        assert_eq!(may(&kim, &ada, Role::Support), Err(StaffRule::LastAdmin));
        assert_eq!(may(&kim, &ada, Role::Admin), Ok(None));
        assert_eq!(may(&ada, &kim, Role::Analyst), Ok(None));
    }

    #[test]
    fn whoever_is_no_admin_needs_nobody_to_stay() {
        let (ada, kim) = (account("ada", Role::Admin), account("kim", Role::Support));
        let everybody = [ada.clone(), kim.clone()];
        assert_eq!(may_demote(&ada.id, &kim, &everybody), Ok(None));
    }
}
