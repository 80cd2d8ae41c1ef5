//! The listener: HTTP/1.1 only, so many connections at most, none that waits forever, and an orderly end.
//!
//! A connection that only waits (for a request, or for the rest of one) is closed when it takes too long,
//! and earlier when somebody else needs its place. One that is being answered is never closed for that.
//! Beyond the limit a few more connections are accepted only to answer health checks, and to tell
//! everybody else to come back later.

mod connection;
mod limits;
mod table;
#[cfg(test)]
mod tests;
mod watched;

pub use limits::{Limits, NotEnoughFiles};

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::response::{IntoResponse, Response};
use connection::{Connection, Room};
use http::header::{CACHE_CONTROL, CONNECTION, RETRY_AFTER};
use http::{HeaderValue, Request, StatusCode};
use hyper::body::{Body as _, Incoming};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use std::io::Error;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use table::{Entry, Table};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::time::{Instant, interval, sleep, timeout};
use tower::Service;
use watched::{RequestBody, ResponseBody, WatchedStream};

/// How often overdue connections are looked for.
const SWEEP: Duration = Duration::from_secs(1);
/// How long to wait for a file descriptor when none is left and no connection can be closed.
const NO_FILES: Duration = Duration::from_millis(200);
/// How long a connection that was closed has for giving its place back.
const CLOSING: Duration = Duration::from_millis(500);
/// How often draining looks whether anything is left.
const DRAIN_LOOK: Duration = Duration::from_millis(20);
/// The longest request head, its address included; each half-sent one is kept in memory.
const LONGEST_HEAD: usize = 64 * 1024;
/// What is answered beyond the limit: whether the server runs, and whether it can work.
const HEALTH: [&str; 2] = ["/healthz", "/readyz"];
const RETRY_SECONDS: HeaderValue = HeaderValue::from_static("5");
const BUSY: &str =
    "Too many connections are open. Nothing was changed. Try again in a few seconds.\n";
/// For those who come when not even a place for a health check is left.
const BUSY_UNREAD: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\n\
    content-type: text/plain; charset=utf-8\r\n\
    retry-after: 5\r\n\
    connection: close\r\n\
    content-length: 80\r\n\r\n\
    Too many connections are open. Nothing was changed. Try again in a few seconds.\n";

/// Serves until `stop`, and gives what is still to be finished then. Nothing is accepted from there on.
pub async fn serve(
    listener: TcpListener,
    app: Router,
    limits: Limits,
    stop: impl Future<Output = ()>,
) -> Draining {
    let table = Arc::new(Table::new(limits.most));
    let (stopping, stopped) = watch::channel(false);
    let sweeping = tokio::spawn(sweep(Arc::clone(&table), limits));
    let mut stop = pin!(stop);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut stop => break,
        };
        match accepted {
            Ok((stream, peer)) => admit(&table, stream, peer, &app, &stopped).await,
            Err(error) => make_room(&table, &error).await,
        }
    }
    sweeping.abort();
    // Those who listen are the connections that are left; there may be none.
    let _ = stopping.send(true);
    Draining { table }
}

async fn admit(
    table: &Arc<Table>,
    stream: TcpStream,
    peer: SocketAddr,
    app: &Router,
    stopped: &watch::Receiver<bool>,
) {
    // Without this every answer waits 40 ms for an acknowledgement.
    let _ = stream.set_nodelay(true);
    let Some(entry) = table.enter().await else {
        refuse_unread(&stream);
        return;
    };
    tokio::spawn(answer(entry, stream, peer, app.clone(), stopped.clone()));
}

/// Writes the refusal without waiting for the request. What has come of it is read first: a socket that
/// is closed with unread bytes takes back what was written to it.
fn refuse_unread(stream: &TcpStream) {
    let mut unread = [0; 4096];
    let _ = stream.try_read(&mut unread);
    let _ = stream.try_write(BUSY_UNREAD);
}

/// No file descriptor is left: one more connection may fit after another was closed.
async fn make_room(table: &Table, error: &Error) {
    tracing::warn!(%error, "a connection could not be accepted");
    if !table.shed(None).await {
        sleep(NO_FILES).await;
    }
}

