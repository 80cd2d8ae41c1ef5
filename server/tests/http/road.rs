//! A way to the engine on which requests are slow or lost.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

/// What happens to a request on the way.
#[derive(Clone, Copy)]
pub enum Road {
    /// It takes this long.
    Slow(Duration),
    /// It never arrives if it names this.
    Lossy(&'static str),
}

/// How many requests are under way at the same time, round by round. A round ends when none is left.
#[derive(Default)]
pub struct Traffic(Mutex<Counted>);

#[derive(Default)]
struct Counted {
    now: usize,
    rounds: Vec<usize>,
}

impl Traffic {
    pub fn most_at_once(&self) -> usize {
        self.rounds().into_iter().max().unwrap_or(0)
    }

    /// The most that were under way at the same time in each round.
    pub fn rounds(&self) -> Vec<usize> {
        self.0.lock().unwrap().rounds.clone()
    }

    pub fn forget(&self) {
        self.0.lock().unwrap().rounds.clear();
    }

    fn begin(&self) {
        let mut counted = self.0.lock().unwrap();
        counted.now += 1;
        let now = counted.now;
        match counted.rounds.last_mut() {
            Some(most) if now > 1 => *most = now.max(*most),
            _ => counted.rounds.push(now),
        }
    }

    fn end(&self) {
        self.0.lock().unwrap().now -= 1;
    }
}

impl Road {
    /// Opens the road; it stays open until the process ends. Gives its address.
    pub fn open(self, engine: &str) -> (String, Arc<Traffic>) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let (engine, traffic) = (
            engine.trim_start_matches("http://").to_owned(),
            Arc::default(),
        );
        let counted = Arc::clone(&traffic);
        thread::spawn(move || {
            for client in listener.incoming() {
                let (client, engine) = (client.unwrap(), TcpStream::connect(&engine).unwrap());
                self.connect(&client, &engine, &counted);
            }
        });
        (url, traffic)
    }

    /// HTTP/1.1: a connection has one request under way at most.
    fn connect(self, client: &TcpStream, engine: &TcpStream, traffic: &Arc<Traffic>) {
        for stream in [client, engine] {
            stream.set_nodelay(true).unwrap();
        }
        let is_busy = Arc::new(AtomicBool::new(false));
        let (sent, answered) = (
            (Arc::clone(traffic), Arc::clone(&is_busy)),
            Arc::clone(traffic),
        );
        pump(client, engine, move |bytes| {
            let (traffic, is_busy) = &sent;
            if !is_busy.swap(true, SeqCst) {
                traffic.begin();
            }
            match self {
                Self::Slow(time) => thread::sleep(time),
                Self::Lossy(name) => {
                    return !bytes.windows(name.len()).any(|it| it == name.as_bytes());
                }
            }
            true
        });
        pump(engine, client, move |_| {
            if is_busy.swap(false, SeqCst) {
                answered.end();
            }
            true
        });
    }
}

/// Hands on what `passes`, until one end closes.
fn pump(from: &TcpStream, to: &TcpStream, passes: impl Fn(&[u8]) -> bool + Send + 'static) {
    let (mut from, mut to) = (from.try_clone().unwrap(), to.try_clone().unwrap());
    thread::spawn(move || {
        let mut buffer = [0; 16 * 1024];
        while let Ok(length @ 1..) = from.read(&mut buffer) {
            if passes(&buffer[..length]) && to.write_all(&buffer[..length]).is_err() {
                break;
            }
        }
        let _ = to.shutdown(Shutdown::Both);
    });
}
