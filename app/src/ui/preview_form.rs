//! A form that is sent by its address: what it would do is shown first, and only then saved. So it works
//! without JavaScript, and nothing typed is lost on the way.

use crate::error::AppError;
use crate::paths;
use crate::ui::failure::Failure;
use crate::ui::field::{ErrorSummary, Errors, beside_fields};
use domain::form::FieldErrors;
use leptos::prelude::*;
use leptos_router::components::A;

/// What the form's own button adds to the address: from then on it says what is wrong.
const PREVIEW: &str = "preview";

/// Where such a form stands: checked as one types, and answered by the server.
#[derive(Clone, Copy)]
pub struct Previewed {
    pub errors: Errors,
    is_ready: Signal<bool>,
    /// How often the form was stopped in the browser.
    tries: RwSignal<u32>,
    answer: Signal<Option<Result<(), AppError>>>,
}

impl Previewed {
    /// `query` is the page's own, `answer` what saving came to, if it was tried.
    pub fn new<T>(
        checked: Memo<Result<T, FieldErrors>>,
        query: &str,
        answer: impl Fn() -> Option<Result<(), AppError>> + Send + Sync + 'static,
    ) -> Self
    where
        T: Clone + PartialEq + Send + Sync + 'static,
    {
        let came_with_it = paths::from_query(query, PREVIEW).is_some();
        let (tries, answer) = (RwSignal::new(0), Signal::derive(answer));
        let errors = Signal::derive(move || {
            let answered = answer.get();
            let is_tried = came_with_it || tries.get() > 0 || answered.is_some();
            match (checked.get(), answered) {
                (Err(errors), _) if is_tried => errors,
                (Ok(_), Some(Err(AppError::Rejected { errors, .. }))) => errors,
                _ => FieldErrors::default(),
            }
        });
        Self {
            errors,
            is_ready: Signal::derive(move || checked.read().is_ok()),
            tries,
            answer,
        }
    }
}

/// What keeps the form from being saved, above it.
#[component]
pub fn FormProblems(form: Previewed) -> impl IntoView {
    view! {
        {move || beside_fields(form.answer.get()).map(|error| view! { <Failure error /> })}
        <ErrorSummary errors=form.errors tries=form.tries />
    }
}

/// The fields, and the way to what they would do.
#[component]
pub fn PreviewForm(
    form: Previewed,
    /// The page's own address, without fields.
    page: String,
    /// Where one comes to without saving.
    back: String,
    children: Children,
) -> impl IntoView {
    // In the browser the same check stops what the server would refuse.
    let stop = move |event: leptos::ev::SubmitEvent| {
        if !form.is_ready.get_untracked() {
            event.prevent_default();
            form.tries.update(|tries| *tries += 1);
        }
    };
    view! {
        <form method="get" action=page class="panel form" on:submit=stop novalidate>
            <input type="hidden" name=PREVIEW value="1" />
            {children()}
            <p class="actions">
                <button class="secondary">"Preview"</button>
                <A href=back attr:data-leave="">"Leave without saving"</A>
            </p>
        </form>
    }
}
