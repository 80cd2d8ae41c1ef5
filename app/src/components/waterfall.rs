//! A decision rulebook by rulebook. Plain `details`, so that it opens by keyboard and without
//! JavaScript.

use crate::components::leaf_table::{LeafTable, UnknownAttributes};
use crate::ui::badge::{Badge, Meaning};
use domain::decision::waterfall::{Place, RuleSeen, WaterfallStep};
use domain::evaluation::{CalcStatus, RulebookResult, Run};
use domain::value::{Attributes, Value};
use domain::verdict::Verdict;
use leptos::prelude::*;

#[component]
pub fn Waterfall(
    steps: Vec<WaterfallStep>,
    /// Names the list: `Float rulebooks`.
    #[prop(into)]
    label: String,
) -> impl IntoView {
    if steps.is_empty() {
        return view! { <p class="empty">"No rulebook's result is stored."</p> }.into_any();
    }
    let rows = steps
        .into_iter()
        .map(|step| view! { <Step step /> })
        .collect_view();
    view! {
        <div class="waterfall-head" aria-hidden="true">
            <span>"Priority"</span>
            <span>"Rulebook"</span>
            <span>"Applies"</span>
            <span>"Share"</span>
            <span>"Calculation"</span>
            <span>"Result"</span>
        </div>
        <ol class="waterfall" aria-label=label>{rows}</ol>
    }
    .into_any()
}

#[component]
fn Step(step: WaterfallStep) -> impl IntoView {
    let place = match step.place {
        Place::Asked => "",
        Place::Ended => "ended-here",
        Place::NotReached => "not-reached",
        Place::Unanswered => "unanswered",
    };
    let class = format!(
        "step {place}{}",
        if step.decides { " deciding" } else { "" }
    );
    let decides = step
        .decides
        .then(|| view! { <span class="decides">"decides"</span> });
    let stopped = (step.place == Place::Ended)
        .then(|| view! { <span class="stopped">"ended the evaluation"</span> });
    let priority = step
        .priority
        .map_or_else(|| "\u{2013}".to_owned(), |priority| priority.to_string());
    let share = step
        .share
        .map_or_else(|| "not recorded".to_owned(), |share| share.to_string());
    let applies = applies(step.result.as_ref());
    let calculation = step
        .result
        .as_ref()
        .map_or("\u{2013}".to_owned(), |result| {
            calculation(&result.calc_status)
        });
    let unknown = step
        .result
        .as_ref()
        .map(|result| result.unknown.clone())
        .unwrap_or_default();
    let of = step.rulebook_id.to_string();
    view! {
        <li class=class>
            <details>
                <summary data-row>
                    <span class="priority"><span class="narrow-label">"priority "</span>{priority}</span>
                    <span class="book"><span class="id">{step.rulebook_id.to_string()}</span> " " {decides} " " {stopped}</span>
                    <span><span class="narrow-label">"applies: "</span>{applies}</span>
                    <span><span class="narrow-label">"share: "</span>{share}</span>
                    <span><span class="narrow-label">"calculation: "</span>{calculation}</span>
                    <span><Verdicts result=step.result place=step.place /></span>
                </summary>
                <div class="step-body">
                    <Rules rules=step.rules />
                    <UnknownAttributes attributes=unknown of />
                </div>
            </details>
        </li>
    }
}

fn applies(result: Option<&RulebookResult>) -> &'static str {
    match result.map(|result| result.is_applicable) {
        Some(Some(true)) => "yes",
        Some(Some(false)) => "no",
        Some(None) => "not recorded",
        None => "\u{2013}",
    }
}

fn calculation(status: &CalcStatus) -> String {
    match status {
        CalcStatus::Unknown(word) => format!("{word} (not documented)"),
        known => known.in_words().to_owned(),
    }
}

#[component]
fn Verdicts(result: Option<RulebookResult>, place: Place) -> impl IntoView {
    let (meaning, text) = match (&result, place) {
        (None, Place::NotReached) => (Meaning::Ended, "Not reached".to_owned()),
        (None, _) => (Meaning::Attention, "No result stored".to_owned()),
        (Some(result), _) if result.run == Run::NotRun => (Meaning::Ended, "Not run".to_owned()),
        (Some(result), Place::NotReached) => {
            (Meaning::Ended, format!("Not reached ({})", result.result))
        }
        (Some(result), _) => of_result(result),
    };
    view! { <Badge meaning text /> }
}

fn of_result(result: &RulebookResult) -> (Meaning, String) {
    let text = match result.result {
        Verdict::Denied => "Denied".to_owned(),
        Verdict::Approved => "Approved".to_owned(),
        other => {
            let said = other.to_string();
            let mut letters = said.chars();
            let first = letters.next().map(|first| first.to_ascii_uppercase());
            first.into_iter().chain(letters).collect()
        }
    };
    let meaning = match (result.is_applicable, result.result) {
        (Some(false), _) => Meaning::Ended,
        (_, Verdict::Undocumented(_)) => Meaning::Attention,
        (_, verdict) if verdict.approves() => Meaning::Good,
        _ => Meaning::Bad,
    };
    (meaning, text)
}

#[component]
fn Rules(rules: Vec<RuleSeen>) -> impl IntoView {
    if rules.is_empty() {
        return view! { <p class="empty">"No features are stored."</p> }.into_any();
    }
    rules
        .into_iter()
        .map(|rule| view! { <RuleBlock rule /> })
        .collect_view()
        .into_any()
}

/// What a rule saw, and beside it how it is configured.
#[component]
fn RuleBlock(rule: RuleSeen) -> impl IntoView {
    let name = if rule.rule.is_empty() {
        "Under no rule".to_owned()
    } else {
        rule.rule
    };
    let saw = match rule.saw {
        Some(Value::Map(features)) => table(features, format!("What {name} saw")),
        Some(other) => table(
            Attributes::from([("value".to_owned(), other)]),
            format!("What {name} saw"),
        ),
        None => view! { <p class="empty">"Nothing is recorded."</p> }.into_any(),
    };
    let configured = rule.props.map(|props| {
        let props = table(props, format!("How {name} is configured"));
        view! { <div><p class="label">"Configured"</p>{props}</div> }
    });
    view! {
        <section class="rule">
            <h3>{name}</h3>
            <div class="rule-columns">
                <div><p class="label">"Saw"</p>{saw}</div>
                {configured}
            </div>
        </section>
    }
}

fn table(attributes: Attributes, label: String) -> AnyView {
    if attributes.is_empty() {
        return view! { <p class="empty">"Nothing."</p> }.into_any();
    }
    view! { <LeafTable attributes label /> }.into_any()
}
