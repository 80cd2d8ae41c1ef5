//! The form that makes a campaign: who, what, until when, and why.

use crate::api::campaigns::CreateCampaign;
use crate::components::switch_fields::{SwitchFields, SwitchNames};
use crate::error::AppError;
use crate::ui::failure::Failure;
use crate::ui::field::{ErrorSummary, TextArea, TextField};
use crate::ui::kept_form::{KeptForm, last_done};
use crate::ui::sent_form::{Tried, field_value};
use domain::campaign::SMALL;
use domain::campaign_draft::{CampaignDraft, regular};
use domain::form::FieldErrors;
use domain::free_text::{CAMPAIGN_NAME, REASON};
use domain::instant::Instant;
use domain::role::Refused;
use domain::switches::Switches;
use domain::user_list::{MOST_BYTES, MOST_USERS, UserList};
use leptos::form::ActionForm;
use leptos::prelude::*;

/// How the server function names what is ticked.
const NAMES: SwitchNames = SwitchNames {
    floats: "switches[floats]",
    loans: "switches[loans]",
    tier: "switches[tiers][]",
    loan: "switches[loan_tiers][]",
};

#[component]
pub(super) fn CampaignForm(operation: String, refused_large: Option<Refused>) -> impl IntoView {
    let action = ServerAction::<CreateCampaign>::new();
    let failure = move || action.value().get().and_then(Result::err);
    let before = untrack(failure);
    let is_open = before.is_some();
    let typed = |field: &str| {
        let typed = before.as_ref().and_then(|error| error.typed(field));
        typed.unwrap_or_default().to_owned()
    };
    let switches = RwSignal::new(ticked(before.as_ref()));
    let tried = Tried::new(failure);
    let errors = tried.errors;
    let other = move || failure().filter(|error| !matches!(error, AppError::Rejected { .. }));
    let check = move |event: leptos::ev::SubmitEvent| {
        let draft = CampaignDraft {
            name: field_value(&event, "name"),
            list: field_value(&event, "list"),
            switches: switches.get_untracked(),
            start: field_value(&event, "start"),
            expires: field_value(&event, "expires"),
            reason: field_value(&event, "reason"),
        };
        let errors = draft.check(browser_now()).err().unwrap_or_default();
        tried.again(&event, errors);
    };
    let [name, list, start, expires, reason] =
        ["name", "list", "start", "expires", "reason"].map(typed);
    let most = match refused_large {
        Some(_) => format!("Up to {SMALL} users; an admin can run larger ones."),
        None => format!("Up to {MOST_USERS} users."),
    };
    view! {
        <details class="panel new-campaign" open=is_open>
            <summary>"New campaign"</summary>
            <p class="quiet">"Nothing happens before the list was checked and somebody pressed Start on the next page."</p>
            {move || other().map(|error| view! { <Failure error /> })}
            <ErrorSummary errors tries=tried.count />
            <KeptForm id="campaign" done=last_done(action)>
                <ActionForm action attr:class="form" attr:novalidate=true on:submit:capture=check>
                    <input type="hidden" name="operation" value=operation />
                    <TextField name="name" label="Name" help="By which people will know it." value=name errors longest=CAMPAIGN_NAME.longest on_input=|_| () />
                    <ListField value=list most errors />
                    <SwitchFields regular=regular() has_repaid_special=false switches errors names=NAMES />
                    <TextField name="start" label="Starts" help="Empty for at once, or a moment such as 2026-11-30 17:00 (UTC unless you name a zone)." value=start errors on_input=|_| () />
                    <TextField name="expires" label="Ends" help="A moment, or a time such as \u{201c}in 2 weeks\u{201d}; a year away at most." value=expires errors on_input=|_| () />
                    <TextField name="reason" label="Reason" help="Stored with every user's temporary profile, and in the audit log." value=reason errors longest=REASON.longest on_input=|_| () />
                    <button class="primary" disabled=move || action.pending().get()>"Check the list"</button>
                </ActionForm>
            </KeptForm>
        </details>
    }
}

