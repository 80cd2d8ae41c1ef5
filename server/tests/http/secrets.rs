//! The log of a whole run holds nothing that opens a door.

use crate::accounts::PASSWORD;
use crate::desk::built_site;
use crate::process::{Running, float_desk};
use crate::visitor::Visitor;
use app::api::api_tokens::MadeToken;
use reqwest::Method;
use std::fs;
use std::io::Write;
use std::process::Stdio;
use tempfile::TempDir;

#[tokio::test]
async fn no_password_cookie_hash_token_or_client_key_is_ever_logged() {
    let (home, site) = (TempDir::new().unwrap(), built_site());
    let mut adding = float_desk(home.path(), &["staff", "add", "dana", "--role", "admin"])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    writeln!(adding.stdin.take().unwrap(), "{PASSWORD}").unwrap();
    assert!(adding.wait().unwrap().success());

    let log = tempfile::NamedTempFile::new().unwrap();
    let mut server = Running(
        float_desk(home.path(), &["serve", "--addr", "127.0.0.1:0"])
            .arg("--site-root")
            .arg(site.path())
            .env("RUST_LOG", "debug")
            // Nobody listens there, so that the failure is logged as well.
            .env("FLOAT_DESK_GROWTHBOOK_HOST", "http://127.0.0.1:9")
            .env("FLOAT_DESK_GROWTHBOOK_KEY", "sdk-hunter2")
            .stdout(Stdio::piped())
            .stderr(log.reopen().unwrap())
            .spawn()
            .unwrap(),
    );
    let line = server.first_line();
    let mut visitor = Visitor::at(line.split(' ').next_back().unwrap());
    for password in ["not the password at all", PASSWORD] {
        let form = [("name", "dana"), ("password", password)];
        let answer = visitor.post("/sign-in/password", &form).await;
        visitor.session = answer.session().map(str::to_owned);
    }
    for path in ["/", "/users/mia", "/audit", "/staff", "/nowhere"] {
        visitor.get(path).await;
    }
    let form = [
        ("name", "billing"),
        ("scope", "float_profiles"),
        ("reason", "x"),
    ];
    let made: MadeToken = visitor.post("/rpc/make_token", &form).await.unpack();
    let token = made.secret;
    let asked = visitor
        .request(Method::GET, "/api/v1/users/mia/float-profile")
        .header("authorization", format!("Bearer {token}"));
    assert_eq!(visitor.send(asked).await.status, 200);
    visitor.post("/sign-out", &[]).await;
    server.tell_to_stop();
    server.code();

    let log = fs::read_to_string(log.path()).unwrap();
    assert!(
        log.contains("/users/mia"),
        "the log tells what was asked for"
    );
    let cookie = visitor.session.unwrap();
    let kept_out = [
        PASSWORD,
        "not the password at all",
        "$argon2id$",
        &cookie,
        &token,
        "sdk-hunter2",
    ];
    for secret in kept_out {
        assert!(!log.contains(secret), "{secret} is in the log");
    }
}
