//! `/users/{user_id}`: can this user take a float now, and why.

use crate::api::users::{KnownCfi, MayChange, Settled, UserOverview, read_overview};
use crate::components::alerts::Alerts;
use crate::components::answer_card::AnswerCard;
use crate::components::broken_items::BrokenItems;
use crate::components::loan_table::{LoanNotes, LoanTable};
use crate::components::lock_watch::watch_lock;
use crate::components::next_change::NextChangeLine;
use crate::components::notes::{NoteActions, NotesPanel, PinnedNotes};
use crate::components::profile_deeds::ProfileDeeds;
use crate::components::source_line::SourceLine;
use crate::components::tier_table::TierTable;
use crate::components::user_header::{UserHeader, use_user_id};
use crate::ui::badge::{Badge, Meaning};
use crate::ui::failure::Failure;
use crate::ui::moment::Moment;
use crate::ui::page_title::TitleOf;
use crate::ui::panel::{Panel, Skeleton};
use crate::wire::resource;
use domain::answer::{Answer, Tone};
use domain::effective::EffectiveProfile;
use domain::id::UserId;
use domain::instant::Instant;
use domain::loan_terms::LoanTerms;
use domain::lock_state::LockState;
use domain::money::{Cents, Spoken};
use leptos::prelude::*;

#[component]
pub fn Overview() -> impl IntoView {
    let user_id = use_user_id();
    let actions = NoteActions::new();
    let done = actions.done();
    let overview = resource(
        move || (user_id.get(), done.get()),
        |(user_id, _)| read_overview(user_id),
    );
    view! {
        <TitleOf id=user_id words=str::to_owned />
        <UserHeader user_id />
        <Suspense fallback=|| view! { <Skeleton lines=16 /> }>
            {move || Suspend::new(async move {
                match overview.await {
                    Ok(overview) => view! { <OverviewBody overview actions /> }.into_any(),
                    Err(error) => view! { <Failure error /> }.into_any(),
                }
            })}
        </Suspense>
    }
}

#[component]
fn OverviewBody(overview: UserOverview, actions: NoteActions) -> impl IntoView {
    let UserOverview {
        user_id: user,
        now,
        answer,
        profile,
        next,
        notes,
        ..
    } = overview;
    let (change, then) = next.unzip();
    let id = user.to_string();
    let pinned = notes.clone().unwrap_or_default();
    let facts = Facts {
        version_notes: overview.version_notes,
        last_check: overview.last_check,
        cfi: overview.cfi,
    };
    let may = overview.may;
    let terms = overview.loan_terms;
    let reading = overview.settling.as_ref().map(|it| it.reading.clone());
    let state = if reading.is_some() {
        LockState::Unsettled
    } else {
        LockState::None
    };
    let watch = watch_lock(&user, state, reading);
    let is_checking = watch.is_checking;
    let (settling, alerts) = (overview.settling, overview.alerts);
    // Everything on the page that the lock has a say in follows the second reading.
    let shown = Memo::new(move |_| match (&settling, watch.state.get()) {
        (Some(settling), LockState::Held) => settling.if_held.clone(),
        (Some(settling), LockState::None) => settling.if_free.clone(),
        _ => Settled {
            answer: answer.clone(),
            alerts: alerts.clone(),
        },
    });
    let answer = move || shown.get().answer;
    let badges = {
        let profile = profile.clone();
        move || view! { <StateBadges profile=profile.clone() answer=answer() /> }
    };
    let alerts = {
        let user = user.clone();
        move || view! { <Alerts user=user.clone() alerts=shown.get().alerts is_checking /> }
    };
    let floats = {
        let (user, profile) = (user.clone(), profile.clone());
        move || view! { <FloatsPanel user=user.clone() profile=profile.clone() answer=answer() then=then.clone() now may /> }
    };
    let loans = {
        let (user, profile) = (user.clone(), profile.clone());
        move || view! { <LoansPanel user=user.clone() profile=profile.clone() answer=answer() terms=terms.clone() now /> }
    };
    view! {
        {badges}
        {move || view! { <AnswerCard answer=answer() /> }}
        <PinnedNotes user_id=id.clone() notes=pinned now actions />
        {alerts}
        <BrokenItems broken=overview.broken notices=overview.notices />
        <div class="columns">
            <div class="main-column">
                {floats}
                {loans}
            </div>
            <div class="side-column">
                <Panel title="What changes next"><NextChangeLine change now /></Panel>
                <SettingsPanel user profile facts now />
                <NotesPanel user_id=id notes operation=overview.operation has_record=overview.has_record now actions />
            </div>
        </div>
    }
}

