//! What a profile version changed, tier by tier: old and new by sign as well as by colour.

use domain::profile_diff::Change;
use leptos::prelude::*;

#[component]
pub fn ProfileChanges(changes: Vec<Change>) -> impl IntoView {
    if changes.is_empty() {
        return view! { <p class="empty">"No setting is different from before."</p> }.into_any();
    }
    let rows = changes
        .into_iter()
        .map(|change| {
            let (before, after) = change.states();
            view! {
                <tr>
                    <th scope="row">{change.title()}</th>
                    <td><del>{format!("\u{2212} {before}")}</del></td>
                    <td><ins>{format!("+ {after}")}</ins></td>
                </tr>
            }
        })
        .collect_view();
    view! {
        <table class="table profile-changes">
            <thead><tr><th scope="col">"What"</th><th scope="col">"Before"</th><th scope="col">"After"</th></tr></thead>
            <tbody>{rows}</tbody>
        </table>
    }
    .into_any()
}
