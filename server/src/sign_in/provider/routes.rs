//! The two addresses of signing in through a provider: the way there, and the way back.

use super::super::attempts::{Attempt, Attempts};
use super::super::records::Records;
use super::super::{Asked, Credentials, Session, begin, local, now, unavailable};
use super::admit::{Admitted, admit};
use super::{Journey, Person, Provider, Refused, refused};
use app::paths;
use axum::Router;
use axum::extract::{Extension, Query};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use domain::role::Role;
use http::StatusCode;
use serde::Deserialize;
use store::Store;

/// Where a session remembers that its owner is at the provider.
const UNDER_WAY: &str = "at-provider";
/// Nobody takes longer to sign in, not even with a new telephone.
const LONGEST_JOURNEY: i64 = 15 * 60;

pub(in crate::sign_in) fn routes<S: Clone + Send + Sync + 'static>(
    provider: Option<Provider>,
) -> Router<S> {
    let Some(provider) = provider else {
        return Router::new()
            .route(paths::SIGN_IN_PROVIDER, get(no_provider))
            .route(paths::SIGN_IN_RETURN, get(no_provider));
    };
    Router::new()
        .route(paths::SIGN_IN_PROVIDER, get(set_out))
        .route(paths::SIGN_IN_RETURN, get(come_back))
        .layer(Extension(provider))
}

async fn no_provider() -> Response {
    let message = "This server has no identity provider, so nobody can sign in through one.";
    (StatusCode::NOT_FOUND, message).into_response()
}

#[derive(Deserialize)]
struct Wanted {
    next: Option<String>,
}

async fn set_out(
    session: Session,
    provider: Extension<Provider>,
    Query(wanted): Query<Wanted>,
) -> Response {
    let next = local(wanted.next.as_deref());
    let (url, journey) = provider.set_out(next, now().epoch_seconds());
    match session.session.insert(UNDER_WAY, journey).await {
        Ok(()) => Redirect::to(&url).into_response(),
        Err(error) => unavailable(&error),
    }
}

/// What the provider sends somebody back with. Without `Debug`, so that no code gets into a log.
#[derive(Deserialize)]
struct Answer {
    code: Option<String>,
    state: Option<String>,
    error: Option<String>,
}

async fn come_back(
    session: Session,
    provider: Extension<Provider>,
    store: Extension<Store>,
    records: Extension<Records>,
    attempts: Extension<Attempts>,
    asked: Asked,
    Query(answer): Query<Answer>,
) -> Response {
    // Taken out, so that nobody comes back twice.
    let journey: Option<Journey> = match session.session.remove(UNDER_WAY).await {
        Ok(journey) => journey,
        Err(error) => return unavailable(&error),
    };
    let next = journey.as_ref().map(|journey| journey.next.clone());
    let next = local(next.as_deref());
    let person = match identify(&provider, journey, answer).await {
        Ok(person) => person,
        Err(Refused(why)) => {
            tracing::warn!(why, "nobody was let in through the identity provider");
            return turn_away_nobody(&records, &attempts, &asked, &next).await;
        }
    };
    let turned_away = match person.role {
        None => "role",
        Some(role) => match let_in(&session, &store, &person, role, &asked).await {
            Ok(Some(signed_in)) => {
                return begin(session, &records, &asked, signed_in, Some(&next)).await;
            }
            Ok(None) => "provider",
            Err(error) => return unavailable(&error),
        },
    };
    match records.failed_sign_in(&person.name, &asked).await {
        Ok(()) => Redirect::to(&paths::sign_in_again(turned_away, &next)).into_response(),
        Err(error) => unavailable(&error),
    }
}

/// On record like every failed sign-in, but no faster than attempts are: nobody has to set out in order
/// to come back, so anybody could fill the log.
async fn turn_away_nobody(
    records: &Records,
    attempts: &Attempts,
    asked: &Asked,
    next: &str,
) -> Response {
    let turned_away = match attempts.allow(&Attempt::at_return(asked.address)).await {
        Ok(true) => records.failed_sign_in_by_nobody(asked).await,
        Ok(false) => Ok(()),
        Err(error) => Err(error),
    };
    match turned_away {
        Ok(()) => Redirect::to(&paths::sign_in_again("provider", next)).into_response(),
        Err(error) => unavailable(&error),
    }
}

/// Who came back, if it is the one who set out.
async fn identify(
    provider: &Provider,
    journey: Option<Journey>,
    answer: Answer,
) -> Result<Person, Refused> {
    let journey = journey.ok_or_else(|| {
        refused("nobody set out from this browser; is --public-url the address that people use?")
    })?;
    if answer.state.as_ref() != Some(journey.state.secret()) {
        return Err(refused("the state is not the one that was sent along"));
    }
    if now().epoch_seconds() - journey.started > LONGEST_JOURNEY {
        return Err(refused("it took too long"));
    }
    if let Some(error) = answer.error {
        // Anybody can write anything into an address.
        let error: String = error.chars().take(64).collect();
        return Err(refused(&format!("the provider says {error:?}")));
    }
    let code = answer.code.ok_or_else(|| refused("there is no code"))?;
    provider
        .identify(code, journey.verifier, &journey.nonce)
        .await
}

/// The person as the session is to know them, unless they have to stay out.
async fn let_in(
    session: &Session,
    store: &Store,
    person: &Person,
    role: Role,
    asked: &Asked,
) -> Result<Option<super::super::SignedIn>, axum_login::Error<super::super::Directory>> {
    let admitted = admit(store, &person.name, role, asked).await;
    match admitted.map_err(axum_login::Error::Backend)? {
        Admitted::Yes(account) => session.authenticate(Credentials::Vouched(account)).await,
        Admitted::No(why) => {
            tracing::warn!(name = %person.name, why, "the identity provider vouched in vain");
            Ok(None)
        }
    }
}
