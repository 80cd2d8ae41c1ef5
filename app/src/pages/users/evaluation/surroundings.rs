//! What stood around a decision: the CFI metrics, the configuration, the profile, and how long it is
//! kept.

use super::kept_badge;
use crate::api::evaluations::{
    CfiDetail, Configuration, EvaluationDetail, Origin, Previous, UpdateName,
};
use crate::components::leaf_table::UnknownAttributes;
use crate::components::source_line::SourceLine;
use crate::paths;
use crate::ui::badge::{Badge, Meaning};
use crate::ui::moment::Moment;
use crate::ui::panel::Panel;
use domain::decision::attribution::Certainty;
use domain::effective::EffectiveProfile;
use domain::id::UserId;
use domain::instant::Instant;
use domain::money::Spoken;
use leptos::prelude::*;
use leptos_router::components::A;

#[component]
pub fn CfiPanel(cfi: Option<CfiDetail>, previous: Option<Previous>) -> impl IntoView {
    let Some(cfi) = cfi else {
        return view! { <Panel title="CFI then"><p class="empty">"No CFI metrics are stored with it."</p></Panel> }.into_any();
    };
    let compared = previous.as_ref().is_some_and(|previous| previous.has_cfi);
    let rows = cfi
        .metrics
        .into_iter()
        .map(|(metric, before)| {
            let change = match (&metric.value, &before) {
                _ if !compared => String::new(),
                (now, then) if now == then => "unchanged".to_owned(),
                (_, Some(then)) => format!("was {then}"),
                (_, None) => "was not stored".to_owned(),
            };
            let is_quiet = change == "unchanged";
            view! {
                <tr>
                    <th scope="row">{metric.name}</th>
                    <td class="figure">{metric.value.unwrap_or_else(|| "not stored".to_owned())}</td>
                    <td class:quiet=is_quiet>{change}</td>
                </tr>
            }
        })
        .collect_view();
    let since = match previous {
        Some(previous) if compared => format!(
            "Changes since the evaluation before, of {}.",
            previous.created_date
        ),
        Some(previous) => format!(
            "The evaluation before, of {}, stored no CFI metrics.",
            previous.created_date
        ),
        None => "No earlier evaluation is stored to compare with.".to_owned(),
    };
    view! {
        <Panel title="CFI then">
            <table class="table" aria-label="CFI metrics"><tbody>{rows}</tbody></table>
            <p class="table-note">{since}</p>
            <UnknownAttributes attributes=cfi.unknown of="the CFI metrics" />
        </Panel>
    }
    .into_any()
}

#[component]
pub fn ConfigurationPanel(configuration: Option<Configuration>, now: Instant) -> impl IntoView {
    configuration.map(|configuration| {
        let (meaning, word, why) = certainty(&configuration);
        let candidates = configuration
            .candidates
            .into_iter()
            .map(|UpdateName { at, by }| view! { <li><A href=paths::rulebooks_at(at)>"Configuration"</A> " since " <Moment at now /> ", by " {by.to_string()}</li> })
            .collect_view();
        let misfits = configuration
            .misfits
            .into_iter()
            .map(|misfit| view! { <li><span class="id">{misfit.rulebook_id.to_string()}</span> " " {misfit.what}</li> })
            .collect::<Vec<_>>();
        let misfits = (!misfits.is_empty()).then(|| {
            view! {
                <p><Badge meaning=Meaning::Attention text="Does not fit" /> " What the evaluation stores about its rulebooks differs from this configuration:"</p>
                <ul>{misfits}</ul>
            }
        });
        view! {
            <Panel title="Rulebooks in force">
                <p><Badge meaning text=word /> " " {why}</p>
                <ul>{candidates}</ul>
                {misfits}
            </Panel>
        }
    })
}

