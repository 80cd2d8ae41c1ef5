//! A diff: first a sentence, then old and new side by side, what stayed folded. Additions and
//! removals are told by sign as well as by colour, moves as moves.

use crate::diff_view::{DiffView, Group, Row, Section, Sign, Span};
use leptos::prelude::*;

#[component]
pub fn Diff(diff: DiffView) -> impl IntoView {
    if diff.sections.is_empty() {
        return view! { <p class="empty">"There is no difference."</p> }.into_any();
    }
    let sections = diff
        .sections
        .into_iter()
        .map(|section| view! { <DiffSection section /> })
        .collect_view();
    view! { <p class="diff-line">{diff.line}</p> <div class="diff">{sections}</div> }.into_any()
}

fn sign_of(sign: Sign) -> (&'static str, &'static str, &'static str) {
    match sign {
        Sign::Added => ("+", "added", "good"),
        Sign::Removed => ("\u{2212}", "removed", "bad"),
        Sign::Changed => ("\u{b1}", "changed", "attention"),
        Sign::Moved => ("\u{2195}", "moved", "ended"),
    }
}

#[component]
fn DiffSection(section: Section) -> impl IntoView {
    let (sign, word, class) = sign_of(section.sign);
    let groups = section
        .groups
        .into_iter()
        .map(|group| view! { <DiffGroup group /> })
        .collect_view();
    let unchanged = (!section.unchanged.is_empty()).then(|| {
        let count = section.unchanged.len();
        let plural = if count == 1 { "rule" } else { "rules" };
        view! {
            <details class="diff-folded">
                <summary>{format!("{count} {plural} unchanged")}</summary>
                <p class="quiet">{section.unchanged.join(", ")}</p>
            </details>
        }
    });
    view! {
        <section class="diff-section" aria-label=format!("{} {word}", section.id)>
            <h3 class=class><span class="diff-sign" aria-hidden="true">{sign}</span> <span class="id">{section.id.clone()}</span> " " <span class="quiet">{section.name}</span> " " <span class="diff-word">{word}</span></h3>
            {groups}
            {unchanged}
        </section>
    }
}

#[component]
fn DiffGroup(group: Group) -> impl IntoView {
    let (sign, word, class) = sign_of(group.sign);
    let heading = (!group.title.is_empty()).then(|| {
        let note = if group.note.is_empty() { word.to_owned() } else { group.note.clone() };
        view! {
            <h4 class=class><span class="diff-sign" aria-hidden="true">{sign}</span> {group.title.clone()} " " <span class="diff-word">{note}</span></h4>
        }
    });
    view! { <div class="diff-group">{heading} <DiffRows rows=group.rows /></div> }
}

/// Old and new side by side, without anything around them.
#[component]
pub fn DiffRows(rows: Vec<Row>) -> impl IntoView {
    let rows = rows
        .into_iter()
        .map(|row| view! { <DiffRow row /> })
        .collect_view();
    view! { <dl class="diff-rows">{rows}</dl> }
}

#[component]
fn DiffRow(row: Row) -> impl IntoView {
    let nothing =
        || view! { <dd class="diff-none"><span class="quiet">"\u{2013}"</span></dd> }.into_any();
    let before = row.before.map_or_else(nothing, |spans| {
        view! { <dd><del><span aria-hidden="true">"\u{2212}"</span> " " {marked(spans)}</del></dd> }.into_any()
    });
    let after = row.after.map_or_else(nothing, |spans| {
        view! { <dd><ins><span aria-hidden="true">"+"</span> " " {marked(spans)}</ins></dd> }
            .into_any()
    });
    let kind =
        (!row.kind.is_empty()).then(|| view! { " " <span class="value-kind">{row.kind}</span> });
    view! { <div class="diff-row"><dt>{row.field} {kind}</dt> {before} {after}</div> }
}

fn marked(spans: Vec<Span>) -> impl IntoView {
    let span = |span: Span| {
        if span.is_marked {
            view! { <mark>{span.text}</mark> }.into_any()
        } else {
            span.text.into_any()
        }
    };
    spans.into_iter().map(span).collect_view()
}
