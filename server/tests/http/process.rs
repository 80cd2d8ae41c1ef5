//! `float-desk` as a process of its own, in an environment that holds nothing of the tester's.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};
use std::{env, fs};
use tempfile::NamedTempFile;

/// Nothing here takes nearly as long.
const PATIENCE: Duration = Duration::from_mins(1);

/// How a process ended and what it said.
#[derive(Debug)]
pub struct Ended {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

impl Ended {
    pub fn assert_fine(&self) {
        assert_eq!(
            (self.code, self.err.as_str()),
            (Some(0), ""),
            "{}",
            self.out
        );
    }

    /// That it worked, whatever it said on the way.
    pub fn assert_done(&self) {
        assert_eq!(self.code, Some(0), "{}{}", self.out, self.err);
    }

    /// The one line on standard error by which a command says why it did not work.
    pub fn one_line(&self) -> &str {
        assert_eq!(self.code, Some(1), "{self:?}");
        let line = self
            .err
            .strip_prefix("float-desk: ")
            .unwrap_or_else(|| panic!("{self:?}"));
        assert_eq!(line.trim_end().lines().count(), 1, "{}", self.err);
        assert!(line.len() < 300, "a line that can be read: {line}");
        line.trim_end()
    }
}

/// `float-desk` in `directory`, which is where its data goes unless told otherwise.
pub fn float_desk(directory: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_float-desk"));
    command
        .args(arguments)
        .env_clear()
        .env("HOME", directory)
        .env("PATH", env::var_os("PATH").unwrap_or_default())
        .current_dir(directory);
    command
}

/// A command that may open so many files.
pub fn with_open_files(command: &Command, most: usize) -> Command {
    let mut limited = Command::new("sh");
    let run = format!("ulimit -n {most}; exec \"$0\" \"$@\"");
    limited
        .args(["-c", &run])
        .arg(command.get_program())
        .args(command.get_args())
        .env_clear()
        .envs(
            command
                .get_envs()
                .filter_map(|(name, value)| Some((name, value?))),
        );
    if let Some(directory) = command.get_current_dir() {
        limited.current_dir(directory);
    }
    limited
}

/// The same as [`float_desk`], with an endpoint for `--store aws` and keys that nobody checks.
pub fn float_desk_on(endpoint: &str, directory: &Path, arguments: &[&str]) -> Command {
    let mut command = float_desk(directory, arguments);
    command
        .args(["--store", "aws"])
        .env("AWS_ENDPOINT_URL_DYNAMODB", endpoint)
        .env("AWS_ACCESS_KEY_ID", "nobody")
        .env("AWS_SECRET_ACCESS_KEY", "nothing");
    command
}

/// Runs a command to its end.
pub fn ended(mut command: Command) -> Ended {
    let (out, err) = (NamedTempFile::new().unwrap(), NamedTempFile::new().unwrap());
    let mut child = Running(
        command
            .stdin(Stdio::null())
            .stdout(out.reopen().unwrap())
            .stderr(err.reopen().unwrap())
            .spawn()
            .unwrap(),
    );
    let code = child.code();
    let read = |path: &Path| fs::read_to_string(path).unwrap();
    Ended {
        code,
        out: read(out.path()),
        err: read(err.path()),
    }
}

/// Adds an account, as whoever installs Float Desk does.
pub fn add_staff(directory: &Path, name: &str, role: &str, password: &str) {
    let mut adding = float_desk(directory, &["staff", "add", name, "--role", role])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    writeln!(adding.stdin.take().unwrap(), "{password}").unwrap();
    assert!(adding.wait().unwrap().success());
}

/// A server with its address and its log. The process is not left behind, whatever becomes of the test.
pub struct Server {
    pub url: String,
    running: Running,
    log: NamedTempFile,
}

impl Server {
    /// Waits until it says where it is.
    pub fn start(mut command: Command) -> Self {
        let log = NamedTempFile::new().unwrap();
        let spawned = command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(log.reopen().unwrap())
            .spawn();
        let mut running = Running(spawned.unwrap());
        let line = running.first_line();
        let said = fs::read_to_string(log.path()).unwrap();
        let url = line.strip_prefix("Float Desk is running at ");
        let url = url.unwrap_or_else(|| panic!("{line}{said}")).to_owned();
        Self { url, running, log }
    }

    pub fn pid(&self) -> u32 {
        self.running.0.id()
    }

    pub fn tell_to_stop(&self) {
        self.running.tell_to_stop();
    }

    /// Waits for its end, and gives its status and its log.
    pub fn ended(mut self) -> (Option<i32>, String) {
        let code = self.running.code();
        (code, fs::read_to_string(self.log.path()).unwrap())
    }
}

/// A process that is not left behind, whatever becomes of the test.
pub struct Running(pub Child);

impl Running {
    /// Waits for the end.
    pub fn code(&mut self) -> Option<i32> {
        let started = Instant::now();
        loop {
            if let Some(status) = self.0.try_wait().unwrap() {
                return status.code();
            }
            assert!(started.elapsed() < PATIENCE, "it does not end");
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// The first line that it says.
    pub fn first_line(&mut self) -> String {
        let mut line = String::new();
        BufReader::new(self.0.stdout.as_mut().unwrap())
            .read_line(&mut line)
            .unwrap();
        line.trim_end().to_owned()
    }

    /// Asks it to stop, as an operating system does.
    pub fn tell_to_stop(&self) {
        let told = Command::new("kill")
            .args(["-TERM", &self.0.id().to_string()])
            .status();
        assert!(told.unwrap().success());
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // It has mostly ended by itself.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
