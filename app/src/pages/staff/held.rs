//! People from the identity provider whose account isn't certain, and the decision on each.

use super::actions::{Actions, answered};
use crate::components::reason_field::ReasonField;
use crate::paths;
use crate::ui::badge::{Badge, Meaning};
use crate::ui::kept_form::{KeptForm, last_done};
use crate::ui::moment::Moment;
use domain::instant::Instant;
use domain::item::BrokenItem;
use domain::staff_account::StaffAccount;
use domain::staff_identity::{HeldIdentity, ProviderIdentity};
use leptos::form::ActionForm;
use leptos::prelude::*;

/// Nothing where nobody waits.
#[component]
pub(super) fn HeldPeople(
    held: Vec<Result<HeldIdentity, BrokenItem>>,
    /// Whom they could be.
    accounts: Vec<StaffAccount>,
    now: Instant,
    actions: Actions,
) -> impl IntoView {
    if held.is_empty() {
        return ().into_any();
    }
    let rows = held
        .into_iter()
        .map(|held| match held {
            Ok(held) => {
                let accounts = accounts.clone();
                view! { <HeldPerson held accounts now actions /> }.into_any()
            }
            Err(broken) => {
                view! { <tr><td colspan="5">{format!("{} cannot be read: {broken}", broken.key)}</td></tr> }.into_any()
            }
        })
        .collect_view();
    view! {
        <section class="panel" aria-label="Sign-ins to confirm">
            <h2>"Sign-ins to confirm"</h2>
            <p>"The identity provider vouched for these people, but it isn't certain which account is theirs. They can't sign in until you decide."</p>
            <div class="table-scroll" tabindex="0" role="region" aria-label="Everyone to confirm">
                <table class="table">
                    <thead>
                        <tr>
                            <th scope="col">"Name"</th>
                            <th scope="col">"Role"</th>
                            <th scope="col">"Why"</th>
                            <th scope="col" class="wide-only">"Last sign-in"</th>
                            <th scope="col">"Decide"</th>
                        </tr>
                    </thead>
                    <tbody>{rows}</tbody>
                </table>
            </div>
        </section>
    }
    .into_any()
}

#[component]
fn HeldPerson(
    held: HeldIdentity,
    accounts: Vec<StaffAccount>,
    now: Instant,
    actions: Actions,
) -> impl IntoView {
    let HeldIdentity {
        identity,
        label,
        role,
        doubt,
        last_seen,
        rejection,
        ..
    } = held;
    let is_rejected = rejection.is_some();
    let rejected = rejection.map(|it| {
        let why = format!("Rejected by {}: {}", it.by, it.reason);
        view! { <p><Badge meaning=Meaning::Ended text="Rejected" /> " " {why}</p> }
    });
    let who = identity.describe();
    let subject = identity.subject.as_str();
    let is_wrong = answered(actions.link, "subject", subject).is_wrong()
        || answered(actions.add, "subject", subject).is_wrong()
        || answered(actions.reject, "subject", subject).is_wrong();
    view! {
        <tr>
            <th scope="row">{label.clone()} " " <span class="quiet">{who}</span></th>
            <td>{role.to_string()}</td>
            <td>{doubt.in_words().to_owned()} {rejected}</td>
            <td class="wide-only"><Moment at=last_seen now /></td>
            <td>
                <details class="changes-menu" open=is_wrong>
                    <summary>{format!("Decide on {label}")}</summary>
                    <LinkForm identity=identity.clone() accounts actions />
                    <AddForm identity=identity.clone() actions />
                    {(!is_rejected).then(|| view! { <RejectForm identity actions /> })}
                </details>
            </td>
        </tr>
    }
}

/// For the elements of one person's forms.
fn element_id(what: &str, ProviderIdentity { issuer, subject }: &ProviderIdentity) -> String {
    format!("{what}-{}", paths::segment(&format!("{issuer}#{subject}")))
}

#[component]
fn Whom(identity: ProviderIdentity) -> impl IntoView {
    view! {
        <input type="hidden" name="issuer" value=identity.issuer />
        <input type="hidden" name="subject" value=identity.subject />
    }
}

#[component]
fn LinkForm(
    identity: ProviderIdentity,
    accounts: Vec<StaffAccount>,
    actions: Actions,
) -> impl IntoView {
    let action = actions.link;
    let id = element_id("link", &identity);
    let answered = answered(action, "subject", &identity.subject);
    let select = format!("account-{id}");
    let choices = accounts
        .into_iter()
        .map(|account| {
            let called = if account.label == account.id.as_str() {
                account.label
            } else {
                format!("{}, ID {}", account.label, account.id)
            };
            view! { <option value=account.id.to_string()>{called}</option> }
        })
        .collect_view();
    view! {
        <KeptForm id=id.clone() done=last_done(action)>
            <ActionForm action attr:class="stacked">
                <Whom identity />
                <label for=select.clone()>"Account"</label>
                <select id=select name="account">{choices}</select>
                <ReasonField id=format!("reason-{id}") value=answered.typed("reason") errors=answered.errors() />
                <p class="quiet">"The account gets the provider's role, and its password no longer works."</p>
                <button class="secondary" disabled=action.pending()>"Link to this account"</button>
            </ActionForm>
        </KeptForm>
    }
}

#[component]
fn AddForm(identity: ProviderIdentity, actions: Actions) -> impl IntoView {
    let action = actions.add;
    let id = element_id("add", &identity);
    let answered = answered(action, "subject", &identity.subject);
    view! {
        <KeptForm id=id.clone() done=last_done(action)>
            <ActionForm action attr:class="stacked">
                <Whom identity />
                <ReasonField id=format!("reason-{id}") value=answered.typed("reason") errors=answered.errors() />
                <button class="secondary" disabled=action.pending()>"Add as a new account"</button>
            </ActionForm>
        </KeptForm>
    }
}

#[component]
fn RejectForm(identity: ProviderIdentity, actions: Actions) -> impl IntoView {
    let action = actions.reject;
    let id = element_id("reject", &identity);
    let answered = answered(action, "subject", &identity.subject);
    view! {
        <KeptForm id=id.clone() done=last_done(action)>
            <ActionForm action attr:class="stacked">
                <Whom identity />
                <ReasonField id=format!("reason-{id}") value=answered.typed("reason") errors=answered.errors() />
                <button class="secondary" disabled=action.pending()>"Reject"</button>
            </ActionForm>
        </KeptForm>
    }
}
