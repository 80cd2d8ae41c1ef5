//! Fields of a form: the label above, a line of help, and what is wrong right at it.

use crate::error::AppError;
use crate::ui::text_box::TextBox;
use domain::form::FieldErrors;
use leptos::prelude::*;

/// What is wrong with a form, as far as it is to be shown yet.
pub type Errors = Signal<FieldErrors>;

/// A line of text. Each field's id is its name: a page has one such form.
#[component]
pub fn TextField(
    name: &'static str,
    label: &'static str,
    #[prop(into)] help: String,
    #[prop(into)] value: String,
    errors: Errors,
    /// Suggestions to choose from.
    #[prop(optional)]
    suggestions: Vec<&'static str>,
    /// In characters; what is typed beyond it isn't taken.
    #[prop(optional)]
    longest: Option<usize>,
    #[prop(into)] on_input: Callback<String>,
) -> impl IntoView {
    let list = format!("{name}-suggestions");
    let has_list = !suggestions.is_empty();
    let options = suggestions
        .into_iter()
        .map(|text| view! { <option value=text></option> })
        .collect_view();
    view! {
        <div class="field">
            <label for=name>{label}</label>
            <p class="help" id=format!("{name}-help")>{help}</p>
            <input
                id=name
                name=name
                value=value
                list=has_list.then(|| list.clone())
                maxlength=longest.map(|longest| longest.to_string())
                autocomplete="off"
                aria-describedby=format!("{name}-help {name}-error")
                aria-invalid=move || errors.read().at(name).map(|_| "true")
                on:input:target=move |event| on_input.run(event.target().value())
            />
            {has_list.then(|| view! { <datalist id=list>{options}</datalist> })}
            <FieldError name errors />
        </div>
    }
}

/// Several lines of text.
#[component]
pub fn TextArea(
    name: &'static str,
    label: &'static str,
    #[prop(into)] help: String,
    #[prop(into)] value: String,
    errors: Errors,
    /// In characters; what is typed beyond it isn't taken.
    #[prop(optional)]
    longest: Option<usize>,
    #[prop(into)] on_input: Callback<String>,
) -> impl IntoView {
    view! {
        <div class="field">
            <label for=name>{label}</label>
            <p class="help" id=format!("{name}-help")>{help}</p>
            <TextBox
                text=value
                attr:id=name
                attr:name=name
                attr:rows="3"
                attr:maxlength=longest.map(|longest| longest.to_string())
                attr:aria-describedby=format!("{name}-help {name}-error")
                attr:aria-invalid=move || is_wrong(errors, name)
                on:input=move |event| on_input.run(event_target_value(&event))
            />
            <FieldError name errors />
        </div>
    }
}

/// What is wrong with a field. The place is there always, so that a screen reader hears what comes.
#[component]
pub fn FieldError(
    name: &'static str,
    errors: Errors,
    /// The field's own, where a page has several of that name.
    #[prop(optional)]
    id: Option<String>,
) -> impl IntoView {
    let id = id.unwrap_or_else(|| name.to_owned());
    view! {
        <p class="field-error" id=format!("{id}-error") aria-live="polite">
            {move || errors.read().at(name).map(str::to_owned)}
        </p>
    }
}

/// What did not work, unless it stands at its fields already.
pub fn beside_fields(done: Option<Result<(), AppError>>) -> Option<AppError> {
    let error = done?.err()?;
    (!matches!(error, AppError::Rejected { .. })).then_some(error)
}

/// All that is wrong, on top, each with the way to its field. It takes the focus when the page comes
/// with it, and at each try that is stopped in the browser.
#[component]
pub fn ErrorSummary(errors: Errors, #[prop(into)] tries: Signal<u32>) -> impl IntoView {
    let node = NodeRef::<leptos::html::Section>::new();
    Effect::new(move || {
        if let (true, Some(summary)) = (tries.get() > 0, node.get()) {
            // Focusing an element that is on the page does not fail.
            let _ = summary.focus();
        }
    });
    move || {
        let errors = errors.get();
        (!errors.is_empty()).then(|| {
            let lines = errors
                .0
                .into_iter()
                .map(|error| {
                    // The router would change the address and leave the focus where it is.
                    let href = format!("#{}", error.field);
                    view! { <li><a href=href rel="external">{error.message}</a></li> }
                })
                .collect_view();
            view! {
                <section node_ref=node class="panel alert bad" role="alert" tabindex="-1" autofocus aria-label="What has to be put right">
                    <h2>"This cannot be saved yet"</h2>
                    <ul>{lines}</ul>
                </section>
            }
        })
    }
}

/// The page may be gone already when a text box looks once more.
fn is_wrong(errors: Errors, name: &'static str) -> Option<&'static str> {
    let errors = errors.try_read()?;
    errors.at(name).map(|_| "true")
}
