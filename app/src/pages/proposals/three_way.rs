//! What somebody else changed since a draft was begun: theirs and mine, and a choice where both did.

use super::proposal::Actions;
use crate::api::proposals::{Beside, ThreeWay, ThreeWayRow};
use crate::components::diff::Diff;
use crate::ui::badge::{Meaning, Shape};
use crate::ui::kept_form::{KeptForm, last_done};
use domain::proposal::Proposal;
use domain::rulebook_merge::MergeState;
use leptos::form::ActionForm;
use leptos::prelude::*;

#[component]
pub(super) fn Stale(
    stale: Vec<ThreeWay>,
    seen: String,
    proposal: Proposal,
    may_edit: bool,
    actions: Actions,
) -> impl IntoView {
    let mut next = 0;
    let tables = stale
        .into_iter()
        .map(|three| {
            let numbered: Vec<_> = three
                .rows
                .into_iter()
                .map(|row| {
                    let number = (row.state == MergeState::Conflict).then_some(next);
                    next += usize::from(number.is_some());
                    (row, number)
                })
                .collect();
            view! { <RulebookTable id=three.id.to_string() by=three.by rows=numbered beside=three.beside may_edit /> }
        })
        .collect_view();
    let body = if may_edit {
        // What was chosen holds for what was live then, and is not given back after another change.
        let kept = format!("choices-{seen}");
        view! {
            <KeptForm id=kept done=last_done(actions.update)>
                <ActionForm action=actions.update>
                    <input type="hidden" name="id" value=proposal.id.to_string() />
                    <input type="hidden" name="version" value=proposal.version />
                    <input type="hidden" name="seen" value=seen />
                    {tables}
                    <button class="primary" disabled=move || actions.is_pending()>"Bring the draft up to date"</button>
                </ActionForm>
            </KeptForm>
        }
        .into_any()
    } else {
        tables.into_any()
    };
    view! {
        <section class="panel alert attention" aria-label="Changed meanwhile">
            <h2><Shape meaning=Meaning::Attention size=16 /> "Somebody changed this meanwhile"</h2>
            <p>"Nothing of the draft is lost. What only one side changed is kept; where both did, choose."</p>
            {body}
        </section>
    }
}

#[component]
fn RulebookTable(
    id: String,
    by: Option<String>,
    rows: Vec<(ThreeWayRow, Option<usize>)>,
    beside: Option<Beside>,
    may_edit: bool,
) -> impl IntoView {
    let rows = rows
        .into_iter()
        .map(|(row, number)| view! { <FieldRow row number=number.filter(|_| may_edit) /> })
        .collect_view();
    let label = format!("Theirs and mine of {id}");
    view! {
        <h3><span class="id">{id}</span> {by.map(|by| format!(" was changed by {by}"))}</h3>
        <div class="table-scroll" tabindex="0" role="region" aria-label=label>
            <table class="table">
                <thead>
                    <tr>
                        <th scope="col">"What"</th>
                        <th scope="col">"It was"</th>
                        <th scope="col">"Theirs"</th>
                        <th scope="col">"Mine"</th>
                        <th scope="col">"Result"</th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
        {beside.map(|it| view! { <p>{it.title} ":"</p> <Diff diff=it.diff /> })}
    }
}

#[component]
fn FieldRow(row: ThreeWayRow, number: Option<usize>) -> impl IntoView {
    let said = |value: Option<String>| value.unwrap_or_else(|| "\u{2013}".to_owned());
    let result = match (row.state, number) {
        (MergeState::OnlyTheirs, _) => "theirs".into_any(),
        (MergeState::OnlyMine, _) => "mine".into_any(),
        (MergeState::Agreed, _) => "the same".into_any(),
        (MergeState::Conflict, None) => "to be chosen".into_any(),
        (MergeState::Conflict, Some(number)) => {
            let name = format!("choices[{number}][side]");
            let other = name.clone();
            view! {
                <fieldset class="choice">
                    <input type="hidden" name=format!("choices[{number}][row]") value=row.key />
                    <legend class="hidden-label">{format!("Which value of {}", row.field)}</legend>
                    <label><input type="radio" name=name value="theirs" required /> " theirs"</label>
                    <label><input type="radio" name=other value="mine" required /> " mine"</label>
                </fieldset>
            }
            .into_any()
        }
    };
    view! {
        <tr>
            <th scope="row">{row.field}</th>
            <td>{said(row.base)}</td>
            <td>{said(row.theirs)}</td>
            <td>{said(row.mine)}</td>
            <td>{result}</td>
        </tr>
    }
}
