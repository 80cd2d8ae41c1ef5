//! The two addresses of signing in through a provider: the way there, and the way back.

use super::super::attempts::{Attempt, Attempts};
use super::super::records::Records;
use super::super::{Asked, Credentials, Session, again, begin, local, now, unavailable};
use super::admit::{Admitted, admit};
use super::journey::{self, Journey, Journeys};
use super::{Person, Provider, Refused, refused};
use crate::secret::Signer;
use app::paths;
use axum::Router;
use axum::extract::{Extension, Query};
use axum::response::{AppendHeaders, IntoResponse, Redirect, Response};
use axum::routing::get;
use http::header::SET_COOKIE;
use http::{HeaderMap, StatusCode};
use serde::Deserialize;
use store::{Store, StoreError, provider_sign_in};

/// Why no answer can be given right now; for the log.
type Failure = Box<dyn std::error::Error + Send + Sync>;

pub(in crate::sign_in) fn routes<S: Clone + Send + Sync + 'static>(
    store: &Store,
    provider: Option<Provider>,
) -> Router<S> {
    let Some(provider) = provider else {
        return Router::new()
            .route(paths::SIGN_IN_PROVIDER, get(no_provider))
            .route(paths::SIGN_IN_RETURN, get(no_provider));
    };
    let journeys = Journeys::new(Signer::new(store.clone()), provider.clone());
    Router::new()
        .route(paths::SIGN_IN_PROVIDER, get(set_out))
        .route(paths::SIGN_IN_RETURN, get(come_back))
        .layer(Extension(journeys))
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
    provider: Extension<Provider>,
    journeys: Extension<Journeys>,
    Query(wanted): Query<Wanted>,
) -> Response {
    let next = local(wanted.next.as_deref());
    match journeys.begin(next, now()).await {
        Ok((journey, cookie)) => {
            let to = Redirect::to(&provider.address(&journey));
            (AppendHeaders([(SET_COOKIE, cookie)]), to).into_response()
        }
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

/// Who is at the door, and what the answer is written down by.
struct Arrival<'a> {
    session: Session,
    store: &'a Store,
    records: &'a Records,
    attempts: &'a Attempts,
    asked: &'a Asked,
}

#[expect(clippy::too_many_arguments, reason = "each is a part of the request")]
async fn come_back(
    session: Session,
    provider: Extension<Provider>,
    journeys: Extension<Journeys>,
    store: Extension<Store>,
    records: Extension<Records>,
    attempts: Extension<Attempts>,
    asked: Asked,
    headers: HeaderMap,
    Query(answer): Query<Answer>,
) -> Response {
    let arrival = Arrival {
        session,
        store: &store,
        records: &records,
        attempts: &attempts,
        asked: &asked,
    };
    let response = match journeys.resume(&headers, now()).await {
        Ok(journey) => arrival.answer(&provider, journey, answer).await,
        Err(error) => Err(error.into()),
    };
    let response = response.unwrap_or_else(|error| unavailable(&error));
    (AppendHeaders([(SET_COOKIE, journey::over())]), response).into_response()
}

impl Arrival<'_> {
    async fn answer(
        self,
        provider: &Provider,
        journey: Option<Journey>,
        answer: Answer,
    ) -> Result<Response, Failure> {
        let next = journey.as_ref().map(|journey| journey.next.as_str());
        let next = local(next);
        let came = match identify(provider, journey, answer).await {
            // Only now, so that nobody makes us write who wasn't vouched for.
            Ok((person, seed)) => {
                let until = journey::ends(now());
                let is_first = provider_sign_in::use_once(self.store, &seed, until).await?;
                is_first
                    .then_some(person)
                    .ok_or_else(|| refused("this sign-in was used before"))
            }
            Err(refused) => Err(refused),
        };
        match came {
            Ok(person) => self.let_in(&person, &next).await,
            Err(Refused(why)) => {
                tracing::warn!(why, "nobody was let in through the identity provider");
                Ok(self.turn_away_nobody(&next).await?)
            }
        }
    }

    /// Begins a session for the person, unless they have to stay out.
    async fn let_in(self, person: &Person, next: &str) -> Result<Response, Failure> {
        let turned_away = match admit(self.store, person, self.asked).await? {
            Admitted::Yes(account) => {
                let vouched = Credentials::Vouched(account);
                let signed_in = self.session.authenticate(vouched).await?;
                let signed_in = signed_in.ok_or("the account was disabled just now")?;
                let Self {
                    session,
                    records,
                    asked,
                    ..
                } = self;
                return Ok(begin(session, records, asked, signed_in, Some(next)).await);
            }
            Admitted::No(turned_away) => turned_away,
        };
        tracing::warn!(
            subject = turned_away.identity.subject,
            why = turned_away.why,
            "the identity provider vouched in vain"
        );
        self.records.turned_away(&turned_away, self.asked).await?;
        Ok(again(turned_away.problem, next))
    }

    /// On record like every failed sign-in, but no faster than attempts are: nobody has to set out in
    /// order to come back, so anybody could fill the log.
    async fn turn_away_nobody(&self, next: &str) -> Result<Response, StoreError> {
        let attempt = Attempt::at_return(self.asked.address);
        if self.attempts.allow(&attempt).await? {
            self.records.failed_sign_in_by_nobody(self.asked).await?;
        }
        Ok(again("provider", next))
    }
}

/// Who came back, if it is the one who set out, and by which seed.
async fn identify(
    provider: &Provider,
    journey: Option<Journey>,
    answer: Answer,
) -> Result<(Person, String), Refused> {
    let journey = journey.ok_or_else(|| {
        refused(
            "nobody set out from this browser in the last 15 minutes; is --public-url the address \
             that people use?",
        )
    })?;
    if answer.state.as_ref() != Some(journey.state.secret()) {
        return Err(refused("the state is not the one that was sent along"));
    }
    if let Some(error) = answer.error {
        // Anybody can write anything into an address.
        let error: String = error.chars().take(64).collect();
        return Err(refused(&format!("the provider says {error:?}")));
    }
    let code = answer.code.ok_or_else(|| refused("there is no code"))?;
    let identifying = provider.identify(code, journey.verifier, &journey.nonce);
    Ok((identifying.await?, journey.seed))
}
