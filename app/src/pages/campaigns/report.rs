//! What became of each user of a campaign.

use crate::api::campaigns::CampaignPage;
use crate::paths;
use crate::ui::badge::{Badge, Meaning};
use crate::ui::moment::Moment;
use crate::ui::panel::Panel;
use domain::campaign::{CampaignState, CampaignUser, UserState};
use domain::id::CampaignId;
use domain::instant::Instant;
use domain::offer_change::{Group, OfferChange};
use leptos::prelude::*;
use leptos_router::components::A;

/// A campaign's state in a word, a shape and a colour.
pub(super) fn state_badge(state: &CampaignState) -> impl IntoView + use<> {
    let meaning = match state {
        CampaignState::Finished => Meaning::Good,
        CampaignState::Stopped | CampaignState::Ready => Meaning::Attention,
        CampaignState::Checking | CampaignState::Running | CampaignState::Undoing => {
            Meaning::Attention
        }
        CampaignState::Undone | CampaignState::Unknown(_) => Meaning::Ended,
    };
    view! { <Badge meaning text=state.in_words().to_owned() /> }
}

/// `state` is that of the address, if it leaves only some users.
#[component]
pub(super) fn Report(page: CampaignPage, state: Option<String>) -> impl IntoView {
    let CampaignPage {
        now,
        campaign,
        users,
        next,
        ..
    } = page;
    let state = state.filter(|state| !state.is_empty());
    let more = next.map(|next| {
        let href = paths::campaign_users(&campaign.id, state.as_deref(), Some(&next));
        view! { <p><A href>"More users"</A></p> }
    });
    let rows: Vec<_> = users
        .into_iter()
        .map(|user| match user {
            Ok(user) => view! { <Row user now /> }.into_any(),
            Err(broken) => view! { <tr><td colspan="4">{format!("{} cannot be read: {broken}", broken.key)}</td></tr> }.into_any(),
        })
        .collect();
    let table = if rows.is_empty() {
        let why = match (&state, &campaign.state) {
            (Some(_), _) => "No user is in this state.",
            (None, CampaignState::Checking) => "The users are being looked at.",
            (None, _) => "There are no more users.",
        };
        view! { <p class="empty">{why}</p> }.into_any()
    } else {
        view! {
            <div class="table-scroll" tabindex="0" role="region" aria-label="Users of this campaign">
                <table class="table linked">
                    <thead>
                        <tr>
                            <th scope="col">"User"</th>
                            <th scope="col">"State"</th>
                            <th scope="col">"Before → after"</th>
                            <th scope="col" class="wide-only">"Written"</th>
                        </tr>
                    </thead>
                    <tbody>{rows}</tbody>
                </table>
            </div>
        }
        .into_any()
    };
    view! {
        <Panel title="Users">
            <Filter id=campaign.id chosen=state />
            {table}
            {more}
        </Panel>
    }
}

/// Links, so that each choice is an address.
#[component]
fn Filter(id: CampaignId, chosen: Option<String>) -> impl IntoView {
    let all = chosen.is_none().then_some("true");
    let choices = UserState::ALL
        .iter()
        .map(|state| {
            let word = state.as_stored();
            let is_chosen = (chosen.as_deref() == Some(word)).then_some("true");
            let href = paths::campaign_users(&id, Some(word), None);
            view! { <a class="chip" href=href aria-current=is_chosen>{state.in_words().to_owned()}</a> }
        })
        .collect_view();
    view! {
        <p class="chips">
            <a class="chip" href=paths::campaign(&id) aria-current=all>"all"</a>
            {choices}
        </p>
    }
}

#[component]
fn Row(user: CampaignUser, now: Instant) -> impl IntoView {
    let href = paths::user(&user.user_id);
    let meaning = match user.state {
        UserState::Done => Meaning::Good,
        UserState::Failed => Meaning::Bad,
        UserState::Kept => Meaning::Attention,
        _ => Meaning::Ended,
    };
    let found = match &user.change {
        Some(change) => view! { <OfferCell change=change.clone() /> }.into_any(),
        None => user.finding.in_words().to_owned().into_any(),
    };
    let written = user.written_on.map(|at| view! { <Moment at now /> });
    view! {
        <tr>
            <th scope="row"><A href attr:class="id row-link">{user.user_id.to_string()}</A></th>
            <td><Badge meaning text=user.state.in_words().to_owned() /> " " {user.detail}</td>
            <td>{found}</td>
            <td class="wide-only">{written}</td>
        </tr>
    }
}

/// What the campaign does to one user: the group, what is offered before and after, and the warnings.
#[component]
fn OfferCell(change: OfferChange) -> impl IntoView {
    let group = change.group();
    let meaning = match group {
        Group::Raised => Meaning::Good,
        Group::Lowered | Group::Reopened | Group::HoldReplaced => Meaning::Attention,
        _ => Meaning::Ended,
    };
    let offers = if change.before == change.after {
        change.before.label()
    } else {
        format!("{} → {}", change.before.label(), change.after.label())
    };
    let warnings = change
        .warnings()
        .into_iter()
        .map(|warning| view! { <div class="quiet">{warning}</div> })
        .collect_view();
    view! {
        <Badge meaning text=group.in_words().to_owned() />
        " "
        {offers}
        {warnings}
    }
}
