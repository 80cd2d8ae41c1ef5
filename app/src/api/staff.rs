//! Staff accounts: who there is, and what an admin may change about them.

use crate::error::AppError;
use domain::instant::Instant;
use domain::item::BrokenItem;
use domain::role::Role;
use domain::staff_account::{StaffAccount, StaffRule};
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StaffPage {
    pub now: Instant,
    pub people: Vec<Result<StaffRow, BrokenItem>>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StaffRow {
    pub account: StaffAccount,
    /// The last thing on record that they did.
    pub last_seen: Option<Instant>,
    pub sessions: u64,
    /// Why whoever is looking can neither change the role nor disable the account.
    pub locked: Option<StaffRule>,
}

crate::effect::reads!(ListStaff);
#[server(prefix = "/rpc", endpoint = "list_staff", output = crate::wire::Answer)]
pub async fn list_staff() -> Result<StaffPage, AppError> {
    let permit = crate::request::permit::<domain::role::ManageStaff>().await?;
    work::list(&permit).await
}

crate::effect::writes!(ChangeRole);
#[server(prefix = "/rpc", endpoint = "change_role", output = crate::wire::Answer)]
pub async fn change_role(name: String, role: Role, reason: String) -> Result<(), AppError> {
    let permit = crate::request::permit::<domain::role::ManageStaff>().await?;
    work::change(&permit, &name, &reason, work::Change::Role(role)).await
}

crate::effect::writes!(SetDisabled);
#[server(prefix = "/rpc", endpoint = "set_disabled", output = crate::wire::Answer)]
pub async fn set_disabled(name: String, disabled: bool, reason: String) -> Result<(), AppError> {
    let permit = crate::request::permit::<domain::role::ManageStaff>().await?;
    work::change(&permit, &name, &reason, work::Change::Disabled(disabled)).await
}

crate::effect::writes!(EndSessions);
/// Ends the sessions that began while the account was at `generation`, as the page showed it.
#[server(prefix = "/rpc", endpoint = "end_sessions", output = crate::wire::Answer)]
pub async fn end_sessions(name: String, generation: i64, reason: String) -> Result<(), AppError> {
    let permit = crate::request::permit::<domain::role::ManageStaff>().await?;
    work::change(&permit, &name, &reason, work::Change::Sessions(generation)).await
}

#[cfg(feature = "ssr")]
mod work {
    use super::{AppError, StaffPage, StaffRow};
    use crate::request::{failure, now, store};
    use crate::{audit, writing};
    use domain::audit::{Action, AuditEvent, AuditList};
    use domain::id::StaffId;
    use domain::instant::Instant;
    use domain::role::{ManageStaff, Permit, Role};
    use domain::staff_account::{KeptBy, StaffAccount, StaffRule, may_demote};
    use futures::stream::{self, StreamExt, TryStreamExt};
    use futures::try_join;
    use store::staff_account::{self, StoredAccount};
    use store::{ErrorKind, Store, StoreError, session};

    /// So many people are looked up at the same time: a company may have many.
    const AT_ONCE: usize = 8;
    /// How far back somebody's last act is looked for, in parts of so many entries.
    const PARTS: usize = 5;
    const PART: u32 = 20;

    pub(super) enum Change {
        Role(Role),
        Disabled(bool),
        /// Ends every session that began at this generation or before.
        Sessions(i64),
    }

    pub(super) async fn list(permit: &Permit<ManageStaff>) -> Result<StaffPage, AppError> {
        let (store, now, me) = (store()?, now(), &permit.staff().id);
        let stored = staff_account::all(&store)
            .await
            .map_err(|error| failure(&error))?;
        let accounts: Vec<_> = stored
            .iter()
            .filter_map(|stored| Some(stored.as_ref().ok()?.value.account.clone()))
            .collect();
        let rows = stored.into_iter().map(async |stored| match stored {
            Ok(record) => {
                let account = record.value.account;
                let locked = may_demote(me, &account, &accounts).err();
                row(&store, account, locked, now).await.map(Ok)
            }
            Err(broken) => Ok(Err(broken)),
        });
        let people = stream::iter(rows)
            .buffered(AT_ONCE)
            .try_collect()
            .await
            .map_err(|error| failure(&error))?;
        Ok(StaffPage { now, people })
    }

    async fn row(
        store: &Store,
        account: StaffAccount,
        locked: Option<StaffRule>,
        now: Instant,
    ) -> Result<StaffRow, StoreError> {
        let (last_seen, sessions) = try_join!(
            last_seen(store, &account.id),
            session::count_of(store, &account.id, now),
        )?;
        Ok(StaffRow {
            account,
            last_seen,
            sessions,
            locked,
        })
    }

    /// The last thing that somebody did when signed in. What others tried under their name is on record
    /// too, but without a role.
    async fn last_seen(store: &Store, name: &StaffId) -> Result<Option<Instant>, StoreError> {
        let of = AuditList::OfPerson(name.clone());
        let mut after = None;
        for _ in 0..PARTS {
            let part = store::audit::list(store, &of, PART, after.as_deref()).await?;
            let events = part.events.into_iter().filter_map(Result::ok);
            let mut acts = events.filter(|record| record.value.role.is_some());
            if let Some(act) = acts.next() {
                return Ok(Some(act.value.at));
            }
            match part.next {
                Some(next) => after = Some(next),
                None => break,
            }
        }
        Ok(None)
    }

    /// Makes one change to one account, if the rules allow it, together with its audit event.
    pub(super) async fn change(
        permit: &Permit<ManageStaff>,
        name: &str,
        reason: &str,
        change: Change,
    ) -> Result<(), AppError> {
        let typed = writing::typed([("name", name), ("reason", reason)]);
        let reason = writing::reason("reason", &typed)?;
        let store = store()?;
        match attempt(&store, permit, name, &reason, &change).await? {
            Err(error) if error.kind == ErrorKind::Conflict => {
                // The other half of a double click has done it, or somebody did something else.
                let (target, _) = read(&store, name).await?;
                if is_already_so(&change, &target.account) {
                    Ok(())
                } else {
                    Err(failure(&error))
                }
            }
            other => other.map_err(|error| failure(&error)),
        }
    }

    /// What came of writing it, so that a conflict can be looked at once more.
    type Attempted = Result<(), StoreError>;

    async fn attempt(
        store: &Store,
        permit: &Permit<ManageStaff>,
        name: &str,
        reason: &str,
        change: &Change,
    ) -> Result<Attempted, AppError> {
        let (target, everybody) = read(store, name).await?;
        // A second click or tab: what is already so needs no second entry in the log.
        if is_already_so(change, &target.account) {
            return Ok(Ok(()));
        }
        let stays = allowed(permit, change, &target.account, &everybody)
            .map_err(|rule| AppError::Invalid(rule.to_string()))?;
        let changed = applied(change, &target);
        let event = AuditEvent {
            subject: name.to_owned(),
            reason: reason.to_owned(),
            before: Some(target.account.described()),
            after: Some(changed.account.described()),
            ..audit::event(permit.staff(), action(change))
        };
        let read_at = target.account.generation;
        Ok(staff_account::change(store, permit, &changed, read_at, stays, &event).await)
    }

    /// The account of that name, and everybody's.
    async fn read(
        store: &Store,
        name: &str,
    ) -> Result<(StoredAccount, Vec<StaffAccount>), AppError> {
        let everybody = staff_account::all(store)
            .await
            .map_err(|error| failure(&error))?;
        let everybody: Vec<_> = everybody
            .into_iter()
            .filter_map(|stored| Some(stored.ok()?.value))
            .collect();
        let accounts = everybody.iter().map(|stored| stored.account.clone());
        let accounts = accounts.collect();
        let target = everybody
            .into_iter()
            .find(|stored| stored.account.id.as_str() == name);
        let gone = || AppError::Invalid("There is no such account any more.".to_owned());
        Ok((target.ok_or_else(gone)?, accounts))
    }

    /// The admin who has to stay one for this, where the change takes one away; or why it cannot be.
    fn allowed<'a>(
        permit: &Permit<ManageStaff>,
        change: &Change,
        target: &StaffAccount,
        everybody: &'a [StaffAccount],
    ) -> Result<Option<&'a StaffAccount>, StaffRule> {
        match change {
            Change::Role(_) if target.kept_by == KeptBy::Provider => Err(StaffRule::NotOurs),
            Change::Role(_) | Change::Disabled(true) => {
                may_demote(&permit.staff().id, target, everybody)
            }
            Change::Disabled(false) | Change::Sessions(_) => Ok(None),
        }
    }

    fn is_already_so(change: &Change, target: &StaffAccount) -> bool {
        match change {
            Change::Role(role) => *role == target.role,
            Change::Disabled(disabled) => *disabled == target.is_disabled,
            // Every change ends the sessions that began before it.
            Change::Sessions(generation) => *generation < target.generation,
        }
    }

    fn applied(change: &Change, target: &StoredAccount) -> StoredAccount {
        let mut changed = target.clone();
        match change {
            Change::Role(role) => changed.account.role = *role,
            Change::Disabled(disabled) => changed.account.is_disabled = *disabled,
            Change::Sessions(_) => {}
        }
        changed.account.generation += 1;
        changed
    }

    fn action(change: &Change) -> Action {
        match change {
            Change::Role(_) => Action::RoleChanged,
            Change::Disabled(true) => Action::StaffDisabled,
            Change::Disabled(false) => Action::StaffEnabled,
            Change::Sessions(_) => Action::SessionsEnded,
        }
    }
}
