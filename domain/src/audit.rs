//! What somebody did in Float Desk: who, when, from where, on whom, and why.

use crate::id::{StaffName, UserId};
use crate::instant::Instant;
use crate::role::Role;
use crate::stored_enum::stored_enum;
use crate::value::Attributes;
use serde::{Deserialize, Serialize};

/// One entry of the audit log. Entries are never changed and never expire.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AuditEvent {
    /// Tells two events of the same second apart.
    pub id: String,
    pub at: Instant,
    /// The name under which somebody acted, or tried to.
    pub who: StaffName,
    /// Absent where nobody was signed in, such as at a failed sign-in.
    pub role: Option<Role>,
    /// The address that the request came from; empty for the command line.
    pub from: String,
    pub action: Action,
    /// The customer it was about, if it was about one.
    pub user: Option<UserId>,
    /// What else it was about: a member of staff, a rulebook, an address that was refused.
    pub subject: String,
    pub reason: String,
    /// What was there before and after, for a write.
    pub before: Option<Attributes>,
    pub after: Option<Attributes>,
}

stored_enum! {
    /// What was done.
    Action {
        SignedIn = "signed_in", "signed in";
        SignInFailed = "sign_in_failed", "tried to sign in";
        SignedOut = "signed_out", "signed out";
        Refused = "refused", "was refused";
        LookedAt = "looked_at", "looked at";
        Exported = "exported", "exported";
        StaffAdded = "staff_added", "added to the staff";
        RoleChanged = "role_changed", "changed the role of";
        StaffDisabled = "staff_disabled", "disabled the account of";
        StaffEnabled = "staff_enabled", "enabled the account of";
        SessionsEnded = "sessions_ended", "ended the sessions of";
    }
}
