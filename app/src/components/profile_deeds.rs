//! The ways to change a user's profile, for those who may.

use crate::api::users::MayChange;
use crate::paths;
use domain::id::UserId;
use leptos::prelude::*;
use leptos_router::components::A;

#[component]
pub fn ProfileDeeds(user: UserId, may: MayChange) -> impl IntoView {
    let for_a_while = may.for_a_while.then(|| {
        let href = paths::new_temporary_profile(&user, &[]);
        view! { <A href attr:class="secondary button-link">"Schedule a temporary profile"</A> }
    });
    let for_good = may.for_good.then(|| {
        let href = paths::new_version(&user, &[]);
        view! { <A href attr:class="secondary button-link">"Write a new profile version"</A> }
    });
    let reader = (!may.for_a_while).then_some(
        "A support agent or an admin can schedule, extend and cancel temporary profiles.",
    );
    view! { <p class="actions">{for_a_while} {for_good} <span class="quiet">{reader}</span></p> }
}
