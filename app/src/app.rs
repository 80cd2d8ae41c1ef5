//! The shell of every page, and the route table.

use crate::chunks;
use crate::components::frame::Frame;
use crate::pages::home::Home;
use crate::pages::not_found::NotFound;
use crate::pages::search::Search;
use crate::pages::sign_in::SignIn;
use crate::pages::users::overview::Overview;
use leptos::prelude::*;
use leptos_meta::{Title, provide_meta_context};
use leptos_router::components::{ParentRoute, Route, Router, Routes};
use leptos_router::{Lazy, SsrMode, path};

/// The document around the application, rendered on the server only.
#[cfg(feature = "ssr")]
pub fn shell(options: LeptosOptions) -> impl IntoView {
    use crate::api::theme;
    use leptos_meta::MetaTags;

    let stylesheet = format!("/{}/{}.css", options.site_pkg_dir, options.output_name);
    view! {
        <!DOCTYPE html>
        <html lang="en" data-theme=theme::wanted().map(theme::Theme::as_str)>
            <head>
                <meta charset="utf-8" />
                <meta name="viewport" content="width=device-width, initial-scale=1" />
                <link rel="stylesheet" href=stylesheet />
                <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
                <AutoReload options=options.clone() />
                <HydrationScripts options />
                <MetaTags />
            </head>
            <body>
                <App />
            </body>
        </html>
    }
}

/// The route table. Every page is rendered completely on the server, so that it reads without
/// JavaScript and its status is right.
#[component]
pub fn App() -> impl IntoView {
    provide_meta_context();
    mark_as_hydrated();
    view! {
        <Title formatter=|title: String| format!("{title} · Float Desk") />
        <Router>
            <Routes fallback=NotFound>
                <Route path=path!("/sign-in") view=SignIn ssr=SsrMode::Async />
                <ParentRoute path=path!("") view=Frame ssr=SsrMode::Async>
                    <Route path=path!("/") view=Home ssr=SsrMode::Async />
                    <Route path=path!("/search") view=Search ssr=SsrMode::Async />
                    <Route path=path!("/users/:user_id") view=Overview ssr=SsrMode::Async />
                    <Route path=path!("/users/:user_id/temporary-profiles") view={Lazy::<chunks::TemporaryProfiles>::new()} ssr=SsrMode::Async />
                    <Route path=path!("/users/:user_id/temporary-profiles/new") view={Lazy::<chunks::NewTemporaryProfile>::new()} ssr=SsrMode::Async />
                    <Route path=path!("/users/:user_id/temporary-profiles/end") view={Lazy::<chunks::TemporaryProfileEnd>::new()} ssr=SsrMode::Async />
                    <Route path=path!("/users/:user_id/new-version") view={Lazy::<chunks::NewVersion>::new()} ssr=SsrMode::Async />
                    <Route path=path!("/users/:user_id/evaluations") view={Lazy::<chunks::Evaluations>::new()} ssr=SsrMode::Async />
                    <Route path=path!("/users/:user_id/evaluations/:result_id") view={Lazy::<chunks::Evaluation>::new()} ssr=SsrMode::Async />
                    <Route path=path!("/users/:user_id/rule-outcomes") view={Lazy::<chunks::RuleOutcomes>::new()} ssr=SsrMode::Async />
                    <Route path=path!("/users/:user_id/floats") view={Lazy::<chunks::Floats>::new()} ssr=SsrMode::Async />
                    <Route path=path!("/users/:user_id/timeline") view={Lazy::<chunks::Timeline>::new()} ssr=SsrMode::Async />
                    <Route path=path!("/users/:user_id/bypass") view={Lazy::<chunks::Bypass>::new()} ssr=SsrMode::Async />
                    <Route path=path!("/rulebooks") view={Lazy::<chunks::Rulebooks>::new()} ssr=SsrMode::Async />
                    <Route path=path!("/rulebooks/:rulebook_id") view={Lazy::<chunks::Rulebook>::new()} ssr=SsrMode::Async />
                    <Route path=path!("/rulebooks/:rulebook_id/edit") view={Lazy::<chunks::EditRulebook>::new()} ssr=SsrMode::Async />
                    <Route path=path!("/new-rulebook") view={Lazy::<chunks::NewRulebook>::new()} ssr=SsrMode::Async />
                    <Route path=path!("/history") view={Lazy::<chunks::History>::new()} ssr=SsrMode::Async />
                    <Route path=path!("/history/:update") view={Lazy::<chunks::Update>::new()} ssr=SsrMode::Async />
                    <Route path=path!("/proposals") view={Lazy::<chunks::Proposals>::new()} ssr=SsrMode::Async />
                    <Route path=path!("/proposals/:proposal_id") view={Lazy::<chunks::Proposal>::new()} ssr=SsrMode::Async />
                    <Route path=path!("/campaigns") view={Lazy::<chunks::Campaigns>::new()} ssr=SsrMode::Async />
                    <Route path=path!("/campaigns/:id") view={Lazy::<chunks::Campaign>::new()} ssr=SsrMode::Async />
                    <Route path=path!("/calendar") view={Lazy::<chunks::Calendar>::new()} ssr=SsrMode::Async />
                    <Route path=path!("/audit") view={Lazy::<chunks::Audit>::new()} ssr=SsrMode::Async />
                    <Route path=path!("/staff") view={Lazy::<chunks::Staff>::new()} ssr=SsrMode::Async />
                    <Route path=path!("/*any") view=NotFound ssr=SsrMode::Async />
                </ParentRoute>
            </Routes>
        </Router>
    }
}

/// Tells the style sheet that what needs JavaScript works now.
fn mark_as_hydrated() {
    Effect::new(|| {
        if let Some(root) = document().document_element() {
            // An attribute without odd characters is always accepted.
            let _ = root.set_attribute("data-hydrated", "");
        }
    });
}
