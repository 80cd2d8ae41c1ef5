//! The real router on a loopback port, over a real engine with the demo world.

use app::api::demo::DemoPeople;
use app::api::session::Ways;
use app::machinery::Machinery;
use clap::Parser;
use domain::instant::Instant;
use domain::proposal::Review;
use domain::value::Attributes;
use fixtures::World;
use server::cli::public_url::PublicUrl;
use server::cli::{Cli, Command};
use server::connections::{self, Limits};
use server::features::{Features, Names, Source};
use server::gate::Hosts;
use server::proxies::Proxies;
use server::router::{MachineSettings, router};
use server::sign_in::Provider;
use server::site;
use server::wall::Transport;
use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::future::pending;
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};
use std::num::NonZeroU32;
use std::path::PathBuf;
use std::sync::OnceLock;
use std::thread;
use std::time::{Duration, SystemTime};
use store::embedded::{Embedded, EmbeddedError, Sweeping};
use store::{Endpoint, Patience, Place, Store, StoreConfig, TableId, schema, update_summary};
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use tracing_subscriber::EnvFilter;

const NAME: &str = "http";

/// An engine with the demo world in it. Dropping it stops it.
pub struct Engine {
    // Stops before its directory goes.
    embedded: Embedded,
    pub directory: PathBuf,
    _temporary: Option<TempDir>,
}

impl Engine {
    /// One of a test's own, to break.
    pub async fn start() -> Self {
        let temporary = TempDir::new().unwrap();
        let embedded = Embedded::start(temporary.path(), NAME, Sweeping::Off).unwrap();
        let directory = temporary.path().to_owned();
        Self {
            embedded,
            directory,
            _temporary: Some(temporary),
        }
        .with_demo_world()
        .await
    }

    /// One of a test's own, with other items in place of the demo world.
    pub async fn start_with(items: BTreeMap<TableId, Vec<Attributes>>) -> Self {
        let temporary = TempDir::new().unwrap();
        let embedded = Embedded::start(temporary.path(), NAME, Sweeping::Off).unwrap();
        let directory = temporary.path().to_owned();
        let engine = Self {
            embedded,
            directory,
            _temporary: Some(temporary),
        };
        engine.holding(&World { items }).await
    }

    /// One that lives as long as the process. Nobody cleans up after it, so it takes a directory
    /// that the last run has left.
    pub async fn start_for_all() -> Self {
        let started = (0..).find_map(|number| {
            let directory = env::temp_dir().join(format!("float-desk-http-{number}"));
            let embedded = Embedded::forget(&directory, NAME)
                .and_then(|()| Embedded::start(&directory, NAME, Sweeping::Off));
            match embedded {
                Err(EmbeddedError::InUse(_)) => None,
                other => Some(Self {
                    embedded: other.unwrap(),
                    directory,
                    _temporary: None,
                }),
            }
        });
        started.unwrap().with_demo_world().await
    }

    /// What the worker does in the background.
    pub async fn summarize_changes(&self) {
        let store = Store::connect(&self.config()).await;
        while update_summary::catch_up(&store).await.unwrap().made > 0 {}
    }

    async fn with_demo_world(self) -> Self {
        self.holding(&World::demo(Instant::from(SystemTime::now())))
            .await
    }

    async fn holding(self, world: &World) -> Self {
        let store = Store::connect(&self.config()).await;
        schema::create_missing(&store, &TableId::ALL).await.unwrap();
        world.import(&self.embedded, &store).unwrap();
        self.summarize_changes().await;
        self
    }

    /// With patience for an engine that serves every test at once, unoptimised.
    pub fn config(&self) -> StoreConfig {
        StoreConfig {
            patience: Patience {
                call: Duration::from_secs(12),
                attempt: Duration::from_secs(10),
            },
            ..config_by(self.url())
        }
    }

    pub fn url(&self) -> &str {
        &self.embedded.url
    }
}

/// A running server.
pub struct Desk {
    pub url: String,
    pub store: Store,
    _site: TempDir,
}

impl Desk {
    /// One that runs the demo.
    pub async fn open(config: &StoreConfig) -> Self {
        let ways = Ways {
            demo: true,
            ..Ways::default()
        };
        Self::serve(config, ways).await
    }

    /// One that runs no demo.
    pub async fn open_without_demo(config: &StoreConfig) -> Self {
        let ways = Ways {
            password: true,
            ..Ways::default()
        };
        Self::serve(config, ways).await
    }

    /// One that runs the demo, and is reached through TLS.
    pub async fn open_behind_tls(config: &StoreConfig) -> Self {
        let ways = Ways {
            demo: true,
            ..Ways::default()
        };
        Self::serve_by(config, ways, Transport::Tls, MachineSettings::default()).await
    }