/// Answers one connection to its end.
async fn answer(
    entry: Entry,
    stream: TcpStream,
    peer: SocketAddr,
    app: Router,
    mut stopped: watch::Receiver<bool>,
) {
    let connection = Arc::clone(entry.connection());
    let io = TokioIo::new(WatchedStream::new(stream, Arc::clone(&connection)));
    let service = service_fn({
        let connection = Arc::clone(&connection);
        move |request| respond(app.clone(), request, peer, Arc::clone(&connection))
    });
    let mut serving = pin!(
        http1::Builder::new()
            .max_buf_size(LONGEST_HEAD)
            .serve_connection(io, service)
    );
    let mut is_stopping = *stopped.borrow();
    if is_stopping {
        serving.as_mut().graceful_shutdown();
    }
    loop {
        tokio::select! {
            ended = serving.as_mut() => {
                if let Err(error) = ended {
                    tracing::debug!(%peer, %error, "a connection ended early");
                }
                return;
            }
            () = connection.closed() => return,
            _ = stopped.changed(), if !is_stopping => {
                is_stopping = true;
                serving.as_mut().graceful_shutdown();
            }
        }
    }
}

async fn respond(
    mut app: Router,
    request: Request<Incoming>,
    peer: SocketAddr,
    connection: Arc<Connection>,
) -> Result<Response, Error> {
    let has_body = !request.body().is_end_stream();
    let path = request.uri().path();
    let is_health = HEALTH.contains(&path);
    let line = format!("{} {path}", request.method());
    if !connection.begin_request(line, has_body) {
        return Err(Error::other("this connection was closed"));
    }
    let response = if connection.room() == Room::Regular || is_health {
        let (mut parts, body) = request.into_parts();
        parts.extensions.insert(ConnectInfo(peer));
        let body = Body::new(RequestBody::new(body, Arc::clone(&connection)));
        let answered = app.call(Request::from_parts(parts, body)).await;
        answered.unwrap_or_else(|never| match never {})
    } else {
        busy()
    };
    let mut response =
        response.map(|body| Body::new(ResponseBody::new(body, Arc::clone(&connection))));
    if connection.room() == Room::Reserve {
        let close = HeaderValue::from_static("close");
        response.headers_mut().insert(CONNECTION, close);
    }
    Ok(response)
}

fn busy() -> Response {
    let headers = [
        (RETRY_AFTER, RETRY_SECONDS),
        (CACHE_CONTROL, HeaderValue::from_static("no-store")),
    ];
    (StatusCode::SERVICE_UNAVAILABLE, headers, BUSY).into_response()
}

/// Closes what takes too long, and logs once a second at most what the limit has led to.
async fn sweep(table: Arc<Table>, limits: Limits) {
    let mut ticks = interval(SWEEP);
    loop {
        ticks.tick().await;
        table.close_overdue(&limits);
        if let Some((shed, refused)) = table.take_pressure() {
            tracing::warn!(
                limit = limits.most,
                shed,
                refused,
                "the connection limit was reached: waiting connections were closed, new ones refused"
            );
        }
    }
}

/// Connections that were open when the server was told to stop.
#[must_use = "requests are finished by waiting for them"]
pub struct Draining {
    table: Arc<Table>,
}

impl Draining {
    /// Lets every request that has begun be answered, and cuts those that are still not at the deadline.
    /// Gives how many were cut.
    pub async fn finish(self, deadline: Instant) -> usize {
        while Instant::now() < deadline {
            self.table.close_waiting();
            if self.table.is_empty() {
                return 0;
            }
            sleep(DRAIN_LOOK).await;
        }
        let cut = self.table.close_all();
        for request in &cut {
            tracing::warn!(
                request,
                "the shutdown deadline was reached: a request was cut off"
            );
        }
        let _ = timeout(CLOSING, async {
            while !self.table.is_empty() {
                sleep(DRAIN_LOOK).await;
            }
        })
        .await;
        cut.len()
    }
}
