//! `float-desk serve`: starts the web server and keeps it running until it is told to stop.

use crate::cli::public_url::PublicUrl;
use crate::cli::{ServeArgs, StoreKind, Switch};
use crate::connections::{self, Draining, NotEnoughFiles};
use crate::database::{Contents, Database, OpenError};
use crate::demo_world;
use crate::features::Features;
use crate::figures;
use crate::gate::Hosts;
use crate::proxies::Proxies;
use crate::router::{Desk, MachineSettings, router};
use crate::secret::Signer;
use crate::sign_in::{Provider, ProviderError};
use crate::site::{self, NoSite};
use crate::wall::Transport;
use crate::workers::{self, Workers};
use app::api::demo::DemoPeople;
use app::api::session::Ways;
use app::machinery::Machinery;
use domain::insight::balance_settings::LowBalanceUnit;
use domain::instant::Instant;
use domain::proposal::Review;
use std::net::SocketAddr;
use std::time::{Duration, SystemTime};
use store::embedded::Embedded;
use tokio::net::TcpListener;
use tokio::signal;
use tokio::task::spawn_blocking;
use tokio::time::{Instant as Clock, timeout_at};

/// What the embedded engine has of the shutdown's time for closing its file, after everything else.
const CLOSING_ENGINE: Duration = Duration::from_secs(1);

