//! The background workers: who works, when they last did, and what waits.

use crate::api::system::{Lease, Queue, TurnOutcome, TurnState, WorkerState};
use crate::ui::badge::{Badge, Meaning};
use crate::ui::moment::Moment;
use crate::ui::panel::Panel;
use domain::instant::Instant;
use leptos::prelude::*;

#[component]
pub fn Workers(workers: Vec<WorkerState>, now: Instant) -> impl IntoView {
    let rows = workers
        .into_iter()
        .map(|worker| view! { <Row worker now /> })
        .collect_view();
    view! {
        <Panel title="Background workers">
            <div class="table-scroll" tabindex="0" role="region" aria-label="Every worker">
                <table class="table">
                    <thead>
                        <tr>
                            <th scope="col">"Worker"</th>
                            <th scope="col">"Lease"</th>
                            <th scope="col" class="wide-only">"Last turn on this server"</th>
                            <th scope="col">"Waiting"</th>
                        </tr>
                    </thead>
                    <tbody>{rows}</tbody>
                </table>
            </div>
        </Panel>
    }
}

#[component]
fn Row(worker: WorkerState, now: Instant) -> impl IntoView {
    let lease = match worker.lease {
        Lease::Free => view! { <Badge meaning=Meaning::Attention text="Nobody" /> }.into_any(),
        Lease::NotKnown => {
            view! { <Badge meaning=Meaning::Attention text="Not known" /> }.into_any()
        }
        Lease::Held { holder, until } => view! {
            <Badge meaning=Meaning::Good text="Held" />
            <span class="finding"><span class="id">{holder}</span> {format!(" until {}", clock(until))}</span>
        }
        .into_any(),
    };
    let queue = match worker.queue {
        Queue::Waiting(count, what) => format!("{count} {what}"),
        Queue::At(place) => place,
        Queue::NotKnown => "not known".to_owned(),
        Queue::None => "has none".to_owned(),
    };
    view! {
        <tr>
            <th scope="row">{worker.name} <span class="finding">{worker.does}</span></th>
            <td>{lease}</td>
            <td class="wide-only">{worker.last_turn.map_or_else(|| "none yet".into_any(), |turn| view! { <Turn turn now /> }.into_any())}</td>
            <td>{queue}</td>
        </tr>
    }
}

#[component]
fn Turn(turn: TurnState, now: Instant) -> impl IntoView {
    let (meaning, word) = match turn.outcome {
        TurnOutcome::Done => (Meaning::Good, format!("Done in {} ms", turn.took_millis)),
        TurnOutcome::Elsewhere => (Meaning::Ended, "Another server does it".to_owned()),
        TurnOutcome::Failed => (Meaning::Bad, "Failed, and will try again".to_owned()),
    };
    view! { <Badge meaning text=word /> " " <Moment at=turn.at now /> }
}

/// `14:30:05 UTC`: a lease lasts a minute.
fn clock(at: Instant) -> String {
    let stored = at.stored();
    let time = stored.split_once('T').map_or("", |(_, time)| time);
    format!("{} UTC", time.trim_end_matches('Z'))
}
