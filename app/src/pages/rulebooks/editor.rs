//! The form of a rulebook. What is sent is always its JSON, which is also a view of its own: without
//! JavaScript that view is the form.

mod attribute;
mod back;
mod fields;
mod home;
mod node;
mod order;
mod rule;
mod rule_state;
mod state;
mod value;

use crate::api::drafts::{DraftForm, SaveDraft};
use crate::ui::failure::Failure;
use crate::ui::kept_text::{Kept, LeftBehind};
use crate::ui::text_box::TextBox;
use domain::rulebook::Rulebook;
use domain::rulebook::reserved::is_reserved;
use domain::rulebook_draft::{Catalogue, Findings, cautions, check};
use domain::value::{Attributes, Value, json};
use fields::Fields;
use leptos::form::ActionForm;
use leptos::html::Textarea;
use leptos::prelude::*;
use leptos::web_sys::Element;
use leptos_router::NavigateOptions;
use leptos_router::hooks::use_navigate;
use rule::Rules;
use state::EditorState;

/// What is wrong at a field, and what is unusual there.
type Messages = Memo<Findings>;

/// A text that was typed as JSON and could not be taken over. It stays until it can, or is discarded.
#[derive(Clone)]
struct Refused {
    text: String,
    why: String,
}

/// Stands between the rulebook that a draft began with, the draft, and JSON that was refused, where they are
/// kept as one text.
const BETWEEN: &str = "\n\u{1e}\n";

#[component]
pub fn RulebookEditor(form: DraftForm) -> impl IntoView {
    home::found();
    let action = ServerAction::<SaveDraft>::new();
    // What comes back after a form that was sent without JavaScript.
    let answer = untrack(move || action.value().get()).and_then(Result::err);
    let typed = |field| answer.as_ref().and_then(|error| error.typed(field));
    let (began, draft) = begun(&form, typed("draft"));
    let (state, refused) = (RwSignal::new(began), RwSignal::new(draft));
    let base = form.base.as_ref().map(printed).unwrap_or_default();
    let base = RwSignal::new(typed("base").map_or(base, str::to_owned));
    let (proposal, version) = form.proposal.clone().unwrap_or_default();
    let was = form.draft.rulebook_id.to_string();
    let is_new = form.base.is_none();
    let known = StoredValue::new(form.known);
    let plain = Memo::new(move |_| state.get().plain());
    let messages = messages(state, plain, form.base, known);
    let text = Memo::new(move |_| plain.with(json::print_map));
    let kept = Kept::new(Memo::new(move |_| {
        let refused = refused.get().map(|refused| refused.text);
        [base.get(), text.get(), refused.unwrap_or_default()].join(BETWEEN)
    }));
    // A draft goes on from what it began with: what others changed since is then seen as a conflict.
    let take_up_kept = move |kept: String| {
        let parts: Vec<_> = kept.split(BETWEEN).collect();
        let [began, draft, typed] = parts.as_slice() else {
            return;
        };
        base.set((*began).to_owned());
        // As the form left it, also with what was not right yet.
        if let Ok(Value::Map(plain)) = json::parse(draft) {
            state.set(EditorState::of(plain));
        }
        if !typed.is_empty() {
            refused.set(take_up(state, typed));
        }
    };
    // Of two values of one name the text that is sent could hold only one; and a text that was refused
    // is not what the form holds. Both are said beside the button.
    let area = NodeRef::<Textarea>::new();
    let send = move |event: leptos::ev::SubmitEvent| {
        // A press on the button leaves the text where it is, so that nothing moves under the pointer.
        let typed = area.get_untracked().map(|area| area.value());
        if let Some(typed) = typed.filter(|typed| *typed != untrack(|| shown(text, refused))) {
            refused.set(take_up(state, &typed));
        }
        let is_refused = refused.with_untracked(Option::is_some);
        if !is_refused && state.get_untracked().doubles().is_empty() {
            kept.forget();
        } else {
            event.prevent_default();
        }
    };
    let navigate = use_navigate();
    Effect::new(move || match action.value().get() {
        Some(Err(_)) => kept.keep(),
        Some(Ok(saved)) => {
            back::leads_to(&saved.form);
            navigate(&saved.preview, NavigateOptions::default());
        }
        None => {}
    });
    view! {
        {move || action.value().get().and_then(Result::err).map(|error| view! { <Failure error /> })}
        <LeftBehind kept take_up=take_up_kept />
        <ActionForm action attr:class="editor" on:submit:capture=send>
            <input type="hidden" name="base" value=base.get_untracked() prop:value=move || base.get() />
            <input type="hidden" name="proposal" value=proposal />
            <input type="hidden" name="version" value=version />
            <input type="hidden" name="was" value=was />
            <Structured>
                {move || {
                    let state = state.get();
                    view! { <Fields state is_new messages /> <Rules state known messages /> }
                }}
            </Structured>
            <JsonView text state refused area messages />
            <div class="action-bar">
                <Tally messages refused />
                <button class="primary" disabled=move || action.pending().get() on:mousedown=|event| event.prevent_default()>"Preview the change"</button>
                <span class="quiet">{format!("Room for {} KB more in a snapshot.", form.room / 1024)}</span>
            </div>
        </ActionForm>
    }
}

/// What the form begins with: what was typed, where it comes back, else what it was opened for.
fn begun(form: &DraftForm, typed: Option<&str>) -> (EditorState, Option<Refused>) {
    let opened = || EditorState::of(form.draft.to_plain());
    match typed.map(readable) {
        None => (opened(), None),
        Some(Ok(plain)) => (EditorState::of(plain), None),
        Some(Err(refused)) => (opened(), Some(refused)),
    }
}

