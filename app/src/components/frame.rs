//! The frame around every page for signed-in staff: navigation, search, theme, account.

use crate::api::session::signed_in;
use crate::components::keys::Keys;
use crate::components::me::Me;
use crate::components::search_box::SearchBox;
use crate::components::side_bar::SideBar;
use crate::components::theme_switch::ThemeSwitch;
use crate::paths;
use crate::ui::icon::{Glyph, Icon};
use crate::wire::blocking_resource;
use domain::role::Staff;
use leptos::html::Main;
use leptos::prelude::*;
use leptos_router::components::{A, Outlet};
use leptos_router::hooks::use_location;

/// Named, not written in place: as a wholly static element at the start of the page, the link that
/// leads here would lose its place when hydration waits for the page's chunk.
const CONTENT: &str = "#main";

#[component]
pub fn Frame() -> impl IntoView {
    let staff = blocking_resource(|| (), |()| signed_in());
    provide_context(Me(staff));
    let main = NodeRef::<Main>::new();
    focus_each_new_page(main);
    view! {
        // External to the router, which would change the address and leave the focus where it is.
        <a class="skip-link" href=CONTENT rel="external">"Skip to the content"</a>
        <header class="top-bar">
            <A href=paths::HOME attr:class="brand">"Float Desk"</A>
            <SearchBox staff />
            <ThemeSwitch />
            <Suspense>
                {move || Suspend::new(async move {
                    staff.await.ok().flatten().map(|staff| view! { <Account staff /> })
                })}
            </Suspense>
        </header>
        <nav class="side-bar" aria-label="Main">
            <Suspense>
                {move || Suspend::new(async move {
                    staff.await.ok().flatten().map(|staff| view! { <SideBar staff /> })
                })}
            </Suspense>
        </nav>
        <main node_ref=main id="main" tabindex="-1">
            // Without JavaScript too: the style sheet hides it where every column is there anyway.
            <label class="all-columns"><input type="checkbox" id="all-columns" /> "Show every column"</label>
            <Outlet />
        </main>
        <Keys />
    }
}

/// A click changes the page without a reload; the focus moves along, so that a screen reader and the
/// Tab key begin with the new page.
fn focus_each_new_page(main: NodeRef<Main>) {
    let path = use_location().pathname;
    Effect::new(move |previous: Option<String>| {
        let path = path.get();
        if let (true, Some(main)) = (
            previous.is_some_and(|previous| previous != path),
            main.get_untracked(),
        ) {
            // Focusing an element that is on the page does not fail.
            let _ = main.focus();
        }
        path
    });
}

#[component]
fn Account(staff: Staff) -> impl IntoView {
    view! {
        <div class="account">
            <details class="account-menu">
                <summary>
                    <span class="account-name">{staff.label}</span>
                    <span class="account-role">{staff.role.to_string()}</span>
                </summary>
                <form method="post" action=paths::SIGN_OUT_EVERYWHERE>
                    <p>"Ends your sessions in every browser and on every device, this one included."</p>
                    <button class="secondary">"Sign out everywhere"</button>
                </form>
            </details>
            <form method="post" action=paths::SIGN_OUT>
                <button class="icon-button" title="Sign out" aria-label="Sign out">
                    <Icon glyph=Glyph::SignOut />
                </button>
            </form>
        </div>
    }
}
