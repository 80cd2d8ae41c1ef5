//! Signing in to the demo: one button a role, plain forms that work without JavaScript.

use crate::paths;
use domain::role::Role;
use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::use_location;

#[component]
pub fn SignIn() -> impl IntoView {
    let query = use_location().search;
    let next = move || paths::from_query(&query.read(), "next").unwrap_or_else(|| paths::HOME.to_owned());
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
        <Title text="Sign in" />
        <main class="sign-in">
            <h1>"Float Desk"</h1>
            <p>"This is the demo world: made-up people, reset at every start. Choose who you are."</p>
            {roles
                .into_iter()
                .map(|(role, name, what)| {
                    view! {
                        <form method="post" action="/sign-in/demo">
                            <input type="hidden" name="next" value=next />
                            <button class="role-button" name="role" value=role.as_str()>
                                <strong>{name}</strong>
                                <span>{what}</span>
                            </button>
                        </form>
                    }
                })
                .collect_view()}
        </main>
    }
}
