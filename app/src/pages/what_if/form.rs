//! What is changed: a plain form whose address holds all of it.

use crate::api::what_if::{Configured, WhatIfPage};
use crate::paths;
use crate::ui::panel::Panel;
use domain::basis_points::BasisPoints;
use domain::rulebook::RulebookType;
use domain::what_if::change::{Change, FieldProblem, field};
use domain::what_if::view::MOST_DAYS;
use leptos::prelude::*;
use leptos_router::components::A;

#[component]
pub fn ChangeForm(page: WhatIfPage) -> impl IntoView {
    let problems = page.problems.clone();
    let rows = page
        .rulebooks
        .iter()
        .map(|book| {
            let change = page.changes.get(&book.id).cloned().unwrap_or_default();
            row(book, &change, &problems)
        })
        .collect_view();
    let wrong = (!problems.is_empty()).then(|| {
        let lines = problems
            .iter()
            .map(|problem| view! { <li>{format!("{}: {}", problem.field, problem.why)}</li> })
            .collect_view();
        view! { <div class="problem" role="alert"><p>"Nothing was worked out."</p><ul>{lines}</ul></div> }
    });
    // Of rulebooks that are no longer there the address alone tells.
    let gone = page
        .changes
        .0
        .iter()
        .filter(|(id, _)| !page.rulebooks.iter().any(|book| book.id == **id))
        .map(|(id, change)| {
            let fields = domain::what_if::change::Changes([(id.clone(), change.clone())].into());
            let fields = fields.address().into_iter();
            let hidden =
                fields.map(|(name, value)| view! { <input type="hidden" name=name value=value /> });
            let words = format!("{id}, which is not in force now: {}", change.words());
            view! { <li>{words} {hidden.collect_view()}</li> }
        })
        .collect_view();
    let proposal = page
        .view
        .proposal
        .as_ref()
        .map(|id| view! { <input type="hidden" name="proposal" value=id.to_string() /> });
    let days = page.view.typed_days();
    let days_problem = page.view.days_problem().map(|problem| problem.why);
    let is_days_wrong = days_problem.is_some().then_some("true");
    view! {
        <Panel title="Changes to try">
            {wrong}
            <form method="get" action=paths::WHAT_IF class="what-if-form">
                <input type="hidden" name="run" value="1" />
                {proposal}
                <div class="table-scroll" tabindex="0" role="region" aria-label="Rulebooks in force, in evaluation order">
                    <table class="table">
                        <thead>
                            <tr>
                                <th scope="col">"Rulebook"</th>
                                <th scope="col">"Type"</th>
                                <th scope="col">"Priority"</th>
                                <th scope="col">"Share, %"</th>
                                <th scope="col">"Superseding"</th>
                                <th scope="col">"Drop"</th>
                            </tr>
                        </thead>
                        <tbody>{rows}</tbody>
                    </table>
                </div>
                <ul class="lines">{gone}</ul>
                <p class="quiet">"What is as it is now is no change: there each decision keeps what was configured at its time."</p>
                <div class="inline-form">
                    <label for="days">"Days back"</label>
                    <input id="days" name="days" type="number" min="1" max=MOST_DAYS.to_string() value=days aria-invalid=is_days_wrong aria-describedby="days-problem" />
                    <span id="days-problem" class="field-problem">{days_problem}</span>
                    <button>"Work it out"</button>
                    <A href=paths::WHAT_IF>"Start over"</A>
                </div>
            </form>
        </Panel>
    }
}

fn row(book: &Configured, change: &Change, problems: &[FieldProblem]) -> impl IntoView + use<> {
    let id = book.id.clone();
    let kind = change.kind.clone().unwrap_or_else(|| book.kind.clone());
    let types = RulebookType::ALL
        .iter()
        .map(|each| {
            let is_chosen = *each == kind;
            view! { <option value=each.as_stored().to_owned() selected=is_chosen>{each.as_stored().to_owned()}</option> }
        })
        .collect_view();
    let is_superseding = change.superseding.unwrap_or(book.superseding);
    let share = change.share.or(book.share).map(BasisPoints::percentage);
    let priority = change.priority.unwrap_or(book.priority).to_string();
    let name = |what: &str| field(what, &id);
    let invalid = |what: &str| {
        let field = name(what);
        let is_wrong = problems.iter().any(|problem| problem.field == field);
        is_wrong.then_some("true")
    };
    let label = |what: &str| format!("{what} of {id}");
    let (wrong_priority, wrong_share) = (invalid("priority"), invalid("share"));
    let class = (!change.is_empty()).then_some("changed");
    let (link, shown) = (paths::rulebook(&id), id.to_string());
    view! {
        <tr class=class>
            <th scope="row"><A href=link>{shown}</A></th>
            <td><select name=name("type") aria-label=label("Type")>{types}</select></td>
            <td>
                <input class="short" name=name("priority") value=priority inputmode="numeric" aria-label=label("Priority") aria-invalid=wrong_priority autocomplete="off" />
            </td>
            <td>
                <input class="short" name=name("share") value=share inputmode="decimal" aria-label=label("Share") aria-invalid=wrong_share autocomplete="off" />
            </td>
            <td>
                <select name=name("superseding") aria-label=label("Superseding")>
                    <option value="no" selected=!is_superseding>"no"</option>
                    <option value="yes" selected=is_superseding>"yes"</option>
                </select>
            </td>
            <td>
                <input type="checkbox" name=name("drop") value="yes" checked=change.is_dropped aria-label=label("Drop") />
            </td>
        </tr>
    }
}
