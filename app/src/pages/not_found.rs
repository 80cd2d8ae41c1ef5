//! An address that leads nowhere.

use crate::paths;
use crate::ui::page_title::PageTitle;
use leptos::prelude::*;

#[component]
pub fn NotFound() -> impl IntoView {
    #[cfg(feature = "ssr")]
    if let Some(response) = use_context::<leptos_axum::ResponseOptions>() {
        response.set_status(http::StatusCode::NOT_FOUND);
    }
    view! {
        <PageTitle text="Not found" />
        <h1>"There is no such page"</h1>
        <p>"The address may be mistyped or cut off. " <a href=paths::HOME>"Look up a user"</a> " instead."</p>
    }
}
