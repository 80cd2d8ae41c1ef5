//! Two lines of a list, ticked to be compared. A plain form, so that it works without JavaScript.

use crate::paths;
use leptos::prelude::*;
use leptos_router::components::Redirect;
use leptos_router::hooks::use_location;

/// What the boxes send.
const PICK: &str = "pick";

/// Leads to the comparison of the two that were ticked, or says that it takes two.
#[component]
pub fn Picked(
    /// `evaluations`.
    what: &'static str,
    /// The address of the first in the list beside the second.
    compare: impl Fn(&str, &str) -> String + Send + 'static,
) -> impl IntoView {
    let query = use_location().search;
    let picked = Memo::new(move |_| paths::all_from_query(&query.read(), PICK));
    move || match picked.read().as_slice() {
        [] => None,
        [first, second] => Some(view! { <Redirect path=compare(first, second) /> }.into_any()),
        other => {
            let said = format!(
                "Tick two {what} to compare them; {} was ticked.",
                other.len()
            );
            Some(view! { <p class="problem" role="alert">{said}</p> }.into_any())
        }
    }
}

/// The head of the column of boxes.
#[component]
pub fn PickHead() -> impl IntoView {
    view! { <th scope="col"><span class="sr-only">"Compare"</span></th> }
}

/// The box of one line, above the link that the whole row is.
#[component]
pub fn PickCell(
    #[prop(into)] value: String,
    /// `the evaluation of 10 Feb 2024`.
    #[prop(into)]
    of: String,
) -> impl IntoView {
    let label = format!("Compare {of}");
    view! { <td class="above-row"><input type="checkbox" name=PICK value=value aria-label=label /></td> }
}

#[component]
pub fn PickButton() -> impl IntoView {
    view! { <p><button class="secondary">"Compare the two ticked"</button></p> }
}
