//! `/users/{user_id}`: can this user take a float now, and why.

use crate::api::users::{LastCheck, UserOverview, read_overview};
use crate::components::answer_card::AnswerCard;
use crate::components::broken_items::BrokenItems;
use crate::components::loan_table::LoanTable;
use crate::components::next_change::NextChangeLine;
use crate::components::source_line::SourceLine;
use crate::components::tier_table::TierTable;
use crate::components::user_header::{UserHeader, use_user_id};
use crate::ui::badge::{Badge, Meaning, Shape};
use crate::ui::failure::Failure;
use crate::ui::moment::Moment;
use crate::ui::panel::{Panel, Skeleton};
use domain::answer::Tone;
use domain::effective::EffectiveProfile;
use domain::instant::Instant;
use domain::money::{Cents, Spoken};
use leptos::prelude::*;
use leptos_meta::Title;

#[component]
pub fn Overview() -> impl IntoView {
    let user_id = use_user_id();
    let overview = Resource::new(move || user_id.get(), read_overview);
    view! {
        <Title text=move || user_id.get() />
        <UserHeader user_id />
        <Suspense fallback=|| view! { <Skeleton lines=16 /> }>
            {move || Suspend::new(async move {
                match overview.await {
                    Ok(overview) => view! { <OverviewBody overview /> }.into_any(),
                    Err(error) => view! { <Failure error /> }.into_any(),
                }
            })}
        </Suspense>
    }
}

#[component]
fn OverviewBody(overview: UserOverview) -> impl IntoView {
    let UserOverview {
        now,
        answer,
        profile,
        next,
        notes,
        last_check,
        ..
    } = overview;
    let (change, then) = next.unzip();
    view! {
        <StateBadges profile=profile.clone() tone=answer.tone has_stored_data=overview.has_stored_data />
        <AnswerCard answer />
        <SeveralOverrides active=profile.active_overrides />
        <BrokenItems broken=overview.broken notices=overview.notices />
        <div class="columns">
            <div class="main-column">
                <FloatsPanel profile=profile.clone() then now />
                <LoansPanel profile=profile.clone() now />
            </div>
            <div class="side-column">
                <Panel title="What changes next"><NextChangeLine change now /></Panel>
                <SettingsPanel profile notes last_check now />
            </div>
        </div>
    }
}

#[component]
fn FloatsPanel(
    profile: EffectiveProfile,
    then: Option<EffectiveProfile>,
    now: Instant,
) -> impl IntoView {
    let source = profile.floats.source.clone();
    view! {
        <Panel title="Floats">
            <TierTable profile next=then />
            <p class="table-note"><SourceLine source now /></p>
        </Panel>
    }
}

#[component]
fn LoansPanel(profile: EffectiveProfile, now: Instant) -> impl IntoView {
    let source = profile.loans.source.clone();
    view! {
        <Panel title="Loans">
            <LoanTable profile />
            <p class="table-note"><SourceLine source now /></p>
        </Panel>
    }
}

#[component]
fn SettingsPanel(
    profile: EffectiveProfile,
    notes: String,
    last_check: Option<LastCheck>,
    now: Instant,
) -> impl IntoView {
    let notes = (!notes.trim().is_empty())
        .then(|| view! { <dt>"Notes on the version"</dt><dd>{notes}</dd> });
    let last_check = match last_check {
        Some(check) => view! { <Moment at=check.at now /> }.into_any(),
        None => "none stored; checks are kept for 32 days".into_any(),
    };
    let settings = [
        ("Floats", profile.floats_enabled),
        ("Loans", profile.loans_enabled),
        ("CFI (limits rise by themselves)", profile.cfi_enabled),
    ];
    // Mostly all come from the same place, which is then said once.
    let shared = settings
        .iter()
        .all(|(_, setting)| setting.source == settings[0].1.source)
        .then(|| settings[0].1.source.clone());
    let is_shared = shared.is_some();
    let settings = settings
        .into_iter()
        .map(|(name, setting)| {
            let source = (!is_shared).then(|| view! { <SourceLine source=setting.source now /> });
            view! {
                <dt>{name}</dt>
                <dd>{on_or_off(setting.value)} {source}</dd>
            }
        })
        .collect_view();
    let shared = shared.map(|source| {
        view! { <dt>"All three from"</dt><dd><SourceLine source now /></dd> }
    });
    view! {
        <Panel title="Settings">
            <dl class="facts">
                {settings}
                {shared}
                {notes}
                <dt>"Last check"</dt>
                <dd>{last_check}</dd>
            </dl>
        </Panel>
    }
}

fn on_or_off(on: bool) -> impl IntoView {
    let (meaning, word) = if on {
        (Meaning::Good, "On")
    } else {
        (Meaning::Ended, "Off")
    };
    view! { <Badge meaning text=word /> " " }
}

#[component]
fn StateBadges(profile: EffectiveProfile, tone: Tone, has_stored_data: bool) -> impl IntoView {
    // What the profile allows is good news only where nothing else stands in the way.
    let meaning = if tone == Tone::Yes {
        Meaning::Good
    } else {
        Meaning::Ended
    };
    let limit = |limit: Cents| format!("Profile limit {}", Spoken(limit));
    let floats = match profile.limit() {
        Some(amount) => view! { <Badge meaning text=limit(amount) /> },
        None => view! { <Badge meaning=Meaning::Bad text="No float" /> },
    };
    let is_temporary = profile.active_overrides > 0;
    view! {
        <p class="badges">
            {floats}
            {is_temporary.then(|| view! { <Badge meaning=Meaning::Attention text="Temporary profile active" /> })}
            {(!has_stored_data).then(|| view! { <Badge meaning=Meaning::Ended text="No stored data" /> })}
        </p>
    }
}

#[component]
fn SeveralOverrides(active: u32) -> impl IntoView {
    (active > 1).then(|| {
        view! {
            <section class="panel alert attention">
                <h2><Shape meaning=Meaning::Attention size=16 /> {format!("{active} temporary profiles are active at once")}</h2>
                <p>"There should be one at most. The one that ends first is taken as the one that counts."</p>
            </section>
        }
    })
}