    /// One that runs the demo, and where a token is good for one request a second.
    pub async fn open_to_one_request_a_second(config: &StoreConfig) -> Self {
        let ways = Ways {
            demo: true,
            ..Ways::default()
        };
        let machines = MachineSettings {
            each_second: NonZeroU32::MIN,
            ..MachineSettings::default()
        };
        Self::serve_by(config, ways, Transport::Loopback, machines).await
    }

    /// One where people sign in with a password, or through the provider at this address.
    pub async fn open_with_provider(config: &StoreConfig, issuer: &str) -> Self {
        let ways = Ways {
            password: true,
            provider: Some("Example Corp".to_owned()),
            ..Ways::default()
        };
        let (transport, machines) = (Transport::Loopback, MachineSettings::default());
        Self::serve_to(config, ways, transport, machines, Some(issuer)).await
    }

    async fn serve(config: &StoreConfig, ways: Ways) -> Self {
        let machines = MachineSettings::default();
        Self::serve_by(config, ways, Transport::Loopback, machines).await
    }

    async fn serve_by(
        config: &StoreConfig,
        ways: Ways,
        transport: Transport,
        machines: MachineSettings,
    ) -> Self {
        Self::serve_to(config, ways, transport, machines, None).await
    }

    /// Runs until the test ends and its runtime with it.
    async fn serve_to(
        config: &StoreConfig,
        ways: Ways,
        transport: Transport,
        machines: MachineSettings,
        issuer: Option<&str>,
    ) -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        let address: SocketAddr = listener.local_addr().unwrap();
        let (site, store) = (built_site(), Store::connect(config).await);
        let options = site::options(site.path(), address).unwrap();
        // As `serve` has it where nothing is said.
        let review = if ways.demo { Review::Off } else { Review::On };
        let router = router(server::router::Desk {
            options,
            store: store.clone(),
            ways,
            provider: match issuer {
                Some(issuer) => provider(issuer, address.port()).await,
                None => None,
            },
            people: DemoPeople::default(),
            transport,
            hosts: Hosts::new(address, None),
            // So that a visitor can come from anywhere; see `Visitor::from`.
            proxies: Proxies::new(&[Ipv4Addr::LOCALHOST.into()]),
            review,
            features: Features::open(Source::Example, Names::default()).await,
            machines,
            machinery: Machinery::default(),
        });
        tokio::spawn(connections::serve(
            listener,
            router,
            Limits::default(),
            pending(),
        ));
        Self {
            url: format!("http://{address}"),
            store,
            _site: site,
        }
    }
}

/// As `serve` is told of it.
async fn provider(issuer: &str, port: u16) -> Option<Provider> {
    let told = ["--oidc-issuer", issuer, "--oidc-client-id", "float-desk"];
    let told = ["float-desk", "serve"].iter().chain(&told);
    let Command::Serve(args) = Cli::try_parse_from(told).unwrap().command else {
        panic!("serve is told of it");
    };
    let reached_at = PublicUrl::at((Ipv6Addr::LOCALHOST, port).into());
    let found = Provider::discover(&args.provider, &reached_at).await;
    found.unwrap()
}

/// What a build leaves, as far as the server cares.
pub fn built_site() -> TempDir {
    let site = TempDir::new().unwrap();
    fs::create_dir(site.path().join("pkg")).unwrap();
    fs::write(site.path().join("pkg/float-desk.css"), "body { margin: 0 }").unwrap();
    fs::write(
        site.path().join("favicon.svg"),
        "<svg xmlns='http://www.w3.org/2000/svg'/>",
    )
    .unwrap();
    site
}

/// The tables behind an address, with as much patience as there is in earnest.
pub fn config_by(url: &str) -> StoreConfig {
    StoreConfig::new(Endpoint::At(url.to_owned()), "prod")
}

/// A table that is called something else.
pub fn named(mut config: StoreConfig, table: TableId, name: &str) -> StoreConfig {
    let place = Place {
        name: Some(name.to_owned()),
        region: None,
    };
    config.overrides.insert(table, place);
    config
}

struct Shared {
    engine: Engine,
    desk: Desk,
    // A test's own runtime would take the server with it.
    _runtime: Runtime,
}

fn shared() -> &'static Shared {
    static SHARED: OnceLock<Shared> = OnceLock::new();
    SHARED.get_or_init(|| {
        // What a surprising answer has behind it.
        let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("error"));
        tracing_subscriber::fmt()
            .with_env_filter(filter)
            .with_test_writer()
            .init();
        let started = thread::spawn(|| {
            let runtime = Runtime::new().unwrap();
            let (engine, desk) = runtime.block_on(async {
                let engine = Engine::start_for_all().await;
                let desk = Desk::open(&engine.config()).await;
                (engine, desk)
            });
            Shared {
                engine,
                desk,
                _runtime: runtime,
            }
        });
        started.join().unwrap()
    })
}

/// The server of all tests that break nothing.
pub fn desk() -> &'static Desk {
    &shared().desk
}

/// The engine below it, for servers of one's own on the same data.
pub fn engine() -> &'static Engine {
    &shared().engine
}
