//! `/rulebooks/{id}`: everything about one rulebook, and next to each value who set it and when; with
//! `?at=` as it was at a moment.

use crate::api::drafts::DraftDeletion;
use crate::api::history::HistoryFilter;
use crate::api::rulebooks::{RulebookPage, read_rulebook};
use crate::components::being_summarized::BeingSummarized;
use crate::components::credit::CreditLines;
use crate::components::drift::DriftNotice;
use crate::components::past_notice::PastNotice;
use crate::paths;
use crate::ui::badge::{Badge, Meaning};
use crate::ui::failure::Failure;
use crate::ui::moment::Moment;
use crate::ui::page_title::TitleOf;
use crate::ui::panel::{Panel, Skeleton};
use crate::wire::resource;
use domain::basis_points::BasisPoints;
use domain::id::RulebookId;
use domain::instant::Instant;
use domain::rulebook::leaves::{Leaves, Place, RuleKey};
use domain::rulebook::plain::ID;
use domain::rulebook_blame::Origin;
use domain::rulebook_diff::{kind_at, place_name, said};
use domain::rulebook_update::Credit;
use domain::value::Value;
use leptos::form::ActionForm;
use leptos::prelude::*;
use leptos_router::components::A;
use leptos_router::hooks::{use_location, use_params_map};
use std::collections::BTreeMap;

/// The rulebook that the address names.
pub(super) fn named() -> Memo<String> {
    let params = use_params_map();
    Memo::new(move |_| paths::from_segment(&params.read().get("rulebook_id").unwrap_or_default()))
}

#[component]
pub fn Rulebook() -> impl IntoView {
    let id = named();
    let query = use_location().search;
    let at = Memo::new(move |_| paths::from_query(&query.read(), "at"));
    let page = resource(
        move || (id.get(), at.get()),
        |(id, at)| read_rulebook(id, at),
    );
    view! {
        <TitleOf id=id words=str::to_owned />
        <Suspense fallback=|| view! { <Skeleton lines=16 /> }>
            {move || Suspend::new(async move {
                match page.await {
                    Ok(page) => view! { <Everything page /> }.into_any(),
                    Err(error) => view! { <h1 class="id">{id.get_untracked()}</h1> <Failure error /> }.into_any(),
                }
            })}
        </Suspense>
    }
}

#[component]
fn Everything(page: RulebookPage) -> impl IntoView {
    let (now, rulebook) = (page.now, page.rulebook);
    let id = rulebook.rulebook_id.clone();
    let leaves = Leaves::of(&rulebook);
    let origins: BTreeMap<Place, Origin> = page.blame.values.into_iter().collect();
    let credits = StoredValue::new(page.blame.credits.clone());
    let mut own = Vec::new();
    let mut of_rules: BTreeMap<RuleKey, Vec<(Place, Value, Option<Origin>)>> = BTreeMap::new();
    for (place, value) in leaves.values {
        let origin = origins.get(&place).cloned();
        match place.rule().cloned() {
            Some(rule) => of_rules
                .entry(rule)
                .or_default()
                .push((place, value, origin)),
            None if place.name() == ID => {}
            None => own.push((place, value, origin)),
        }
    }
    let count = leaves.order.len();
    let rules = leaves
        .order
        .into_iter()
        .enumerate()
        .map(|(index, key)| {
            let values = of_rules.remove(&key).unwrap_or_default();
            view! { <RulePanel number=index + 1 name=key.to_string() values credits now /> }
        })
        .collect_view();
    let is_everybody = rulebook.apply_to == Some(BasisPoints::ALL);
    let nobody = rulebook.apply_to == Some(BasisPoints(0));
    let tied: Vec<_> = page.tied.iter().map(ToString::to_string).collect();
    view! {
        <div class="object-header">
            <h1 class="id">{id.to_string()}</h1>
            <span>{rulebook.rulebook_name.clone()}</span>
        </div>
        <div class="badges">
            {nobody.then(|| view! { <Badge meaning=Meaning::Ended text="Applies to nobody" /> })}
            {is_everybody.then(|| view! { <Badge meaning=Meaning::Good text="Applies to everybody" /> })}
            <span class="quiet">{format!("{} of {} for {}", page.place.0, page.place.1, rulebook.kind.in_words())}</span>
            {(!tied.is_empty()).then(|| view! { <Badge meaning=Meaning::Attention text=format!("Same priority as {}", tied.join(", ")) /> })}
        </div>
        {page.past.map(|past| view! { <PastNotice past now now_href=paths::rulebook(&id) /> })}
        {page.may_propose.then(|| view! { <Ways id=id.clone() /> })}
        {page.drift.map(|drift| view! { <DriftNotice drift /> })}
        {(!page.is_summarized).then(|| view! { <BeingSummarized /> })}
        <Panel title="Settings"><Values values=own credits now label="Settings of the rulebook" /></Panel>
        <h2>{format!("{count} {}, in this order", if count == 1 { "rule" } else { "rules" })}</h2>
        {(count > 1).then(|| view! { <p class="quiet">"Order set by " <Blame origin=page.blame.order credits now /></p> })}
        {rules}
        <Changes credits=page.blame.credits now />
    }
}

