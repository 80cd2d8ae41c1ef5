//! The header that all pages of a user share: whose they are, and the way from one to another.

use crate::components::me::Me;
use crate::paths;
use crate::ui::copy_button::CopyButton;
use domain::id::UserId;
use domain::role::OpenRawItems;
use leptos::prelude::*;
use leptos_router::components::A;
use leptos_router::hooks::use_params_map;

/// A page's name, and the way there.
pub type Tab = (&'static str, fn(&UserId) -> String);

/// The pages of a user that there are, in reading order. A page gets its tab by one line here.
pub const TABS: &[Tab] = &[
    ("Overview", paths::user),
    ("Timeline", paths::user_timeline),
    ("Temporary profiles", paths::temporary_profiles),
    ("Evaluations", paths::all_evaluations),
    ("Rule outcomes", paths::rule_outcomes),
    ("Floats", paths::floats),
    ("Balances", paths::all_balances),
    ("Insights", paths::user_insights),
    ("Bypass", paths::user_bypass),
];

/// An id of so many bytes is shown whole at any width.
const FITS: usize = 100;

/// The user of the address, to the letter.
pub fn use_user_id() -> Memo<String> {
    let params = use_params_map();
    Memo::new(move |_| paths::from_segment(&params.read().get("user_id").unwrap_or_default()))
}

/// Reads nothing from the database: a page that knows more shows it below.
#[component]
pub fn UserHeader(user_id: Memo<String>) -> impl IntoView {
    // A very long id scrolls, and the arrow keys need a place to do it from.
    let scrolls = move || (user_id.read().len() > FITS).then_some("0");
    let tabs = move || {
        let user = UserId::new(user_id.get());
        TABS.iter()
            .map(|(name, path)| {
                let href = path(&user);
                // Below the overview lie all the others.
                let exact = *name == "Overview";
                view! { <A href exact attr:class="tab">{*name}</A> }
            })
            .collect_view()
    };
    let me = use_context::<Me>();
    let raw = move || {
        let href = paths::raw_items(&UserId::new(user_id.get()));
        Suspend::new(async move {
            let staff = me?.staff().await?;
            staff
                .may::<OpenRawItems>()
                .then(|| view! { <A href attr:class="tab">"Raw"</A> })
        })
    };
    view! {
        <div class="object-header">
            <span class="label">"User"</span>
            <h1 class="id" tabindex=scrolls>{move || user_id.get()}</h1>
            {move || view! { <CopyButton text=user_id.get() label="Copy the user id" /> }}
        </div>
        <nav class="tabs" aria-label="Pages of this user">{tabs} <Suspense>{raw}</Suspense></nav>
    }
}
