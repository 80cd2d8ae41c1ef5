//! `float-desk` as a process of its own. The engine is in ours, so that what the process holds is its own.

use crate::Failure;
use crate::desk::{Desk, ENVIRONMENT};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use std::{env, fs};
use tempfile::TempDir;

/// So often somebody looks at a process that works.
const LOOK: Duration = Duration::from_millis(20);

pub(crate) struct Process {
    child: Child,
    _folder: TempDir,
}

/// How a process ended.
pub(crate) struct Ended {
    pub(crate) said: String,
    /// The most memory that it had, in bytes.
    pub(crate) peak: u64,
}

impl Process {
    /// Starts a command on a desk's tables, and hands it what it reads.
    pub(crate) fn start(desk: &Desk, arguments: &[&str], input: &str) -> Result<Self, Failure> {
        let folder = tempfile::tempdir()?;
        // Beside the benchmark, built with it.
        let binary = env::current_exe()?.with_file_name("float-desk");
        let mut child = Command::new(&binary)
            .args(arguments)
            .args(["--store", "aws", "--environment", ENVIRONMENT])
            .env_clear()
            .env("HOME", folder.path())
            .env("AWS_ENDPOINT_URL_DYNAMODB", desk.engine())
            .env("AWS_ACCESS_KEY_ID", "bench")
            .env("AWS_SECRET_ACCESS_KEY", "bench")
            .current_dir(folder.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("{} cannot be started: {error}", binary.display()))?;
        if let Some(mut stdin) = child.stdin.take() {
            stdin.write_all(input.as_bytes())?;
        }
        Ok(Self {
            child,
            _folder: folder,
        })
    }

    /// The first line that it says; waits for it.
    pub(crate) fn first_line(&mut self) -> Result<String, Failure> {
        let mut line = String::new();
        let out = self.child.stdout.as_mut().ok_or("it has said it all")?;
        BufReader::new(out).read_line(&mut line)?;
        Ok(line.trim_end().to_owned())
    }

    /// What it holds now, in bytes.
    pub(crate) fn resident(&self) -> Result<u64, Failure> {
        self.memory("VmRSS:")
    }

    /// The most that it held so far.
    pub(crate) fn peak(&self) -> Result<u64, Failure> {
        self.memory("VmHWM:")
    }

    /// Waits for its end.
    pub(crate) async fn ended(mut self) -> Result<Ended, Failure> {
        let mut peak = 0;
        let status = loop {
            // There is nothing to read of one that has just ended.
            peak = self.peak().unwrap_or(peak).max(peak);
            if let Some(status) = self.child.try_wait()? {
                break status;
            }
            tokio::time::sleep(LOOK).await;
        };
        let said = self.first_line()?;
        if status.success() {
            Ok(Ended { said, peak })
        } else {
            Err(format!("float-desk ended with {status}: {said}").into())
        }
    }

    /// As Linux tells it.
    fn memory(&self, name: &str) -> Result<u64, Failure> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let line = status.lines().find_map(|line| line.strip_prefix(name));
        let kilobytes = line.and_then(|line| line.split_whitespace().next());
        let kilobytes: u64 = kilobytes.ok_or("it has no memory any more")?.parse()?;
        Ok(kilobytes * 1_024)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
