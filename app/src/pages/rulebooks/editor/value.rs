//! One value: its name, its kind, and a field of that kind; lists and maps hold values in turn.

use super::Messages;
use super::fields::Message;
use super::node::{Entry, Kind, Node};
use crate::ui::text_box::TextBox;
use domain::money::{Cents, Spoken};
use domain::rulebook_diff::is_cents;
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
    /// The kind that this property has in other rules of the name.
    #[prop(into)]
    known: Signal<Option<Kind>>,
    #[prop(into)] at: Signal<String>,
    messages: Messages,
) -> impl IntoView {
    view! {
        <div class="prop">
            <Named entry siblings list known />
            <Dollars entry />
            <Message at messages />
        </div>
    }
}

/// What an amount in cents is in dollars.
#[component]
fn Dollars(entry: Entry) -> impl IntoView {
    move || {
        let cents = is_cents(&entry.name.get()) && entry.node.kind.get() == Kind::Number;
        let text = entry.node.text.get();
        let cents = text.trim().parse().ok().filter(|_| cents).map(Cents)?;
        Some(view! { <span class="quiet">{Spoken(cents).to_string()}</span> })
    }
}

/// A named value of a map.
#[component]
fn Named(
    entry: Entry,
    siblings: RwSignal<Vec<Entry>>,
    list: String,
    #[prop(into)] known: Signal<Option<Kind>>,
) -> impl IntoView {
    let name = move |event| {
        entry.name.set(event_target_value(&event));
        entry.node.follow(known.get_untracked());
    };
    view! {
        <div class="prop-row">
            <input class="prop-name" aria-label="Name" list=list value=entry.name.get_untracked() prop:value=move || entry.name.get()
                autocomplete="off" spellcheck="false" on:input=name />
            <ValueFields node=entry.node name=entry.name known />
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
fn ValueFields(
    node: Node,
    name: RwSignal<String>,
    #[prop(into)] known: Signal<Option<Kind>>,
) -> impl IntoView {
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
    let typed = move |event| {
        node.text.set(event_target_value(&event));
        node.follow(known.get_untracked());
    };
    // Another kind with the same field leaves the field alone: made anew, it would lose the focus, and a click
    // that was begun on the page would go nowhere.
    let shape = Memo::new(move |_| match node.kind.get() {
        // A field of one line would drop the breaks, and with the next key they would be gone for good.
        Kind::Text if node.text.with_untracked(|text| text.contains(['\n', '\r'])) => Shape::Lines,
        Kind::Text | Kind::Number => Shape::Line,
        kind => Shape::Other(kind),
    });
    let field = move || {
        match shape.get() {
        Shape::Lines => view! {
            <TextBox text=node.text.get_untracked() attr:class="prop-value" attr:rows="3" attr:aria-label=label("Value") prop:value=move || node.text.get()
                attr:autocomplete="off" attr:spellcheck="false" on:input=typed />
        }
        .into_any(),
        Shape::Line => view! {
            <input class="prop-value" aria-label=label("Value") prop:value=move || node.text.get() value=node.text.get_untracked()
                autocomplete="off" spellcheck="false" on:input=typed />
        }
        .into_any(),
        Shape::Other(Kind::YesNo) => view! {
            <select aria-label=label("Value") prop:value=move || node.text.get() on:change=move |event| node.text.set(event_target_value(&event))>
                <option value="true" selected=node.text.get_untracked() == "true">"yes"</option>
                <option value="false" selected=node.text.get_untracked() != "true">"no"</option>
            </select>
        }
        .into_any(),
        Shape::Other(Kind::Null) => view! { <span class="quiet">"nothing"</span> }.into_any(),
        Shape::Other(Kind::Kept) => view! { <span class="quiet">{node.kept.with_value(ToString::to_string)}</span> }.into_any(),
        Shape::Other(_) => ().into_any(),
    }
    };
    view! {
        <select aria-label=label("Kind") prop:value=move || node.kind.get().name() on:change=move |event| node.choose(Kind::named(&event_target_value(&event)))>{kept} {options}</select>
        {field}
    }
}

/// Inside a list or a map nothing is known.
fn unknown() -> Signal<Option<Kind>> {
    Signal::stored(None)
}

/// Which field a value has.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    Line,
    Lines,
    Other(Kind),
}

/// What a list or a map holds.
#[component]
fn Inside(node: Node) -> impl IntoView {
    let add = move |_| node.add_entry();
    let children = move |entry: Entry| match node.kind.get_untracked() {
        Kind::Map => {
            view! { <Named entry siblings=node.entries list=String::new() known=unknown() /> }
                .into_any()
        }
        _ => view! {
            <div class="prop-row">
                <ValueFields node=entry.node name=entry.name known=unknown() />
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
