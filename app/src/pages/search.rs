//! `/search?q=`: leads straight to what the id belongs to.

use crate::components::search_box::SearchBox;
use crate::error::AppError;
use crate::paths;
use crate::ui::failure::Failure;
use domain::id::UserId;
use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::components::Redirect;
use leptos_router::hooks::use_location;

#[component]
pub fn Search() -> impl IntoView {
    let query = use_location().search;
    let typed = move || paths::from_query(&query.read(), "q").unwrap_or_default();
    view! {
        <Title text="Search" />
        // What was pasted often brings blanks along; they are part of no id that a person types.
        {move || match UserId::parse(typed().trim()) {
            Ok(id) => view! { <Redirect path=paths::user(&id) /> }.into_any(),
            Err(problem) => view! {
                <h1>"Find a user"</h1>
                <Failure error=AppError::Invalid(problem.to_string()) />
                <SearchBox typed=typed() id="search-again" />
            }
            .into_any(),
        }}
    }
}
