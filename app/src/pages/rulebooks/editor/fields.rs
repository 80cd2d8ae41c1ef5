//! The fields of the rulebook itself, and what a field looks like.

use super::Messages;
use super::state::{EditorState, YES};
use domain::rulebook::plain::{
    AB_GROUP, FieldProblem, ID, NAME, PRIORITY, SHARE, SUPERSEDING, TYPE,
};
use leptos::prelude::*;

const UNSAID: &[(&str, &str)] = &[("", "not stored"), (YES, "yes"), ("false", "no")];

#[component]
pub(super) fn Fields(state: EditorState, is_new: bool, messages: Messages) -> impl IntoView {
    let id = is_new.then(|| {
        view! { <Field label="Id" help="Part of keys and links; it never changes." at=ID.to_owned() value=state.id messages /> }
    });
    view! {
        <fieldset class="panel field-grid">
            <legend>"Settings"</legend>
            {id}
            <Field label="Name" help="" at=NAME.to_owned() value=state.name messages />
            <Choice label="Decides on" at=TYPE value=state.kind options=&[("floats", "floats"), ("loan", "loans")] messages />
            <Field label="Share of users in %" help="0 to 100, with up to two decimals." at=SHARE.to_owned() value=state.share messages />
            <Field label="Priority" help="Higher is evaluated first." at=PRIORITY.to_owned() value=state.priority messages />
            <Field label="A/B group" help="Empty for none." at=AB_GROUP.to_owned() value=state.group messages />
            <Superseding value=state.superseding messages />
        </fieldset>
    }
}

/// A box to tick; where nothing is stored, a choice that begins with that.
#[component]
fn Superseding(value: RwSignal<String>, messages: Messages) -> impl IntoView {
    let stored = value.get_untracked();
    if stored.is_empty() {
        return view! { <Choice label="A match ends the evaluation" at=SUPERSEDING value options=UNSAID messages /> }.into_any();
    }
    let tick = move |event| value.set(event_target_checked(&event).to_string());
    view! {
        <label class="check">
            <input type="checkbox" checked=stored == YES prop:checked=move || value.get() == YES on:change=tick />
            " A match ends the evaluation"
        </label>
        <Message at=move || SUPERSEDING.to_owned() messages />
    }
    .into_any()
}

/// A text field with its message.
#[component]
pub(super) fn Field(
    #[prop(into)] label: String,
    help: &'static str,
    #[prop(into)] at: Signal<String>,
    value: RwSignal<String>,
    messages: Messages,
    #[prop(optional)] list: Option<&'static str>,
) -> impl IntoView {
    view! {
        <label class="field">
            <span class="field-label">{label}</span>
            <input prop:value=move || value.get() value=value.get_untracked() list=list autocomplete="off" spellcheck="false"
                on:input=move |event| value.set(event_target_value(&event)) />
            {(!help.is_empty()).then(|| view! { <span class="quiet">{help}</span> })}
            <Message at=move || at.get() messages />
        </label>
    }
}

/// One of a few values; another one that is stored stays offered.
#[component]
pub(super) fn Choice(
    label: &'static str,
    #[prop(into)] at: Signal<String>,
    value: RwSignal<String>,
    options: &'static [(&'static str, &'static str)],
    messages: Messages,
) -> impl IntoView {
    let stored = value.get_untracked();
    let odd = (!options.iter().any(|(word, _)| *word == stored))
        .then(|| view! { <option value=stored.clone() selected=true>{stored.clone()}</option> });
    let known = options
        .iter()
        .map(|(word, phrase)| view! { <option value=*word selected=*word == stored>{*phrase}</option> })
        .collect_view();
    view! {
        <label class="field">
            <span class="field-label">{label}</span>
            <select prop:value=move || value.get() on:change=move |event| value.set(event_target_value(&event))>{odd} {known}</select>
            <Message at=move || at.get() messages />
        </label>
    }
}

/// What is wrong or unusual at a place. Where nothing is, nothing stands on the page: a rulebook has hundreds
/// of places, and each element costs time when a rule is moved.
#[component]
pub(super) fn Message(#[prop(into)] at: Signal<String>, messages: Messages) -> impl IntoView {
    move || {
        let (found, at) = (messages.read(), at.get());
        let told = |list: &[FieldProblem]| {
            let here = list.iter().find(|it| it.at == at);
            here.map(|it| it.what.clone())
        };
        let wrong =
            told(&found.problems).map(|what| view! { <span class="problem-line">{what}</span> });
        let unusual =
            told(&found.warnings).map(|what| view! { <span class="warning-line">{what}</span> });
        (wrong, unusual)
    }
}
