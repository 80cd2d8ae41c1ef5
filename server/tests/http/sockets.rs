//! What no client library sends: bytes on a socket, to the server as it is.

use crate::desk::desk;
use std::io::{Read, Write};
use std::net::TcpStream;

/// All that the server answers until it closes the connection.
fn answer(request: &[u8]) -> Vec<u8> {
    let address = desk().url.strip_prefix("http://").unwrap();
    let mut stream = TcpStream::connect(address).unwrap();
    stream.write_all(request).unwrap();
    let mut answer = Vec::new();
    // A reset is an end, too.
    let _ = stream.read_to_end(&mut answer);
    answer
}

fn get(path: &str, headers: &str) -> String {
    let request =
        format!("GET {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n{headers}\r\n");
    String::from_utf8_lossy(&answer(request.as_bytes())).into_owned()
}

#[test]
fn an_address_that_leads_elsewhere_shows_nothing() {
    for path in [
        "/rpc/../staff",
        "/rpc/%2e%2e/staff",
        "/rpc/./../staff",
        "/rpc/signed_in/../../staff",
        "/sign-in/../staff",
    ] {
        let answer = get(path, "accept: text/html\r\n");
        assert!(answer.starts_with("HTTP/1.1 400 "), "{path}: {answer}");
        assert!(!answer.contains("top-bar"), "{path}: {answer}");
    }
}

#[test]
fn only_a_server_function_that_exists_is_let_past_the_sign_in() {
    for path in ["/rpc/", "/rpc/no_such", "/rpc//staff", "/rpc/list_staff/x"] {
        let answer = get(path, "accept: text/html\r\n");
        assert!(answer.starts_with("HTTP/1.1 303 "), "{path}: {answer}");
        assert!(
            answer.contains("location: /sign-in?next="),
            "{path}: {answer}"
        );
        assert!(!answer.contains("top-bar"), "{path}: {answer}");
    }
}

#[test]
fn http_2_is_spoken_neither_at_once_nor_after_an_upgrade() {
    // The preface, and an empty frame of settings.
    let answer = answer(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0");
    // A server that speaks it sends its settings first: a frame of type 4.
    assert_ne!(answer.get(3), Some(&4), "{answer:?}");
    let settings = "connection: upgrade, http2-settings\r\nupgrade: h2c\r\nhttp2-settings: AAMAAABkAAQAAP__\r\n";
    let upgraded = get("/healthz", settings);
    assert!(upgraded.starts_with("HTTP/1.1 200 "), "{upgraded}");
    assert!(!upgraded.to_lowercase().contains("upgrade:"), "{upgraded}");
}