/// Why the server did not start, in one line for the terminal.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    #[error(
        "the demo lets anybody in, so it listens on loopback only; {0} is reachable from outside. \
         Use --addr 127.0.0.1:3000, or leave out --demo"
    )]
    DemoInTheOpen(SocketAddr),
    #[error(
        "the demo lets anybody in, so nothing may lead to it from outside. Leave out --transport tls and \
         --public-url, or leave out --demo"
    )]
    DemoBehindAName,
    #[error(
        "the demo fills its tables with made-up people and lets anybody in, so it has an engine of its \
         own. Use --store embedded, or leave out --demo"
    )]
    DemoOnRealTables,
    #[error(
        "plain HTTP is served on loopback only, and {0} is reachable from outside. Put something that \
         speaks TLS before it and say --transport tls, or use --addr 127.0.0.1:3000"
    )]
    PlainInTheOpen(SocketAddr),
    #[error(
        "behind TLS browsers reach us by another name than {0}, and only known names are answered to. \
         Say --public-url https://…"
    )]
    NoPublicUrl(SocketAddr),
    #[error(transparent)]
    Provider(#[from] ProviderError),
    #[error(transparent)]
    NoSite(#[from] NoSite),
    #[error(transparent)]
    Open(#[from] OpenError),
    #[error("the demo world could not be written: {0}")]
    Demo(String),
    #[error("GrowthBook cannot be asked: {0}")]
    Features(String),
    #[error("cannot listen on {0}: {1}")]
    Listen(SocketAddr, std::io::Error),
    #[error(transparent)]
    Connections(#[from] NotEnoughFiles),
}

pub async fn run(mut args: ServeArgs) -> Result<(), ServeError> {
    check_exposure(&args)?;
    let limits = args.connections.limits()?;
    if args.demo {
        // The demo world's own.
        let unit = &mut args.store.low_balance_unit;
        unit.get_or_insert(LowBalanceUnit::Dollars);
    }
    tokio::spawn(figures::keep());
    let listener = TcpListener::bind(args.addr)
        .await
        .map_err(|error| ServeError::Listen(args.addr, error))?;
    let addr = listener
        .local_addr()
        .map_err(|error| ServeError::Listen(args.addr, error))?;
    let options = site::options(&args.site_root, addr)?;
    let provider = provider(&args, addr).await?;

    let contents = if args.demo {
        Contents::Demo
    } else {
        Contents::Kept
    };
    let database = Database::open(&args.store, contents).await?;
    database.check_for_serving().await?;
    let people = if args.demo {
        demo_world::fill(&database)
            .await
            .map_err(ServeError::Demo)?
    } else {
        DemoPeople::default()
    };

    // So that no page that only reads has to write it.
    if let Err(error) = Signer::new(database.store.clone()).prepare().await {
        tracing::warn!(%error, "no secret to sign with yet; whatever needs it first tries again");
    }
    let features = features(&args).await?;
    tokio::spawn(features.clone().keep_fresh());
    let machinery = Machinery {
        started: Some(Instant::from(SystemTime::now())),
        engine: database.embedded.as_ref().map(Embedded::watch),
        ..Machinery::default()
    };
    let board = machinery.workers.clone();
    let app = router(Desk {
        options,
        store: database.store.clone(),
        ways: Ways {
            demo: args.demo,
            password: !args.demo,
            provider: provider.is_some().then(|| args.provider.oidc_name.clone()),
        },
        provider,
        people,
        transport: args.transport,
        hosts: Hosts::new(addr, args.public_url.as_ref()),
        proxies: Proxies::new(&args.trusted_proxies),
        review: review(&args),
        features,
        machines: MachineSettings {
            loan_term: args.features.loan_term.clone(),
            each_second: args.api_rate,
        },
        machinery,
    });
    let all = workers::all(args.ledger.settings(args.store.store));
    let workers = match &database.embedded {
        Some(_) => Workers::start_alone(&database.store, all, &board),
        None => Workers::start(&database.store, all, &board),
    };
    println!("Float Desk is running at http://{addr}");
    let draining = connections::serve(listener, app, limits, told_to_stop()).await;
    shut_down(draining, workers, database, args.connections.shutdown()).await;
    Ok(())
}

/// Finishes requests and background work, then closes the engine that both write to. Whatever isn't done
/// by the deadline is cut off: nobody was told that it was done.
async fn shut_down(draining: Draining, workers: Workers, database: Database, time: Duration) {
    let deadline = Clock::now() + time;
    let work_ends = deadline - CLOSING_ENGINE.min(time / 4);
    tracing::info!("shutting down within {} s", time.as_secs());
    let finishing =
        async { tokio::join!(draining.finish(work_ends), workers.stop_by(work_ends)).0 };
    tokio::select! {
        cut = finishing => {
            if cut == 0 {
                tracing::info!("every request was finished");
            }
        }
        () = told_to_stop() => tracing::warn!("told to stop again: requests were cut off"),
    }
    let closing = spawn_blocking(move || drop(database));
    if timeout_at(deadline, closing).await.is_err() {
        // Nothing that was acknowledged is lost: it is in the file's journal.
        tracing::warn!("the shutdown deadline was reached: the embedded database wasn't closed");
    }
}

async fn features(args: &ServeArgs) -> Result<Features, ServeError> {
    let source = args.features.source(args.demo, &args.store.data_dir);
    let source = source.map_err(|error| ServeError::Features(error.to_string()))?;
    Ok(Features::open(source, args.features.names()).await)
}

/// On wherever real money is decided on, unless told otherwise.
fn review(args: &ServeArgs) -> Review {
    let unless_told = if args.demo { Switch::Off } else { Switch::On };
    match args.review.unwrap_or(unless_told) {
        Switch::On => Review::On,
        Switch::Off => Review::Off,
    }
}

/// Nothing that has to stay on this machine may be reachable from outside, or be written elsewhere.
fn check_exposure(args: &ServeArgs) -> Result<(), ServeError> {
    let is_loopback = args.addr.ip().is_loopback();
    if args.demo && !is_loopback {
        return Err(ServeError::DemoInTheOpen(args.addr));
    }
    if args.demo && (args.transport == Transport::Tls || args.public_url.is_some()) {
        return Err(ServeError::DemoBehindAName);
    }
    if args.demo && args.store.store == StoreKind::Aws {
        return Err(ServeError::DemoOnRealTables);
    }
    if args.transport == Transport::Loopback && !is_loopback {
        return Err(ServeError::PlainInTheOpen(args.addr));
    }
    if args.transport == Transport::Tls && args.public_url.is_none() {
        return Err(ServeError::NoPublicUrl(args.addr));
    }
    if args.transport == Transport::Tls && args.trusted_proxies.is_empty() {
        tracing::warn!(
            "without --trusted-proxy every request seems to come from what speaks TLS before us: \
             the audit log says so, and sign-in attempts are counted together"
        );
    }
    Ok(())
}

async fn provider(args: &ServeArgs, addr: SocketAddr) -> Result<Option<Provider>, ServeError> {
    let reached_at = args.public_url.clone();
    let reached_at = reached_at.unwrap_or_else(|| PublicUrl::at(addr));
    Ok(Provider::discover(&args.provider, &reached_at).await?)
}

async fn told_to_stop() {
    let interrupt = async {
        let _ = signal::ctrl_c().await;
    };
    let terminate = async {
        match signal::unix::signal(signal::unix::SignalKind::terminate()) {
            Ok(mut terminate) => drop(terminate.recv().await),
            Err(_) => std::future::pending().await,
        }
    };
    tokio::select! {
        () = interrupt => {}
        () = terminate => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::{Cli, Command};
    use clap::Parser;

    fn review_with(arguments: &[&str]) -> Review {
        let all = ["float-desk", "serve"].iter().chain(arguments);
        let Command::Serve(args) = Cli::try_parse_from(all).unwrap().command else {
            panic!("{arguments:?}");
        };
        review(&args)
    }

    #[test]
    fn review_is_on_outside_the_demo_unless_told_otherwise() {
        assert_eq!(review_with(&[]), Review::On);
        assert_eq!(review_with(&["--demo"]), Review::Off);
        assert_eq!(review_with(&["--review", "off"]), Review::Off);
        assert_eq!(review_with(&["--demo", "--review", "on"]), Review::On);
    }
}
