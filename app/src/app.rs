//! The shell of every page, and the route table.

use crate::chunks::{Beyond, Entrance};
use crate::components::frame::Frame;
use crate::pages::not_found::NotFound;
use crate::pages::users::overview::Overview;
use crate::ui::page_title::TitleFormat;
use leptos::prelude::*;
use leptos_meta::provide_meta_context;
use leptos_router::components::{ParentRoute, Route, Router, Routes};
use leptos_router::{SsrMode, path};

/// The document around the application, rendered on the server only.
#[cfg(feature = "ssr")]
pub fn shell(options: LeptosOptions) -> impl IntoView {
    use crate::api::theme;
    use leptos_meta::MetaTags;

    // Shown in place of a redirect, the page is not at its own address, by which the browser's half
    // would choose another one.
    let is_at_home = use_context::<ServerActionError>().is_none();
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
                {is_at_home.then(|| view! { <HydrationScripts options /> })}
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
        <TitleFormat />
        <Router>
            <Routes fallback=NotFound>
                <Route path=path!("/sign-in") view=Entrance::SignIn ssr=SsrMode::Async />
                <ParentRoute path=path!("") view=Frame ssr=SsrMode::Async>
                    <Route path=path!("/") view=Entrance::Home ssr=SsrMode::Async />
                    <Route path=path!("/search") view=Entrance::Search ssr=SsrMode::Async />
                    <Route path=path!("/users/:user_id") view=Overview ssr=SsrMode::Async />
                    <Route path=path!("/users/:user_id/temporary-profiles") view=Beyond::TemporaryProfiles ssr=SsrMode::Async />
                    <Route path=path!("/users/:user_id/temporary-profiles/new") view=Beyond::NewTemporaryProfile ssr=SsrMode::Async />
                    <Route path=path!("/users/:user_id/temporary-profiles/end") view=Beyond::TemporaryProfileEnd ssr=SsrMode::Async />
                    <Route path=path!("/users/:user_id/new-version") view=Beyond::NewVersion ssr=SsrMode::Async />
                    <Route path=path!("/users/:user_id/evaluations") view=Beyond::Evaluations ssr=SsrMode::Async />
                    <Route path=path!("/users/:user_id/evaluations/:result_id") view=Beyond::Evaluation ssr=SsrMode::Async />
                    <Route path=path!("/users/:user_id/rule-outcomes") view=Beyond::RuleOutcomes ssr=SsrMode::Async />
                    <Route path=path!("/users/:user_id/floats") view=Beyond::Floats ssr=SsrMode::Async />
                    <Route path=path!("/users/:user_id/balances") view=Beyond::Balances ssr=SsrMode::Async />
                    <Route path=path!("/users/:user_id/insights") view=Beyond::Insights ssr=SsrMode::Async />
                    <Route path=path!("/users/:user_id/timeline") view=Beyond::Timeline ssr=SsrMode::Async />
                    <Route path=path!("/users/:user_id/bypass") view=Beyond::Bypass ssr=SsrMode::Async />
                    <Route path=path!("/users/:user_id/raw") view=Beyond::Raw ssr=SsrMode::Async />
                    <Route path=path!("/rulebooks") view=Beyond::Rulebooks ssr=SsrMode::Async />
                    <Route path=path!("/rulebooks/:rulebook_id") view=Beyond::Rulebook ssr=SsrMode::Async />
                    <Route path=path!("/rulebooks/:rulebook_id/edit") view=Beyond::EditRulebook ssr=SsrMode::Async />
                    <Route path=path!("/new-rulebook") view=Beyond::NewRulebook ssr=SsrMode::Async />
                    <Route path=path!("/history") view=Beyond::History ssr=SsrMode::Async />
                    <Route path=path!("/history/:update") view=Beyond::Update ssr=SsrMode::Async />
                    <Route path=path!("/proposals") view=Beyond::Proposals ssr=SsrMode::Async />
                    <Route path=path!("/proposals/:proposal_id") view=Beyond::Proposal ssr=SsrMode::Async />
                    <Route path=path!("/evaluations") view=Beyond::Ledger ssr=SsrMode::Async />
                    <Route path=path!("/rates") view=Beyond::Rates ssr=SsrMode::Async />
                    <Route path=path!("/repayment") view=Beyond::Repayment ssr=SsrMode::Async />
                    <Route path=path!("/what-if") view=Beyond::WhatIf ssr=SsrMode::Async />
                    <Route path=path!("/campaigns") view=Beyond::Campaigns ssr=SsrMode::Async />
                    <Route path=path!("/campaigns/:id") view=Beyond::Campaign ssr=SsrMode::Async />
                    <Route path=path!("/calendar") view=Beyond::Calendar ssr=SsrMode::Async />
                    <Route path=path!("/audit") view=Beyond::Audit ssr=SsrMode::Async />
                    <Route path=path!("/staff") view=Beyond::Staff ssr=SsrMode::Async />
                    <Route path=path!("/system") view=Beyond::System ssr=SsrMode::Async />
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