#[component]
fn FloatsPanel(
    user: UserId,
    profile: EffectiveProfile,
    answer: Answer,
    then: Option<EffectiveProfile>,
    now: Instant,
    may: MayChange,
) -> impl IntoView {
    let source = profile.floats.source.clone();
    let title = if answer.tone == Tone::NoRecord {
        "Floats for new users"
    } else {
        "Floats"
    };
    view! {
        <Panel title>
            <TierTable user=user.clone() profile answer next=then />
            <p class="table-note"><SourceLine user=user.clone() source now /></p>
            <ProfileDeeds user may />
        </Panel>
    }
}

#[component]
fn LoansPanel(
    user: UserId,
    profile: EffectiveProfile,
    answer: Answer,
    terms: LoanTerms,
    now: Instant,
) -> impl IntoView {
    let source = profile.loans.source.clone();
    view! {
        <Panel title="Loans">
            <LoanNotes terms=terms.clone() now />
            <LoanTable user=user.clone() profile answer terms />
            <p class="table-note"><SourceLine user source now /></p>
        </Panel>
    }
}

/// What stands beside the settings.
struct Facts {
    version_notes: String,
    last_check: Option<Instant>,
    cfi: Option<KnownCfi>,
}

#[component]
fn SettingsPanel(
    user: UserId,
    profile: EffectiveProfile,
    facts: Facts,
    now: Instant,
) -> impl IntoView {
    let notes = facts.version_notes;
    let notes = (!notes.trim().is_empty())
        .then(|| view! { <dt>"Notes on the version"</dt><dd>{notes}</dd> });
    let last_check = match facts.last_check {
        Some(at) => view! { <Moment at now /> }.into_any(),
        None => "none stored; evaluations are kept for 32 days".into_any(),
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
            let (user, source) = (user.clone(), setting.source);
            let source = (!is_shared).then(|| view! { <SourceLine user source now /> });
            view! {
                <dt>{name}</dt>
                <dd>{on_or_off(setting.value)} {source}</dd>
            }
        })
        .collect_view();
    let shared = shared.map(|source| {
        let user = user.clone();
        view! { <dt>"All three from"</dt><dd><SourceLine user source now /></dd> }
    });
    view! {
        <Panel title="Settings">
            <dl class="facts">
                {settings}
                {shared}
                <dt>"Last known CFI state"</dt>
                <dd><CfiLine cfi=facts.cfi now /></dd>
                {notes}
                <dt>"Last evaluation"</dt>
                <dd>{last_check}</dd>
            </dl>
        </Panel>
    }
}

#[component]
fn CfiLine(cfi: Option<KnownCfi>, now: Instant) -> impl IntoView {
    let Some(KnownCfi { at, state }) = cfi else {
        return "none stored with any check".into_any();
    };
    let amount = |name: &str, amount: Option<Cents>| {
        amount.map(|amount| format!("{name} {}", Spoken(amount)))
    };
    let rank = |name: &str, rank: Option<i64>| rank.map(|rank| format!("{name} {rank}"));
    let known: Vec<_> = [
        amount("limit", state.current_limit),
        rank("float rank", state.float_rank),
        rank("sub rank", state.sub_rank),
        amount("highest float", state.highest_float),
        amount("balance", state.account_balance),
    ]
    .into_iter()
    .flatten()
    .collect();
    view! { {known.join(", ")} <span class="source">"of " <Moment at now /></span> }.into_any()
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
fn StateBadges(profile: EffectiveProfile, answer: Answer) -> impl IntoView {
    // What the profile allows is good news only where nothing else stands in the way.
    let meaning = if answer.tone == Tone::Yes {
        Meaning::Good
    } else {
        Meaning::Ended
    };
    let has_record = answer.tone != Tone::NoRecord;
    let limit = |limit: Cents| {
        let name = if has_record {
            "Profile limit"
        } else {
            "Limit for new users"
        };
        format!("{name} {}", Spoken(limit))
    };
    let floats = match profile.limit() {
        Some(amount) => view! { <Badge meaning text=limit(amount) /> },
        None => view! { <Badge meaning=Meaning::Bad text="No float" /> },
    };
    let is_temporary = profile.active_overrides > 0;
    view! {
        <p class="badges">
            {floats}
            {is_temporary.then(|| view! { <Badge meaning=Meaning::Attention text="Temporary profile active" /> })}
            {(!has_record).then(|| view! { <Badge meaning=Meaning::Attention text="No record of this ID" /> })}
        </p>
    }
}
