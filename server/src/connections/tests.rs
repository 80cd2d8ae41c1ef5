use super::*;
use crate::every_request;
use crate::proxies::Proxies;
use axum::routing::{any, get};
use futures::stream;
use std::convert::Infallible;
use std::future::pending;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::sync::{Notify, Semaphore, oneshot};

/// For what waits in a test: nothing is measured by it, it only ends a test that hangs.
const HANG: Duration = Duration::from_mins(1);

fn limits(most: usize) -> Limits {
    Limits {
        most,
        ..Limits::default()
    }
}

async fn started(app: Router, limits: Limits) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(serve(listener, app, limits, pending()));
    address
}

fn plain() -> Router {
    Router::new()
        .route("/healthz", get(|| async { "ok" }))
        .route("/", get(|| async { "a page" }))
}

async fn connected(address: SocketAddr, sent: &str) -> TcpStream {
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(sent.as_bytes()).await.unwrap();
    stream
}

/// All that comes until the server closes the connection.
async fn rest(mut stream: TcpStream) -> String {
    let mut bytes = Vec::new();
    // A reset is an end, too.
    let _ = timeout(HANG, stream.read_to_end(&mut bytes)).await.unwrap();
    String::from_utf8_lossy(&bytes).into_owned()
}

async fn get_once(address: SocketAddr, path: &str) -> String {
    let request = format!("GET {path} HTTP/1.1\r\nhost: desk\r\nconnection: close\r\n\r\n");
    rest(connected(address, &request).await).await
}

#[tokio::test]
async fn half_open_connections_keep_nobody_out() {
    let address = started(plain(), limits(4)).await;
    let mut half_open = Vec::new();
    for number in 0..40 {
        let sent = if number % 2 == 0 {
            ""
        } else {
            "GET / HTTP/1.1\r\nhost:"
        };
        half_open.push(connected(address, sent).await);
        let page = get_once(address, "/").await;
        assert!(page.starts_with("HTTP/1.1 200"), "{number}: {page}");
    }
    // The oldest had to go, the newest are left alone.
    assert_eq!(rest(half_open.remove(0)).await, "");
    let mut newest = half_open.pop().unwrap();
    newest
        .write_all(b" desk\r\nconnection: close\r\n\r\n")
        .await
        .unwrap();
    assert!(rest(newest).await.ends_with("a page"));
}

#[tokio::test]
async fn bodies_that_never_end_keep_nobody_out() {
    let reads = |body: axum::body::Bytes| async move { body.len().to_string() };
    let address = started(plain().route("/form", any(reads)), limits(4)).await;
    let mut slow = Vec::new();
    for number in 0..12 {
        let head = "POST /form HTTP/1.1\r\nhost: desk\r\ncontent-length: 10\r\n\r\nhalf";
        slow.push(connected(address, head).await);
        let page = get_once(address, "/").await;
        assert!(page.starts_with("HTTP/1.1 200"), "{number}: {page}");
    }
    assert_eq!(rest(slow.remove(0)).await, "");
}

#[tokio::test]
async fn beyond_the_limit_only_health_checks_are_answered() {
    let gate = Arc::new(Semaphore::new(0));
    let (begun, held) = (Arc::new(Notify::new()), Arc::clone(&gate));
    let tell = Arc::clone(&begun);
    let app = plain().route(
        "/long",
        get(move || async move {
            tell.notify_one();
            let _open = held.acquire().await;
            "done"
        }),
    );
    let address = started(app, limits(2)).await;
    let long = [0, 1].map(|_| tokio::spawn(get_once(address, "/long")));
    for _ in &long {
        timeout(HANG, begun.notified()).await.unwrap();
    }
    for _ in 0..20 {
        let refused = get_once(address, "/").await;
        assert!(refused.starts_with("HTTP/1.1 503"), "{refused}");
        assert!(refused.contains("retry-after: 5"), "{refused}");
        assert!(refused.contains("Nothing was changed"), "{refused}");
        let health = get_once(address, "/healthz").await;
        assert!(health.starts_with("HTTP/1.1 200"), "{health}");
    }
    // Half-open ones fill the reserve, too, and keep no health check out.
    let _half_open = {
        let mut streams = Vec::new();
        for _ in 0..30 {
            streams.push(connected(address, "GET /he").await);
        }
        streams
    };
    let health = get_once(address, "/healthz").await;
    assert!(health.starts_with("HTTP/1.1 200"), "{health}");
    gate.add_permits(2);
    for long in long {
        assert!(long.await.unwrap().ends_with("done"), "no answer was cut");
    }
    assert!(get_once(address, "/").await.ends_with("a page"));
}

#[tokio::test]
async fn the_refusal_without_reading_is_a_whole_response() {
    let refusal = String::from_utf8(BUSY_UNREAD.to_vec()).unwrap();
    let (head, body) = refusal.split_once("\r\n\r\n").unwrap();
    assert!(head.starts_with("HTTP/1.1 503 ") && head.contains("\r\nretry-after: 5\r\n"));
    assert!(head.ends_with(&format!("\r\ncontent-length: {}", body.len())));
    assert_eq!(body, BUSY);
}

