//! Lists as files: the whole of what was asked for, put on record and streamed part by part.

mod audit_log;
mod balances;
mod cell;
mod evaluations;
mod floats;
mod ledger;
mod rates;
mod repayment;
mod rule_outcomes;

use crate::sign_in::Asked;
use crate::slots::{Full, Slot, Slots};
use app::request::contents;
use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{Extension, FromRequestParts, Path};
use axum::response::{IntoResponse, Response};
use cell::guarded;
use domain::audit::{Action, AuditEvent};
use domain::id::UserId;
use domain::instant::Instant;
use domain::role::{Capability, Staff};
use futures::{Stream, StreamExt};
use http::header::{CONTENT_DISPOSITION, CONTENT_TYPE, RETRY_AFTER};
use http::request::Parts;
use http::{StatusCode, Uri};
use std::time::{Duration, SystemTime};
use store::{Store, StoreError, TableId, audit};

/// So many files one person may be sent at the same time, and so many everybody together.
const PER_PERSON: usize = 3;
const EVERYBODY: usize = 16;
/// How long a file waits for one before it: somebody who asks for several at once gets them in turn.
const PATIENCE: Duration = Duration::from_secs(8);

/// In characters; filters that people set come to far less.
const LONGEST_SUBJECT: usize = 2_000;

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
    slots: Slots,
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
        .layer(Extension(Slots::new(PER_PERSON, EVERYBODY, PATIENCE)))
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
        let Extension(slots) = Extension::<Slots>::from_request_parts(parts, state)
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
            slots,
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

    /// What stands behind the question mark.
    pub(crate) fn query(&self) -> &str {
        &self.query
    }

    /// A slot for this kind of work, kept for as long as it lasts.
    pub(crate) async fn slot(&self) -> Result<Slot, Full> {
        self.slots.take(&self.staff.id).await
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
    if let Err(refusal) = permitted::<C>(&wanted, subject.clone()).await {
        return refusal;
    }
    let slot = match wanted.slot().await {
        Ok(slot) => slot,
        Err(full) => return too_many(full),
    };
    if let Err(unrecorded) = record(&wanted, Action::Exported, subject).await {
        return unrecorded;
    }
    let (kind, ending) = match wanted.form {
        Form::Csv => ("text/csv; charset=utf-8", "csv"),
        Form::JsonLines => ("application/x-ndjson", "jsonl"),
    };
    let file = format!("attachment; filename=\"{name}.{ending}\"");
    let form = wanted.form;
    let body = Body::from_stream(parts.enumerate().map(move |(index, part)| {
        // Kept until the last part was sent, or until nobody reads on.
        let _slot = &slot;
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

fn too_many(full: Full) -> Response {
    let (status, why) = match full {
        Full::Own => (
            StatusCode::TOO_MANY_REQUESTS,
            format!(
                "You already have {PER_PERSON} exports running. Wait until one finishes or cancel one, \
                 then try again."
            ),
        ),
        Full::All => (
            StatusCode::SERVICE_UNAVAILABLE,
            "Too many exports are running. Nothing was changed. Try again in a minute.".to_owned(),
        ),
    };
    (status, [(RETRY_AFTER, "60")], why).into_response()
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
        subject: shortened(subject),
        reason: String::new(),
        before: None,
        after: None,
    }
}

/// An address may have as much in it as a request's head, and its event is stored in several lists.
fn shortened(subject: String) -> String {
    match subject.char_indices().nth(LONGEST_SUBJECT) {
        Some((end, _)) => format!("{}…", &subject[..end]),
        None => subject,
    }
}

fn as_csv<R: Row>(rows: &[R], with_head: bool) -> Bytes {
    let mut writer = csv::Writer::from_writer(Vec::new());
    // Writing into memory does not fail.
    if with_head {
        let _ = writer.write_record(R::HEAD);
    }
    for row in rows {
        let _ = writer.write_record(row.cells().iter().map(|cell| guarded(cell)));
    }
    Bytes::from(writer.into_inner().unwrap_or_default())
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
