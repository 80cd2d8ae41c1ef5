//! Light or dark, kept in a cookie so that the server's page already has the right colours.

use crate::error::AppError;
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Theme {
    Light,
    Dark,
}

impl Theme {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }
}

crate::effect::writes!(SetTheme);
/// A form posts here, so it works without JavaScript and leads back to the page it was on.
#[server(prefix = "/rpc", endpoint = "set_theme", output = crate::wire::Answer)]
pub async fn set_theme(theme: Theme) -> Result<(), AppError> {
    use http::HeaderValue;
    use http::header::SET_COOKIE;
    let year = 365 * 24 * 60 * 60;
    let cookie = format!(
        "theme={}; Path=/; Max-Age={year}; SameSite=Lax; Secure",
        theme.as_str()
    );
    if let Ok(value) = HeaderValue::from_str(&cookie) {
        expect_context::<leptos_axum::ResponseOptions>().append_header(SET_COOKIE, value);
    }
    Ok(())
}

/// The theme that the request's cookie asks for; nothing means the system's own.
#[cfg(feature = "ssr")]
pub fn wanted() -> Option<Theme> {
    let headers = crate::request::headers();
    let cookies = headers.get(http::header::COOKIE)?.to_str().ok()?;
    let value = cookies
        .split("; ")
        .find_map(|cookie| cookie.strip_prefix("theme="))?;
    [Theme::Light, Theme::Dark]
        .into_iter()
        .find(|theme| theme.as_str() == value)
}
