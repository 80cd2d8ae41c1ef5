//! The overrides that are over, as far as they are still known.

use crate::api::temporary_profiles::{EndedOverride, Overrides};
use crate::ui::moment::Moment;
use domain::instant::Instant;
use leptos::prelude::*;

#[component]
pub(super) fn EndedPanel(overrides: Overrides) -> impl IntoView {
    let now = overrides.context.now;
    let note = view! {
        <p class="table-note">"What Float Desk wrote or ended is kept. The table itself forgets an override within two days of its end, so those that others wrote may be missing here."</p>
    };
    if overrides.ended.is_empty() {
        return view! { <p class="empty">"None is known."</p> {note} }.into_any();
    }
    let rows = overrides
        .ended
        .into_iter()
        .map(|one| view! { <Row one now /> })
        .collect_view();
    view! {
        <div class="table-scroll" tabindex="0" role="region" aria-label="Temporary profiles that are over">
            <table class="table">
                <thead>
                    <tr>
                        <th scope="col">"Reason"</th>
                        <th scope="col">"Until"</th>
                        <th scope="col" class="wide-only">"From"</th>
                        <th scope="col">"How it ended"</th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
        {note}
    }
    .into_any()
}

#[component]
fn Row(one: EndedOverride, now: Instant) -> impl IntoView {
    let how = match &one.ended {
        None if one.is_gone => {
            "gone before its end: it is no longer stored, and Float Desk did not end it".to_owned()
        }
        None => "ran out as planned".to_owned(),
        Some(ended) => format!("{} by {}: {}", ended.how.in_words(), ended.by, ended.reason),
    };
    view! {
        <tr>
            <td class="reason">{one.profile.reason}</td>
            <td><Moment at=one.until now /></td>
            <td class="wide-only"><Moment at=one.profile.created_on now /></td>
            <td>{how}</td>
        </tr>
    }
}
