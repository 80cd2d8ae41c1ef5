//! A form on its way: checked in the browser before it is sent, and answered by the server.

use crate::error::AppError;
use crate::ui::field::Errors;
use domain::form::FieldErrors;
use leptos::prelude::*;

/// What is wrong with a form, found before it was sent or by the server.
#[derive(Clone, Copy)]
pub struct Tried {
    pub errors: Errors,
    /// How often the form was stopped here.
    pub count: RwSignal<u32>,
    found: RwSignal<FieldErrors>,
}

impl Tried {
    /// `failure` is what the server last answered, if it was no success.
    pub fn new(failure: impl Fn() -> Option<AppError> + Send + Sync + 'static) -> Self {
        let found = RwSignal::new(FieldErrors::default());
        let errors = Signal::derive(move || match failure() {
            Some(AppError::Rejected { errors, .. }) if found.read().is_empty() => errors,
            _ => found.get(),
        });
        Self {
            errors,
            count: RwSignal::new(0),
            found,
        }
    }

    /// Holds a form back that has something wrong with it.
    pub fn again(self, event: &leptos::ev::SubmitEvent, errors: FieldErrors) {
        let is_wrong = !errors.is_empty();
        self.found.set(errors);
        if is_wrong {
            event.prevent_default();
            self.count.update(|count| *count += 1);
        }
    }
}

/// What the server answered to one of several forms that share an action; which one, a field says that
/// comes back with the answer.
#[derive(Clone, Copy)]
pub struct Answered(Memo<Option<AppError>>);

impl Answered {
    pub fn new(
        failure: impl Fn() -> Option<AppError> + Send + Sync + 'static,
        field: &'static str,
        value: String,
    ) -> Self {
        Self(Memo::new(move |_| {
            failure().filter(|error| error.typed(field) == Some(value.as_str()))
        }))
    }

    pub fn errors(self) -> Errors {
        Signal::derive(move || match self.0.get() {
            Some(AppError::Rejected { errors, .. }) => errors,
            _ => FieldErrors::default(),
        })
    }

    /// Whether the page came back with it.
    pub fn is_wrong(self) -> bool {
        self.0.read_untracked().is_some()
    }

    /// What was typed into a field before the page came back.
    pub fn typed(self, field: &str) -> String {
        let answer = self.0.read_untracked();
        let typed = answer.as_ref().and_then(|error| error.typed(field));
        typed.unwrap_or_default().to_owned()
    }
}

/// What stands in a field of the form that is being sent. On the server no form is ever sent.
pub fn field_value(event: &leptos::ev::SubmitEvent, name: &str) -> String {
    #[cfg(feature = "hydrate")]
    {
        use leptos::wasm_bindgen::JsValue;
        use web_sys::Element;
        let form: Element = event_target(event);
        let field = form
            .query_selector(&format!("[name={name}]"))
            .ok()
            .flatten();
        let value =
            field.and_then(|field| js_sys::Reflect::get(&field, &JsValue::from_str("value")).ok());
        value
            .and_then(|value| value.as_string())
            .unwrap_or_default()
    }
    #[cfg(not(feature = "hydrate"))]
    {
        let _ = (event, name);
        String::new()
    }
}

/// Whether a box of the form that is being sent is ticked.
pub fn is_ticked(event: &leptos::ev::SubmitEvent, name: &str) -> bool {
    #[cfg(feature = "hydrate")]
    {
        let form: web_sys::Element = event_target(event);
        let ticked = form.query_selector(&format!("[name={name}]:checked"));
        ticked.is_ok_and(|found| found.is_some())
    }
    #[cfg(not(feature = "hydrate"))]
    {
        let _ = (event, name);
        false
    }
}
