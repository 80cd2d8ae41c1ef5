//! The embedded engine: DynamoDB's API on a file of our own, for one machine without AWS.
//!
//! It serves on a loopback port, so that the same SDK calls, conditions and transactions run on it
//! as on Amazon's. One lock serialises its operations and its handlers block, so it gets a thread
//! and a runtime of its own.

mod private;

use domain::instant::Instant;
use domain::value::{Attributes, Value};
use dynoxide::{AttributeValue, Database, ImportOptions, Item};
use std::fs::{self, File, TryLockError};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, SystemTime};
use tokio::net::TcpSocket;
use tokio::sync::oneshot;

/// A sweep reads whole tables under the engine's lock, so it takes at most a tenth of the time.
const SWEEP_REST: u32 = 10;
const SWEEP_PAUSE: Duration = Duration::from_mins(1);

/// A running engine. Dropping it stops it.
pub struct Embedded {
    pub url: String,
    path: PathBuf,
    database: Database,
    sweeps: Arc<Mutex<Option<Sweep>>>,
    stop_serving: Option<oneshot::Sender<()>>,
    stop_sweeping: Option<mpsc::Sender<()>>,
    threads: Vec<JoinHandle<()>>,
    /// Held for as long as the file is in use.
    _lock: File,
}

/// Looks at an engine from outside, and keeps nothing of it running.
#[derive(Debug, Clone)]
pub struct EngineWatch {
    path: PathBuf,
    sweeps: Arc<Mutex<Option<Sweep>>>,
}

impl EngineWatch {
    /// The size of its file, with what was written and not yet put into place.
    pub fn bytes(&self) -> Option<u64> {
        let size = |path: &Path| fs::metadata(path).map(|file| file.len()).ok();
        let waiting = size(&self.path.with_extension("sqlite-wal")).unwrap_or_default();
        Some(size(&self.path)? + waiting)
    }

    pub fn last_sweep(&self) -> Option<Sweep> {
        *self.sweeps.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The last removal of expired items.
#[derive(Debug, Clone, Copy)]
pub struct Sweep {
    pub started: Instant,
    pub took: Duration,
    pub removed: usize,
}

/// Why the engine could not be started, in one line for the terminal.
#[derive(Debug, thiserror::Error)]
pub enum EmbeddedError {
    #[error("cannot use the data directory {path}: {source}")]
    Directory {
        path: PathBuf,
        source: std::io::Error,
    },
    #[error(
        "the data in {0} is in use by another float-desk; stop that one, or name another --data-dir"
    )]
    InUse(PathBuf),
    #[error("cannot open the database {path}: {detail}")]
    Database { path: PathBuf, detail: String },
    #[error("cannot listen on a loopback port for the embedded engine: {0}")]
    Listen(std::io::Error),
}

/// Whether expired items are removed in the background. A benchmark wants none of that.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sweeping {
    InBackground,
    Off,
}

impl Embedded {
    /// Opens `<directory>/<name>.sqlite`, creating it if it is missing, and serves it.
    pub fn start(directory: &Path, name: &str, sweeping: Sweeping) -> Result<Self, EmbeddedError> {
        let lock = claim(directory, name)?;
        let path = directory.join(format!("{name}.sqlite"));
        private::create_files(&path).map_err(|source| EmbeddedError::Directory {
            path: path.clone(),
            source,
        })?;
        let database =
            Database::new(&path.to_string_lossy()).map_err(|error| EmbeddedError::Database {
                path: path.clone(),
                detail: error.to_string(),
            })?;
        let (serving, url, stop_serving) = serve(database.clone())?;

        let sweeps = Arc::new(Mutex::new(None));
        let (stop_sweeping, stopped) = mpsc::channel();
        let mut threads = vec![serving];
        if sweeping == Sweeping::InBackground {
            let (database, sweeps) = (database.clone(), Arc::clone(&sweeps));
            threads.push(thread::spawn(move || {
                sweep_now_and_then(&database, &sweeps, &stopped);
            }));
        }
        Ok(Self {
            url,
            path,
            database,
            sweeps,
            stop_serving: Some(stop_serving),
            stop_sweeping: Some(stop_sweeping),
            threads,
            _lock: lock,
        })
    }

