//! Who may sign in: the demo's staff, accounts of our own, people that a provider vouches for.

use super::identity::{Identity, SignedIn, Way};
use super::password::Busy;
use super::{demo, password};
use app::api::session::Ways;
use axum_login::AuthnBackend;
use domain::id::StaffId;
use domain::role::Role;
use domain::staff_account::StaffAccount;
use store::staff_account::{self, StoredAccount};
use store::{Store, StoreError};

/// Everybody who can sign in to this server.
#[derive(Debug, Clone)]
pub struct Directory {
    store: Store,
    ways: Ways,
}

/// Why it isn't known whether someone may sign in.
#[derive(Debug, thiserror::Error)]
pub enum DirectoryError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Busy(#[from] Busy),
}

/// What somebody shows to be let in.
pub enum Credentials {
    Demo(Role),
    Password {
        /// Nothing where what was typed can't be a name.
        name: Option<StaffId>,
        password: String,
    },
    /// The account of somebody for whom the identity provider has just vouched.
    Vouched(StaffAccount),
}

impl Directory {
    pub(crate) fn new(store: Store, ways: Ways) -> Self {
        Self { store, ways }
    }

    async fn account(&self, id: &StaffId) -> Result<Option<StoredAccount>, StoreError> {
        let found = staff_account::get(&self.store, id).await?;
        // An account that cannot be read lets nobody in.
        Ok(found.and_then(Result::ok).map(|record| record.value))
    }
}

impl AuthnBackend for Directory {
    type User = SignedIn;
    type Credentials = Credentials;
    type Error = DirectoryError;

    async fn authenticate(&self, shown: Credentials) -> Result<Option<SignedIn>, DirectoryError> {
        match shown {
            Credentials::Demo(role) => Ok(self.ways.demo.then(|| demo::person(role))),
            Credentials::Password { name, password } => {
                let account = match &name {
                    Some(name) => self.account(name).await?,
                    None => None,
                };
                let hash = account
                    .as_ref()
                    .and_then(|found| found.password_hash.clone());
                let is_right = password::is_right(password, hash).await?;
                Ok(account
                    .filter(|_| is_right)
                    .and_then(|found| signed_in(&found.account)))
            }
            Credentials::Vouched(account) => Ok(signed_in(&account)),
        }
    }

    async fn get_user(&self, identity: &Identity) -> Result<Option<SignedIn>, DirectoryError> {
        match identity.way {
            Way::Demo => Ok(demo::person_by_id(&identity.id).filter(|_| self.ways.demo)),
            // Read at each request: a role taken away or an account disabled counts at once.
            Way::Account => Ok(self
                .account(&identity.id)
                .await?
                .and_then(|found| signed_in(&found.account))),
        }
    }
}

fn signed_in(account: &StaffAccount) -> Option<SignedIn> {
    (!account.is_disabled).then(|| SignedIn::by_account(account.staff(), account.generation))
}
