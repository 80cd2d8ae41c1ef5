//! Signing in, by whichever ways this server offers: plain forms that work without JavaScript.

use crate::api::session::{Ways, ways_to_sign_in};
use crate::paths;
use crate::ui::failure::Failure;
use crate::ui::page_title::PageTitle;
use crate::wire::blocking_resource;
use domain::role::Role;
use domain::staff_account::LONGEST_NAME;
use leptos::prelude::*;
use leptos_router::hooks::use_location;

#[component]
pub fn SignIn() -> impl IntoView {
    let ways = blocking_resource(|| (), |()| ways_to_sign_in());
    let query = use_location().search;
    let next = Memo::new(move |_| {
        paths::from_query(&query.read(), "next").unwrap_or_else(|| paths::HOME.to_owned())
    });
    let problem = Memo::new(move |_| paths::from_query(&query.read(), "problem"));
    view! {
        <PageTitle text="Sign in" />
        <main class="sign-in">
            <h1>"Float Desk"</h1>
            {move || problem.get().map(|problem| view! { <p class="problem" role="alert">{said(&problem)}</p> })}
            <Suspense>
                {move || Suspend::new(async move {
                    match ways.await {
                        Ok(ways) => view! { <SignInWays ways next /> }.into_any(),
                        Err(error) => view! { <Failure error /> }.into_any(),
                    }
                })}
            </Suspense>
        </main>
    }
}

/// What went wrong, by the word in the address. Nothing here says whether an account exists.
fn said(problem: &str) -> &'static str {
    match problem {
        "busy" => "Too many people are signing in right now. Try again in a few seconds.",
        "held" => {
            "The identity provider vouched for you, but an admin has to confirm which account is yours. Ask an admin to open the Staff page, then sign in again."
        }
        "slow" => "Too many attempts. Wait half a minute, then try again.",
        "provider" => "The identity provider did not let you in. Try again, or ask an admin.",
        "role" => "You are known, but have no role here. Ask an admin for one.",
        _ => "That name and password do not fit.",
    }
}

#[component]
fn SignInWays(ways: Ways, next: Memo<String>) -> impl IntoView {
    let is_closed = ways == Ways::default();
    let provider = ways.provider.map(|name| {
        let href = move || paths::sign_in_through_provider(&next.read());
        view! { <p><a class="role-button" rel="external" href=href><strong>{format!("Sign in with {name}")}</strong></a></p> }
    });
    view! {
        {provider}
        {ways.password.then(|| view! { <PasswordForm next /> })}
        {ways.demo.then(|| view! { <DemoButtons next /> })}
        {is_closed.then(|| view! { <p>"This server has no way to sign in yet. Add an account with " <code>"float-desk staff add"</code> "."</p> })}
    }
}

#[component]
fn PasswordForm(next: Memo<String>) -> impl IntoView {
    view! {
        <form class="stacked" method="post" action=paths::SIGN_IN_BY_PASSWORD>
            <input type="hidden" name="next" value=next />
            <label for="name">"Name"</label>
            <input id="name" name="name" maxlength=LONGEST_NAME.to_string() autocomplete="username" autocapitalize="off" spellcheck="false" required />
            <label for="password">"Password"</label>
            <input id="password" name="password" type="password" autocomplete="current-password" required />
            <button class="primary">"Sign in"</button>
        </form>
    }
}

#[component]
fn DemoButtons(next: Memo<String>) -> impl IntoView {
    let roles = [
        (
            Role::Support,
            "Support agent",
            "Looks up users and schedules temporary profiles",
        ),
        (
            Role::Analyst,
            "Risk analyst",
            "Reads decisions and drafts rulebook changes",
        ),
        (
            Role::Admin,
            "Admin",
            "Publishes rulebooks and manages staff",
        ),
    ];
    view! {
        <p>"This is the demo world: made-up people, reset at every start. Choose who you are."</p>
        {roles
            .into_iter()
            .map(|(role, name, what)| {
                view! {
                    <form method="post" action=paths::SIGN_IN_TO_DEMO>
                        <input type="hidden" name="next" value=next />
                        <button class="role-button" name="role" value=role.as_str()>
                            <strong>{name}</strong>
                            <span>{what}</span>
                        </button>
                    </form>
                }
            })
            .collect_view()}
    }
}