/// The fields, which do nothing before the page has come to life: what is typed into them until then would be
/// lost. Without JavaScript the JSON view is the form.
#[component]
fn Structured(children: Children) -> impl IntoView {
    let is_asleep = RwSignal::new(true);
    Effect::new(move || is_asleep.set(false));
    // Enter in a field would send the form, and save a draft that nobody asked for.
    let stay = |event: leptos::ev::KeyboardEvent| {
        let is_field = || event_target::<Element>(&event).tag_name() == "INPUT";
        if event.key() == "Enter" && is_field() {
            event.prevent_default();
        }
    };
    view! {
        <noscript>
            <p class="panel alert attention">"Without JavaScript the fields show the rulebook and cannot be edited. Change it under \u{201c}As JSON\u{201d} below."</p>
        </noscript>
        <div class="structured" inert=move || is_asleep.get() on:keydown=stay>{children()}</div>
    }
}

fn printed(rulebook: &Rulebook) -> String {
    json::print_map(&rulebook.to_plain())
}

/// The same check that the server makes.
fn messages(
    state: RwSignal<EditorState>,
    plain: Memo<Attributes>,
    base: Option<Rulebook>,
    known: StoredValue<Catalogue>,
) -> Messages {
    Memo::new(move |_| {
        let check = |draft: &Rulebook| {
            known.with_value(|known| {
                let mut found = check(draft, base.as_ref(), known);
                found.warnings.extend(cautions(draft, base.as_ref(), known));
                found
            })
        };
        let mut found = match Rulebook::from_plain(plain.get()) {
            Ok(draft) => check(&draft),
            Err(mut problems) => {
                let rest = state::with_stand_ins(plain.get(), &problems);
                let rest = rest.as_ref().map(check);
                let rest = rest.unwrap_or_default();
                problems.extend(rest.problems);
                Findings {
                    problems,
                    warnings: rest.warnings,
                }
            }
        };
        // First, since a field shows the first that is wrong with it.
        found.problems.splice(0..0, state.get().doubles());
        found
    })
}

/// What a text holds that the form can show.
fn readable(text: &str) -> Result<Attributes, Refused> {
    let refused = |why: String| Refused {
        text: text.to_owned(),
        why,
    };
    match json::parse(text) {
        Ok(Value::Map(plain)) => match state::misshapen(&plain) {
            None => Ok(plain),
            Some(why) => Err(refused(why)),
        },
        Ok(_) => Err(refused("A rulebook is a map.".to_owned())),
        Err(error) => Err(refused(error.to_string())),
    }
}

/// Puts a text into the form; gives back one that cannot be read.
fn take_up(state: RwSignal<EditorState>, text: &str) -> Option<Refused> {
    let plain = readable(text);
    plain.map(|plain| state.set(EditorState::of(plain))).err()
}

/// The same rulebook as JSON. What is typed here is taken over when the field is left; what cannot be
/// stays as it was typed, whatever happens in the form meanwhile.
#[component]
fn JsonView(
    text: Memo<String>,
    state: RwSignal<EditorState>,
    refused: RwSignal<Option<Refused>>,
    area: NodeRef<Textarea>,
    messages: Messages,
) -> impl IntoView {
    let shown = move || shown(text, refused);
    // These have no field of their own.
    let reserved = move || {
        let messages = messages.read();
        let found = messages.problems.iter().chain(&messages.warnings);
        let found = found.filter(|it| is_reserved(&it.at));
        let lines = found.map(|it| view! { <p class="problem-line">{it.what.clone()}</p> });
        lines.collect_view()
    };
    let leave = move |event: leptos::ev::Event| {
        refused.set(take_up(state, &event_target_value(&event)));
    };
    let discard = move || {
        let is_refused = refused.with(Option::is_some);
        is_refused.then(|| view! { <button type="button" class="secondary" on:click=move |_| refused.set(None)>"Discard this text"</button> })
    };
    view! {
        <details class="json-view">
            <summary>"As JSON"</summary>
            <p class="quiet">"The same rulebook. Numbers keep every digit."</p>
            <label for="draft" class="hidden-label">"The rulebook as JSON"</label>
            <TextBox text=untrack(shown) area attr:id="draft" attr:name="draft" attr:rows="24" attr:spellcheck="false" prop:value=shown on:change=leave />
            <p class="problem-line" role="status">{move || refused.get().map(|refused| refused.why)}</p>
            {discard}
        </details>
        {reserved}
    }
}

/// What stands in the JSON view: a text that was refused, else the rulebook as it is in the form.
fn shown(text: Memo<String>, refused: RwSignal<Option<Refused>>) -> String {
    let typed = refused.get().map(|refused| refused.text);
    typed.unwrap_or_else(|| text.get())
}

/// How much is wrong, beside the button.
#[component]
fn Tally(messages: Messages, refused: RwSignal<Option<Refused>>) -> impl IntoView {
    let said = move || {
        if refused.with(Option::is_some) {
            return "What was typed under \u{201c}As JSON\u{201d} cannot be read: put it right there, or discard it.".to_owned();
        }
        match messages.read().problems.len() {
            0 => String::new(),
            1 => "1 thing is to be put right.".to_owned(),
            count => format!("{count} things are to be put right."),
        }
    };
    view! { <span class="problem-line" role="status">{said}</span> }
}
