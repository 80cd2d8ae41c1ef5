//! Where a setting comes from, and until when.

use domain::effective::Source;
use domain::instant::Instant;
use leptos::prelude::*;

use crate::ui::moment::Moment;

/// The source in two words, for a table.
pub fn source_name(source: &Source) -> &'static str {
    match source {
        Source::Temporary { .. } => "Temporary profile",
        Source::Version { .. } => "Profile version",
        Source::Default => "Default",
    }
}

#[component]
pub fn SourceLine(source: Source, now: Instant) -> impl IntoView {
    let name = source_name(&source);
    let reason = |reason: String| {
        (!reason.trim().is_empty()).then(|| view! { <q class="reason">{reason}</q> })
    };
    match source {
        Source::Temporary { created_on, expires_on, reason: why } => view! {
            <span class="source">{name} " from " <Moment at=created_on now /> " until " <Moment at=expires_on now /> " " {reason(why)}</span>
        }
        .into_any(),
        Source::Version { created_on, reason: why } => view! {
            <span class="source">{name} " of " <Moment at=created_on now /> " " {reason(why)}</span>
        }
        .into_any(),
        Source::Default => view! {
            <span class="source">{name} ": nothing is stored, so the settings for new users count"</span>
        }
        .into_any(),
    }
}
