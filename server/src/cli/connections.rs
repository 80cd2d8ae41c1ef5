//! How many connections there may be, how long each may wait, and how long the end may take.

use crate::connections::{Limits, NotEnoughFiles};
use clap::{Args, value_parser};
use std::time::Duration;

#[derive(Debug, Clone, Args)]
pub struct ConnectionArgs {
    /// How many connections may be open at once; by default less than half as many as this process may
    /// open files, and at most 1024. Beyond it, clients are told to come back in a few seconds
    #[arg(
        long,
        env = "FLOAT_DESK_MAX_CONNECTIONS",
        value_name = "NUMBER",
        value_parser = value_parser!(u32).range(1..)
    )]
    pub max_connections: Option<u32>,
    /// How long a client may take for sending a request's headers
    #[arg(
        long,
        env = "FLOAT_DESK_HEADER_TIMEOUT",
        value_name = "SECONDS",
        default_value = "10",
        value_parser = value_parser!(u64).range(1..=3600)
    )]
    pub header_timeout: u64,
    /// How long a connection stays open between two requests; longer than in the proxy before it
    #[arg(
        long,
        env = "FLOAT_DESK_IDLE_TIMEOUT",
        value_name = "SECONDS",
        default_value = "75",
        value_parser = value_parser!(u64).range(1..=3600)
    )]
    pub idle_timeout: u64,
    /// How long requests and background work may take to finish after SIGTERM
    #[arg(
        long,
        env = "FLOAT_DESK_SHUTDOWN_TIMEOUT",
        value_name = "SECONDS",
        default_value = "10",
        value_parser = value_parser!(u64).range(1..=3600)
    )]
    pub shutdown_timeout: u64,
}

impl ConnectionArgs {
    pub fn limits(&self) -> Result<Limits, NotEnoughFiles> {
        let limits = Limits {
            head: Duration::from_secs(self.header_timeout),
            idle: Duration::from_secs(self.idle_timeout),
            ..Limits::default()
        };
        match self.max_connections {
            Some(most) => limits.with_most(most.try_into().unwrap_or(usize::MAX)),
            None => Ok(limits),
        }
    }

    pub fn shutdown(&self) -> Duration {
        Duration::from_secs(self.shutdown_timeout)
    }
}
