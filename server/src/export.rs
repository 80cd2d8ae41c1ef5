//! Lists as files: the whole of what was asked for, put on record and streamed part by part.

mod audit_log;
mod balances;
mod evaluations;
mod floats;
mod ledger;
mod rates;
mod repayment;
mod rule_outcomes;

use crate::sign_in::Asked;
use app::request::contents;
use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{Extension, FromRequestParts, Path};
use axum::response::{IntoResponse, Response};
use domain::audit::{Action, AuditEvent};
use domain::id::UserId;
use domain::instant::Instant;
use domain::role::{Capability, Staff};
use futures::{Stream, StreamExt};
use http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use http::request::Parts;
use http::{StatusCode, Uri};
use std::time::SystemTime;
use store::{Store, StoreError, TableId, audit};

/// How a file is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    Csv,
    JsonLines,
}

/// One line of a file.
pub(crate) trait Row: Send + 'static {
    /// The names of the columns.
    const HEAD: &'static [&'static str];

    /// A cell for each column, as stored: nothing is rounded.
    fn cells(&self) -> Vec<String>;

    /// The same for machines, with all there is to it.
    fn json(&self) -> serde_json::Value;
}

/// Who asks for a file, and which.
pub(crate) struct Wanted {
    store: Store,
    staff: Staff,
    asked: Asked,
    form: Form,
    /// Empty where the list is not one user's.
    user: Option<UserId>,
    query: String,
}

pub(crate) fn routes<S: Clone + Send + Sync + 'static>(store: Store) -> Router<S> {
    Router::new()
        .merge(audit_log::routes())
        .merge(balances::routes())
        .merge(evaluations::routes())
        .merge(floats::routes())
        .merge(ledger::routes())
        .merge(rates::routes())
        .merge(repayment::routes())
        .merge(rule_outcomes::routes())
        .layer(Extension(store))
}

impl<S: Send + Sync> FromRequestParts<S> for Wanted {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Response> {
        let lost = |_| StatusCode::INTERNAL_SERVER_ERROR.into_response();
        let Extension(store) = Extension::<Store>::from_request_parts(parts, state)
            .await
            .map_err(lost)?;
        let Extension(staff) = Extension::<Staff>::from_request_parts(parts, state)
            .await
            .map_err(lost)?;
        let Ok(asked) = Asked::from_request_parts(parts, state).await;
        // The lists of a user are the only ones with something in their path.
        let user = Path::<String>::from_request_parts(parts, state).await.ok();
        let user = user
            .map(|Path(segment)| app::request::user(&app::paths::from_segment(&segment)))
            .transpose()
            .map_err(|error| (StatusCode::BAD_REQUEST, error.to_string()).into_response())?;
        Ok(Self {
            store,
            staff,
            asked,
            form: form(&parts.uri),
            user,
            query: parts.uri.query().unwrap_or_default().to_owned(),
        })
    }
}

fn form(uri: &Uri) -> Form {
    match uri.path().rsplit_once('.') {
        Some((_, "csv")) => Form::Csv,
        _ => Form::JsonLines,
    }
}

impl Wanted {
    pub(crate) fn store(&self) -> &Store {
        &self.store
    }

    pub(crate) fn staff(&self) -> &Staff {
        &self.staff
    }

    /// What stands behind the question mark.
    pub(crate) fn query(&self) -> &str {
        &self.query
    }
}

/// Whether somebody may; a refusal is put on record.
pub(crate) async fn permitted<C: Capability>(
    wanted: &Wanted,
    subject: String,
) -> Result<(), Response> {
    let Err(refused) = wanted.staff.permit::<C>() else {
        return Ok(());
    };
    record(wanted, Action::Refused, subject).await?;
    Err((StatusCode::FORBIDDEN, refused.to_string()).into_response())
}

