//! Signing in and out, and the session that remembers it.

mod attempts;
mod demo;
mod directory;
mod identity;
mod leave;
mod limits;
pub mod password;
mod provider;
mod records;
mod session_store;
mod turns;

pub use directory::Directory;
pub use provider::{Provider, ProviderError};

use app::request::{Address, RequestId};
use app::{effect, paths};
use attempts::{Attempt, Attempts};
use axum::extract::{Extension, Request};
use axum::middleware::Next;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::post;
use axum::{Form, Router};
use axum_login::{AuthManagerLayer, AuthManagerLayerBuilder, AuthSession};
use directory::{Credentials, DirectoryError};
use domain::audit::Action;
use domain::id::StaffId;
use domain::instant::Instant;
use domain::role::Role;
use domain::staff_account::typed_name;
use http::StatusCode;
use identity::SignedIn;
use records::Records;
use serde::Deserialize;
use session_store::DynamoSessions;
use std::time::SystemTime;
use store::Store;
use tower_sessions::cookie::SameSite;
use tower_sessions::{Expiry, SessionManagerLayer};

/// `__Host-` binds the cookie to this very host and to secure transport. Browsers count loopback as
/// secure, so the demo keeps to it too.
const COOKIE: &str = "__Host-float-desk";

/// What can be reached without being signed in.
const OPEN: [&str; 8] = [
    paths::SIGN_IN,
    paths::SIGN_IN_TO_DEMO,
    paths::SIGN_IN_BY_PASSWORD,
    paths::SIGN_IN_PROVIDER,
    paths::SIGN_IN_RETURN,
    "/rpc/set_theme",
    "/rpc/signed_in",
    "/rpc/ways_to_sign_in",
];

type Session = AuthSession<Directory>;

pub(crate) fn layer(
    store: Store,
    directory: Directory,
) -> AuthManagerLayer<Directory, DynamoSessions> {
    let sessions = SessionManagerLayer::new(DynamoSessions::new(store))
        .with_name(COOKIE)
        .with_secure(true)
        .with_http_only(true)
        .with_same_site(SameSite::Lax)
        .with_path("/")
        .with_expiry(Expiry::OnInactivity(limits::IDLE));
    AuthManagerLayerBuilder::new(directory, sessions).build()
}

pub(crate) fn routes<S: Clone + Send + Sync + 'static>(
    store: Store,
    provider: Option<Provider>,
) -> Router<S> {
    Router::new()
        .route(paths::SIGN_IN_TO_DEMO, post(sign_in_to_demo))
        .route(paths::SIGN_IN_BY_PASSWORD, post(sign_in_by_password))
        .route(paths::SIGN_OUT, post(leave::sign_out))
        .route(paths::SIGN_OUT_EVERYWHERE, post(leave::sign_out_everywhere))
        .merge(provider::routes::routes(&store, provider))
        .layer(Extension(Records::new(store.clone())))
        .layer(Extension(Attempts::new(store.clone())))
        .layer(Extension(store))
}

/// Lets nobody past who is not signed in, and tells the pages who is.
pub(crate) async fn require(session: Session, mut request: Request, next: Next) -> Response {
    let signed_in = match &session.user {
        Some(person) => match limits::is_running(&session.session, now()).await {
            Ok(true) => Some(person.staff.clone()),
            Ok(false) => None,
            // The layer around this one says that sessions cannot be read.
            Err(_) => return StatusCode::INTERNAL_SERVER_ERROR.into_response(),
        },
        None => None,
    };
    let path = request.uri().path();
    match signed_in {
        Some(staff) => {
            request.extensions_mut().insert(staff);
            next.run(request).await
        }
        None if OPEN.contains(&path) => next.run(request).await,
        // A server function says so itself, in the form that the browser's half understands. Only one
        // that exists: what else begins like its address may lead to a page.
        None if effect::of(path).is_some() => next.run(request).await,
        // What was to be done is not done afterwards, and its address is no page.
        None if !request.method().is_safe() => Redirect::to(paths::SIGN_IN).into_response(),
        None => {
            let wanted = request.uri().path_and_query();
            let wanted = wanted.map_or(paths::HOME, |path| path.as_str());
            Redirect::to(&paths::sign_in_for(wanted)).into_response()
        }
    }
}

#[derive(Debug, Deserialize)]
struct DemoForm {
    role: Role,
    next: Option<String>,
}

async fn sign_in_to_demo(
    session: Session,
    records: Extension<Records>,
    asked: Asked,
    Form(form): Form<DemoForm>,
) -> Response {
    match session.authenticate(Credentials::Demo(form.role)).await {
        Ok(Some(person)) => begin(session, &records, &asked, person, form.next.as_deref()).await,
        Ok(None) => {
            let message = "This server runs no demo, so nobody can sign in to it like this.";
            (StatusCode::NOT_FOUND, message).into_response()
        }
        Err(error) => unavailable(&error),
    }
}

