//! Signing out: here, or everywhere at once.

use super::records::Records;
use super::{Asked, Session};
use app::paths;
use axum::extract::Extension;
use axum::response::{IntoResponse, Redirect, Response};
use domain::audit::{Action, AuditEvent};
use domain::role::{EndOwnSessions, Permit, Staff};
use http::StatusCode;
use store::{ErrorKind, Store, StoreError, staff_account};

pub(super) async fn sign_out(
    mut session: Session,
    records: Extension<Records>,
    asked: Asked,
) -> Response {
    if let Some(person) = &session.user {
        let recorded = records
            .done_by(&person.staff, Action::SignedOut, &asked)
            .await;
        if let Err(error) = recorded {
            return still_here(&error);
        }
    }
    match session.logout().await {
        Ok(_) => Redirect::to(paths::SIGN_IN).into_response(),
        Err(error) => still_here(&error),
    }
}

/// Ends every session of whoever asks, this one included.
pub(super) async fn sign_out_everywhere(
    mut session: Session,
    staff: Extension<Staff>,
    store: Extension<Store>,
    records: Extension<Records>,
    asked: Asked,
) -> Response {
    let permit = match staff.permit::<EndOwnSessions>() {
        Ok(permit) => permit,
        Err(refused) => {
            return match records.done_by(&staff, Action::Refused, &asked).await {
                Ok(()) => (StatusCode::FORBIDDEN, refused.to_string()).into_response(),
                Err(error) => still_here(&error),
            };
        }
    };
    let event = AuditEvent {
        subject: staff.id.to_string(),
        reason: "signed out everywhere".to_owned(),
        ..Records::event_of(&staff, Action::SessionsEnded, &asked)
    };
    if let Err(error) = end(&store, &permit, &event).await {
        return still_here(&error);
    }
    match session.logout().await {
        Ok(_) => Redirect::to(paths::SIGN_IN).into_response(),
        Err(error) => still_here(&error),
    }
}

async fn end(
    store: &Store,
    permit: &Permit<EndOwnSessions>,
    event: &AuditEvent,
) -> Result<(), StoreError> {
    match staff_account::end_own_sessions(store, permit, event).await {
        // An admin changed the account at this very moment: once more, on what it is now.
        Err(error) if error.kind == ErrorKind::Conflict => {
            staff_account::end_own_sessions(store, permit, event).await
        }
        other => other,
    }
}

fn still_here(error: &dyn std::fmt::Display) -> Response {
    tracing::error!(%error, "signing out failed");
    let message = "Signing out did not work: you are still signed in. Try again in a minute.";
    (StatusCode::SERVICE_UNAVAILABLE, message).into_response()
}
