//! A running Float Desk on data of a given size, with somebody signed in.

use crate::{DelayingProxy, Failure};
use app::api::demo::DemoPeople;
use app::api::session::Ways;
use app::paths;
use aws_sdk_dynamodb::Client as Dynamo;
use aws_sdk_dynamodb::config::{BehaviorVersion, Credentials, Region};
use axum::serve::ListenerExt;
use domain::instant::Instant;
use domain::value::Attributes;
use fixtures::LargePlan;
use http::header::{ACCEPT_ENCODING, CONTENT_TYPE, COOKIE, LOCATION, SET_COOKIE};
use reqwest::{Client, Response, redirect};
use server::gate::Hosts;
use server::proxies::Proxies;
use server::router::router;
use server::site;
use server::wall::Transport;
use std::path::PathBuf;
use std::time::{Duration, SystemTime};
use store::embedded::{Embedded, Sweeping};
use store::schema::create_missing;
use store::{Endpoint, Store, StoreConfig, TableId};
use tempfile::TempDir;
use tokio::net::TcpListener;

/// What the tables' names begin with.
pub(crate) const ENVIRONMENT: &str = "bench";

pub(crate) struct Desk {
    pub(crate) store: Store,
    url: String,
    cookie: String,
    client: Client,
    /// The SDK as anybody would use it, on the same endpoint.
    pub(crate) raw: Dynamo,
    engine: Embedded,
    _folder: TempDir,
}

impl Desk {
    /// Starts one with made-up users; every call to the engine takes `delay` longer.
    pub(crate) async fn start(plan: LargePlan, delay: Duration) -> Result<Self, Failure> {
        Self::start_at(Instant::from(SystemTime::now()), plan, delay).await
    }

    /// With what there would be at that moment: at the same one, two have the same rulebooks.
    pub(crate) async fn start_at(
        now: Instant,
        plan: LargePlan,
        delay: Duration,
    ) -> Result<Self, Failure> {
        let folder = tempfile::tempdir()?;
        // A sweep would hold the engine's lock in the middle of a measurement.
        let engine = Embedded::start(folder.path(), ENVIRONMENT, Sweeping::Off)?;
        let endpoint = if delay.is_zero() {
            engine.url.clone()
        } else {
            DelayingProxy::start(&engine.url, delay).await?.url
        };
        let config = StoreConfig::new(Endpoint::At(endpoint.clone()), ENVIRONMENT);
        let store = Store::connect(&config).await;
        create_missing(&store, &TableId::ALL).await?;
        for (table, items) in plan.chunks(now) {
            engine.import(&store.table(table).name, items)?;
        }
        let url = serve(store.clone()).await?;
        let client = Client::builder()
            .redirect(redirect::Policy::none())
            .build()?;
        let mut desk = Self {
            store,
            url,
            cookie: String::new(),
            client,
            raw: dynamo(&endpoint),
            engine,
            _folder: folder,
        };
        desk.sign_in(paths::SIGN_IN_TO_DEMO, "role=support").await?;
        Ok(desk)
    }

    /// From here on, who asks is somebody else.
    pub(crate) async fn sign_in(&mut self, path: &str, form: &str) -> Result<(), Failure> {
        self.cookie = self.session(path, form).await?;
        Ok(())
    }

    /// A cookie by which any server on the same tables knows who asks.
    pub(crate) async fn session(&self, path: &str, form: &str) -> Result<String, Failure> {
        let url = format!("{}{path}", self.url);
        let form = self.client.post(url).body(form.to_owned());
        let form = form.header(CONTENT_TYPE, "application/x-www-form-urlencoded");
        let answer = form.send().await?;
        let cookie = answer.headers().get(SET_COOKIE);
        let cookie = cookie.ok_or("signing in gave no cookie")?.to_str()?;
        Ok(cookie.split(';').next().unwrap_or_default().to_owned())
    }

    pub(crate) fn url(&self) -> &str {
        &self.url
    }

    /// Where the engine is.
    pub(crate) fn engine(&self) -> &str {
        &self.engine.url
    }

    /// Whether writes wait for the disk, which other programs may keep busy.
    pub(crate) fn hurry(&self, is_on: bool) -> Result<(), Failure> {
        Ok(self.engine.hurry(is_on)?)
    }

    /// Adds items to what is there.
    pub(crate) fn import(&self, table: TableId, items: Vec<Attributes>) -> Result<(), Failure> {
        Ok(self.engine.import(&self.store.table(table).name, items)?)
    }

    /// Loads a page or file as a browser does, compressed.
    pub(crate) async fn get(&self, path: &str) -> Result<Response, Failure> {
        self.fetch(path, "gzip, deflate, br, zstd").await
    }

    /// A page's text, uncompressed.
    pub(crate) async fn plain(&self, path: &str) -> Result<String, Failure> {
        Ok(self.fetch(path, "identity").await?.text().await?)
    }

    async fn fetch(&self, path: &str, encodings: &str) -> Result<Response, Failure> {
        let request = self
            .client
            .get(format!("{}{path}", self.url))
            .header(COOKIE, &self.cookie);
        let answer = request.header(ACCEPT_ENCODING, encodings).send().await?;
        match answer.headers().get(LOCATION) {
            Some(elsewhere) => Err(format!("{path} leads to {elsewhere:?}").into()),
            None => Ok(answer.error_for_status()?),
        }
    }
}

async fn serve(store: Store) -> Result<String, Failure> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let addr = listener.local_addr()?;
    let root = std::env::var_os("LEPTOS_SITE_ROOT").ok_or("LEPTOS_SITE_ROOT is not set")?;
    let options = site::options(&PathBuf::from(root), addr)?;
    let app = router(server::router::Desk {
        options,
        store,
        ways: Ways {
            demo: true,
            ..Ways::default()
        },
        provider: None,
        people: DemoPeople::default(),
        transport: Transport::Loopback,
        hosts: Hosts::new(addr, None),
        proxies: Proxies::default(),
        review: domain::proposal::Review::Off,
        features: server::features::Features::none(),
        machines: server::router::MachineSettings::default(),
        machinery: app::machinery::Machinery::default(),
    });
    let listener = listener.tap_io(|stream| {
        let _ = stream.set_nodelay(true);
    });
    tokio::spawn(async move { axum::serve(listener, app).await });
    Ok(format!("http://{addr}"))
}

fn dynamo(endpoint: &str) -> Dynamo {
    let config = aws_sdk_dynamodb::Config::builder()
        .behavior_version(BehaviorVersion::latest())
        .region(Region::new("us-east-2"))
        .endpoint_url(endpoint)
        .credentials_provider(Credentials::new("bench", "bench", None, None, "bench"))
        .build();
    Dynamo::from_conf(config)
}
