//! A server that is told to stop finishes what it can, ends by its deadline, and loses nothing that it
//! has acknowledged.

use crate::accounts::{PASSWORD, sign_in};
use crate::command_line::serve;
use crate::desk::{built_site, config_by};
use crate::drafting::signed_in;
use crate::kept::kept;
use crate::process::{Server, add_staff, float_desk, float_desk_on};
use crate::road::Road;
use crate::visitor::{SESSION, Visitor};
use domain::id::UserId;
use domain::note::NoteEntry;
use domain::role::Role;
use reqwest::Method;
use std::io::Write;
use std::net::TcpStream;
use std::sync::Arc;
use store::embedded::{Embedded, Sweeping};
use store::{Store, note};
use tempfile::TempDir;
use tokio::sync::Semaphore;
use tokio::task::JoinHandle;

/// What a client of its own has sent so far; the connection stays open as long as this is kept.
fn half_sent(url: &str, text: &str) -> TcpStream {
    let mut stream = TcpStream::connect(url.trim_start_matches("http://")).unwrap();
    stream.write_all(text.as_bytes()).unwrap();
    stream
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_end_comes_by_its_deadline_whatever_is_under_way() {
    let kept = kept();
    // Reads of the ledger get no answer, so that whatever reads it is still at it when the end comes.
    let (url, _) = Road::Lossy("LEDGER#").open(kept.engine.url());
    let (here, site) = (TempDir::new().unwrap(), built_site());
    let session = signed_in(kept.desk(), "shut-down", Role::Analyst)
        .await
        .session
        .unwrap();
    let arguments = serve(
        &site,
        &["--shutdown-timeout", "2", "--ledger-retention-days", "400"],
    );
    let server = Server::start(float_desk_on(&url, here.path(), &arguments));
    let analyst = Visitor::at(&server.url).with_session(session.clone());

    let what_if = analyst.request(Method::GET, "/what-if/run?days=20&drop.core_v2=yes");
    let what_if = what_if.send().await.unwrap();
    let export = analyst.request(Method::GET, "/evaluations.csv");
    let export = export.send().await.unwrap();
    assert_eq!(
        (what_if.status().as_u16(), export.status().as_u16()),
        (200, 200)
    );
    let _head = half_sent(
        &server.url,
        "GET /users/user-12345 HTTP/1.1\r\nhost: 127.0.0.1\r\n",
    );
    let _body = half_sent(
        &server.url,
        &format!(
            "POST /rpc/write_note HTTP/1.1\r\nhost: 127.0.0.1\r\ncookie: {SESSION}={session}\r\n\
             content-type: application/x-www-form-urlencoded\r\ncontent-length: 500\r\n\r\nuser_id="
        ),
    );

    let writers = writers(&analyst, "cut-off").await;

    server.tell_to_stop();
    let (code, err) = server.ended();
    assert_eq!(code, Some(0), "{err}");
    // The ledger didn't answer, but everything else did until the end.
    are_there(&kept.desk().store, "cut-off", writers).await;
    for request in [
        "GET /what-if/run",
        "GET /evaluations.csv",
        "POST /rpc/write_note",
    ] {
        let cut = err
            .lines()
            .any(|line| line.contains("cut off") && line.contains(request));
        assert!(cut, "{request}: {err}");
    }
    // A file that was cut off must not look like a whole one.
    assert!(export.bytes().await.is_err());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_acknowledged_is_there_after_the_end() {
    let (here, site) = (TempDir::new().unwrap(), built_site());
    add_staff(here.path(), "ada", "support", PASSWORD);
    let server = Server::start(float_desk(here.path(), &serve(&site, &[])));
    let mut visitor = Visitor::at(&server.url);
    sign_in(&mut visitor, "ada", PASSWORD).await;
    let writers = writers(&visitor, "finished").await;
    let _head = half_sent(&server.url, "GET /users/user-1 HTTP/1.1\r\nhost: 127.");
    server.tell_to_stop();
    let (code, err) = server.ended();
    assert_eq!(code, Some(0), "{err}");
    assert!(err.contains("every request was finished"), "{err}");

    let engine = Embedded::start(&here.path().join("data"), "float-desk", Sweeping::Off).unwrap();
    let store = Store::connect(&config_by(&engine.url)).await;
    are_there(&store, "finished", writers).await;
}

type Writers = Vec<JoinHandle<Vec<String>>>;

const WRITERS: u32 = 4;

/// Several at once, each on a user of their own; every one has written something.
async fn writers(visitor: &Visitor, test: &str) -> Writers {
    let begun = Arc::new(Semaphore::new(0));
    let write = |writer| {
        let user = format!("{test}-{writer}");
        write_until_refused(visitor.clone(), user, Arc::clone(&begun))
    };
    let writers = (0..WRITERS).map(|writer| tokio::spawn(write(writer)));
    let writers = writers.collect();
    let _all = begun.acquire_many(WRITERS).await.unwrap();
    writers
}

/// That everything is stored of which a writer was told so.
async fn are_there(store: &Store, test: &str, writers: Writers) {
    for (writer, texts) in writers.into_iter().enumerate() {
        let texts = texts.await.unwrap();
        let user = UserId::new(format!("{test}-{writer}"));
        let notes = note::of_user(store, &user).await.unwrap();
        let notes = notes.into_iter().map(|note| note.unwrap().value.entry);
        let kept: Vec<_> = notes
            .filter_map(|entry| match entry {
                NoteEntry::Text(note) => Some(note.text),
                NoteEntry::Unpin { .. } => None,
            })
            .collect();
        for text in texts {
            assert!(kept.contains(&text), "{text} was acknowledged: {kept:?}");
        }
    }
}

/// Writes notes for as long as the server answers, and gives those that it said were written.
async fn write_until_refused(visitor: Visitor, user: String, begun: Arc<Semaphore>) -> Vec<String> {
    let mut acknowledged = Vec::new();
    for number in 0.. {
        let (text, operation) = (format!("note {number}"), uuid::Uuid::new_v4().to_string());
        let form = [
            ("user_id", user.as_str()),
            ("text", &text),
            ("ticket", ""),
            ("operation", &operation),
            ("confirmed", "yes"),
        ];
        let request = visitor.request(Method::POST, "/rpc/write_note").form(&form);
        match request.send().await {
            Ok(answer) if answer.status() == 200 => {
                if acknowledged.is_empty() {
                    begun.add_permits(1);
                }
                acknowledged.push(text);
            }
            Ok(answer) => panic!("{}", answer.status()),
            Err(_) => break,
        }
    }
    acknowledged
}
