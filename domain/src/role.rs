//! Who may do what: one table, and permits that can only be had from it.

use crate::id::StaffId;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::marker::PhantomData;

/// What a member of staff is here for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    Support,
    Analyst,
    Admin,
}

impl Role {
    pub const ALL: [Self; 3] = [Self::Support, Self::Analyst, Self::Admin];

    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.as_str() == word)
    }

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Support => "support",
            Self::Analyst => "analyst",
            Self::Admin => "admin",
        }
    }

    /// Somebody in this role, as a sentence names them.
    pub fn person(self) -> &'static str {
        match self {
            Self::Support => "a support agent",
            Self::Analyst => "an analyst",
            Self::Admin => "an admin",
        }
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A signed-in staff member.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Staff {
    /// Who they are. It never changes, so this is what to compare.
    pub id: StaffId,
    /// What to call them. An identity provider can change it at any time.
    pub label: String,
    pub role: Role,
}

/// Something that not everybody may do.
pub trait Capability {
    /// What it allows, as the end of "… may not".
    const DEED: &'static str;
    /// The roles that have it.
    const ROLES: &'static [Role];
}

macro_rules! capabilities {
    ( $( $(#[$doc:meta])* $name:ident = $deed:literal: $( $role:ident ),+; )+ ) => {
        $(
            $(#[$doc])*
            #[derive(Debug, Clone, Copy)]
            pub struct $name;

            impl Capability for $name {
                const DEED: &'static str = $deed;
                const ROLES: &'static [Role] = &[ $( Role::$role ),+ ];
            }
        )+

        /// The table as rows: the deed and the roles that may do it.
        pub const TABLE: &[(&str, &[Role])] = &[ $( ($name::DEED, $name::ROLES) ),+ ];
    };
}

capabilities! {
    /// Tiers, timeline, floats, balances, insights, evaluations, bypass and notes of any user.
    LookUpUsers = "look up users": Support, Analyst, Admin;
    WriteNotes = "write notes": Support, Analyst, Admin;
    /// Ledger, rates, repayment, rulebooks, history, proposals, what-if.
    ReadDecisions = "read rulebooks and decisions": Analyst, Admin;
    OpenRawItems = "open raw items": Analyst, Admin;
    RevealIncome = "reveal masked income": Support, Analyst, Admin;
    /// Temporary profiles, the bypass, and campaigns of up to 100 users.
    OverrideProfiles = "schedule temporary profiles": Support, Admin;
    RunLargeCampaigns = "run large campaigns": Admin;
    /// Users from whom something is taken, or who are reopened.
    IncludeExcluded = "include users whom a campaign excludes": Admin;
    /// Of one user: offering more than a hold or a closed profile does.
    LiftHolds = "lift a hold or reopen a closed user": Admin;
    WriteProfiles = "write profile versions": Admin;
    PinEvaluations = "pin evaluations": Analyst, Admin;
    ProposeRulebooks = "propose rulebook changes": Analyst, Admin;
    PublishRulebooks = "publish rulebooks": Admin;
    ReadAudit = "read the audit log": Analyst, Admin;
    ExportAudit = "export the audit log": Admin;
    ManageStaff = "manage staff": Admin;
    ReadSystem = "see the system's state": Support, Analyst, Admin;
    /// One's own, on every device; ending somebody else's is managing staff.
    EndOwnSessions = "sign out everywhere": Support, Analyst, Admin;
}

/// Proof that somebody may do `C`, and who. Functions that do it ask for one, and there is no
/// other way to get one than [`Staff::permit`]; accounts alone can also be changed on the
/// authority of those who are nobody's account themselves, see [`Authority`].
#[derive(Debug, Clone)]
pub struct Permit<C> {
    staff: Staff,
    capability: PhantomData<C>,
}

impl<C> Permit<C> {
    pub fn staff(&self) -> &Staff {
        &self.staff
    }
}

/// Those who keep accounts without being signed in. A test names the one place in the code where
/// each of them acts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Authority {
    /// Whoever can run `float-desk staff` has the database itself.
    CommandLine,
    /// Decides on the role of everybody it vouches for.
    IdentityProvider,
    /// Fills the demo's own database, which nothing else uses.
    DemoWorld,
}

impl Authority {
    /// As the audit log names them: in brackets, with which no person's ID begins.
    pub fn id(self) -> StaffId {
        StaffId::new(match self {
            Self::CommandLine => "(command line)",
            Self::IdentityProvider => "(identity provider)",
            Self::DemoWorld => "(demo world)",
        })
    }
}

impl Permit<ManageStaff> {
    pub fn on_authority_of(authority: Authority) -> Self {
        Self {
            staff: Staff::new(authority.id(), Role::Admin),
            capability: PhantomData,
        }
    }
}

/// Why a permit was refused, and who could get it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
#[error("As {role} you may not {deed}; {who_may} can.")]
pub struct Refused {
    pub role: Role,
    pub deed: String,
    pub who_may: String,
}

impl Staff {
    /// A staff member who is called by their ID.
    pub fn new(id: StaffId, role: Role) -> Self {
        Self {
            label: id.to_string(),
            id,
            role,
        }
    }

    #[must_use]
    pub fn with_label(self, label: impl Into<String>) -> Self {
        let label = label.into();
        Self { label, ..self }
    }

    /// The label, where it says more than the ID.
    pub fn own_label(&self) -> Option<String> {
        (self.label != self.id.as_str()).then(|| self.label.clone())
    }

    pub fn may<C: Capability>(&self) -> bool {
        C::ROLES.contains(&self.role)
    }

    pub fn permit<C: Capability>(&self) -> Result<Permit<C>, Refused> {
        if self.may::<C>() {
            Ok(Permit {
                staff: self.clone(),
                capability: PhantomData,
            })
        } else {
            Err(Refused {
                role: self.role,
                deed: C::DEED.to_owned(),
                who_may: C::ROLES
                    .iter()
                    .map(|role| role.person())
                    .collect::<Vec<_>>()
                    .join(" or "),
            })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn staff(role: Role) -> Staff {
        Staff::new(StaffId::new("dana"), role)
    }

    #[test]
    fn an_admin_may_do_everything() {
        for (deed, roles) in TABLE {
            assert!(roles.contains(&Role::Admin), "{deed}");
        }
    }

    #[test]
    fn support_looks_up_users_and_overrides_but_reads_no_rulebooks() {
        let support = staff(Role::Support);
        assert!(support.may::<LookUpUsers>() && support.may::<OverrideProfiles>());
        assert!(!support.may::<ReadDecisions>() && !support.may::<OpenRawItems>());
    }

    #[test]
    fn an_analyst_reads_everything_and_changes_no_profile() {
        let analyst = staff(Role::Analyst);
        assert!(analyst.may::<ReadDecisions>() && analyst.may::<ReadAudit>());
        assert!(!analyst.may::<OverrideProfiles>() && !analyst.may::<WriteProfiles>());
    }

    #[test]
    fn a_refusal_says_who_can() {
        let refused = staff(Role::Analyst)
            .permit::<OverrideProfiles>()
            .unwrap_err();
        assert_eq!(
            refused.to_string(),
            "As analyst you may not schedule temporary profiles; a support agent or an admin can."
        );
    }

    #[test]
    fn a_permit_names_the_person() {
        let permit = staff(Role::Admin).permit::<PublishRulebooks>().unwrap();
        assert_eq!(permit.staff().id.as_str(), "dana");
    }
}
