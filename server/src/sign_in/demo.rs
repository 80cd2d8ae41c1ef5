//! The demo's three members of staff, one a role.

use super::SignedIn;
use axum_login::AuthnBackend;
use domain::id::StaffName;
use domain::role::{Role, Staff};
use std::convert::Infallible;

/// Who can sign in by pressing a button; nobody where this server runs no demo.
#[derive(Debug, Clone, Copy)]
pub struct DemoStaff {
    pub is_open: bool,
}

impl DemoStaff {
    fn person(self, role: Role) -> Option<SignedIn> {
        self.is_open.then(|| {
            SignedIn(Staff {
                name: StaffName::new(name(role)),
                role,
            })
        })
    }
}

fn name(role: Role) -> &'static str {
    match role {
        Role::Support => "sam-support",
        Role::Analyst => "ana-analyst",
        Role::Admin => "ada-admin",
    }
}

impl AuthnBackend for DemoStaff {
    type User = SignedIn;
    type Credentials = Role;
    type Error = Infallible;

    async fn authenticate(&self, role: Role) -> Result<Option<SignedIn>, Infallible> {
        Ok(self.person(role))
    }

    async fn get_user(&self, id: &String) -> Result<Option<SignedIn>, Infallible> {
        let role = Role::ALL.into_iter().find(|role| name(*role) == id);
        Ok(role.and_then(|role| self.person(role)))
    }
}