async fn record(wanted: &Wanted, action: Action, subject: String) -> Result<(), Response> {
    let event = event(wanted, action, subject);
    audit::record(&wanted.store, &event).await.map_err(|error| {
        tracing::error!(request_id = wanted.asked.request_id, %error, "an export could not be put on record");
        let message = format!(
            "{} cannot be written at the moment.",
            contents(TableId::FloatDesk)
        );
        (StatusCode::SERVICE_UNAVAILABLE, message).into_response()
    })
}

/// Puts the export on record, or the refusal, and then begins to send.
pub(crate) async fn export<C: Capability, R: Row>(
    wanted: Wanted,
    name: &str,
    subject: String,
    parts: impl Stream<Item = Result<Vec<R>, StoreError>> + Send + 'static,
) -> Response {
    let permit = wanted.staff.permit::<C>();
    let action = if permit.is_ok() {
        Action::Exported
    } else {
        Action::Refused
    };
    if let Err(unrecorded) = record(&wanted, action, subject).await {
        return unrecorded;
    }
    if let Err(refused) = permit {
        return (StatusCode::FORBIDDEN, refused.to_string()).into_response();
    }
    let (kind, ending) = match wanted.form {
        Form::Csv => ("text/csv; charset=utf-8", "csv"),
        Form::JsonLines => ("application/x-ndjson", "jsonl"),
    };
    let file = format!("attachment; filename=\"{name}.{ending}\"");
    let form = wanted.form;
    let body = Body::from_stream(parts.enumerate().map(move |(index, part)| {
        part.map(|rows| match form {
            Form::Csv => as_csv(&rows, index == 0),
            Form::JsonLines => as_json_lines(&rows),
        })
    }));
    (
        [(CONTENT_TYPE, kind), (CONTENT_DISPOSITION, file.as_str())],
        body,
    )
        .into_response()
}

fn event(wanted: &Wanted, action: Action, subject: String) -> AuditEvent {
    AuditEvent {
        id: format!("{}-{action}", wanted.asked.request_id),
        at: Instant::from(SystemTime::now()),
        who: wanted.staff.id.clone(),
        label: wanted.staff.own_label(),
        role: Some(wanted.staff.role),
        from: wanted.asked.address.to_string(),
        action,
        user: wanted.user.clone(),
        subject,
        reason: String::new(),
        before: None,
        after: None,
    }
}

fn as_csv<R: Row>(rows: &[R], with_head: bool) -> Bytes {
    let mut writer = csv::Writer::from_writer(Vec::new());
    // Writing into memory does not fail.
    if with_head {
        let _ = writer.write_record(R::HEAD);
    }
    for row in rows {
        let _ = writer.write_record(row.cells().iter().map(|cell| harmless(cell)));
    }
    Bytes::from(writer.into_inner().unwrap_or_default())
}

/// A cell that a spreadsheet would take for a formula is made plain text; a number is none.
fn harmless(cell: &str) -> String {
    let is_number = cell.parse::<f64>().is_ok_and(f64::is_finite);
    if cell.starts_with(['=', '+', '-', '@', '\t', '\r']) && !is_number {
        format!("'{cell}")
    } else {
        cell.to_owned()
    }
}

fn as_json_lines<R: Row>(rows: &[R]) -> Bytes {
    let mut text = String::new();
    for row in rows {
        text.push_str(&row.json().to_string());
        text.push('\n');
    }
    Bytes::from(text)
}

/// Any value as JSON. What is exported holds no map with keys that are not text.
fn json<T: serde::Serialize>(value: &T) -> serde_json::Value {
    serde_json::to_value(value).unwrap_or_default()
}

fn optional<T: ToString>(value: Option<T>) -> String {
    value.map(|value| value.to_string()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_cell_is_a_formula_and_no_number_is_changed() {
        assert_eq!(harmless("=1+1"), "'=1+1");
        assert_eq!(harmless("@cmd"), "'@cmd");
        assert_eq!(harmless("-1+cmd"), "'-1+cmd");
        assert_eq!(harmless("dana"), "dana");
        for number in ["-1", "-0.125", "1707575400123456789"] {
            assert_eq!(harmless(number), number);
        }
    }
}
