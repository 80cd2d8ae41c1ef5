//! The fields of a filter: plain ones, whose form's answer is an address for a colleague.

use domain::day::Day;
use leptos::prelude::*;

/// A field to type into.
#[component]
pub fn FilterText(
    name: &'static str,
    label: &'static str,
    value: String,
    /// The id of suggestions that stand elsewhere on the page.
    #[prop(optional)]
    list: Option<&'static str>,
) -> impl IntoView {
    let id = format!("filter-{name}");
    view! {
        <div class="filter">
            <label for=id.clone()>{label}</label>
            <input id=id type="text" name=name value=value list=list autocomplete="off" spellcheck="false" />
        </div>
    }
}

/// A day. A field for dates shows nothing but dates: what is none stays to be seen in one for text.
#[component]
pub fn FilterDay(name: &'static str, label: &'static str, value: String) -> impl IntoView {
    let id = format!("filter-{name}");
    let kind = if value.is_empty() || Day::parse(&value).is_some() {
        "date"
    } else {
        "text"
    };
    view! {
        <div class="filter">
            <label for=id.clone()>{label}</label>
            <input id=id type=kind name=name value=value autocomplete="off" />
        </div>
    }
}

/// One of several words, or any.
#[component]
pub fn FilterChoice(
    name: &'static str,
    label: &'static str,
    /// Each word with what people read.
    mut options: Vec<(String, String)>,
    chosen: String,
) -> impl IntoView {
    // A word that nobody documented can stand in the address too.
    if !chosen.is_empty() && !options.iter().any(|(value, _)| *value == chosen) {
        options.push((chosen.clone(), chosen.clone()));
    }
    let options = options
        .into_iter()
        .map(|(value, label)| {
            let selected = value == chosen;
            view! { <option value=value selected=selected>{label}</option> }
        })
        .collect_view();
    let id = format!("filter-{name}");
    view! {
        <div class="filter">
            <label for=id.clone()>{label}</label>
            <select id=id name=name>
                <option value="">"any"</option>
                {options}
            </select>
        </div>
    }
}

/// The parts of a filter that are in force, each with the address without it.
#[component]
pub fn FilterChips(parts: Vec<(&'static str, String, String)>) -> impl IntoView {
    let is_empty = parts.is_empty();
    let chips = parts
        .into_iter()
        .map(|(name, value, href)| {
            let label = format!("Remove the filter {name} {value}");
            view! { <a href=href class="chip" aria-label=label>{format!("{name}: {value}")} <span aria-hidden="true">" \u{d7}"</span></a> }
        })
        .collect_view();
    (!is_empty).then(|| view! { <p class="chips">{chips}</p> })
}
