//! What a server function knows about the request it answers.

use crate::audit;
use crate::error::AppError;
use domain::audit::{Action, AuditEvent};
use domain::id::{LONGEST, ResultId, UserId};
use domain::instant::Instant;
use domain::role::{Capability, Permit, Staff};
use futures::lock::Mutex;
use http::header::{ACCEPT, LOCATION};
use http::request::Parts;
use http::{HeaderMap, HeaderValue, StatusCode};
use leptos::prelude::use_context;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::SystemTime;
use store::{ErrorKind, Operation, Store, StoreError, TableId};

/// The id that a request carries in the log and in what the person sees.
#[derive(Debug, Clone)]
pub struct RequestId(pub String);

/// The address that a request came from.
#[derive(Debug, Clone, Copy)]
pub struct Address(pub IpAddr);

/// Who is signed in.
pub fn staff() -> Result<Staff, AppError> {
    let parts = use_context::<Parts>().ok_or(AppError::NotSignedIn)?;
    parts
        .extensions
        .get::<Staff>()
        .cloned()
        .ok_or(AppError::NotSignedIn)
}

/// Permission for `C`, or why not. The first thing that a server function asks for; a refusal goes
/// into the audit log.
pub async fn permit<C: Capability>() -> Result<Permit<C>, AppError> {
    let staff = staff()?;
    match staff.permit::<C>() {
        Ok(permit) => Ok(permit),
        Err(refused) => {
            let refusal = use_context::<Refusal>().unwrap_or_default();
            let event = AuditEvent {
                subject: refused.deed.clone(),
                ..audit::event(&staff, Action::Refused)
            };
            let mut is_recorded = refusal.0.lock().await;
            if !*is_recorded {
                match audit::record(event).await {
                    // A form's answer and the page that shows it are one request.
                    Ok(()) | Err(AppError::Conflict) => *is_recorded = true,
                    Err(error) => return Err(error),
                }
            }
            Err(refused.into())
        }
    }
}

/// Whether this request's refusal is on record: a page that asks for several things is refused once.
#[derive(Clone, Default)]
pub struct Refusal(Arc<Mutex<bool>>);

/// The user that a request is about.
pub fn user(id: &str) -> Result<UserId, AppError> {
    UserId::parse(id).map_err(|error| AppError::Invalid(error.to_string()))
}

/// The evaluation that a request is about. An id that no key can hold belongs to none.
pub fn result(id: &str) -> Result<ResultId, AppError> {
    if id.is_empty() || id.len() > LONGEST {
        let why = format!(
            "That is no result id: it has {} bytes, and ids have 1 to {LONGEST}.",
            id.len()
        );
        return Err(AppError::Invalid(why));
    }
    Ok(ResultId::new(id))
}

pub fn store() -> Result<Store, AppError> {
    use_context::<Store>().ok_or_else(|| AppError::Broken {
        request_id: request_id(),
    })
}

/// The moment that everything on a page is reckoned from.
pub fn now() -> Instant {
    Instant::from(SystemTime::now())
}

pub fn headers() -> HeaderMap {
    use_context::<Parts>()
        .map(|parts| parts.headers)
        .unwrap_or_default()
}

/// The address that the request came from, as text; empty where it is not known.
pub fn address() -> String {
    use_context::<Parts>()
        .and_then(|parts| parts.extensions.get::<Address>().copied())
        .map(|Address(address)| address.to_string())
        .unwrap_or_default()
}

pub fn request_id() -> String {
    use_context::<Parts>()
        .and_then(|parts| parts.extensions.get::<RequestId>().cloned())
        .map(|RequestId(id)| id)
        .unwrap_or_default()
}

/// Leads a form that was sent without JavaScript to a page. In the browser the page's own code goes there, after it
/// has seen the answer.
pub fn redirect_form(path: &str) {
    let Some(response) = use_context::<leptos_axum::ResponseOptions>() else {
        return;
    };
    let Ok(location) = HeaderValue::from_str(path) else {
        return;
    };
    response.insert_header(LOCATION, location);
    let accepts = headers().get(ACCEPT).cloned();
    let is_form = accepts.is_some_and(|it| it.to_str().is_ok_and(|it| it.contains("text/html")));
    if is_form {
        response.set_status(StatusCode::FOUND);
    }
}

/// Puts a failed read into words; the detail goes to the log only.
pub fn failure(error: &StoreError) -> AppError {
    let request_id = request_id();
    tracing::error!(request_id, %error, "a call to a table failed");
    match error.kind {
        ErrorKind::BadCursor => {
            AppError::Invalid("That page of the list is no longer there. Start again.".to_owned())
        }
        // A refused read is a table with other keys than it should have: that table's pages do not
        // work, the others do.
        ErrorKind::Rejected if !is_read(error.operation) => AppError::Broken { request_id },
        ErrorKind::Conflict => AppError::Conflict,
        _ => AppError::Unavailable {
            what: contents(error.table).to_owned(),
            request_id,
        },
    }
}

fn is_read(operation: Operation) -> bool {
    matches!(
        operation,
        Operation::Get | Operation::Query | Operation::Scan
    )
}

/// What a table holds, as people would say it.
pub fn contents(table: TableId) -> &'static str {
    match table {
        TableId::Underwriting => "Profiles, evaluations and rulebooks",
        TableId::CollectionHistory => "The collection history",
        TableId::Locks => "The locks",
        TableId::RequirementsBypass => "The requirements bypass",
        TableId::FloatService => "The float service's table",
        TableId::Pave => "The insights",
        TableId::IncomeDetection => "The income detection",
        TableId::DataCapture => "The captured data",
        TableId::BalanceSettings => "The balance settings",
        TableId::Transactions => "The balances",
        TableId::FloatDesk => "Float Desk's own records",
    }
}
