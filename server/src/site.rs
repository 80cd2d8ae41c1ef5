//! The built site: what the browser loads beside the pages.

use axum::Router;
use http::HeaderValue;
use http::header::CACHE_CONTROL;
use leptos::config::{Env, LeptosOptions};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use tower::ServiceBuilder;
use tower_http::services::{ServeDir, ServeFile};
use tower_http::set_header::SetResponseHeaderLayer;

const PACKAGE: &str = "pkg";
/// The name that the build gives the files; compiled in by the build scripts.
const OUTPUT: &str = match option_env!("LEPTOS_OUTPUT_NAME") {
    Some(name) => name,
    None => "float-desk",
};

/// There is nothing to serve.
#[derive(Debug, thiserror::Error)]
#[error(
    "there is no built site in {0}; build it with `make run`, or name its folder with --site-root"
)]
pub struct NoSite(PathBuf);

/// The style sheet's address, for pages that Leptos does not render.
pub(crate) fn stylesheet() -> String {
    format!("/{PACKAGE}/{OUTPUT}.css")
}

/// What Leptos needs to know about the site in `root`.
pub fn options(root: &Path, addr: SocketAddr) -> Result<LeptosOptions, NoSite> {
    if !root.join(PACKAGE).join(format!("{OUTPUT}.css")).is_file() {
        return Err(NoSite(root.to_owned()));
    }
    let watched = std::env::var_os("LEPTOS_WATCH").is_some();
    Ok(LeptosOptions::builder()
        .output_name(OUTPUT)
        .site_root(root.to_string_lossy().as_ref())
        .site_pkg_dir(PACKAGE)
        .site_addr(addr)
        .env(if watched { Env::DEV } else { Env::PROD })
        .build())
}

/// The static files, each served compressed where the release put a compressed one beside it.
pub(crate) fn files<S: Clone + Send + Sync + 'static>(options: &LeptosOptions) -> Router<S> {
    let root = Path::new(options.site_root.as_ref());
    // Names stay the same from build to build, so a browser asks each time whether it has the newest.
    let revalidated = || {
        ServiceBuilder::new().layer(SetResponseHeaderLayer::overriding(
            CACHE_CONTROL,
            HeaderValue::from_static("no-cache"),
        ))
    };
    let package = ServeDir::new(root.join(PACKAGE))
        .precompressed_br()
        .precompressed_gzip();
    let picture = |name| {
        let file = ServeFile::new(root.join(name))
            .precompressed_br()
            .precompressed_gzip();
        revalidated().service(file)
    };
    Router::new()
        .nest_service(&format!("/{PACKAGE}"), revalidated().service(package))
        .route_service("/favicon.svg", picture("favicon.svg"))
        .route_service("/icons.svg", picture("icons.svg"))
}
