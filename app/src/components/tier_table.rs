//! The float tiers a user has: what each costs, where it comes from, until when.

use crate::components::source_line::SourceLink;
use crate::ui::badge::{Badge, Meaning};
use domain::answer::{Answer, Availability};
use domain::effective::{EffectiveProfile, EffectiveTier, Source, Switch};
use domain::id::UserId;
use domain::money::{Spoken, percent};
use leptos::prelude::*;

/// With the `answer` for now, each row says what can be taken now; without, for another moment, what the
/// profile switched on. `next` is the profile from the next change on, so that each row can say what becomes of it.
#[component]
pub fn TierTable(
    user: UserId,
    profile: EffectiveProfile,
    #[prop(optional)] answer: Option<Answer>,
    next: Option<EffectiveProfile>,
) -> impl IntoView {
    let floats_on = profile.floats_enabled.value;
    let from = profile.floats.source.clone();
    let head = if answer.is_some() {
        "Available now"
    } else {
        "In the profile"
    };
    let states: Vec<_> = profile
        .floats
        .value
        .iter()
        .map(|tier| match &answer {
            Some(answer) => available(answer.of_tier(tier, &profile)),
            None => switched(tier.switch, floats_on),
        })
        .collect();
    let next_at = next.as_ref().map(|next| next.at);
    let rows = profile
        .floats
        .value
        .into_iter()
        .zip(states)
        .map(|(tier, state)| {
            // The column is there only where something changes at all.
            let then = next.as_ref().map(|next| becomes(&tier, floats_on, next));
            let (user, from) = (user.clone(), from.clone());
            view! { <TierRow user tier state from then /> }
        })
        .collect_view();
    view! {
        <div class="table-scroll" tabindex="0" role="region" aria-label="Float tiers">
            <table class="table tiers">
                <thead>
                    <tr>
                        <th scope="col" class="figure">"Float"</th>
                        <th scope="col">{head}</th>
                        <th scope="col" class="figure">"Fee"</th>
                        <th scope="col" class="figure">"To repay"</th>
                        <th scope="col" class="figure wide-only">"Fee in %"</th>
                        <th scope="col" class="wide-only">"Comes from"</th>
                        {next_at.map(|at| view! { <th scope="col" class="wide-only">{format!("From {at}")}</th> })}
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
}

#[component]
fn TierRow(
    user: UserId,
    tier: EffectiveTier,
    state: State,
    from: Source,
    then: Option<&'static str>,
) -> impl IntoView {
    let missing = || view! { <span class="quiet" title="This id and amount are in no fee schedule">"no fee known"</span> };
    let fee = tier.fee.map(|fee| fee.to_string());
    let total = tier.total().map(|total| total.to_string());
    let share = tier
        .fee
        .and_then(|fee| fee.share_of(tier.amount))
        .map(percent);
    let State {
        meaning,
        word,
        is_on,
    } = state;
    view! {
        <tr class:off=!is_on>
            <th scope="row" class="figure">
                {Spoken(tier.amount).to_string()} <span class="tier-id">{format!(" tier {}", tier.id)}</span>
            </th>
            <td><Badge meaning text=word /></td>
            <td class="figure">{fee.map_or_else(|| missing().into_any(), IntoAny::into_any)}</td>
            <td class="figure strong">{total.unwrap_or_else(|| "\u{2013}".to_owned())}</td>
            <td class="figure wide-only">{share.unwrap_or_else(|| "\u{2013}".to_owned())}</td>
            <td class="wide-only"><SourceLink user source=from /></td>
            {then.map(|then| view! { <td class="wide-only" class:quiet=then.starts_with("stays")>{then}</td> })}
        </tr>
    }
}

/// How a row's state is shown.
struct State {
    meaning: Meaning,
    word: &'static str,
    is_on: bool,
}

/// Said loudly once, by the answer; not on every row.
fn available(availability: Availability) -> State {
    State {
        meaning: if availability.is_available() {
            Meaning::Good
        } else {
            Meaning::Ended
        },
        word: availability.label(),
        is_on: availability.is_available(),
    }
}

fn switched(switch: Switch, floats_on: bool) -> State {
    let (meaning, word) = match (switch, floats_on) {
        (Switch::On, true) => (Meaning::Good, "On"),
        (Switch::On, false) => (Meaning::Ended, Availability::AllOff.label()),
        (Switch::Off, _) => (Meaning::Ended, Availability::Off.label()),
        (Switch::NotListed, _) => (Meaning::Ended, Availability::NotListed.label()),
    };
    State {
        meaning,
        word,
        is_on: switch == Switch::On && floats_on,
    }
}

/// What a tier is from the next change on.
fn becomes(tier: &EffectiveTier, floats_on: bool, next: &EffectiveProfile) -> &'static str {
    let is_offered = floats_on && tier.switch == Switch::On;
    let will_be = next.offered_floats().contains(&tier.amount);
    match (is_offered, will_be) {
        (true, false) => "goes off",
        (false, true) => "goes on",
        (true, true) => "stays on",
        (false, false) => "stays off",
    }
}
