//! A way to the engine on which somebody may answer in its place, or change what it says.

use serde_json::Value;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;
use store::Endpoint;

/// A status and what is said with it.
pub type Answer = (u16, Value);

/// What is asked of the engine, and the way there.
pub struct Question<'a> {
    /// By its name in the API, such as `GetRecords`.
    pub operation: &'a str,
    pub body: Value,
    engine: &'a str,
    head: &'a str,
}

impl<'a> Question<'a> {
    /// The same, to be asked in other words.
    pub fn again(&self) -> Question<'a> {
        Question {
            body: self.body.clone(),
            ..*self
        }
    }

    /// What the engine says to it.
    pub fn pass(&self) -> Answer {
        let body = self.body.to_string();
        let mut engine = TcpStream::connect(self.engine).unwrap();
        let lines = self.head.lines().filter(|line| {
            let name = line.split(':').next().unwrap_or_default();
            let own = ["connection", "content-length"];
            !own.iter().any(|own| name.eq_ignore_ascii_case(own))
        });
        let head: String = lines.flat_map(|line| [line, "\r\n"]).collect();
        let length = body.len();
        let own = format!("connection: close\r\ncontent-length: {length}");
        let request = format!("{head}{own}\r\n\r\n{body}");
        engine.write_all(request.as_bytes()).unwrap();
        let mut answer = Vec::new();
        engine.read_to_end(&mut answer).unwrap();
        let answer = String::from_utf8(answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        (status, serde_json::from_str(body).unwrap())
    }
}

/// An error as DynamoDB words one.
pub fn refused(name: &str) -> Answer {
    let name = format!("com.amazonaws.dynamodb.v20120810#{name}");
    (400, serde_json::json!({ "__type": name, "message": "no" }))
}

/// Opens a way that stays open until the tests end, and gives its address.
pub fn open(
    engine: &Endpoint,
    answer: impl Fn(&Question<'_>) -> Answer + Send + Sync + 'static,
) -> String {
    let Endpoint::At(engine) = engine else {
        panic!("there is no detour to Amazon");
    };
    let engine: Arc<str> = engine.trim_start_matches("http://").into();
    let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let answer = Arc::new(answer);
    thread::spawn(move || {
        for client in listener.incoming().flatten() {
            let (engine, answer) = (Arc::clone(&engine), Arc::clone(&answer));
            thread::spawn(move || serve(client, &engine, &*answer));
        }
    });
    url
}

/// One request after the other, until the client has no more.
fn serve(mut client: TcpStream, engine: &str, answer: &dyn Fn(&Question<'_>) -> Answer) {
    client.set_nodelay(true).unwrap();
    while let Some((head, body)) = request(&mut client) {
        let target = field(&head, "x-amz-target").unwrap_or_default();
        let question = Question {
            operation: target.rsplit('.').next().unwrap_or_default(),
            body: serde_json::from_slice(&body).unwrap(),
            engine,
            head: &head,
        };
        let (status, body) = answer(&question);
        let body = body.to_string();
        let length = body.len();
        let said = format!("HTTP/1.1 {status} x\r\ncontent-length: {length}\r\n\r\n{body}");
        if client.write_all(said.as_bytes()).is_err() {
            return;
        }
    }
}

fn request(client: &mut TcpStream) -> Option<(String, Vec<u8>)> {
    let (mut bytes, mut buffer) = (Vec::new(), [0; 16 * 1_024]);
    loop {
        if let Some(end) = bytes.windows(4).position(|end| end == b"\r\n\r\n") {
            let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
            let length: usize = field(&head, "content-length")?.parse().ok()?;
            if bytes.len() >= end + 4 + length {
                return Some((head, bytes.split_off(end + 4)));
            }
        }
        match client.read(&mut buffer) {
            Ok(length @ 1..) => bytes.extend_from_slice(&buffer[..length]),
            _ => return None,
        }
    }
}

fn field<'a>(head: &'a str, name: &str) -> Option<&'a str> {
    let mut fields = head.lines().filter_map(|line| line.split_once(':'));
    let (_, value) = fields.find(|(it, _)| it.eq_ignore_ascii_case(name))?;
    Some(value.trim())
}
