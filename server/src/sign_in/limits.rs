//! How long a session lasts: half an hour without a request, half a day in all.

use axum_login::tower_sessions::Session;
use axum_login::tower_sessions::session::Error;
use domain::instant::Instant;
use time::Duration;

/// A session nobody uses for this long is over.
pub(super) const IDLE: Duration = Duration::minutes(30);
/// Nobody stays signed in overnight.
const IN_ALL: i64 = 12 * 60 * 60;
/// Using a session is written down this often, and not at each request.
const NOTED_EVERY: i64 = 60;

const STARTED: &str = "started";
const USED: &str = "used";

pub(super) async fn begin(session: &Session, now: Instant) -> Result<(), Error> {
    session.insert(STARTED, now.epoch_seconds()).await?;
    session.insert(USED, now.epoch_seconds()).await
}

/// Whether the session may still be used; notes that it was.
pub(super) async fn is_running(session: &Session, now: Instant) -> Result<bool, Error> {
    let now = now.epoch_seconds();
    let started: Option<i64> = session.get(STARTED).await?;
    if started.is_none_or(|started| now - started >= IN_ALL) {
        return Ok(false);
    }
    let used: Option<i64> = session.get(USED).await?;
    if used.is_none_or(|used| now - used >= NOTED_EVERY) {
        // Saving it moves the idle limit on.
        session.insert(USED, now).await?;
    }
    Ok(true)
}
