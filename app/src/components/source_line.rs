//! Where a setting comes from, and until when.

use crate::paths;
use crate::ui::moment::Moment;
use domain::effective::Source;
use domain::id::UserId;
use domain::instant::Instant;
use leptos::prelude::*;
use leptos_router::components::A;

/// The source in two words, with the way there.
#[component]
pub fn SourceLink(user: UserId, source: Source) -> impl IntoView {
    match source {
        Source::Temporary { .. } => {
            view! { <A href=paths::temporary_profiles(&user)>"Temporary profile"</A> }.into_any()
        }
        Source::Version { created_on, .. } => {
            view! { <A href=paths::user_version(&user, created_on)>"Profile version"</A> }
                .into_any()
        }
        Source::Default => "Default".into_any(),
    }
}

#[component]
pub fn SourceLine(user: UserId, source: Source, now: Instant) -> impl IntoView {
    let reason = |reason: String| {
        (!reason.trim().is_empty()).then(|| view! { <q class="reason">{reason}</q> })
    };
    let link = view! { <SourceLink user source=source.clone() /> };
    match source {
        Source::Temporary { created_on, expires_on, reason: why } => view! {
            <span class="source">{link} " from " <Moment at=created_on now /> " until " <Moment at=expires_on now /> " " {reason(why)}</span>
        }
        .into_any(),
        Source::Version { created_on, reason: why } => view! {
            <span class="source">{link} " of " <Moment at=created_on now /> " " {reason(why)}</span>
        }
        .into_any(),
        Source::Default => view! {
            <span class="source">{link} ": no profile is stored, so these are the settings for new users"</span>
        }
        .into_any(),
    }
}