#[tokio::test]
async fn what_waits_too_long_is_closed() {
    let short = Limits {
        head: Duration::from_millis(100),
        idle: Duration::from_millis(100),
        ..limits(10)
    };
    let address = started(plain(), short).await;
    for sent in ["", "GET / HTTP/1.1\r\nhost: de"] {
        assert_eq!(rest(connected(address, sent).await).await, "", "{sent}");
    }
    let idle = connected(address, "GET / HTTP/1.1\r\nhost: desk\r\n\r\n").await;
    let answered = rest(idle).await;
    assert!(answered.ends_with("a page"), "{answered}");
}

#[tokio::test]
async fn a_client_that_takes_nothing_is_closed() {
    struct Tell(Option<oneshot::Sender<()>>);
    impl Drop for Tell {
        fn drop(&mut self) {
            let _ = self.0.take().unwrap().send(());
        }
    }
    let (dropped, is_dropped) = oneshot::channel();
    let told = Arc::new(std::sync::Mutex::new(Some(Tell(Some(dropped)))));
    let endless = get(move || async move {
        let told = told.lock().unwrap().take();
        Body::from_stream(stream::repeat_with(move || {
            let _sending = &told;
            Ok::<_, Infallible>(axum::body::Bytes::from_static(&[b'x'; 16 * 1024]))
        }))
    });
    let short = Limits {
        stalled: Duration::from_millis(100),
        ..limits(10)
    };
    let address = started(Router::new().route("/", endless), short).await;
    let _unread = connected(address, "GET / HTTP/1.1\r\nhost: desk\r\n\r\n").await;
    timeout(HANG, is_dropped).await.unwrap().unwrap();
}

#[tokio::test]
async fn a_body_that_comes_too_slowly_ends_with_the_request_s_time() {
    let reads = |body: axum::body::Bytes| async move { body.len().to_string() };
    let routes = Router::new().route("/form", any(reads));
    let app = every_request::around(routes, Proxies::new(&[]), Duration::from_millis(50));
    let address = started(app, limits(10)).await;
    let head = "POST /form HTTP/1.1\r\nhost: desk\r\ncontent-length: 10\r\n\r\nhalf";
    let answer = rest(connected(address, head).await).await;
    assert!(answer.starts_with("HTTP/1.1 503"), "{answer}");
}

#[tokio::test]
async fn http_2_is_not_spoken() {
    let address = started(plain(), limits(10)).await;
    let preface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0";
    let answer = rest(connected(address, preface).await).await;
    // A server that speaks it sends its settings first: a frame of type 4.
    assert_ne!(answer.as_bytes().get(3), Some(&4), "{answer:?}");
    let upgrade = "GET / HTTP/1.1\r\nhost: desk\r\nconnection: upgrade, http2-settings\r\n\
                   upgrade: h2c\r\nhttp2-settings: AAMAAABkAAQAAP__\r\n\r\n";
    let mut stream = connected(address, upgrade).await;
    let mut answer = [0; 15];
    timeout(HANG, stream.read_exact(&mut answer))
        .await
        .unwrap()
        .unwrap();
    assert_eq!(&answer, b"HTTP/1.1 200 OK");
}

#[tokio::test]
async fn the_end_waits_for_answers_and_not_for_those_who_only_wait() {
    let gate = Arc::new(Semaphore::new(0));
    let (begun, held) = (Arc::new(Notify::new()), Arc::clone(&gate));
    let tell = Arc::clone(&begun);
    let app = plain().route(
        "/long",
        get(move || async move {
            tell.notify_one();
            let _open = held.acquire().await;
            "done"
        }),
    );
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let (stop, stopped) = oneshot::channel::<()>();
    let serving = tokio::spawn(serve(listener, app, limits(10), async {
        let _ = stopped.await;
    }));
    let silent = connected(address, "").await;
    let half_sent = connected(address, "GET / HT").await;
    let idle = connected(address, "GET / HTTP/1.1\r\nhost: desk\r\n\r\n").await;
    let long = tokio::spawn(get_once(address, "/long"));
    timeout(HANG, begun.notified()).await.unwrap();
    stop.send(()).unwrap();
    let draining = serving.await.unwrap();
    let finishing = tokio::spawn(draining.finish(Instant::now() + HANG));
    assert_eq!(rest(silent).await, "");
    assert_eq!(rest(half_sent).await, "");
    assert!(rest(idle).await.ends_with("a page"));
    assert!(TcpStream::connect(address).await.is_err(), "nothing new");
    gate.add_permits(1);
    assert!(long.await.unwrap().ends_with("done"));
    assert_eq!(finishing.await.unwrap(), 0);
}

#[tokio::test]
async fn the_deadline_cuts_what_is_left() {
    let begun = Arc::new(Notify::new());
    let tell = Arc::clone(&begun);
    let endless = get(move || async move {
        tell.notify_one();
        pending::<&str>().await
    });
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let (stop, stopped) = oneshot::channel::<()>();
    let app = Router::new().route("/", endless);
    let serving = tokio::spawn(serve(listener, app, limits(10), async {
        let _ = stopped.await;
    }));
    let request = tokio::spawn(get_once(address, "/"));
    timeout(HANG, begun.notified()).await.unwrap();
    stop.send(()).unwrap();
    let draining = serving.await.unwrap();
    let cut = draining.finish(Instant::now() + Duration::from_millis(50));
    assert_eq!(cut.await, 1);
    assert_eq!(request.await.unwrap(), "");
}
