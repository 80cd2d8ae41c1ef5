//! How many connections there may be, and how long each may wait.

use std::fs;
use std::time::Duration;

/// Descriptors that are kept for the rest: the log, the listener, the engine's files, the site's files,
/// a few calls to tables, and the connections for health checks.
const KEPT_FREE: usize = 64;
/// Where the operating system doesn't say how many files may be open, the usual number.
const USUAL_FILES: usize = 1_024;
/// A dashboard for staff needs no more unless it's told so.
const MOST_BY_DEFAULT: usize = 1_024;
const FEWEST_BY_DEFAULT: usize = 16;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Connections at the same time.
    pub most: usize,
    /// For the whole head of a request, from the first byte on; for a new connection from its start on.
    pub head: Duration,
    /// Between two requests.
    pub idle: Duration,
    /// For a client that takes nothing of what is sent to it.
    pub stalled: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            most: default_most(open_files()),
            head: Duration::from_secs(10),
            idle: Duration::from_secs(75),
            stalled: Duration::from_secs(30),
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "{wanted} connections need {needed} open files, and this process may open {allowed}. Use a lower \
     --max-connections, or raise the limit (ulimit -n)"
)]
pub struct NotEnoughFiles {
    wanted: usize,
    needed: usize,
    allowed: usize,
}

impl Limits {
    /// With so many connections, if this process may open enough files for them.
    pub fn with_most(self, most: usize) -> Result<Self, NotEnoughFiles> {
        let allowed = open_files();
        let needed = most.saturating_add(KEPT_FREE);
        if needed > allowed {
            return Err(NotEnoughFiles {
                wanted: most,
                needed,
                allowed,
            });
        }
        Ok(Self { most, ..self })
    }
}

/// Half of what is left: an answer may need as many descriptors for its calls to tables.
fn default_most(open_files: usize) -> usize {
    let half = open_files.saturating_sub(KEPT_FREE) / 2;
    half.clamp(FEWEST_BY_DEFAULT, MOST_BY_DEFAULT)
}

fn open_files() -> usize {
    let limits = fs::read_to_string("/proc/self/limits").unwrap_or_default();
    soft_limit(&limits).unwrap_or(USUAL_FILES)
}

/// From a line such as `Max open files            1024                 524288               files`.
fn soft_limit(limits: &str) -> Option<usize> {
    let line = limits
        .lines()
        .find_map(|line| line.strip_prefix("Max open files"))?;
    match line.split_whitespace().next()? {
        "unlimited" => Some(usize::MAX),
        number => number.parse().ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_leaves_half_of_the_files_and_more_to_the_rest() {
        for (files, connections) in [
            (256, 96),
            (1_024, 480),
            (65_536, 1_024),
            (usize::MAX, 1_024),
            (20, 16),
        ] {
            assert_eq!(default_most(files), connections, "{files}");
        }
    }

    #[test]
    fn the_soft_limit_is_the_first_number() {
        let limits = "Limit                     Soft Limit           Hard Limit           Units     \n\
                      Max processes             7823                 7823                 processes \n\
                      Max open files            1024                 524288               files     \n";
        assert_eq!(soft_limit(limits), Some(1_024));
        assert_eq!(
            soft_limit("Max open files unlimited unlimited files"),
            Some(usize::MAX)
        );
        assert_eq!(soft_limit(""), None);
    }

    #[test]
    fn more_connections_than_files_are_refused_in_one_line() {
        let refused = Limits::default().with_most(usize::MAX).unwrap_err();
        assert!(refused.to_string().contains("ulimit -n"), "{refused}");
    }
}
