//! What counted at an instant, with a slider over the versions around it.

use crate::api::timeline::{ProfileAt, VersionMark};
use crate::components::broken_items::BrokenItems;
use crate::components::loan_table::LoanTable;
use crate::components::source_line::SourceLine;
use crate::components::tier_table::TierTable;
use crate::paths::{self, TimelinePart};
use crate::ui::panel::Panel;
use domain::effective::Source;
use domain::id::UserId;
use domain::instant::Instant;
use leptos::prelude::*;
use leptos_router::NavigateOptions;
use leptos_router::hooks::use_navigate;

#[component]
pub fn ProfileAtPanel(profile: ProfileAt, here: TimelinePart) -> impl IntoView {
    let ProfileAt {
        user_id: user,
        now,
        profile,
        versions,
        broken,
        notices,
    } = profile;
    let at = profile.at;
    let (floats, loans) = (profile.floats.source.clone(), profile.loans.source.clone());
    // The table deletes what has ended; Float Desk keeps copies of its own only.
    let may_be_gone = (at < now && !matches!(floats, Source::Temporary { .. })).then(|| {
        view! { <p class="table-note">"Temporary profiles that others wrote and that have ended may already be gone from the table, and would then be missing here."</p> }
    });
    let switched = [
        ("Floats", profile.floats_enabled.value),
        ("Loans", profile.loans_enabled.value),
        ("CFI", profile.cfi_enabled.value),
    ]
    .map(|(what, is_on)| format!("{what} {}", if is_on { "on" } else { "off" }))
    .join(", ");
    view! {
        <Panel title=format!("Profile at {at}")>
            <Slider user=user.clone() versions at here />
            <p>{switched} ". " <SourceLine user=user.clone() source=floats now /></p>
            {may_be_gone}
            <TierTable user=user.clone() profile=profile.clone() next=None />
            {(!profile.loans.value.is_empty()).then(|| {
                let user = user.clone();
                view! {
                    <LoanTable user=user.clone() profile=profile.clone() />
                    <p class="table-note"><SourceLine user source=loans now /></p>
                }
            })}
            <BrokenItems broken notices />
        </Panel>
    }
}

/// Without JavaScript a list to choose from, with it a slider; both lead to an address.
#[component]
fn Slider(
    user: UserId,
    versions: Vec<VersionMark>,
    at: Instant,
    here: TimelinePart,
) -> impl IntoView {
    if versions.is_empty() {
        return view! { <p class="quiet">"There is no profile version to choose."</p> }.into_any();
    }
    // The version in force is the last that is not later.
    let current = versions
        .iter()
        .rposition(|version| version.at <= at)
        .unwrap_or_default();
    let options = versions
        .iter()
        .enumerate()
        .map(|(index, version)| {
            let text = format!("{} {}", version.at, version.reason);
            view! { <option value=version.at.stored() selected=index == current>{text}</option> }
        })
        .collect_view();
    let last = versions.len() - 1;
    let (action, navigate) = (paths::user_timeline(&user), use_navigate());
    let marks: Vec<_> = versions.iter().map(|version| version.at).collect();
    let slide = move |event: leptos::ev::Event| {
        let index: usize = event_target_value(&event).parse().unwrap_or(current);
        if let Some(version) = marks.get(index) {
            let part = TimelinePart {
                at: Some(*version),
                ..here
            };
            let options = NavigateOptions {
                scroll: false,
                ..NavigateOptions::default()
            };
            navigate(&paths::timeline(&user, part), options);
        }
    };
    let said = format!("Version of {}", versions[current].at);
    view! {
        <div class="slider">
            <input
                type="range"
                class="needs-js"
                min="0"
                max=last.to_string()
                value=current.to_string()
                aria-label="Slide over the profile versions"
                aria-valuetext=said
                on:change=slide
            />
            <form class="inline-form" method="get" action=action>
                {here.kind.map(|kind| view! { <input type="hidden" name="kind" value=kind.word() /> })}
                <label for="version">"Version"</label>
                <select id="version" name="at">{options}</select>
                <button class="secondary">"Go there"</button>
            </form>
        </div>
    }
    .into_any()
}
