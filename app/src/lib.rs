//! Wip.
use leptos::prelude::*;
#[component]
pub fn App() -> impl IntoView {}
