//! `/campaigns/{id}`: what a campaign is to do, how far it has come, and what became of each user.

use super::check::Groups;
use super::report::{Report, state_badge};
use super::steps::Steps;
use crate::api::campaigns::{
    CampaignPage, Progress, StartCampaign, StopCampaign, UndoCampaign, read_campaign,
    read_campaign_progress,
};
use crate::error::AppError;
use crate::pages::not_found::NotFound;
use crate::paths;
use crate::ui::failure::Failure;
use crate::ui::moment::Moment;
use crate::ui::page_title::PageTitle;
use crate::ui::panel::{Panel, Skeleton};
use crate::wire::resource;
use domain::campaign::{Campaign as Head, CampaignState, Tally};
use domain::instant::Instant;
use domain::user_list::NotTaken;
use leptos::prelude::*;
use leptos_router::hooks::{use_location, use_params_map};

/// What can be done to a campaign.
#[derive(Clone, Copy)]
pub(super) struct Actions {
    pub(super) start: ServerAction<StartCampaign>,
    pub(super) stop: ServerAction<StopCampaign>,
    pub(super) undo: ServerAction<UndoCampaign>,
}

impl Actions {
    fn failure(self) -> Option<AppError> {
        let start = self.start.value().get().and_then(Result::err);
        let stop = || self.stop.value().get().and_then(Result::err);
        let undo = || self.undo.value().get().and_then(Result::err);
        start.or_else(stop).or_else(undo)
    }

    fn attempts(self) -> usize {
        self.start.version().get() + self.stop.version().get() + self.undo.version().get()
    }

    pub(super) fn is_pending(self) -> bool {
        self.start.pending().get() || self.stop.pending().get() || self.undo.pending().get()
    }
}

#[component]
pub fn Campaign() -> impl IntoView {
    let params = use_params_map();
    let id = Memo::new(move |_| paths::from_segment(&params.read().get("id").unwrap_or_default()));
    let query = use_location().search;
    let of = move |name| paths::from_query(&query.read(), name);
    let part = Memo::new(move |_| (of("state"), of("after")));
    let actions = Actions {
        start: ServerAction::new(),
        stop: ServerAction::new(),
        undo: ServerAction::new(),
    };
    // Raised when the campaign has come to another state.
    let went_on = RwSignal::new(0_u32);
    let page = resource(
        move || (id.get(), part.get(), actions.attempts(), went_on.get()),
        |(id, (state, after), _, _)| read_campaign(id, state, after),
    );
    view! {
        // What is wrong with a field stands at the form.
        {move || {
            let failure = actions.failure();
            failure
                .filter(|error| !matches!(error, AppError::Rejected { .. }))
                .map(|error| view! { <Failure error /> })
        }}
        <Transition fallback=|| view! { <Skeleton lines=14 /> }>
            {move || Suspend::new(async move {
                match page.await {
                    Ok(Some(page)) => {
                        let state = part.get_untracked().0;
                        view! { <Body page state actions went_on /> }.into_any()
                    }
                    Ok(None) => view! { <NotFound /> }.into_any(),
                    Err(error) => view! { <Failure error /> }.into_any(),
                }
            })}
        </Transition>
    }
}

#[component]
fn Body(
    page: CampaignPage,
    state: Option<String>,
    actions: Actions,
    went_on: RwSignal<u32>,
) -> impl IntoView {
    let tally = RwSignal::new(page.tally);
    watch(&page.campaign, tally, went_on);
    let (campaign, now) = (page.campaign.clone(), page.now);
    let (name, not_taken) = (campaign.name.clone(), campaign.not_taken.clone());
    let badge = state_badge(&campaign.state);
    let steps = view! { <Steps page=page.clone() actions /> };
    let bar = view! { <Bar campaign=campaign.clone() tally /> };
    view! {
        <PageTitle text=name.clone() />
        <div class="object-header">
            <span class="label">"Campaign"</span>
            <h1>{name}</h1>
            {badge}
        </div>
        <div class="columns">
            <div class="main-column">
                <Panel title="Progress">{bar}</Panel>
                <Panel title="Before and after"><Groups tally /></Panel>
                <Report page state />
            </div>
            <div class="side-column">
                {steps}
                <Panel title="Change"><Facts campaign now /></Panel>
                <Lines not_taken />
            </div>
        </div>
    }
}

/// Asks how far an active campaign has come until it comes to another state. What stands in the forms
/// stays, since only the bar moves. Without JavaScript one loads the page again.
fn watch(campaign: &Head, tally: RwSignal<Tally>, went_on: RwSignal<u32>) {
    #[cfg(feature = "hydrate")]
    if campaign.is_active() {
        use leptos::task::spawn_local;
        use std::time::Duration;
        let (id, state) = (campaign.id.to_string(), campaign.state.clone());
        let again = RwSignal::new(0_u32);
        Effect::new(move || {
            again.track();
            let (id, state) = (id.clone(), state.clone());
            let ask = move || {
                spawn_local(async move {
                    let progress = read_campaign_progress(id).await;
                    // By now the page may be gone, and the signals with it.
                    match progress {
                        Ok(Some(Progress { state: now, .. })) if now != state => {
                            let _ = went_on.try_update(|count| *count += 1);
                        }
                        Ok(Some(Progress { tally: now, .. })) => {
                            let _ = tally.try_set(now);
                            let _ = again.try_update(|count| *count += 1);
                        }
                        _ => {
                            let _ = again.try_update(|count| *count += 1);
                        }
                    }
                });
            };
            set_timeout(ask, Duration::from_millis(1_500));
        });
    }
    #[cfg(not(feature = "hydrate"))]
    let _ = (
        campaign,
        tally,
        went_on,
        read_campaign_progress,
        |progress: Progress| progress,
    );
}

