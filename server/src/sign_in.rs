//! Signing in and out, and the session that remembers it.

mod demo;
mod session_store;

pub use demo::DemoStaff;

use app::paths;
use axum::extract::Request;
use axum::middleware::Next;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::post;
use axum::{Form, Router};
use axum_login::{AuthManagerLayer, AuthManagerLayerBuilder, AuthSession, AuthUser};
use domain::role::{Role, Staff};
use http::StatusCode;
use serde::Deserialize;
use session_store::DynamoSessions;
use store::Store;
use time::Duration;
use tower_sessions::cookie::SameSite;
use tower_sessions::{Expiry, SessionManagerLayer};

/// A working day; nobody stays signed in overnight.
const SESSION_LENGTH: Duration = Duration::hours(12);
/// `__Host-` binds the cookie to this very host and to secure transport. Browsers count loopback as
/// secure, so the demo keeps to it too.
const COOKIE: &str = "__Host-float-desk";

/// What can be reached without being signed in.
const OPEN: [&str; 4] = [
    paths::SIGN_IN,
    "/sign-in/demo",
    "/rpc/set_theme",
    "/rpc/signed_in",
];

type Session = AuthSession<DemoStaff>;

/// A signed-in person, as the session knows them.
#[derive(Debug, Clone)]
pub struct SignedIn(pub Staff);

impl AuthUser for SignedIn {
    type Id = String;

    fn id(&self) -> String {
        self.0.name.to_string()
    }

    /// Sessions end when this changes; for the demo's people it is their role.
    fn session_auth_hash(&self) -> &[u8] {
        self.0.role.as_str().as_bytes()
    }
}

pub(crate) fn layer(store: Store, staff: DemoStaff) -> AuthManagerLayer<DemoStaff, DynamoSessions> {
    let sessions = SessionManagerLayer::new(DynamoSessions::new(store))
        .with_name(COOKIE)
        .with_secure(true)
        .with_http_only(true)
        .with_same_site(SameSite::Lax)
        .with_path("/")
        .with_expiry(Expiry::OnInactivity(SESSION_LENGTH));
    AuthManagerLayerBuilder::new(staff, sessions).build()
}

pub(crate) fn routes<S: Clone + Send + Sync + 'static>() -> Router<S> {
    Router::new()
        .route("/sign-in/demo", post(sign_in_to_demo))
        .route(paths::SIGN_OUT, post(sign_out))
}

/// Lets nobody past who is not signed in, and tells the pages who is.
pub(crate) async fn require(session: Session, mut request: Request, next: Next) -> Response {
    match session.user {
        Some(SignedIn(staff)) => {
            request.extensions_mut().insert(staff);
            next.run(request).await
        }
        None if OPEN.contains(&request.uri().path()) => next.run(request).await,
        // A server function says so itself, in the form that the browser's half understands.
        None if request.uri().path().starts_with("/rpc/") => next.run(request).await,
        // What was to be done is not done afterwards, and its address is no page.
        None if !request.method().is_safe() => Redirect::to(paths::SIGN_IN).into_response(),
        None => {
            let wanted = request
                .uri()
                .path_and_query()
                .map_or(paths::HOME, |path| path.as_str());
            Redirect::to(&paths::sign_in_for(wanted)).into_response()
        }
    }
}

#[derive(Debug, Deserialize)]
struct DemoSignIn {
    role: Role,
    next: Option<String>,
}

async fn sign_in_to_demo(mut session: Session, Form(form): Form<DemoSignIn>) -> Response {
    let signed_in = match session.authenticate(form.role).await {
        Ok(Some(person)) => session.login(&person).await.map(|()| person),
        Ok(None) => {
            let message = "This server runs no demo, so nobody can sign in to it like this.";
            return (StatusCode::NOT_FOUND, message).into_response();
        }
        Err(error) => Err(error),
    };
    match signed_in {
        Ok(SignedIn(staff)) => {
            tracing::info!(name = %staff.name, role = %staff.role, "signed in");
            Redirect::to(&local(form.next.as_deref())).into_response()
        }
        Err(error) => {
            tracing::error!(?error, "signing in failed");
            let message = "Signing in does not work at the moment. Try again in a minute.";
            (StatusCode::SERVICE_UNAVAILABLE, message).into_response()
        }
    }
}

async fn sign_out(mut session: Session) -> Response {
    if let Err(error) = session.logout().await {
        tracing::error!(?error, "signing out failed");
        let message = "Signing out did not work: you are still signed in. Try again in a minute.";
        return (StatusCode::SERVICE_UNAVAILABLE, message).into_response();
    }
    Redirect::to(paths::SIGN_IN).into_response()
}

/// The page to go back to, if it is one of ours: a path, and not `//host` or `/\host`.
fn local(next: Option<&str>) -> String {
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
