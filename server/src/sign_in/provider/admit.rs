//! Keeps an account for everybody that the provider vouched for, with the role of the last sign-in.

use super::super::{Asked, now};
use domain::audit::{Action, AuditEvent};
use domain::id::StaffId;
use domain::role::{Authority, ManageStaff, Permit, Role};
use domain::staff_account::{KeptBy, StaffAccount};
use store::staff_account::{self, StoredAccount};
use store::{ErrorKind, Store, StoreError};

/// What became of somebody at the door.
pub(super) enum Admitted {
    Yes(StaffAccount),
    No(&'static str),
}

/// Lets somebody in whom the provider vouched for, and writes down what changed about them.
pub(super) async fn admit(
    store: &Store,
    name: &StaffId,
    role: Role,
    asked: &Asked,
) -> Result<Admitted, StoreError> {
    let account = match staff_account::get(store, name).await? {
        None => new(name, role),
        Some(Err(_)) => return Ok(Admitted::No("the account cannot be read")),
        Some(Ok(record)) => match record.value.account {
            // Otherwise whoever chooses names at the provider could become anybody here.
            account if account.kept_by == KeptBy::Us => {
                return Ok(Admitted::No("an account of our own has this name"));
            }
            account if account.is_disabled => {
                return Ok(Admitted::No("the account is disabled"));
            }
            account if account.role == role => return Ok(Admitted::Yes(account)),
            account => return keep(change(store, account, role, asked).await),
        },
    };
    let event = event(Action::StaffAdded, None, &account, asked);
    let added = staff_account::add(store, &permit(), &stored(&account), &event).await;
    keep(added.map(|()| account))
}

fn new(name: &StaffId, role: Role) -> StaffAccount {
    StaffAccount {
        kept_by: KeptBy::Provider,
        ..StaffAccount::local(name.clone(), role, now().whole_seconds())
    }
}

/// Ends the sessions that were begun in the former role.
async fn change(
    store: &Store,
    before: StaffAccount,
    role: Role,
    asked: &Asked,
) -> Result<StaffAccount, StoreError> {
    let read_at = before.generation;
    let account = StaffAccount {
        role,
        generation: read_at + 1,
        ..before.clone()
    };
    let event = event(Action::RoleChanged, Some(&before), &account, asked);
    staff_account::change(store, &permit(), &stored(&account), read_at, None, &event).await?;
    Ok(account)
}

/// The provider decides on roles; the last admin's too, whom it can name again.
fn permit() -> Permit<ManageStaff> {
    Permit::on_authority_of(Authority::IdentityProvider)
}

fn keep(written: Result<StaffAccount, StoreError>) -> Result<Admitted, StoreError> {
    match written {
        Ok(account) => Ok(Admitted::Yes(account)),
        Err(error) if error.kind == ErrorKind::Conflict => {
            Ok(Admitted::No("the account was changed at the same time"))
        }
        Err(error) => Err(error),
    }
}

fn stored(account: &StaffAccount) -> StoredAccount {
    StoredAccount {
        account: account.clone(),
        // The provider checks who somebody is.
        password_hash: None,
    }
}

fn event(
    action: Action,
    before: Option<&StaffAccount>,
    account: &StaffAccount,
    asked: &Asked,
) -> AuditEvent {
    AuditEvent {
        id: format!("{}-{action}", asked.request_id),
        at: now(),
        who: Authority::IdentityProvider.id(),
        label: None,
        role: None,
        from: asked.address.to_string(),
        action,
        user: None,
        subject: account.id.as_str().to_owned(),
        reason: format!("signed in as {}", account.role),
        before: before.map(StaffAccount::described),
        after: Some(account.described()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::Ipv4Addr;

    #[test]
    fn a_role_that_the_provider_changed_is_on_record_as_it_was_and_as_it_is() {
        let asked = Asked {
            request_id: "r-1".to_owned(),
            address: Ipv4Addr::LOCALHOST.into(),
        };
        let support = new(&StaffId::new("vic"), Role::Support);
        let admin = new(&StaffId::new("vic"), Role::Admin);
        let added = event(Action::StaffAdded, None, &support, &asked);
        assert_eq!(
            (added.before, added.after),
            (None, Some(support.described()))
        );
        let changed = event(Action::RoleChanged, Some(&support), &admin, &asked);
        assert_eq!(changed.before, Some(support.described()));
        assert_eq!(changed.after, Some(admin.described()));
        assert_ne!(support.described(), admin.described());
    }
}