#[component]
fn Bar(campaign: Head, tally: RwSignal<Tally>) -> impl IntoView {
    let all = campaign.users;
    let state = campaign.state.clone();
    let at = move || {
        let tally = tally.get();
        match state {
            CampaignState::Checking => (tally.checked(), all, "checked"),
            CampaignState::Undoing | CampaignState::Undone => {
                let undone = tally.undone + tally.kept;
                (
                    undone,
                    undone + tally.done,
                    "taken back or left as they are",
                )
            }
            _ => (
                all - tally.waiting.min(all),
                all,
                "done, left out or failed",
            ),
        }
    };
    let said = {
        let at = at.clone();
        move || {
            let (done, all, what) = at();
            format!("{done} of {all} users {what}")
        }
    };
    let max = {
        let at = at.clone();
        move || at().1.to_string()
    };
    let reload = campaign.is_active().then(|| {
        view! { <noscript><p class="table-note">"Load the page again to see how far it is."</p></noscript> }
    });
    let waits = campaign
        .starts_on
        .filter(|_| campaign.state == CampaignState::Running)
        .map(|at| view! { <p>{format!("It waits for its start on {at}, unless that has passed.")}</p> });
    view! {
        <progress aria-label="Users" max=max value=move || at().0.to_string()></progress>
        <p role="status">{said}</p>
        {waits}
        {reload}
        <Counts tally />
    }
}

#[component]
fn Counts(tally: RwSignal<Tally>) -> impl IntoView {
    let of = move |count: fn(&Tally) -> u64| move || count(&tally.read());
    view! {
        <dl class="counts">
            <div><dt>"Waiting"</dt><dd>{of(|tally| tally.waiting)}</dd></div>
            <div><dt>"Done"</dt><dd>{of(|tally| tally.done)}</dd></div>
            <div><dt>"Left out"</dt><dd>{of(|tally| tally.skipped)}</dd></div>
            <div><dt>"Failed"</dt><dd>{of(|tally| tally.failed)}</dd></div>
            <div><dt>"Undone"</dt><dd>{of(|tally| tally.undone)}</dd></div>
            <div><dt>"Not undone"</dt><dd>{of(|tally| tally.kept)}</dd></div>
        </dl>
    }
}

#[component]
fn Facts(campaign: Head, now: Instant) -> impl IntoView {
    let described = campaign.described();
    let switches = ["floats", "float tiers on", "loans", "loan tiers on"]
        .into_iter()
        .filter_map(|name| described.get(name).map(|value| (name, value.to_string())))
        .map(|(name, value)| view! { <dt>{name}</dt><dd>{value}</dd> })
        .collect_view();
    let included: Vec<_> = campaign
        .choices
        .included()
        .into_iter()
        .map(|(group, reason)| (group.in_words().to_owned(), reason.to_owned()))
        .map(|(group, reason)| view! { <dt>"Included: " {group}</dt><dd><q class="reason">{reason}</q></dd> })
        .collect();
    let undone = (!campaign.undo_reason.is_empty()).then(|| {
        view! { <dt>"Reason for undoing"</dt><dd><q class="reason">{campaign.undo_reason.clone()}</q></dd> }
    });
    let starts = match campaign.starts_on {
        Some(at) => view! { <Moment at now /> }.into_any(),
        None => "as soon as it is started".into_any(),
    };
    view! {
        <dl class="facts">
            {switches}
            <dt>"Starts"</dt>
            <dd>{starts}</dd>
            <dt>"Ends"</dt>
            <dd><Moment at=campaign.expires_on now /></dd>
            <dt>"Reason"</dt>
            <dd><q class="reason">{campaign.reason}</q></dd>
            {included}
            {undone}
            <dt>"Made"</dt>
            <dd><Moment at=campaign.created_on now /> " by " {campaign.created_by.label.clone()}</dd>
        </dl>
    }
}

/// The lines of the list that gave no user.
#[component]
fn Lines(not_taken: NotTaken) -> impl IntoView {
    let NotTaken {
        malformed,
        duplicates,
        other_cells,
        lines,
    } = not_taken;
    if malformed + duplicates + other_cells == 0 {
        return ().into_any();
    }
    let shown = lines
        .into_iter()
        .map(|line| view! { <li>{format!("Line {}, ", line.number)} <code>{line.text}</code> ": " {line.why}</li> })
        .collect_view();
    view! {
        <Panel title="Entries not used">
            <p>{format!("{malformed} malformed, {duplicates} that repeat an earlier one.")}</p>
            {(other_cells > 0).then(|| view! { <p>{format!("{other_cells} cells in other columns were ignored.")}</p> })}
            <details><summary>"Show the first ones"</summary><ul class="lines">{shown}</ul></details>
        </Panel>
    }
    .into_any()
}
