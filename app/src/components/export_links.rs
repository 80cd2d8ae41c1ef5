//! A list as a file: exactly what its filter admits.

use leptos::prelude::*;

#[component]
pub fn ExportLinks(csv: String, json_lines: String) -> impl IntoView {
    view! {
        <span class="exports">
            "Export: "
            <a rel="external" download href=csv>"CSV"</a>
            " "
            <a rel="external" download href=json_lines>"JSON lines"</a>
        </span>
    }
}
