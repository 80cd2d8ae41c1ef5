//! The router: pages, server functions, sign-in and static files, behind their layers.

use crate::api::{self, Api, Limits};
use crate::features::Features;
use crate::form_answer::FormAnswers;
use crate::gate::{self, Hosts};
use crate::proxies::Proxies;
use crate::secret::Signer;
use crate::sign_in::{self, Directory, Provider};
use crate::wall::{self, Transport, Wall};
use crate::{
    canonical, every_request, export, failures, figures, form_answer, health, site, what_if,
};
use app::api::demo::DemoPeople;
use app::api::session::Ways;
use app::audit::RecentLooks;
use app::loan_terms::KnownLoanTerms;
use app::machinery::Machinery;
use app::request::Refusal;
use app::{App, shell};
use axum::{Router, middleware};
use domain::proposal::Review;
use http::request::Parts;
use leptos::config::LeptosOptions;
use leptos::nonce::Nonce;
use leptos::prelude::{ServerActionError, provide_context, use_context};
use leptos_axum::{AxumRouteListing, LeptosRoutes, generate_route_list};
use std::num::NonZeroU32;
use std::sync::{Arc, OnceLock};
use store::Store;
use tower::ServiceBuilder;
use tower_http::compression::CompressionLayer;
use tower_http::csrf::CsrfLayer;
use tower_http::limit::RequestBodyLimitLayer;

/// No form that a person fills in is larger.
pub(crate) const LARGEST_BODY: usize = 1024 * 1024;

/// What a server is given to answer with.
#[derive(Clone)]
pub struct Desk {
    pub options: LeptosOptions,
    pub store: Store,
    pub ways: Ways,
    /// The identity provider that vouches for people, where there is one.
    pub provider: Option<Provider>,
    /// The demo world's people, where this server runs one.
    pub people: DemoPeople,
    pub transport: Transport,
    pub hosts: Hosts,
    pub proxies: Proxies,
    /// Whether a change of the rulebooks wants a second pair of eyes.
    pub review: Review,
    /// Where loan fees come from.
    pub features: Features,
    pub machines: MachineSettings,
    pub machinery: Machinery,
}

/// What machines are given.
#[derive(Debug, Clone)]
pub struct MachineSettings {
    /// The term by which a loan's fee is told.
    pub loan_term: String,
    /// How many requests each token has in a second.
    pub each_second: NonZeroU32,
}

impl Default for MachineSettings {
    fn default() -> Self {
        Self {
            loan_term: "4_weeks".to_owned(),
            each_second: NonZeroU32::MIN.saturating_add(19),
        }
    }
}

/// Every page. They are listed once: while Leptos lists them, no resource loads in the whole process,
/// and a page that another server of it renders just then would wait for ever.
pub fn page_routes() -> Vec<AxumRouteListing> {
    static ROUTES: OnceLock<Vec<AxumRouteListing>> = OnceLock::new();
    ROUTES.get_or_init(|| generate_route_list(App)).clone()
}

/// Everything a server answers.
pub fn router(desk: Desk) -> Router {
    let Desk {
        options,
        store,
        ways,
        provider,
        people,
        transport,
        hosts,
        proxies,
        review,
        features,
        machines,
        machinery,
    } = desk;
    let directory = Directory::new(store.clone(), ways.clone());
    let (shared, looks) = (store.clone(), RecentLooks::default());
    let loan_terms = KnownLoanTerms(Arc::new(features.clone()));
    let context = move || {
        provide_context(shared.clone());
        provide_context(looks.clone());
        provide_context(people.clone());
        provide_context(ways.clone());
        provide_context(review);
        provide_context(loan_terms.clone());
        provide_context(machinery.clone());
        provide_context(Refusal::default());
        // The nonce that the header names, in place of the one that Leptos made up.
        let parts = use_context::<Parts>();
        if let Some(nonce) = parts.and_then(|parts| parts.extensions.get::<Nonce>().cloned()) {
            provide_context(nonce);
        }
        let parts = use_context::<Parts>();
        let answer = parts.and_then(|parts| parts.extensions.get::<ServerActionError>().cloned());
        if let Some(answer) = answer {
            provide_context(answer);
        }
    };
    let wall = Wall::new(transport, &options);
    let document = options.clone();
    let api = Api {
        store: store.clone(),
        features,
        limits: Arc::new(Limits::new(machines.each_second)),
        loan_term: machines.loan_term.into(),
    };
    // The world reaches a server behind TLS, and its figures are not the world's.
    let (open_figures, figures) = match transport {
        Transport::Loopback => (figures::routes(), Router::new()),
        Transport::Tls => (Router::new(), figures::routes_by_token(api.clone())),
    };
    let machines = health::routes(store.clone())
        .merge(api::routes(api))
        .merge(figures);
    let pages = Router::new()
        .leptos_routes_with_context(&options, page_routes(), context, move || {
            shell(document.clone())
        })
        .layer(middleware::from_fn(figures::time_page));
    let answers = FormAnswers {
        pages: pages.clone().with_state(options.clone()),
        signer: Signer::new(store.clone()),
    };
    let pages = pages
        .layer(middleware::from_fn_with_state(answers, form_answer::carry))
        .merge(sign_in::routes(store.clone(), provider))
        .merge(export::routes(store.clone()))
        .merge(what_if::routes(store.clone()))
        .layer(middleware::from_fn(sign_in::require))
        .layer(sign_in::layer(store, directory))
        .layer(middleware::from_fn(failures::put_into_words))
        // Pages only: a release brings its files compressed, and packing 8 MB of unoptimised wasm
        // anew for each first visit would take an unoptimised server two seconds.
        .layer(CompressionLayer::new())
        .layer(RequestBodyLimitLayer::new(LARGEST_BODY))
        .with_state(options.clone());

    // What only people need: the right name, and the check of where a form comes from.
    let people = ServiceBuilder::new()
        .layer(middleware::from_fn_with_state(hosts, gate::turn_away))
        .layer(CsrfLayer::new())
        .layer(middleware::from_fn(canonical::redirect))
        .layer(middleware::from_fn(gate::refuse_indirect));
    let everything = pages
        .merge(site::files(&options))
        .merge(open_figures)
        .layer(people)
        .merge(machines);
    every_request::around(everything, proxies, every_request::TIMEOUT)
        .layer(middleware::from_fn_with_state(wall, wall::stand))
}
