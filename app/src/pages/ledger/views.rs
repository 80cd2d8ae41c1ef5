//! A person's own views: one click to each, and the form that saves the one being looked at.

use crate::api::saved_views::{ForgetView, SaveView};
use crate::paths;
use crate::ui::failure::Failure;
use crate::ui::field::{FieldError, beside_fields};
use crate::ui::kept_form::{KeptForm, last_done};
use domain::free_text::VIEW_NAME;
use domain::ledger_list::LedgerView;
use domain::saved_view::SavedView;
use leptos::form::ActionForm;
use leptos::prelude::*;

#[component]
pub fn Views(
    views: Vec<SavedView>,
    view: LedgerView,
    save: ServerAction<SaveView>,
    forget: ServerAction<ForgetView>,
) -> impl IntoView {
    let query = paths::query(&view.address());
    let chips = views
        .iter()
        .map(|saved| {
            let current = (saved.query == query).then_some("true");
            let name = saved.name.as_str().to_owned();
            view! { <a class="chip" href=paths::saved_view(&saved.query) aria-current=current>{name}</a> }
        })
        .collect_view();
    let forgetting = views
        .iter()
        .map(|saved| view! { <ForgetForm name=saved.name.as_str().to_owned() action=forget /> })
        .collect_view();
    let failed = move || forget.value().get().and_then(Result::err);
    let has_views = !views.is_empty();
    view! {
        <div class="saved-views">
            {has_views.then(|| view! { <nav class="chips" aria-label="Your views">{chips}</nav> })}
            <details class="changes-menu">
                <summary>"Save this view"</summary>
                <SaveForm query action=save />
                {move || failed().map(|error| view! { <Failure error /> })}
                {has_views.then(|| view! { <ul class="plain">{forgetting}</ul> })}
            </details>
        </div>
    }
}

#[component]
fn SaveForm(query: String, action: ServerAction<SaveView>) -> impl IntoView {
    let failure = move || action.value().get().and_then(Result::err);
    let errors = Signal::derive(move || match failure() {
        Some(crate::error::AppError::Rejected { errors, .. }) => errors,
        _ => domain::form::FieldErrors::default(),
    });
    let other = move || beside_fields(action.value().get());
    view! {
        <KeptForm id="save-view" done=last_done(action)>
            <ActionForm action attr:class="inline-form">
                <input type="hidden" name="query" value=query />
                <label for="view-name">"Name"</label>
                <input
                    id="view-name"
                    name="name"
                    required
                    maxlength=VIEW_NAME.longest.to_string()
                    autocomplete="off"
                    aria-describedby="view-name-error"
                />
                <button class="secondary" disabled=action.pending()>"Save"</button>
                <FieldError name="name" errors id="view-name".to_owned() />
            </ActionForm>
        </KeptForm>
        {move || other().map(|error| view! { <Failure error /> })}
    }
}

#[component]
fn ForgetForm(name: String, action: ServerAction<ForgetView>) -> impl IntoView {
    let label = format!("Forget the view {name}");
    view! {
        <li>
            <ActionForm action attr:class="inline-form">
                <input type="hidden" name="name" value=name />
                <button class="secondary" disabled=action.pending()>{label}</button>
            </ActionForm>
        </li>
    }
}
