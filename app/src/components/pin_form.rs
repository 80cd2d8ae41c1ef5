//! Keeps a disputed evaluation: why it is kept, or that it is.

use crate::api::evaluations::PinEvaluation;
use crate::error::AppError;
use crate::ui::kept_form::KeptForm;
use crate::ui::moment::Moment;
use domain::form;
use domain::free_text::REASON;
use domain::id::{ResultId, UserId};
use domain::instant::Instant;
use domain::pinned_evaluation::Pin;
use leptos::form::ActionForm;
use leptos::prelude::*;

#[component]
pub fn PinLine(pin: Pin, now: Instant) -> impl IntoView {
    view! {
        <p>"Kept by " {pin.by.to_string()} " since " <Moment at=pin.on now /> ": " <q class="reason">{pin.reason}</q></p>
    }
}

#[component]
pub fn PinForm(
    user_id: UserId,
    result_id: ResultId,
    action: ServerAction<PinEvaluation>,
) -> impl IntoView {
    let failure = move || action.value().get().and_then(Result::err);
    let before = untrack(failure);
    let before = before.as_ref().and_then(|error| error.typed("reason"));
    let before = before.unwrap_or_default().to_owned();
    let typed = RwSignal::new(String::new());
    let rejected = move || match failure()? {
        AppError::Rejected { errors, .. } => errors.at("reason").map(str::to_owned),
        _ => None,
    };
    // The server's word stands until something is typed.
    let problem = move || {
        let typed = typed.get();
        if typed.is_empty() {
            return rejected();
        }
        form::reason(&typed).err()
    };
    let has_problem = move || problem().is_some();
    let pending = action.pending();
    view! {
        <KeptForm id="pin">
            <ActionForm action attr:class="stacked">
                <input type="hidden" name="user_id" value=user_id.to_string() />
                <input type="hidden" name="result_id" value=result_id.to_string() />
                <label for="pin-reason">"Reason"</label>
                <input
                    id="pin-reason"
                    name="reason"
                    value=before
                    required
                    maxlength=REASON.longest.to_string()
                    autocomplete="off"
                    aria-describedby="pin-help pin-problem"
                    aria-invalid=move || has_problem().then_some("true")
                    on:input=move |event| typed.set(event_target_value(&event))
                />
                <p id="pin-help" class="quiet">"A full copy stays in Float Desk and does not expire."</p>
                <p id="pin-problem" class="field-error" role="status">{problem}</p>
                <button class="secondary" disabled=move || pending.get()>"Pin this evaluation"</button>
            </ActionForm>
        </KeptForm>
    }
}