#[derive(Deserialize)]
struct PasswordForm {
    name: String,
    password: String,
    next: Option<String>,
}

async fn sign_in_by_password(
    session: Session,
    records: Extension<Records>,
    attempts: Extension<Attempts>,
    asked: Asked,
    Form(form): Form<PasswordForm>,
) -> Response {
    let next = local(form.next.as_deref());
    // What can't be a name is answered like a name that nobody has.
    let name = typed_name(&form.name).ok().map(StaffId::new);
    let attempt = Attempt::at(name.as_ref().map_or("", StaffId::as_str), asked.address);
    match attempts.allow(&attempt).await {
        Ok(true) => {}
        Ok(false) => return again("slow", &next),
        Err(error) => return unavailable(&error),
    }
    let shown = Credentials::Password {
        name: name.clone(),
        password: form.password,
    };
    match session.authenticate(shown).await {
        Ok(Some(person)) => {
            no_guess(&attempts, &attempt).await;
            begin(session, &records, &asked, person, Some(&next)).await
        }
        Ok(None) => match records.wrong_password(name.as_ref(), &asked).await {
            Ok(()) => again("wrong", &next),
            Err(error) => unavailable(&error),
        },
        Err(axum_login::Error::Backend(DirectoryError::Busy(busy))) => {
            tracing::warn!(%busy, "a sign-in was refused");
            no_guess(&attempts, &attempt).await;
            again("busy", &next)
        }
        Err(error) => unavailable(&error),
    }
}

async fn no_guess(attempts: &Attempts, attempt: &Attempt) {
    if let Err(error) = attempts.proved_right(attempt).await {
        tracing::warn!(%error, "an attempt that was no guess stays counted for a while");
    }
}

fn again(problem: &str, next: &str) -> Response {
    Redirect::to(&paths::sign_in_again(problem, next)).into_response()
}

/// Starts a session, once that is on record. One that was running ends: signing in as somebody else
/// under the same id would take along whoever knew it.
async fn begin(
    mut session: Session,
    records: &Records,
    asked: &Asked,
    person: SignedIn,
    next: Option<&str>,
) -> Response {
    if let Err(error) = records
        .done_by(&person.staff, Action::SignedIn, asked)
        .await
    {
        return unavailable(&error);
    }
    let started = async {
        if session.user.is_some() {
            session.session.cycle_id().await?;
        }
        session.login(&person).await?;
        limits::begin(&session.session, now()).await?;
        Ok::<_, axum_login::Error<Directory>>(())
    };
    match started.await {
        Ok(()) => Redirect::to(&local(next)).into_response(),
        Err(error) => unavailable(&error),
    }
}

/// The request as far as the records care: its id, and where it came from.
#[derive(Debug, Clone)]
pub(crate) struct Asked {
    pub(crate) request_id: String,
    pub(crate) address: std::net::IpAddr,
}

impl<S: Sync> axum::extract::FromRequestParts<S> for Asked {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(
        parts: &mut http::request::Parts,
        _state: &S,
    ) -> Result<Self, Self::Rejection> {
        let id = parts.extensions.get::<RequestId>();
        let address = parts.extensions.get::<Address>();
        Ok(Self {
            request_id: id.map(|RequestId(id)| id.clone()).unwrap_or_default(),
            address: address.map_or(std::net::Ipv4Addr::UNSPECIFIED.into(), |Address(ip)| *ip),
        })
    }
}

fn unavailable(error: &dyn std::fmt::Display) -> Response {
    tracing::error!(%error, "signing in failed");
    let message = "Signing in does not work at the moment. Try again in a minute.";
    (StatusCode::SERVICE_UNAVAILABLE, message).into_response()
}

fn now() -> Instant {
    Instant::from(SystemTime::now())
}

/// The page to go back to, if it is one of ours: a path, and not `//host` or `/\\host`.
pub(crate) fn local(next: Option<&str>) -> String {
    next.filter(|next| {
        next.starts_with('/')
            && !next[1..].starts_with(['/', '\\'])
            && !next.contains(char::is_control)
    })
    .unwrap_or(paths::HOME)
    .to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signing_in_leads_back_to_our_own_pages_only() {
        assert_eq!(local(Some("/users/a~23b?x=1")), "/users/a~23b?x=1");
        for foreign in [
            "https://example.com",
            "//example.com",
            "/\\example.com",
            "",
            "/\nx",
        ] {
            assert_eq!(local(Some(foreign)), "/", "{foreign:?}");
        }
        assert_eq!(local(None), "/");
    }
}
