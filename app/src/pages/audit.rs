//! `/audit`: who did what in Float Desk, and who looked at whom.

use crate::api::audit::{AuditLine, AuditPage, read_audit};
use crate::components::diff::DiffRows;
use crate::paths;
use crate::ui::badge::{Badge, Meaning};
use crate::ui::failure::Failure;
use crate::ui::moment::Moment;
use crate::ui::page_title::PageTitle;
use crate::ui::panel::Skeleton;
use crate::wire::resource;
use domain::audit::AuditList;
use domain::id::{ProposalId, UserId};
use domain::instant::Instant;
use domain::item::BrokenItem;
use leptos::prelude::*;
use leptos_router::components::A;
use leptos_router::hooks::use_location;

#[component]
pub fn Audit() -> impl IntoView {
    let query = use_location().search;
    let of = move |name| paths::from_query(&query.read(), name);
    let asked = Memo::new(move |_| {
        (
            of("by").unwrap_or_default(),
            of("value").unwrap_or_default(),
            of("after"),
        )
    });
    let page = resource(
        move || asked.get(),
        |(by, value, after)| read_audit(by, value, after),
    );
    view! {
        <PageTitle text="Audit" />
        <h1>"Audit log"</h1>
        {move || view! { <ListForm by=asked.read().0.clone() value=asked.read().1.clone() /> }}
        <Suspense fallback=|| view! { <Skeleton lines=16 /> }>
            {move || Suspend::new(async move {
                match page.await {
                    Ok(page) => view! { <Entries page /> }.into_any(),
                    Err(error) => view! { <Failure error /> }.into_any(),
                }
            })}
        </Suspense>
    }
}

/// Which list: a plain form, whose answer is an address that can be sent to a colleague.
#[component]
fn ListForm(by: String, value: String) -> impl IntoView {
    let kinds = AuditList::KINDS
        .map(|kind| view! { <option value=kind selected=kind == by>{kind}</option> })
        .collect_view();
    view! {
        <form class="inline-form" method="get" action=paths::AUDIT>
            <label for="by">"List by"</label>
            <select id="by" name="by">{kinds}</select>
            <label for="value">"Value"</label>
            <input id="value" name="value" value=value placeholder="2026-11-16, a name, a user id, signed_in" autocomplete="off" spellcheck="false" />
            <button class="secondary">"Show"</button>
        </form>
    }
}

#[component]
fn Entries(page: AuditPage) -> impl IntoView {
    let AuditPage {
        now,
        list,
        lines,
        next,
        may_export,
    } = page;
    let (by, value) = list.address();
    let export = may_export.then(|| {
        view! {
            <span class="exports">
                <a rel="external" download href=paths::audit_export(&list, "csv")>"CSV"</a>
                " "
                <a rel="external" download href=paths::audit_export(&list, "jsonl")>"JSON lines"</a>
            </span>
        }
    });
    let more = next
        .map(|next| view! { <p><A href=paths::audit(&list, Some(&next))>"Older entries"</A></p> });
    if lines.is_empty() {
        return view! { <p class="empty">{format!("Nothing is on record for the {by} {value}.")}</p> }.into_any();
    }
    let rows = lines
        .into_iter()
        .map(|line| match line {
            Ok(line) => view! { <Entry line now /> }.into_any(),
            Err(broken) => view! { <BrokenEntry broken /> }.into_any(),
        })
        .collect_view();
    view! {
        <section class="panel" aria-label="Entries">
            <p class="list-head">{format!("By {by}: {value}, newest first")} {export}</p>
            <div class="table-scroll" tabindex="0" role="region" aria-label="Entries of the audit log">
                <table class="table">
                    <thead>
                        <tr>
                            <th scope="col">"When"</th>
                            <th scope="col">"Who"</th>
                            <th scope="col">"What"</th>
                            <th scope="col" class="wide-only">"Reason"</th>
                            <th scope="col" class="wide-only">"From"</th>
                        </tr>
                    </thead>
                    <tbody>{rows}</tbody>
                </table>
            </div>
            {more}
        </section>
    }
    .into_any()
}

#[component]
fn Entry(line: AuditLine, now: Instant) -> impl IntoView {
    let AuditLine {
        event,
        changes,
        is_unconfirmed,
    } = line;
    let role = event.role.map(|role| format!(" ({role})"));
    let who = AuditList::OfPerson(event.who.clone());
    let called = match event.label {
        Some(label) => format!("{label}, ID {}", event.who),
        None => event.who.to_string(),
    };
    let unconfirmed =
        is_unconfirmed.then(|| view! { <Badge meaning=Meaning::Attention text="Unconfirmed" /> });
    let what = event.action.in_words().to_owned();
    let subject = if event.action.is_about_a_proposal() {
        let href = paths::proposal(&ProposalId::new(event.subject.as_str()));
        view! { <A href>{event.subject}</A> }.into_any()
    } else {
        event.subject.into_any()
    };
    view! {
        <tr>
            <td><Moment at=event.at now /></td>
            <td><A href=paths::audit(&who, None)>{called}</A> <span class="quiet">{role}</span></td>
            <td>
                {what} " " {event.user.map(|user| view! { <OnUser user /> })} " " {subject} " " {unconfirmed}
                {(!changes.is_empty()).then(|| view! { <div class="diff in-cell"><DiffRows rows=changes /></div> })}
            </td>
            <td class="wide-only">{event.reason}</td>
            <td class="wide-only quiet">{event.from}</td>
        </tr>
    }
}

#[component]
fn OnUser(user: UserId) -> impl IntoView {
    let href = paths::user(&user);
    view! { <A href attr:class="id" attr:data-row="">{user.to_string()}</A> }
}

#[component]
fn BrokenEntry(broken: BrokenItem) -> impl IntoView {
    view! { <tr><td colspan="5">{format!("{} cannot be read: {broken}", broken.key)}</td></tr> }
}
