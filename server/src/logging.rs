//! The log: lines on standard error, `RUST_LOG` to see more.

use tracing_subscriber::EnvFilter;

pub fn start_logging() {
    let filter = EnvFilter::try_from_default_env()
        .unwrap_or_else(|_| EnvFilter::new("info,dynoxide=error,aws_config=warn"));
    // A second call, as tests make, leaves the first one's log in place.
    let _ = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .with_target(false)
        .try_init();
}
