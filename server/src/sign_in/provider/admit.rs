//! Finds the account of somebody whom the provider vouched for, and keeps it as the provider says. An
//! account is known by the provider's `iss` and `sub`; one that was known by name only is linked at the next
//! sign-in, unless there is a doubt about whose it is: then an admin decides.

use super::super::{Asked, now};
use super::Person;
use domain::audit::{Action, AuditEvent};
use domain::id::StaffId;
use domain::item::Stored;
use domain::role::{Authority, ManageStaff, Permit, Role};
use domain::staff_account::{KeptBy, Link, StaffAccount, folded};
use domain::staff_identity::{Doubt, HeldIdentity, Placement, ProviderIdentity, place};
use store::staff_account::{self, StoredAccount};
use store::staff_identity::{self, Linking, Standing};
use store::{ErrorKind, Store, StoreError};

/// Somebody else may sign in, or decide, at the same moment. Who never gets a turn is one of very many.
const TURNS: usize = 4;

/// What became of somebody at the door.
pub(super) enum Admitted {
    Yes(StaffAccount),
    No(TurnedAway),
}

/// Somebody whom the provider vouched for and who stays out.
pub(in super::super) struct TurnedAway {
    /// Their account, where they have one.
    pub(in super::super) account: Option<StaffId>,
    pub(in super::super) label: Option<String>,
    pub(in super::super) identity: ProviderIdentity,
    /// What the sign-in page tells them, by its word in the address.
    pub(super) problem: &'static str,
    /// For the log and the audit log.
    pub(in super::super) why: &'static str,
}

/// The account that somebody signs in to, with what the provider says of them by now.
pub(super) async fn admit(
    store: &Store,
    person: &Person,
    asked: &Asked,
) -> Result<Admitted, StoreError> {
    let door = Door {
        store,
        person,
        asked,
    };
    for _ in 0..TURNS {
        match door.admit().await {
            Err(error) if error.kind == ErrorKind::Conflict => {}
            other => return other,
        }
    }
    Ok(door.away("provider", "the account was changed at the same time"))
}

struct Door<'a> {
    store: &'a Store,
    person: &'a Person,
    asked: &'a Asked,
}

