//! People from the identity provider whose account isn't certain: an admin says whose it is.

use crate::error::AppError;
#[cfg(feature = "ssr")]
use domain::staff_identity::ProviderIdentity;
use leptos::prelude::*;

crate::effect::writes!(LinkIdentity);
/// Makes an account theirs.
#[server(prefix = "/rpc", endpoint = "link_identity", output = crate::wire::Answer)]
pub async fn link_identity(
    issuer: String,
    subject: String,
    account: String,
    reason: String,
) -> Result<(), AppError> {
    let permit = crate::request::permit::<domain::role::ManageStaff>().await?;
    let identity = ProviderIdentity { issuer, subject };
    work::decide(&permit, &identity, &reason, &work::Decision::Link(account)).await
}

crate::effect::writes!(AddIdentity);
/// Gives them an account of their own.
#[server(prefix = "/rpc", endpoint = "add_identity", output = crate::wire::Answer)]
pub async fn add_identity(issuer: String, subject: String, reason: String) -> Result<(), AppError> {
    let permit = crate::request::permit::<domain::role::ManageStaff>().await?;
    let identity = ProviderIdentity { issuer, subject };
    work::decide(&permit, &identity, &reason, &work::Decision::Add).await
}

crate::effect::writes!(RejectIdentity);
/// Keeps them out.
#[server(prefix = "/rpc", endpoint = "reject_identity", output = crate::wire::Answer)]
pub async fn reject_identity(
    issuer: String,
    subject: String,
    reason: String,
) -> Result<(), AppError> {
    let permit = crate::request::permit::<domain::role::ManageStaff>().await?;
    let identity = ProviderIdentity { issuer, subject };
    work::decide(&permit, &identity, &reason, &work::Decision::Reject).await
}

#[cfg(feature = "ssr")]
mod work {
    use super::{AppError, ProviderIdentity};
    use crate::api::staff::work::read;
    use crate::request::{failure, now, store};
    use crate::{audit, writing};
    use domain::audit::{Action, AuditEvent};
    use domain::role::{ManageStaff, Permit};
    use domain::staff_account::{KeptBy, Link, StaffAccount, may_link};
    use domain::staff_identity::{Doubt, HeldIdentity, Rejection, free_id};
    use store::staff_account::{self, StoredAccount};
    use store::staff_identity::{self, KnownIdentity, Linking, Standing};
    use store::{ErrorKind, Store, StoreError};

    pub(super) enum Decision {
        Link(String),
        Add,
        Reject,
    }

    /// What came of writing it, so that a conflict can be looked at once more.
    type Attempted = Result<(), StoreError>;

