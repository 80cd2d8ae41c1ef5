//! One value: its name, its kind, and a field of that kind; lists and maps hold values in turn.

use super::Messages;
use super::fields::Message;
use super::node::{Entry, Kind, Node};
use crate::ui::text_box::TextBox;
use leptos::prelude::*;

/// Names to choose from while typing one.
#[component]
pub(super) fn NameSuggestions(id: String, names: Vec<String>) -> impl IntoView {
    let options = names
        .into_iter()
        .map(|name| view! { <option value=name></option> })
        .collect_view();
    view! { <datalist id=id>{options}</datalist> }
}

/// A property with its name.
#[component]
pub(super) fn PropRow(
    entry: Entry,
    siblings: RwSignal<Vec<Entry>>,
    list: String,
    #[prop(into)] at: Signal<String>,
    messages: Messages,
) -> impl IntoView {
    view! {
        <div class="prop">
            <Named entry siblings list />
            <Message at messages />
        </div>
    }
}

/// A named value of a map.
#[component]
fn Named(entry: Entry, siblings: RwSignal<Vec<Entry>>, list: String) -> impl IntoView {
    view! {
        <div class="prop-row">
            <input class="prop-name" aria-label="Name" list=list value=entry.name.get_untracked() prop:value=move || entry.name.get()
                autocomplete="off" spellcheck="false" on:input=move |event| entry.name.set(event_target_value(&event)) />
            <ValueFields node=entry.node name=entry.name />
            <RemoveButton entry siblings />
        </div>
        <Inside node=entry.node />
    }
}

#[component]
fn RemoveButton(entry: Entry, siblings: RwSignal<Vec<Entry>>) -> impl IntoView {
    let label = move || match entry.name.get().as_str() {
        "" => "Remove this value".to_owned(),
        name => format!("Remove {name}"),
    };
    let remove = move |_| siblings.update(|all| all.retain(|it| it.key != entry.key));
    view! { <button type="button" class="secondary" aria-label=label on:click=remove>"\u{d7}"</button> }
}

/// The kind, and a field for it.
#[component]
fn ValueFields(node: Node, name: RwSignal<String>) -> impl IntoView {
    let kind = node.kind.get_untracked();
    let options = Kind::CHOICES
        .map(|(choice, word)| view! { <option value=word selected=choice == kind>{word}</option> })
        .collect_view();
    let kept = (kind == Kind::Kept).then(|| {
        let word = node.kept.with_value(domain::value::Value::kind);
        view! { <option value="" selected=true>{word}</option> }
    });
    // In a list nothing has a name.
    let label = move |what: &'static str| {
        move || match name.get().as_str() {
            "" => what.to_owned(),
            name => format!("{what} of {name}"),
        }
    };
    let field = move || {
        match node.kind.get() {
        // A field of one line would drop the breaks, and with the next key they would be gone for good.
        Kind::Text if node.text.with_untracked(|text| text.contains(['\n', '\r'])) => view! {
            <TextBox text=node.text.get_untracked() attr:class="prop-value" attr:rows="3" attr:aria-label=label("Value") prop:value=move || node.text.get()
                attr:autocomplete="off" attr:spellcheck="false" on:input=move |event| node.text.set(event_target_value(&event)) />
        }
        .into_any(),
        Kind::Text | Kind::Number => view! {
            <input class="prop-value" aria-label=label("Value") prop:value=move || node.text.get() value=node.text.get_untracked()
                autocomplete="off" spellcheck="false" on:input=move |event| node.text.set(event_target_value(&event)) />
        }
        .into_any(),
        Kind::YesNo => view! {
            <select aria-label=label("Value") prop:value=move || node.text.get() on:change=move |event| node.text.set(event_target_value(&event))>
                <option value="true" selected=node.text.get_untracked() == "true">"yes"</option>
                <option value="false" selected=node.text.get_untracked() != "true">"no"</option>
            </select>
        }
        .into_any(),
        Kind::Null => view! { <span class="quiet">"nothing"</span> }.into_any(),
        Kind::Kept => view! { <span class="quiet">{node.kept.with_value(ToString::to_string)}</span> }.into_any(),
        Kind::List | Kind::Map => ().into_any(),
    }
    };
    view! {
        <select aria-label=label("Kind") on:change=move |event| node.kind.set(Kind::named(&event_target_value(&event)))>{kept} {options}</select>
        {field}
    }
}

/// What a list or a map holds.
#[component]
fn Inside(node: Node) -> impl IntoView {
    let add = move |_| node.add_entry();
    let children = move |entry: Entry| match node.kind.get_untracked() {
        Kind::Map => view! { <Named entry siblings=node.entries list=String::new() /> }.into_any(),
        _ => view! {
            <div class="prop-row">
                <ValueFields node=entry.node name=entry.name />
                <RemoveButton entry siblings=node.entries />
            </div>
            <Inside node=entry.node />
        }
        .into_any(),
    };
    let inside = move || {
        matches!(node.kind.get(), Kind::List | Kind::Map).then(|| {
            view! {
                <div class="nested">
                    <For each=move || node.entries.get() key=|entry| entry.key children />
                    <button type="button" class="secondary" on:click=add>"Add a value"</button>
                </div>
            }
        })
    };
    inside.into_any()
}
