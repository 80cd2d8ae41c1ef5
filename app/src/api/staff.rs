//! Staff accounts: who there is, and what an admin may change about them.

use crate::error::AppError;
use domain::id::StaffName;
use domain::instant::Instant;
use domain::item::BrokenItem;
use domain::role::Role;
use domain::staff_account::StaffAccount;
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StaffPage {
    pub now: Instant,
    /// Who is looking: nobody changes their own account.
    pub me: StaffName,
    pub people: Vec<Result<StaffRow, BrokenItem>>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StaffRow {
    pub account: StaffAccount,
    /// The last thing on record that they did.
    pub last_seen: Option<Instant>,
    pub sessions: u64,
}

#[server(prefix = "/rpc", endpoint = "list_staff")]
pub async fn list_staff() -> Result<StaffPage, AppError> {
    let permit = crate::request::permit::<domain::role::ManageStaff>().await?;
    work::list(&permit).await
}

#[server(prefix = "/rpc", endpoint = "change_role")]
pub async fn change_role(name: String, role: Role, reason: String) -> Result<(), AppError> {
    let permit = crate::request::permit::<domain::role::ManageStaff>().await?;
    work::change(&permit, &name, &reason, work::Change::Role(role)).await
}

#[server(prefix = "/rpc", endpoint = "set_disabled")]
pub async fn set_disabled(name: String, disabled: bool, reason: String) -> Result<(), AppError> {
    let permit = crate::request::permit::<domain::role::ManageStaff>().await?;
    work::change(&permit, &name, &reason, work::Change::Disabled(disabled)).await
}

#[server(prefix = "/rpc", endpoint = "end_sessions")]
pub async fn end_sessions(name: String, reason: String) -> Result<(), AppError> {
    let permit = crate::request::permit::<domain::role::ManageStaff>().await?;
    work::change(&permit, &name, &reason, work::Change::Sessions).await
}

#[cfg(feature = "ssr")]
mod work {
    use super::{AppError, StaffPage, StaffRow};
    use crate::audit;
    use crate::request::{failure, now, store};
    use domain::audit::{Action, AuditEvent, AuditList};
    use domain::instant::Instant;
    use domain::role::{ManageStaff, Permit, Role};
    use domain::staff_account::{KeptBy, StaffAccount, StaffRule, may_demote};
    use domain::value::{Attributes, Value};
    use futures::future::try_join_all;
    use futures::try_join;
    use store::staff_account::{self, StoredAccount};
    use store::{Store, StoreError, session};

    pub(super) enum Change {
        Role(Role),
        Disabled(bool),
        /// Ends every session that began before.
        Sessions,
    }

    pub(super) async fn list(permit: &Permit<ManageStaff>) -> Result<StaffPage, AppError> {
        let (store, now) = (store()?, now());
        let accounts = staff_account::all(&store)
            .await
            .map_err(|error| failure(&error))?;
        let rows = accounts.into_iter().map(async |stored| match stored {
            Ok(record) => row(&store, record.value.account, now).await.map(Ok),
            Err(broken) => Ok(Err(broken)),
        });
        let people = try_join_all(rows).await.map_err(|error| failure(&error))?;
        Ok(StaffPage {
            now,
            me: permit.staff().name.clone(),
            people,
        })
    }

    async fn row(
        store: &Store,
        account: StaffAccount,
        now: Instant,
    ) -> Result<StaffRow, StoreError> {
        let of = AuditList::OfPerson(account.name.clone());
        let (latest, sessions) = try_join!(
            store::audit::list(store, &of, 1, None),
            session::count_of(store, &account.name, now),
        )?;
        let last_seen = latest
            .events
            .into_iter()
            .find_map(Result::ok)
            .map(|record| record.value.at);
        Ok(StaffRow {
            account,
            last_seen,
            sessions,
        })
    }

    /// Makes one change to one account, if the rules allow it, together with its audit event.
    pub(super) async fn change(
        permit: &Permit<ManageStaff>,
        name: &str,
        reason: &str,
        change: Change,
    ) -> Result<(), AppError> {
        let refuse = |why: &str| AppError::Invalid(why.to_owned());
        if reason.trim().is_empty() {
            return Err(refuse("Give a reason: it stands in the audit log."));
        }
        let store = store()?;
        let everybody = staff_account::all(&store)
            .await
            .map_err(|error| failure(&error))?;
        let everybody: Vec<_> = everybody
            .into_iter()
            .filter_map(Result::ok)
            .map(|record| record.value)
            .collect();
        let target = everybody
            .iter()
            .find(|stored| stored.account.name.as_str() == name)
            .ok_or_else(|| refuse("There is no such account any more."))?;
        let accounts: Vec<_> = everybody
            .iter()
            .map(|stored| stored.account.clone())
            .collect();
        allowed(permit, &change, &target.account, &accounts)
            .map_err(|rule| AppError::Invalid(rule.to_string()))?;

        // A double click, or a second tab: what is already so needs no second entry in the log.
        if is_already_so(&change, &target.account) {
            return Ok(());
        }
        let changed = applied(&change, target);
        let event = AuditEvent {
            subject: name.to_owned(),
            reason: reason.trim().to_owned(),
            before: Some(described(&target.account)),
            after: Some(described(&changed.account)),
            ..audit::event(permit.staff(), action(&change))
        };
        staff_account::change(&store, &changed, target.account.generation, &event)
            .await
            .map_err(|error| failure(&error))
    }

    fn allowed(
        permit: &Permit<ManageStaff>,
        change: &Change,
        target: &StaffAccount,
        everybody: &[StaffAccount],
    ) -> Result<(), StaffRule> {
        let actor = &permit.staff().name;
        match change {
            Change::Role(_) if target.kept_by == KeptBy::Provider => Err(StaffRule::NotOurs),
            Change::Role(role) if *role == target.role => Ok(()),
            Change::Role(_) | Change::Disabled(true) => may_demote(actor, target, everybody),
            Change::Disabled(false) | Change::Sessions => Ok(()),
        }
    }

    fn is_already_so(change: &Change, target: &StaffAccount) -> bool {
        match change {
            Change::Role(role) => *role == target.role,
            Change::Disabled(disabled) => *disabled == target.is_disabled,
            Change::Sessions => false,
        }
    }

    fn applied(change: &Change, target: &StoredAccount) -> StoredAccount {
        let mut changed = target.clone();
        match change {
            Change::Role(role) => changed.account.role = *role,
            Change::Disabled(disabled) => changed.account.is_disabled = *disabled,
            Change::Sessions => {}
        }
        // Every change ends the sessions that began before it.
        changed.account.generation += 1;
        changed
    }

    fn action(change: &Change) -> Action {
        match change {
            Change::Role(_) => Action::RoleChanged,
            Change::Disabled(true) => Action::StaffDisabled,
            Change::Disabled(false) => Action::StaffEnabled,
            Change::Sessions => Action::SessionsEnded,
        }
    }

    fn described(account: &StaffAccount) -> Attributes {
        Attributes::from([
            ("role".to_owned(), Value::text(account.role.as_str())),
            ("disabled".to_owned(), Value::Bool(account.is_disabled)),
            ("generation".to_owned(), Value::number(account.generation)),
        ])
    }
}