impl Door<'_> {
    async fn admit(&self) -> Result<Admitted, StoreError> {
        let known = staff_identity::get(self.store, &self.person.identity).await?;
        match known {
            None => self.first_time().await,
            Some(Err(_)) => Ok(self.away("provider", "the identity can't be read")),
            Some(Ok(record)) => match record.value.standing {
                Standing::Linked(id) => self.come_in(&id).await,
                Standing::Held(held) => self.wait(held, record.value.version).await,
            },
        }
    }

    /// Somebody whose account is certain.
    async fn come_in(&self, id: &StaffId) -> Result<Admitted, StoreError> {
        let away = |problem, why| {
            let away = self.turned_away(Some(id.clone()), problem, why);
            Ok(Admitted::No(away))
        };
        let Some(Ok(record)) = staff_account::get(self.store, id).await? else {
            return away("provider", "the account can't be read");
        };
        let account = record.value.account;
        let link = account.link.as_ref();
        if link.is_none_or(|link| link.identity != self.person.identity) {
            return away("provider", "the account is linked to someone else");
        }
        if account.is_disabled {
            return away("provider", "the account is disabled");
        }
        let Some(role) = self.person.role else {
            return away("role", "no role here");
        };
        let updated = account.signed_in_as(self.person.label.as_deref(), role);
        if updated != account {
            self.update(&account, &updated).await?;
        }
        Ok(Admitted::Yes(updated))
    }

    /// Writes down the role or the name that changed at the provider.
    async fn update(&self, before: &StaffAccount, after: &StaffAccount) -> Result<(), StoreError> {
        let stored = stored(after);
        if before.role == after.role {
            let event = self.changed(Action::StaffRenamed, Some(before), after);
            return staff_account::rename(self.store, &permit(), &stored, &event).await;
        }
        let event = self.changed(Action::RoleChanged, Some(before), after);
        let read = before.generation;
        staff_account::change(self.store, &permit(), &stored, read, None, &event).await
    }

    /// Somebody who was never here, or only ever known by name.
    async fn first_time(&self) -> Result<Admitted, StoreError> {
        let Some(label) = self.person.label.as_deref() else {
            return Ok(self.away("provider", "no claim has a name that can be used"));
        };
        let Some(role) = self.person.role else {
            return Ok(self.away("role", "no role here"));
        };
        let everybody = staff_account::all(self.store).await?;
        if is_unreadable(label, &everybody) {
            return Ok(self.away("provider", "an account of this name can't be read"));
        }
        let everybody: Vec<_> = everybody
            .into_iter()
            .filter_map(|stored| Some(stored.ok()?.value.account))
            .collect();
        match place(&self.person.identity, label, &everybody) {
            Placement::Link(account) => self.link(account, label, role).await,
            Placement::Add(id) => self.add(id, label, role).await,
            Placement::Hold(doubt) => self.hold(doubt, label, role).await,
        }
    }

    async fn link(
        &self,
        before: &StaffAccount,
        label: &str,
        role: Role,
    ) -> Result<Admitted, StoreError> {
        let link = Link {
            identity: self.person.identity.clone(),
            is_by_name: true,
        };
        let account = before.linked_to(link, label, role);
        let linking = Linking {
            identity: &self.person.identity,
            read: None,
            account: &stored(&account),
            generation: before.generation,
            stays: None,
            replaced: None,
        };
        let event = self.changed(Action::IdentityLinked, Some(before), &account);
        staff_identity::link(self.store, &permit(), &linking, &event).await?;
        Ok(Admitted::Yes(account))
    }

    async fn add(&self, id: StaffId, label: &str, role: Role) -> Result<Admitted, StoreError> {
        let identity = &self.person.identity;
        let account = new(id, label, identity, role);
        let event = self.changed(Action::StaffAdded, None, &account);
        let stored = stored(&account);
        staff_identity::add_account(self.store, &permit(), identity, None, &stored, &event).await?;
        Ok(Admitted::Yes(account))
    }

    async fn hold(&self, doubt: Doubt, label: &str, role: Role) -> Result<Admitted, StoreError> {
        let held = HeldIdentity {
            identity: self.person.identity.clone(),
            label: label.to_owned(),
            role,
            doubt,
            first_seen: now().whole_seconds(),
            last_seen: now().whole_seconds(),
            rejection: None,
        };
        let event = AuditEvent {
            subject: label.to_owned(),
            reason: held.doubt.in_words().to_owned(),
            after: Some(held.described()),
            ..self.event(Action::IdentityHeld)
        };
        staff_identity::hold(self.store, &permit(), &held, None, &event).await?;
        Ok(self.away("held", "an admin has to decide whose account it is"))
    }

    /// Only an admin lets somebody in who is held: with another name they are still the same person.
    async fn wait(&self, held: HeldIdentity, version: i64) -> Result<Admitted, StoreError> {
        if held.rejection.is_some() {
            return Ok(self.away("provider", "an admin rejected them"));
        }
        let Some(role) = self.person.role else {
            return Ok(self.away("role", "no role here"));
        };
        let tried = HeldIdentity {
            label: self.person.label.clone().unwrap_or(held.label),
            role,
            last_seen: now().whole_seconds(),
            ..held
        };
        staff_identity::note_attempt(self.store, &tried, version).await?;
        Ok(self.away("held", "an admin has to decide whose account it is"))
    }

    fn away(&self, problem: &'static str, why: &'static str) -> Admitted {
        Admitted::No(self.turned_away(None, problem, why))
    }

    fn turned_away(
        &self,
        account: Option<StaffId>,
        problem: &'static str,
        why: &'static str,
    ) -> TurnedAway {
        TurnedAway {
            account,
            label: self.person.label.clone(),
            identity: self.person.identity.clone(),
            problem,
            why,
        }
    }

    fn changed(
        &self,
        action: Action,
        before: Option<&StaffAccount>,
        account: &StaffAccount,
    ) -> AuditEvent {
        AuditEvent {
            subject: account.id.to_string(),
            reason: format!("signed in as {}", account.role),
            before: before.map(StaffAccount::described),
            after: Some(account.described()),
            ..self.event(action)
        }
    }

    fn event(&self, action: Action) -> AuditEvent {
        AuditEvent {
            id: format!("{}-{action}", self.asked.request_id),
            at: now(),
            who: Authority::IdentityProvider.id(),
            label: None,
            role: None,
            from: self.asked.address.to_string(),
            action,
            user: None,
            subject: String::new(),
            reason: String::new(),
            before: None,
            after: None,
        }
    }
}

fn new(id: StaffId, label: &str, identity: &ProviderIdentity, role: Role) -> StaffAccount {
    StaffAccount {
        label: label.to_owned(),
        kept_by: KeptBy::Provider,
        link: Some(Link {
            identity: identity.clone(),
            is_by_name: false,
        }),
        ..StaffAccount::local(id, role, now().whole_seconds())
    }
}

/// Whether an account that can't be read has this name: it could be disabled.
fn is_unreadable(label: &str, everybody: &[Stored<StoredAccount>]) -> bool {
    let name = folded(label);
    let mut broken = everybody.iter().filter_map(|stored| stored.as_ref().err());
    broken.any(|broken| {
        let id = broken.key.sort.as_deref();
        id.is_some_and(|id| folded(id) == name)
    })
}

/// The provider decides on roles; the last admin's too, whom it can name again.
fn permit() -> Permit<ManageStaff> {
    Permit::on_authority_of(Authority::IdentityProvider)
}

fn stored(account: &StaffAccount) -> StoredAccount {
    StoredAccount {
        account: account.clone(),
        // The provider checks who somebody is.
        password_hash: None,
    }
}
