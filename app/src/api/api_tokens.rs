//! Tokens by which machines are let in: made and revoked by an admin, each with its audit event.

use crate::error::AppError;
use domain::api_token::ApiToken;
use domain::instant::Instant;
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TokensPage {
    pub now: Instant,
    /// Those that let somebody in first, then the newest first.
    pub tokens: Vec<ApiToken>,
    /// How many cannot be read; they let nobody in.
    pub unreadable: u64,
}

/// A token that was just made. Whoever made it sees it once, and nobody else ever.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MadeToken {
    pub name: String,
    pub secret: String,
}

crate::effect::reads!(ListTokens);
#[server(prefix = "/rpc", endpoint = "list_tokens", output = crate::wire::Answer)]
pub async fn list_tokens() -> Result<TokensPage, AppError> {
    let _permit = crate::request::permit::<domain::role::ManageStaff>().await?;
    work::list().await
}

crate::effect::writes!(MakeToken);
#[server(prefix = "/rpc", endpoint = "make_token", output = crate::wire::Answer)]
pub async fn make_token(
    name: String,
    scope: String,
    reason: String,
) -> Result<MadeToken, AppError> {
    let permit = crate::request::permit::<domain::role::ManageStaff>().await?;
    let typed = crate::writing::typed([("name", &name), ("scope", &scope), ("reason", &reason)]);
    let scope = domain::api_token::TokenScope::from_stored(&scope);
    work::make(&permit, scope, &typed).await
}

crate::effect::writes!(RevokeToken);
#[server(prefix = "/rpc", endpoint = "revoke_token", output = crate::wire::Answer)]
pub async fn revoke_token(id: String, reason: String) -> Result<(), AppError> {
    let permit = crate::request::permit::<domain::role::ManageStaff>().await?;
    work::revoke(&permit, &id, &reason).await
}

#[cfg(feature = "ssr")]
mod work {
    use super::{AppError, MadeToken, TokensPage};
    use crate::error::Typed;
    use crate::request::{failure, now, request_id, store};
    use crate::{audit, writing};
    use domain::api_token::{ApiToken, Revoked, TokenScope, check_name};
    use domain::audit::{Action, AuditEvent};
    use domain::role::{ManageStaff, Permit};
    use domain::value::{Attributes, Value};
    use std::cmp::Reverse;
    use store::api_token::{self, Secret, StoredToken};
    use store::{ErrorKind, Store};

    pub(super) async fn list() -> Result<TokensPage, AppError> {
        let all = api_token::all(&store()?)
            .await
            .map_err(|error| failure(&error))?;
        let unreadable = all.iter().filter(|stored| stored.is_err()).count() as u64;
        let mut tokens = known(all.into_iter().flatten().map(|record| record.value));
        tokens.sort_by_key(|token| (!token.is_good(), Reverse(token.made_on)));
        Ok(TokensPage {
            now: now(),
            tokens,
            unreadable,
        })
    }

    fn known(stored: impl Iterator<Item = StoredToken>) -> Vec<ApiToken> {
        stored.map(|stored| stored.token).collect()
    }

    pub(super) async fn make(
        permit: &Permit<ManageStaff>,
        scope: TokenScope,
        typed: &Typed,
    ) -> Result<MadeToken, AppError> {
        let store = store()?;
        let reason = writing::reason("reason", typed)?;
        if let TokenScope::Unknown(_) = scope {
            return Err(AppError::Invalid("There is no such scope.".to_owned()));
        }
        let others = read(&store).await?;
        let others = known(others.into_iter());
        let name = writing::checked("name", typed, |name| check_name(name, &others))?;
        let secret = Secret::random().map_err(|error| {
            tracing::error!(%error, "this machine gives no random bytes");
            AppError::Broken {
                request_id: request_id(),
            }
        })?;
        let token = ApiToken {
            id: secret.id(),
            name: name.clone(),
            scope,
            made_on: now(),
            made_by: permit.staff().id.clone(),
            last_used_on: None,
            revoked: None,
            version: 1,
        };
        let event = AuditEvent {
            subject: name,
            reason,
            after: Some(described(&token)),
            ..audit::event(permit.staff(), Action::TokenMade)
        };
        api_token::make(&store, permit, &secret, &token, &event)
            .await
            .map_err(|error| failure(&error))?;
        Ok(MadeToken {
            name: token.name,
            secret: secret.reveal().to_owned(),
        })
    }

    pub(super) async fn revoke(
        permit: &Permit<ManageStaff>,
        id: &str,
        reason: &str,
    ) -> Result<(), AppError> {
        let store = store()?;
        let typed = writing::typed([("id", id), ("reason", reason)]);
        let reason = writing::reason("reason", &typed)?;
        let found = find(&store, id).await?;
        // A second click: what is already so needs no second entry in the log.
        if !found.token.is_good() {
            return Ok(());
        }
        let revoked = Revoked {
            on: now(),
            by: permit.staff().id.clone(),
        };
        let event = AuditEvent {
            subject: found.token.name.clone(),
            reason,
            before: Some(described(&found.token)),
            ..audit::event(permit.staff(), Action::TokenRevoked)
        };
        match api_token::revoke(&store, permit, &found, revoked, &event).await {
            // The other half of a double click has done it.
            Err(error) if error.kind == ErrorKind::Conflict => {
                let is_done = !find(&store, id).await?.token.is_good();
                is_done.then_some(()).ok_or_else(|| failure(&error))
            }
            other => other.map_err(|error| failure(&error)),
        }
    }

    async fn find(store: &Store, id: &str) -> Result<StoredToken, AppError> {
        let mut all = read(store).await?.into_iter();
        all.find(|stored| stored.token.id == id)
            .ok_or_else(|| AppError::Invalid("There is no such token.".to_owned()))
    }

    async fn read(store: &Store) -> Result<Vec<StoredToken>, AppError> {
        let all = api_token::all(store)
            .await
            .map_err(|error| failure(&error))?;
        Ok(all
            .into_iter()
            .flatten()
            .map(|record| record.value)
            .collect())
    }

    fn described(token: &ApiToken) -> Attributes {
        Attributes::from([
            ("id".to_owned(), Value::text(&token.id)),
            ("scope".to_owned(), Value::text(token.scope.as_stored())),
        ])
    }
}
