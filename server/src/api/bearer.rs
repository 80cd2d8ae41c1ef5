//! Who a machine is: by the token it shows. What it shows is never logged.

use super::Api;
use super::problem::Problem;
use crate::sign_in::Asked;
use axum::extract::FromRequestParts;
use domain::api_token::{ApiToken, TokenScope};
use domain::instant::Instant;
use http::HeaderMap;
use http::header::AUTHORIZATION;
use http::request::Parts;
use std::time::SystemTime;
use store::api_token::{self, Secret};

/// A machine whose token is good; for what, is still to be asked.
pub(crate) struct Bearer(ApiToken);

impl Bearer {
    pub(crate) fn may(&self, scope: &TokenScope) -> Result<(), Problem> {
        if self.0.scope == *scope {
            Ok(())
        } else {
            Err(Problem::scope(scope.in_words()))
        }
    }

    /// Counts the request, and looks the token up.
    pub(crate) async fn of(api: &Api, headers: &HeaderMap, asked: &Asked) -> Result<Self, Problem> {
        api.limits.ask_from(asked.address)?;
        let secret = shown(headers).ok_or_else(Problem::token)?;
        let found = api_token::find(&api.store, &secret).await;
        let found = found.map_err(|error| {
            tracing::error!(request_id = asked.request_id, %error, "a token could not be looked up");
            Problem::unavailable()
        })?;
        let Some(Ok(record)) = found else {
            return Err(Problem::token());
        };
        let stored = record.value;
        if !stored.token.is_good() {
            return Err(Problem::token());
        }
        api.limits.ask_with(&stored.token.id)?;
        let now = Instant::from(SystemTime::now());
        if stored.token.is_use_worth_noting(now)
            && let Err(error) = api_token::note_use(&api.store, &stored, now).await
        {
            // Nobody is kept waiting for a note.
            tracing::warn!(%error, "that a token was used could not be noted");
        }
        Ok(Self(stored.token))
    }
}

fn shown(headers: &HeaderMap) -> Option<Secret> {
    let header = headers.get(AUTHORIZATION)?.to_str().ok()?;
    let (scheme, token) = header.split_once(' ')?;
    let token = token.trim();
    (scheme.eq_ignore_ascii_case("bearer") && !token.is_empty()).then(|| Secret::shown(token))
}

impl FromRequestParts<Api> for Bearer {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, api: &Api) -> Result<Self, Problem> {
        let Ok(asked) = Asked::from_request_parts(parts, api).await;
        Self::of(api, &parts.headers, &asked).await
    }
}
