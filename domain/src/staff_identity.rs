//! How an identity provider knows a person, and which account is theirs. Names are labels: a provider
//! lets people change them, and two people can have the same one.

use crate::id::StaffId;
use crate::instant::Instant;
use crate::role::Role;
use crate::staff_account::{KeptBy, StaffAccount, folded};
use crate::stored_enum::stored_enum;
use crate::value::{Attributes, Value};
use serde::{Deserialize, Serialize};

/// OpenID Connect allows no longer subjects.
pub const LONGEST_SUBJECT: usize = 255;

/// Which person of which provider: the claims `iss` and `sub`, which never change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProviderIdentity {
    pub issuer: String,
    pub subject: String,
}

impl ProviderIdentity {
    /// As the audit log names someone who has no account.
    pub fn describe(&self) -> String {
        format!("{} at {}", self.subject, self.issuer)
    }
}

/// Someone the provider vouches for whose account isn't certain. An admin links them to an account, adds
/// one for them, or rejects them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HeldIdentity {
    pub identity: ProviderIdentity,
    pub label: String,
    /// The role that the provider gave them when they last tried.
    pub role: Role,
    pub doubt: Doubt,
    pub first_seen: Instant,
    pub last_seen: Instant,
    pub rejection: Option<Rejection>,
}

impl HeldIdentity {
    /// As the audit log describes it, before and after a decision.
    pub fn described(&self) -> Attributes {
        let text = |name: &str, text: &str| (name.to_owned(), Value::text(text));
        let rejected = self.rejection.is_some();
        Attributes::from([
            text("name", &self.label),
            text("role", self.role.as_str()),
            text("issuer", &self.identity.issuer),
            text("subject", &self.identity.subject),
            text("doubt", self.doubt.as_stored()),
            ("rejected".to_owned(), Value::Bool(rejected)),
        ])
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rejection {
    pub by: StaffId,
    pub at: Instant,
    pub reason: String,
}

stored_enum! {
    /// Why an admin has to say whose account it is.
    Doubt {
        Disabled = "disabled", "An account with this name is disabled.";
        Local = "local", "An account with this name signs in with a password.";
        LinkedByName = "linked_by_name", "The account with this name was linked to someone else by name only.";
        Several = "several", "An account has almost this name, or has it at another provider.";
        Unlinked = "unlinked", "No account has this name, but accounts that aren't linked yet could be theirs under an earlier name.";
        Replaced = "replaced", "An admin linked the account they used to someone else.";
    }
}

/// What to do with someone whom the provider vouches for and who isn't linked yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Placement<'a> {
    /// The account is known by name only, and there's no doubt that it's theirs.
    Link(&'a StaffAccount),
    /// They're new, and this ID is free.
    Add(StaffId),
    Hold(Doubt),
}

/// Finds the account of a person called `label` who isn't linked to any.
pub fn place<'a>(
    identity: &ProviderIdentity,
    label: &str,
    everybody: &'a [StaffAccount],
) -> Placement<'a> {
    let name = folded(label);
    let is_namesake = |account: &&StaffAccount| {
        folded(account.id.as_str()) == name || folded(&account.label) == name
    };
    let namesakes: Vec<_> = everybody.iter().filter(is_namesake).collect();
    if let [account] = namesakes[..]
        && account.is_unlinked()
        && !account.is_disabled
        && !account.is_retired
        && account.id.as_str() == label
    {
        return Placement::Link(account);
    }
    let doubts = namesakes.into_iter().filter_map(|it| doubt(identity, it));
    if let Some(doubt) = doubts.min() {
        return Placement::Hold(doubt);
    }
    // A person who was disabled, or who wrote a proposal, must not come back as someone new.
    let could_be_theirs = |account: &StaffAccount| {
        account.kept_by == KeptBy::Provider
            && !account.is_retired
            && !is_of_same_provider(identity, account)
    };
    if everybody.iter().any(could_be_theirs) {
        return Placement::Hold(Doubt::Unlinked);
    }
    Placement::Add(free_id(label, everybody))
}

/// Why a namesake's account could be meant; nothing where it's certainly someone else's.
fn doubt(identity: &ProviderIdentity, namesake: &StaffAccount) -> Option<Doubt> {
    if namesake.is_disabled {
        Some(Doubt::Disabled)
    } else if namesake.kept_by == KeptBy::Us {
        Some(Doubt::Local)
    } else if namesake.link.as_ref().is_some_and(|link| link.is_by_name) {
        Some(Doubt::LinkedByName)
    } else if is_of_same_provider(identity, namesake) {
        None
    } else {
        Some(Doubt::Several)
    }
}

fn is_of_same_provider(identity: &ProviderIdentity, account: &StaffAccount) -> bool {
    let link = account.link.as_ref();
    link.is_some_and(|link| link.identity.issuer == identity.issuer)
}

/// Whether an account has this ID already; IDs that differ only in case would be confused.
pub fn is_taken(id: &str, everybody: &[StaffAccount]) -> bool {
    let id = folded(id);
    let mut ids = everybody.iter().map(|account| folded(account.id.as_str()));
    ids.any(|taken| taken == id)
}

/// Whether another account's ID differs from this one in case only. Earlier versions allowed that; both
/// keep working, each by its exact name.
pub fn differs_by_case(id: &StaffId, everybody: &[StaffAccount]) -> bool {
    let name = folded(id.as_str());
    let mut others = everybody.iter().filter(|account| account.id != *id);
    others.any(|other| folded(other.id.as_str()) == name)
}

/// The label, or the label with the first number that makes it unique.
pub fn free_id(label: &str, everybody: &[StaffAccount]) -> StaffId {
    let numbered = (2u64..).map(|number| format!("{label}-{number}"));
    let mut candidates = std::iter::once(label.to_owned()).chain(numbered);
    let free = candidates.find(|id| !is_taken(id, everybody));
    StaffId::new(free.unwrap_or_default())
}

#[cfg(test)]
mod tests;
