//! `/users/{user_id}/rule-outcomes`: the latest outcome of each rule.

use crate::api::rule_outcomes::{RuleOutcomesPage, list_rule_outcomes};
use crate::components::broken_items::BrokenItems;
use crate::components::export_links::ExportLinks;
use crate::components::leaf_table::{LeafTable, UnknownAttributes};
use crate::components::user_header::{UserHeader, use_user_id};
use crate::paths;
use crate::ui::badge::{Badge, Meaning};
use crate::ui::failure::Failure;
use crate::ui::moment::Moment;
use crate::ui::page_title::TitleOf;
use crate::ui::panel::Skeleton;
use crate::wire::resource;
use domain::instant::Instant;
use domain::item::Record;
use domain::rule_outcome::RuleOutcome;
use domain::verdict::Verdict;
use leptos::prelude::*;

#[component]
pub fn RuleOutcomes() -> impl IntoView {
    let user_id = use_user_id();
    let page = resource(move || user_id.get(), list_rule_outcomes);
    view! {
        <TitleOf id=user_id words=|id| format!("Rule outcomes of {id}") />
        <UserHeader user_id />
        <Suspense fallback=|| view! { <Skeleton lines=12 /> }>
            {move || Suspend::new(async move {
                match page.await {
                    Ok(page) => view! { <List page /> }.into_any(),
                    Err(error) => view! { <Failure error /> }.into_any(),
                }
            })}
        </Suspense>
    }
}

#[component]
fn List(page: RuleOutcomesPage) -> impl IntoView {
    let RuleOutcomesPage {
        user_id,
        now,
        outcomes,
        broken,
        notices,
    } = page;
    let shown = outcomes.len();
    let list = if outcomes.is_empty() {
        view! { <p class="empty">"No rule outcome is stored. Outcomes are kept for 32 days."</p> }
            .into_any()
    } else {
        let rows = outcomes
            .into_iter()
            .map(|record| view! { <Row record now /> })
            .collect_view();
        view! { <ol class="outcomes">{rows}</ol> }.into_any()
    };
    view! {
        <BrokenItems broken notices />
        <section class="panel" aria-label="Latest rule outcomes">
            <h2>"Latest outcome of each rule"</h2>
            <p class="quiet">"Each run overwrites the one before: this is the latest, and need not be what an older evaluation saw."</p>
            {list}
            <p class="list-foot">
                <span>{format!("{shown} shown.")}</span>
                <ExportLinks csv=paths::rule_outcomes_export(&user_id, "csv") json_lines=paths::rule_outcomes_export(&user_id, "jsonl") />
            </p>
        </section>
    }
}

#[component]
fn Row(record: Record<RuleOutcome>, now: Instant) -> impl IntoView {
    let outcome = record.value;
    let (meaning, text) = match outcome.result {
        _ if outcome.error => (Meaning::Attention, format!("Error ({})", outcome.result)),
        Verdict::Denied => (Meaning::Bad, "Denied".to_owned()),
        Verdict::Approved => (Meaning::Good, "Approved".to_owned()),
        Verdict::ApprovedFor(_) => (Meaning::Good, capitalised(&outcome.result.to_string())),
        Verdict::Undocumented(_) => (Meaning::Attention, capitalised(&outcome.result.to_string())),
    };
    let expires = match outcome.ttl {
        Some(at) => view! { "expires " <Moment at now /> }.into_any(),
        None => "does not expire".into_any(),
    };
    let features = if outcome.features.is_empty() {
        view! { <p class="empty">"No features are stored."</p> }.into_any()
    } else {
        let label = format!("What {} saw", outcome.rule_name);
        view! { <LeafTable attributes=outcome.features label /> }.into_any()
    };
    view! {
        <li>
            <details>
                <summary data-row>
                    <span class="id">{outcome.rule_name}</span>
                    <span><Badge meaning text /></span>
                    <span><Moment at=outcome.updated_date now /></span>
                    <span class="quiet">{expires}</span>
                </summary>
                <div class="step-body">{features} <UnknownAttributes attributes=record.unknown of="the outcome" /></div>
            </details>
        </li>
    }
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}