/// What can be done with it.
#[component]
fn Ways(id: RulebookId) -> impl IntoView {
    let deletion = ServerAction::<DraftDeletion>::new();
    let of_this = HistoryFilter {
        rulebook: id.to_string(),
        ..HistoryFilter::default()
    };
    view! {
        {move || deletion.value().get().and_then(Result::err).map(|error| view! { <Failure error /> })}
        <div class="ways">
            <A href=paths::rulebook_form(&id, None)>"Edit"</A>
            <A href=paths::rulebook_copy(&id)>"Clone"</A>
            <A href=paths::history(&of_this, None)>"History"</A>
            <ActionForm action=deletion>
                <input type="hidden" name="id" value=id.to_string() />
                <button class="link-button" disabled=move || deletion.pending().get()>"Delete…"</button>
            </ActionForm>
        </div>
    }
}

#[component]
fn RulePanel(
    number: usize,
    name: String,
    values: Vec<(Place, Value, Option<Origin>)>,
    credits: StoredValue<Vec<Credit>>,
    now: Instant,
) -> impl IntoView {
    let values = values
        .into_iter()
        .filter(|(place, _, _)| !place.is_presence())
        .collect();
    let label = format!("Values of {name}");
    view! { <Panel title=format!("{number}. {name}")><Values values credits now label /></Panel> }
}

#[component]
fn Values(
    values: Vec<(Place, Value, Option<Origin>)>,
    credits: StoredValue<Vec<Credit>>,
    now: Instant,
    #[prop(into)] label: String,
) -> impl IntoView {
    let rows = values
        .into_iter()
        .map(|(place, value, origin)| {
            let kind = kind_at(&place, &value).map(|kind| view! { " " <span class="value-kind">{kind}</span> });
            view! {
                <tr>
                    <th scope="row">{place_name(&place).to_owned()} {kind}</th>
                    <td class="stored-value">{said(&place, &value)}</td>
                    <td class="quiet">{origin.map(|origin| view! { <Blame origin credits now /> })}</td>
                </tr>
            }
        })
        .collect_view();
    view! {
        <div class="table-scroll" tabindex="0" role="region" aria-label=label>
            <table class="table blame">
                <thead><tr><th scope="col">"What"</th><th scope="col">"Value"</th><th scope="col">"Set by"</th></tr></thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
}

#[component]
fn Blame(origin: Origin, credits: StoredValue<Vec<Credit>>, now: Instant) -> impl IntoView {
    match origin {
        Origin::Set(update) => {
            let of_update = |credits: &Vec<Credit>| {
                let credit = credits.iter().find(|credit| credit.update == update)?;
                Some((credit.label(), credit.at))
            };
            let told = credits.with_value(of_update).map(|(label, at)| {
                let time = view! { <time datetime=at.stored() title=at.to_string()>{at.relative_to(now)}</time> };
                view! { <A href=paths::update(&update)>{label}</A> ", " {time} }
            });
            told.into_any()
        }
        Origin::NotAfter(at) => {
            view! { <time datetime=at.stored()>{at.to_string()}</time> " or before" }.into_any()
        }
        Origin::Unrecorded => {
            view! { <Badge meaning=Meaning::Attention text="outside Float Desk, not recorded" /> }
                .into_any()
        }
        Origin::Unknown => view! { <span class="quiet">"not known yet"</span> }.into_any(),
    }
}

/// The changes that the values come from, each with everybody's part in it.
#[component]
fn Changes(credits: Vec<Credit>, now: Instant) -> impl IntoView {
    if credits.is_empty() {
        return ().into_any();
    }
    let changes = credits
        .into_iter()
        .map(|credit| {
            let href = paths::update(&credit.update);
            view! { <li><A href><Moment at=credit.at now /></A> <CreditLines credit /></li> }
        })
        .collect_view();
    view! { <Panel title="Changes behind these values"><ul>{changes}</ul></Panel> }.into_any()
}
