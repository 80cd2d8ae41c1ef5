//! Somebody who is signed in, and how they did it.

use axum_login::AuthUser;
use domain::id::StaffId;
use domain::role::{Role, Staff};
use serde::{Deserialize, Serialize};
use std::fmt;

/// What a session remembers of somebody.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Identity {
    pub way: Way,
    /// Stored as `name`, as it was when the two were the same.
    #[serde(rename = "name")]
    pub id: StaffId,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Way {
    Demo,
    /// An account that Float Desk knows: its own, or one that an identity provider vouched for.
    Account,
}

impl fmt::Display for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.id)
    }
}

/// A signed-in person, as the session knows them.
#[derive(Debug, Clone)]
pub struct SignedIn {
    pub way: Way,
    pub staff: Staff,
    /// A session ends when this is no longer what it was when the session began.
    valid_while: String,
}

impl SignedIn {
    pub(super) fn to_demo(name: &str, role: Role) -> Self {
        let staff = Staff::new(StaffId::new(name), role);
        Self {
            way: Way::Demo,
            staff,
            valid_while: role.to_string(),
        }
    }

    /// `generation` is raised by everything that must end an account's sessions.
    pub(super) fn by_account(staff: Staff, generation: i64) -> Self {
        Self {
            way: Way::Account,
            staff,
            valid_while: generation.to_string(),
        }
    }
}

impl AuthUser for SignedIn {
    type Id = Identity;

    fn id(&self) -> Identity {
        Identity {
            way: self.way,
            id: self.staff.id.clone(),
        }
    }

    fn session_auth_hash(&self) -> &[u8] {
        self.valid_while.as_bytes()
    }
}
