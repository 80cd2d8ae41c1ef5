//! People from an identity provider, with the payload in all that the provider says of them.

use super::poison::{PAYLOAD, id};
use crate::accounts::{event, permit};
use domain::id::StaffId;
use domain::instant::Instant;
use domain::role::Role;
use domain::staff_account::{KeptBy, Link, StaffAccount};
use domain::staff_identity::{Doubt, HeldIdentity, ProviderIdentity, Rejection};
use store::staff_account::StoredAccount;
use store::{Store, staff_identity};

fn identity(subject: &str) -> ProviderIdentity {
    ProviderIdentity {
        issuer: id("https://id.example/"),
        subject: id(subject),
    }
}

/// Somebody who waits, somebody who was rejected, and a disabled account.
pub async fn add(store: &Store) {
    let rejection = Rejection {
        by: StaffId::new(id("ada")),
        at: Instant::EPOCH,
        reason: PAYLOAD.to_owned(),
    };
    for (subject, rejection) in [("waits", None), ("rejected", Some(rejection))] {
        let held = HeldIdentity {
            identity: identity(subject),
            label: id(subject),
            role: Role::Support,
            doubt: Doubt::from_stored(&id("several")),
            first_seen: Instant::EPOCH,
            last_seen: Instant::EPOCH,
            rejection,
        };
        staff_identity::hold(store, &permit(), &held, None, &event(subject))
            .await
            .unwrap();
    }
    let left = identity("left");
    let account = StaffAccount {
        label: id("left"),
        kept_by: KeptBy::Provider,
        link: Some(Link {
            identity: left.clone(),
            is_by_name: true,
        }),
        is_disabled: true,
        ..StaffAccount::local(StaffId::new(id("gone")), Role::Support, Instant::EPOCH)
    };
    let new = StoredAccount {
        account,
        password_hash: None,
    };
    staff_identity::add_account(store, &permit(), &left, None, &new, &event("left"))
        .await
        .unwrap();
}