/// What was ticked before the form came back, or the settings of a new user.
fn ticked(before: Option<&AppError>) -> Switches {
    let Some(AppError::Rejected { typed, .. }) = before else {
        return Switches::of(&regular());
    };
    let mut switches = Switches::default();
    for (name, value) in typed {
        switches.take(name, value);
    }
    switches
}

/// The list: pasted, or read from a file into the same field, so that it is seen before it is sent.
#[component]
fn ListField(value: String, most: String, errors: Signal<FieldErrors>) -> impl IntoView {
    let said = RwSignal::new(String::new());
    let help = format!(
        "One id a line, or a CSV with the ids in its first column. {most} {} KB at most.",
        MOST_BYTES / 1_000
    );
    let count = move |text: String| {
        let list = UserList::parse(&text);
        said.set(match list.users.len() {
            0 => String::new(),
            users => format!(
                "{users} users; {} lines twice, {} that are no id.",
                list.not_taken.duplicates, list.not_taken.malformed
            ),
        });
    };
    view! {
        <TextArea name="list" label="User ids" help=help value=value errors on_input=count />
        <p class="field needs-js">
            <label for="list-file">"or from a file"</label>
            <input
                id="list-file"
                type="file"
                accept=".csv,.txt,text/csv,text/plain"
                on:change=move |_| file::read(said)
            />
        </p>
        <p class="quiet" role="status">{move || said.get()}</p>
    }
}

/// The clock of the person's machine: good enough to say early that a moment has passed. The server
/// looks at its own.
fn browser_now() -> Instant {
    #[cfg(feature = "hydrate")]
    {
        #[expect(clippy::cast_possible_truncation, reason = "seconds fit for ages")]
        let seconds = (js_sys::Date::now() / 1_000.0) as i64;
        Instant::from_epoch_seconds(seconds).unwrap_or(Instant::EPOCH)
    }
    #[cfg(not(feature = "hydrate"))]
    Instant::EPOCH
}

mod file {
    use super::{MOST_BYTES, RwSignal};

    /// Puts what a chosen file says into the field above. By reflection: types for files would grow
    /// every page's code for this one field.
    #[cfg(feature = "hydrate")]
    pub(super) fn read(said: RwSignal<String>) {
        use crate::ui::as_typed;
        use js_sys::{Function, Promise, Reflect};
        use leptos::prelude::{Set, document};
        use leptos::wasm_bindgen::closure::Closure;
        use leptos::wasm_bindgen::{JsCast, JsValue};
        let get = |of: &JsValue, name: &str| Reflect::get(of, &JsValue::from_str(name)).ok();
        let file = document()
            .get_element_by_id("list-file")
            .and_then(|input| get(&input, "files"))
            .and_then(|files| get(&files, "0"))
            .filter(JsValue::is_object);
        let Some(file) = file else { return };
        let size = get(&file, "size").and_then(|size| size.as_f64());
        #[expect(clippy::cast_precision_loss, reason = "a size to compare with")]
        if let Some(size) = size.filter(|size| *size > MOST_BYTES as f64) {
            said.set(format!(
                "That file is too large: {:.0} KB, and {} KB are the most. Make two campaigns of it.",
                size / 1_000.0,
                MOST_BYTES / 1_000
            ));
            return;
        }
        let done = Closure::once(move |text: JsValue| {
            if let Some(field) = document().get_element_by_id("list") {
                as_typed::put(&field, "value", &text);
            }
        });
        let reading = get(&file, "text")
            .and_then(|text| text.dyn_into::<Function>().ok())
            .and_then(|text| text.call0(&file).ok())
            .and_then(|reading| reading.dyn_into::<Promise>().ok());
        if let Some(reading) = reading {
            let _ = reading.then(&done);
            // It is called once, some time later, and goes with the page.
            done.forget();
        }
    }

    #[cfg(not(feature = "hydrate"))]
    pub(super) fn read(said: RwSignal<String>) {
        let _ = (said, MOST_BYTES);
    }
}