fn certainty(configuration: &Configuration) -> (Meaning, &'static str, &'static str) {
    match configuration.certainty {
        _ if configuration.is_unreadable => (
            Meaning::Attention,
            "Not certain",
            "A change of the rulebooks that may have been in force cannot be read; what is shown is the newest that can.",
        ),
        Certainty::Certain => (
            Meaning::Good,
            "Certain",
            "The rulebooks had not changed in the ten minutes before.",
        ),
        Certainty::ToldApart => (
            Meaning::Good,
            "Told apart",
            "They changed in the ten minutes before; the stored priorities and shares fit this one only.",
        ),
        Certainty::OneOf if configuration.candidates.len() == 1 => (
            Meaning::Attention,
            "Not certain",
            "This is the first recorded change, made in the ten minutes before; what was in force before it is not recorded.",
        ),
        Certainty::OneOf => (
            Meaning::Attention,
            if configuration.candidates.len() == 2 {
                "One of these two"
            } else {
                "One of these"
            },
            "The rulebooks changed in the ten minutes before, and services keep the old ones that long. The newest is shown beside the values.",
        ),
        Certainty::NotRecorded => (
            Meaning::Ended,
            "Not recorded",
            "It is older than every recorded change of the rulebooks.",
        ),
    }
}

#[component]
pub fn ProfilePanel(user: UserId, profile: EffectiveProfile, now: Instant) -> impl IntoView {
    let amounts = |amounts: Vec<domain::money::Cents>| {
        if amounts.is_empty() {
            "none".to_owned()
        } else {
            let said: Vec<_> = amounts
                .into_iter()
                .map(|amount| Spoken(amount).to_string())
                .collect();
            said.join(", ")
        }
    };
    view! {
        <Panel title="Profile then">
            <dl class="facts">
                <dt>"Floats that could be taken"</dt>
                <dd>{amounts(profile.offered_floats())} " " <SourceLine user=user.clone() source=profile.floats.source.clone() now /></dd>
                <dt>"Loans that could be taken"</dt>
                <dd>{amounts(profile.offered_loans())} " " <SourceLine user=user.clone() source=profile.loans.source.clone() now /></dd>
            </dl>
            <p class="table-note">"Temporary profiles that have ended since then may already be deleted, and would be missing here."</p>
        </Panel>
    }
}

#[component]
pub fn KeptPanel(user_id: UserId, detail: EvaluationDetail, now: Instant) -> impl IntoView {
    let stored = match (detail.origin, detail.expires) {
        (Origin::Stored, Some(at)) if at > now => {
            view! { <p>"Stored until " <Moment at now /> "."</p> }.into_any()
        }
        (Origin::Stored, Some(at)) => view! {
            <p><Badge meaning=Meaning::Attention text="Expired" /> " since " <Moment at now /> "; it may be deleted any moment."</p>
        }
        .into_any(),
        (Origin::Stored, None) => view! { <p>"Stored without an end."</p> }.into_any(),
        (Origin::Ledger, _) => view! {
            <p>
                <Badge meaning=Meaning::Ended text="Expired" />
                " The evaluation itself is gone. This is what the decision ledger keeps: what each rulebook said and what came of it, without what the rules saw and without the CFI snapshot."
            </p>
        }
        .into_any(),
        (Origin::CompletedCopy, _) => view! {
            <p>
                <Badge meaning=Meaning::Ended text="Expired" />
                " The evaluation itself is gone; this is the copy that was kept. It lacks what each rulebook said: that comes from the decision ledger, which does not keep what the rules saw."
            </p>
        }
        .into_any(),
        (Origin::Copy, _) => view! {
            <p><Badge meaning=Meaning::Ended text="Expired" /> " The evaluation itself is gone; this is the copy that was kept."</p>
        }
        .into_any(),
    };
    let taken = detail.taken.map(|taken| {
        let id = taken
            .float_id
            .map(|id| format!("float {id}"))
            .or(taken.loan_id.map(|id| format!("loan {id}")))
            .unwrap_or_else(|| "without an id".to_owned());
        let href = paths::floats(&user_id);
        view! {
            <p>{kept_badge("Taken, kept for good")} {format!(" {}, {id}. ", Spoken(taken.amount))} <A href>"Floats"</A></p>
        }
    });
    view! { {stored} {taken} }
}