    /// Removes the file that `start` would open, so that the next start is a fresh one.
    pub fn forget(directory: &Path, name: &str) -> Result<(), EmbeddedError> {
        let _lock = claim(directory, name)?;
        for suffix in ["sqlite", "sqlite-wal", "sqlite-shm"] {
            let path = directory.join(format!("{name}.{suffix}"));
            match fs::remove_file(&path) {
                Err(source) if source.kind() != std::io::ErrorKind::NotFound => {
                    return Err(EmbeddedError::Directory { path, source });
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Removes what has expired, now and not in the background.
    pub fn sweep_now(&self) -> Result<Sweep, String> {
        sweep(&self.database, &self.sweeps)
    }

    pub fn watch(&self) -> EngineWatch {
        EngineWatch {
            path: self.path.clone(),
            sweeps: Arc::clone(&self.sweeps),
        }
    }

    /// From here on writes do not wait for the disk, or do again. Only for made-up data: what was written in
    /// a hurry may be gone with the machine.
    pub fn hurry(&self, is_on: bool) -> Result<(), String> {
        let done = if is_on {
            self.database.enable_bulk_loading()
        } else {
            self.database.disable_bulk_loading()
        };
        done.map_err(|error| error.to_string())
    }

    /// Loads items past the HTTP server, many times faster, for large made-up data sets.
    pub fn import(&self, table: &str, items: Vec<Attributes>) -> Result<(), String> {
        let items = items.into_iter().map(to_engine_item).collect();
        self.database
            .import_items(table, items, ImportOptions::default())
            .map(drop)
            .map_err(|error| error.to_string())
    }
}

impl Drop for Embedded {
    fn drop(&mut self) {
        self.stop_serving.take();
        self.stop_sweeping.take();
        for thread in self.threads.drain(..) {
            // A thread that panicked has nothing left to stop.
            let _ = thread.join();
        }
    }
}

/// Two processes on one file would each believe to be alone.
fn claim(directory: &Path, name: &str) -> Result<File, EmbeddedError> {
    let failed = |path: &Path| {
        let path = path.to_owned();
        move |source| EmbeddedError::Directory { path, source }
    };
    private::create_directory(directory).map_err(failed(directory))?;
    let lock = directory.join(format!("{name}.lock"));
    let file = private::open(&lock).map_err(failed(directory))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(EmbeddedError::InUse(directory.to_owned())),
        Err(TryLockError::Error(source)) => Err(failed(directory)(source)),
    }
}

type Serving = (JoinHandle<()>, String, oneshot::Sender<()>);

fn serve(database: Database) -> Result<Serving, EmbeddedError> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(EmbeddedError::Listen)?;
    let listen = || {
        let _inside = runtime.enter();
        let socket = TcpSocket::new_v4()?;
        // Accepted connections inherit this; without it every answer waits 40 ms for an ACK.
        socket.set_nodelay(true)?;
        socket.bind(SocketAddr::from((Ipv4Addr::LOCALHOST, 0)))?;
        let listener = socket.listen(1_024)?;
        let address = listener.local_addr()?;
        Ok((listener, address))
    };
    let (listener, address) = listen().map_err(EmbeddedError::Listen)?;
    let (stop, stopped) = oneshot::channel::<()>();
    let thread = thread::spawn(move || {
        let stopped = async {
            let _ = stopped.await;
        };
        let served = runtime.block_on(dynoxide::server::serve_with_shutdown(
            listener, database, stopped,
        ));
        if let Err(error) = served {
            tracing::error!(error, "the embedded engine stopped");
        }
    });
    Ok((thread, format!("http://{address}"), stop))
}

fn sweep_now_and_then(
    database: &Database,
    sweeps: &Mutex<Option<Sweep>>,
    stopped: &mpsc::Receiver<()>,
) {
    let mut pause = SWEEP_PAUSE;
    // The other end is dropped to stop, never written to.
    while stopped.recv_timeout(pause) == Err(mpsc::RecvTimeoutError::Timeout) {
        match sweep(database, sweeps) {
            Ok(Sweep { took, removed, .. }) => {
                pause = SWEEP_PAUSE.max(took * SWEEP_REST);
                tracing::debug!(removed, ?took, "swept expired items");
            }
            Err(error) => tracing::warn!(error, "expired items could not be swept"),
        }
    }
}

fn sweep(database: &Database, sweeps: &Mutex<Option<Sweep>>) -> Result<Sweep, String> {
    let clock = std::time::Instant::now();
    let started = Instant::from(SystemTime::now());
    let removed = database.sweep_ttl().map_err(|error| error.to_string())?;
    let sweep = Sweep {
        started,
        took: clock.elapsed(),
        removed,
    };
    *sweeps.lock().unwrap_or_else(PoisonError::into_inner) = Some(sweep);
    Ok(sweep)
}

fn to_engine_item(item: Attributes) -> Item {
    item.into_iter()
        .map(|(name, value)| (name, to_engine(value)))
        .collect()
}

fn to_engine(value: Value) -> AttributeValue {
    match value {
        Value::Null => AttributeValue::NULL(true),
        Value::Bool(yes) => AttributeValue::BOOL(yes),
        Value::Number(number) => AttributeValue::N(number.as_str().to_owned()),
        Value::Text(text) => AttributeValue::S(text),
        Value::Binary(bytes) => AttributeValue::B(bytes),
        Value::List(list) => AttributeValue::L(list.into_iter().map(to_engine).collect()),
        Value::Map(map) => AttributeValue::M(to_engine_item(map)),
        Value::TextSet(set) => AttributeValue::SS(set),
        Value::NumberSet(set) => AttributeValue::NS(
            set.iter()
                .map(|number| number.as_str().to_owned())
                .collect(),
        ),
        Value::BinarySet(set) => AttributeValue::BS(set),
    }
}
