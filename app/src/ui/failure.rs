//! An error in plain words, with the number to quote and a way on.

use crate::error::AppError;
use crate::paths;
use crate::ui::badge::{Meaning, Shape};
use leptos::prelude::*;
use leptos_router::hooks::use_location;

/// Shows an error in place of what it prevented, and gives the page its status.
#[component]
pub fn Failure(error: AppError) -> impl IntoView {
    #[cfg(feature = "ssr")]
    if let (Some(response), Ok(status)) = (
        use_context::<leptos_axum::ResponseOptions>(),
        http::StatusCode::from_u16(error.status()),
    ) {
        response.set_status(status);
    }
    let heading = match &error {
        AppError::NotSignedIn => "Sign in again",
        AppError::Refused(_) => "Not allowed",
        AppError::Invalid(_) | AppError::Rejected { .. } => "That did not work",
        AppError::Conflict | AppError::Changed { .. } => "Somebody was faster",
        AppError::Unavailable { .. } | AppError::Unreachable => "Not available right now",
        AppError::Uncertain { .. } | AppError::Unconfirmed { .. } => "Not confirmed yet",
        AppError::Outdated => "This page is out of date",
        AppError::Broken { .. } => "Something went wrong",
    };
    let quote = error.request_id().filter(|id| !id.is_empty()).map(|id| {
        view! { <p class="quiet">"If it stays like this, report it with the number " <code>{id.to_owned()}</code> "."</p> }
    });
    let here = use_location();
    let way_on = (error == AppError::NotSignedIn).then(|| {
        let wanted = move || format!("{}?{}", here.pathname.get(), here.search.get());
        // A page of the server's, which the router is to load anew.
        view! { <p><a href=move || paths::sign_in_for(wanted().trim_end_matches('?')) rel="external">"Sign in"</a></p> }
    });
    view! {
        <section class="panel failure" role="alert">
            <h2><Shape meaning=Meaning::Attention size=18 /> {heading}</h2>
            <p>{error.to_string()}</p>
            {way_on}
            {quote}
        </section>
    }
}
