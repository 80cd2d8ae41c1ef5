//! The rules: added, removed, dragged or moved by keyboard, each with its properties.

use super::Messages;
use super::fields::{Choice, Field, Message};
use super::node::{Entry, Kind};
use super::order;
use super::rule_state::RuleState;
use super::state::EditorState;
use super::value::{NameSuggestions, PropRow};
use domain::rulebook::plain::{AB_GROUP, ARN, RULE, RULE_TYPE, RULES};
use domain::rulebook_draft::Catalogue;
use leptos::html::Button;
use leptos::prelude::*;

const TYPES: &[(&str, &str)] = &[
    ("txns", "with transactions"),
    ("insights", "with insights"),
    ("all", "always"),
];

#[component]
pub(super) fn Rules(
    state: EditorState,
    known: StoredValue<Catalogue>,
    messages: Messages,
) -> impl IntoView {
    let list = NodeRef::new();
    order::keep(list, state);
    let dragged = RwSignal::new(None::<u32>);
    // For those who do not see where a rule went.
    let told = RwSignal::new(String::new());
    let names = known.with_value(|known| known.rules.keys().cloned().collect::<Vec<_>>());
    view! {
        <h2>"Rules, in this order"</h2>
        <Message at=move || RULES.to_owned() messages />
        <NameSuggestions id="known-rules".to_owned() names />
        <ol class="rules" node_ref=list>
            <For each=move || order::as_made(state) key=|rule| rule.key
                children=move |rule| view! { <RuleForm state rule known messages dragged told /> } />
        </ol>
        <p class="sr-only" role="status">{told}</p>
        <button type="button" class="secondary" on:click=move |_| state.add_rule()>"Add a rule"</button>
    }
}

#[component]
fn RuleForm(
    state: EditorState,
    rule: RuleState,
    known: StoredValue<Catalogue>,
    messages: Messages,
    dragged: RwSignal<Option<u32>>,
    told: RwSignal<String>,
) -> impl IntoView {
    let index = Memo::new(move |_| {
        let rules = state.rules.read();
        rules
            .iter()
            .position(|it| it.key == rule.key)
            .unwrap_or_default()
    });
    let at = move |name: &'static str| {
        Signal::derive(move || format!("{RULES}[{}].{name}", index.get()))
    };
    let label = move || format!("{}. {}", index.get() + 1, rule.name.get());
    let drop_here = move |event: leptos::ev::DragEvent| {
        event.prevent_default();
        if let Some(key) = dragged.get_untracked() {
            state.drop_rule(key, rule.key);
        }
        dragged.set(None);
    };
    view! {
        <li class="panel rule" data-rule=rule.key class:dragged=move || dragged.get() == Some(rule.key)
            on:dragover=|event| event.prevent_default() on:drop=drop_here>
            <div class="rule-head">
                <span class="drag-handle" draggable="true" aria-hidden="true" title="Drag to another place"
                    on:dragstart=move |_| dragged.set(Some(rule.key)) on:dragend=move |_| dragged.set(None)>"\u{2807}"</span>
                <h3>{label}</h3>
                <RuleButtons state rule index told />
            </div>
            <div class="field-grid">
                <Field label="Rule" help="" at=at(RULE) value=rule.name messages list="known-rules" />
                <Choice label="Runs" at=at(RULE_TYPE) value=rule.kind options=TYPES messages />
                <Field label="ARN" help="Empty for a built-in rule." at=at(ARN) value=rule.arn messages />
                <Field label="A/B group" help="" at=at(AB_GROUP) value=rule.group messages />
            </div>
            <Props rule known messages index />
        </li>
    }
}

/// The ways to move and remove a rule that need no mouse.
#[component]
fn RuleButtons(
    state: EditorState,
    rule: RuleState,
    index: Memo<usize>,
    told: RwSignal<String>,
) -> impl IntoView {
    let name = move || rule.name.get();
    let count = move || state.rules.read().len();
    let is_last = move || index.get() + 1 == count();
    let (up, down) = (NodeRef::new(), NodeRef::new());
    // At the end a button does nothing and keeps the focus: pressed once more, another one would move it back.
    let shift = move |by: isize, button: NodeRef<Button>| {
        state.shift_rule(rule.key, by);
        told.set(format!(
            "{} is now {} of {}.",
            name(),
            index.get() + 1,
            count()
        ));
        order::follow(button);
    };
    let remove = move |_| {
        told.set(format!("{} is removed.", name()));
        state.remove_rule(rule.key);
    };
    view! {
        <span class="rule-buttons">
            <button node_ref=up type="button" class="secondary" aria-disabled=move || (index.get() == 0).to_string()
                aria-label=move || format!("Move {} up", name()) on:click=move |_| shift(-1, up)>"\u{2191}"</button>
            <button node_ref=down type="button" class="secondary" aria-disabled=move || is_last().to_string()
                aria-label=move || format!("Move {} down", name()) on:click=move |_| shift(1, down)>"\u{2193}"</button>
            <button type="button" class="secondary" aria-label=move || format!("Remove {}", name()) on:click=remove>"Remove"</button>
        </span>
    }
}

#[component]
fn Props(
    rule: RuleState,
    known: StoredValue<Catalogue>,
    messages: Messages,
    index: Memo<usize>,
) -> impl IntoView {
    let list = format!("known-props-{}", rule.key);
    let names = move || {
        let name = rule.name.get();
        let of_rule = known.with_value(|known| {
            let rule = known.rules.get(&name)?;
            Some(rule.props.keys().cloned().collect::<Vec<_>>())
        });
        of_rule.unwrap_or_default()
    };
    let suggested = list.clone();
    let kind_of = move |entry: Entry| {
        Signal::derive(move || {
            let (rule, prop) = (rule.name.get(), entry.name.get());
            let kind = known.with_value(|known| known.example_of(&rule, &prop).map(Kind::of));
            kind.filter(|kind| *kind != Kind::Kept)
        })
    };
    view! {
        <fieldset class="props">
            <legend>"Properties"</legend>
            {move || view! { <NameSuggestions id=suggested.clone() names=names() /> }}
            <For each=move || rule.props.get() key=|entry| entry.key
                children=move |entry| view! {
                    <PropRow entry siblings=rule.props list=list.clone() known=kind_of(entry)
                        at=Signal::derive(move || format!("{RULES}[{}].props.{}", index.get(), entry.name.get())) messages />
                } />
            <button type="button" class="secondary" on:click=move |_| rule.add_prop()>"Add a property"</button>
        </fieldset>
    }
}