    /// A held person as read, and the admin who decides.
    struct Case<'a> {
        store: &'a Store,
        permit: &'a Permit<ManageStaff>,
        held: HeldIdentity,
        version: i64,
        reason: &'a str,
    }

    /// Makes one decision, if the rules allow it, together with its audit event.
    pub(super) async fn decide(
        permit: &Permit<ManageStaff>,
        identity: &ProviderIdentity,
        reason: &str,
        decision: &Decision,
    ) -> Result<(), AppError> {
        let typed = writing::typed([("subject", &*identity.subject), ("reason", reason)]);
        let reason = &writing::reason("reason", &typed)?;
        let store = &store()?;
        let known = find(store, identity).await?;
        if is_already_so(&known, decision) {
            return Ok(());
        }
        let Standing::Held(held) = known.standing else {
            let why = "Someone has decided on this person already. Load the page again.";
            return Err(AppError::Invalid(why.to_owned()));
        };
        let case = Case {
            store,
            permit,
            held,
            version: known.version,
            reason,
        };
        let attempted = match decision {
            Decision::Link(account) => case.link(account).await?,
            Decision::Add => case.add().await?,
            Decision::Reject => case.reject().await,
        };
        match attempted {
            // A double click already did it, or another admin decided differently.
            Err(error) if error.kind == ErrorKind::Conflict => {
                let known = find(store, identity).await?;
                if is_already_so(&known, decision) {
                    Ok(())
                } else {
                    Err(failure(&error))
                }
            }
            other => other.map_err(|error| failure(&error)),
        }
    }

    async fn find(store: &Store, identity: &ProviderIdentity) -> Result<KnownIdentity, AppError> {
        let found = staff_identity::get(store, identity).await;
        let found = found.map_err(|error| failure(&error))?;
        let known = found.and_then(Result::ok).map(|record| record.value);
        known.ok_or_else(|| AppError::Invalid("Nobody like this has tried to sign in.".to_owned()))
    }

    fn is_already_so(known: &KnownIdentity, decision: &Decision) -> bool {
        match (&known.standing, decision) {
            (Standing::Linked(id), Decision::Link(account)) => id.as_str() == account,
            (Standing::Linked(_), Decision::Add) => true,
            (Standing::Held(held), Decision::Reject) => held.rejection.is_some(),
            _ => false,
        }
    }

    impl Case<'_> {
        async fn link(&self, account: &str) -> Result<Attempted, AppError> {
            let (target, everybody) = read(self.store, account).await?;
            let (before, held) = (&target.account, &self.held);
            let stays = may_link(&self.permit.staff().id, before, held.role, &everybody)
                .map_err(|rule| AppError::Invalid(rule.to_string()))?;
            let account = before.linked_to(self.link_of(), &held.label, held.role);
            let replaced = self.replaced(before).await;
            let linking = Linking {
                identity: &held.identity,
                read: Some(self.version),
                account: &stored(&account),
                generation: before.generation,
                stays,
                replaced: replaced.map_err(|error| failure(&error))?,
            };
            let event = AuditEvent {
                before: Some(before.described()),
                ..self.event(Action::IdentityLinked, &account)
            };
            Ok(staff_identity::link(self.store, self.permit, &linking, &event).await)
        }

        /// The account's previous owner is held until an admin decides.
        async fn replaced(
            &self,
            target: &StaffAccount,
        ) -> Result<Option<(HeldIdentity, i64)>, StoreError> {
            let Some(link) = &target.link else {
                return Ok(None);
            };
            let found = staff_identity::get(self.store, &link.identity).await?;
            let version = found
                .and_then(Result::ok)
                .map(|record| record.value.version);
            let held = HeldIdentity {
                identity: link.identity.clone(),
                label: target.label.clone(),
                role: target.role,
                doubt: Doubt::Replaced,
                first_seen: target.created_on,
                last_seen: now().whole_seconds(),
                rejection: None,
            };
            Ok(version.map(|version| (held, version)))
        }

        async fn add(&self) -> Result<Attempted, AppError> {
            let everybody = staff_account::all(self.store).await;
            let everybody = everybody.map_err(|error| failure(&error))?.into_iter();
            let everybody: Vec<_> = everybody
                .filter_map(|stored| Some(stored.ok()?.value.account))
                .collect();
            let held = &self.held;
            let id = free_id(&held.label, &everybody);
            let account = StaffAccount {
                label: held.label.clone(),
                kept_by: KeptBy::Provider,
                link: Some(self.link_of()),
                ..StaffAccount::local(id, held.role, now().whole_seconds())
            };
            let event = self.event(Action::StaffAdded, &account);
            let (new, read) = (stored(&account), Some(self.version));
            let adding = staff_identity::add_account(
                self.store,
                self.permit,
                &held.identity,
                read,
                &new,
                &event,
            );
            Ok(adding.await)
        }

        async fn reject(&self) -> Attempted {
            let rejected = HeldIdentity {
                rejection: Some(Rejection {
                    by: self.permit.staff().id.clone(),
                    at: now().whole_seconds(),
                    reason: self.reason.to_owned(),
                }),
                ..self.held.clone()
            };
            let event = AuditEvent {
                subject: rejected.label.clone(),
                reason: self.reason.to_owned(),
                before: Some(self.held.described()),
                after: Some(rejected.described()),
                ..audit::event(self.permit.staff(), Action::IdentityRejected)
            };
            let read = Some(self.version);
            staff_identity::hold(self.store, self.permit, &rejected, read, &event).await
        }

        fn link_of(&self) -> Link {
            Link {
                identity: self.held.identity.clone(),
                is_by_name: false,
            }
        }

        fn event(&self, action: Action, account: &StaffAccount) -> AuditEvent {
            AuditEvent {
                subject: account.id.to_string(),
                reason: self.reason.to_owned(),
                after: Some(account.described()),
                ..audit::event(self.permit.staff(), action)
            }
        }
    }

    fn stored(account: &StaffAccount) -> StoredAccount {
        StoredAccount {
            account: account.clone(),
            // From here on, the provider checks the person's identity.
            password_hash: None,
        }
    }
}
