//! The demo's three members of staff, one a role.

use super::identity::SignedIn;
use domain::id::StaffId;
use domain::role::Role;

pub(super) fn person(role: Role) -> SignedIn {
    SignedIn::to_demo(name(role), role)
}

pub(super) fn person_by_id(wanted: &StaffId) -> Option<SignedIn> {
    let role = Role::ALL
        .into_iter()
        .find(|role| name(*role) == wanted.as_str());
    role.map(person)
}

fn name(role: Role) -> &'static str {
    match role {
        Role::Support => "sam-support",
        Role::Analyst => "ana-analyst",
        Role::Admin => "ada-admin",
    }
}
