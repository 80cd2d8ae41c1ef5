//! `/staff`: who can sign in, as what, and ending it; and which machines are let in.

mod tokens;

use crate::api::staff::{ChangeRole, EndSessions, SetDisabled, StaffPage, StaffRow, list_staff};
use crate::components::reason_field::ReasonField;
use crate::error::AppError;
use crate::ui::badge::{Badge, Meaning};
use crate::ui::failure::Failure;
use crate::ui::field::beside_fields;
use crate::ui::kept_form::{KeptForm, last_done};
use crate::ui::moment::Moment;
use crate::ui::page_title::PageTitle;
use crate::ui::panel::Skeleton;
use crate::ui::sent_form::Answered;
use crate::wire::resource;
use domain::id::StaffId;
use domain::instant::Instant;
use domain::role::Role;
use domain::staff_account::{KeptBy, StaffAccount, StaffRule};
use leptos::form::ActionForm;
use leptos::prelude::*;
use server_fn::ServerFn;
use tokens::Tokens;

/// The three things an admin can do to an account.
#[derive(Clone, Copy)]
struct Actions {
    role: ServerAction<ChangeRole>,
    disabled: ServerAction<SetDisabled>,
    sessions: ServerAction<EndSessions>,
}

impl Actions {
    fn new() -> Self {
        Self {
            role: ServerAction::new(),
            disabled: ServerAction::new(),
            sessions: ServerAction::new(),
        }
    }

    /// Moves on whenever a change went through; a failed one leaves the page, and what was typed, as it
    /// is.
    fn done(self) -> Memo<[usize; 3]> {
        let (role, disabled, sessions) = (
            last_done(self.role),
            last_done(self.disabled),
            last_done(self.sessions),
        );
        Memo::new(move |_| [role.get(), disabled.get(), sessions.get()])
    }

    fn failure(self) -> Option<AppError> {
        [
            self.role.value().get(),
            self.disabled.value().get(),
            self.sessions.value().get(),
        ]
        .into_iter()
        .find_map(beside_fields)
    }
}

/// What the server answered to the form about one person.
fn answered<S>(action: ServerAction<S>, name: &StaffId) -> Answered
where
    S: ServerFn<Output = (), Error = AppError> + Clone + Send + Sync + 'static,
{
    let failure = move || action.value().get().and_then(Result::err);
    Answered::new(failure, "name", name.to_string())
}

#[component]
pub fn Staff() -> impl IntoView {
    let actions = Actions::new();
    let done = actions.done();
    let page = resource(move || done.get(), |_| list_staff());
    view! {
        <PageTitle text="Staff" />
        <h1>"Staff"</h1>
        {move || actions.failure().map(|error| view! { <Failure error /> })}
        <Suspense fallback=|| view! { <Skeleton lines=8 /> }>
            {move || Suspend::new(async move {
                match page.await {
                    Ok(page) => view! { <People page actions /> }.into_any(),
                    Err(error) => view! { <Failure error /> }.into_any(),
                }
            })}
        </Suspense>
        <Tokens />
    }
}

#[component]
fn People(page: StaffPage, actions: Actions) -> impl IntoView {
    let StaffPage { now, people } = page;
    let how = view! {
        <p class="table-note">"Accounts are added with " <code>"float-desk staff add NAME --role ROLE"</code> ". A change of role or a disabled account counts from the next request."</p>
    };
    if people.is_empty() {
        return view! { <p class="empty">"There are no accounts yet."</p> {how} }.into_any();
    }
    let rows = people
        .into_iter()
        .map(|person| match person {
            Ok(row) => view! { <Person row now actions /> }.into_any(),
            Err(broken) => {
                view! { <tr><td colspan="6">{format!("{} cannot be read: {broken}", broken.key)}</td></tr> }.into_any()
            }
        })
        .collect_view();
    view! {
        <section class="panel" aria-label="Accounts">
            <div class="table-scroll" tabindex="0" role="region" aria-label="Every account">
                <table class="table">
                    <thead>
                        <tr>
                            <th scope="col">"Name"</th>
                            <th scope="col">"Role"</th>
                            <th scope="col">"State"</th>
                            <th scope="col" class="figure">"Sessions"</th>
                            <th scope="col" class="wide-only">"Last on record"</th>
                            <th scope="col">"Change"</th>
                        </tr>
                    </thead>
                    <tbody>{rows}</tbody>
                </table>
            </div>
            {how}
        </section>
    }
    .into_any()
}

#[component]
fn Person(row: StaffRow, now: Instant, actions: Actions) -> impl IntoView {
    let account = row.account;
    let (meaning, state) = if account.is_disabled {
        (Meaning::Ended, "Disabled")
    } else {
        (Meaning::Good, "Active")
    };
    let last_seen = match row.last_seen {
        Some(at) => view! { <Moment at now /> }.into_any(),
        None => "not lately".into_any(),
    };
    let other_id = (account.label != account.id.as_str())
        .then(|| view! { <span class="quiet">{format!("ID {}", account.id)}</span> });
    let provider = (account.kept_by == KeptBy::Provider).then_some(" (from the provider)");
    view! {
        <tr>
            <th scope="row">{account.label.clone()} {other_id}</th>
            <td>{account.role.to_string()} <span class="quiet">{provider}</span></td>
            <td><Badge meaning text=state /></td>
            <td class="figure">{row.sessions}</td>
            <td class="wide-only">{last_seen}</td>
            <td><Changes account locked=row.locked actions /></td>
        </tr>
    }
}

/// What can be changed about an account, and why the rest cannot.
#[component]
fn Changes(account: StaffAccount, locked: Option<StaffRule>, actions: Actions) -> impl IntoView {
    if let Some(rule @ StaffRule::NotOneself) = locked {
        return view! { <span class="quiet">{format!("This is you. {rule}")}</span> }.into_any();
    }
    let StaffAccount {
        id,
        label,
        role,
        kept_by,
        is_disabled,
        generation,
        ..
    } = account;
    let role = match kept_by {
        KeptBy::Us if locked.is_none() => {
            view! { <RoleForm name=id.clone() role action=actions.role /> }.into_any()
        }
        KeptBy::Us => ().into_any(),
        KeptBy::Provider => {
            view! { <p class="quiet">{StaffRule::NotOurs.to_string()}</p> }.into_any()
        }
    };
    let is_wrong = answered(actions.role, &id).is_wrong()
        || answered(actions.disabled, &id).is_wrong()
        || answered(actions.sessions, &id).is_wrong();
    let disable = (is_disabled || locked.is_none())
        .then(|| view! { <DisableForm name=id.clone() is_disabled action=actions.disabled /> });
    view! {
        <details class="changes-menu" open=is_wrong>
            <summary>{format!("Change {label}")}</summary>
            {role}
            {locked.map(|rule| view! { <p class="quiet">{rule.to_string()}</p> })}
            {disable}
            <SessionsForm name=id generation action=actions.sessions />
        </details>
    }
    .into_any()
}

#[component]
fn DisableForm(
    name: StaffId,
    is_disabled: bool,
    action: ServerAction<SetDisabled>,
) -> impl IntoView {
    let verb = if is_disabled { "Enable" } else { "Disable" };
    let id = format!("{}-{name}", verb.to_lowercase());
    let answered = answered(action, &name);
    view! {
        <KeptForm id=id.clone() done=last_done(action)>
            <ActionForm action attr:class="stacked">
                <input type="hidden" name="name" value=name.to_string() />
                <input type="hidden" name="disabled" value=(!is_disabled).to_string() />
                <ReasonField id=format!("reason-{id}") value=answered.typed("reason") errors=answered.errors() />
                <button class="secondary" disabled=action.pending()>{format!("{verb} the account")}</button>
            </ActionForm>
        </KeptForm>
    }
}

/// With the generation that the page shows, so that a second click finds its work done.
#[component]
fn SessionsForm(
    name: StaffId,
    generation: i64,
    action: ServerAction<EndSessions>,
) -> impl IntoView {
    let id = format!("end-{name}");
    let answered = answered(action, &name);
    view! {
        <KeptForm id=id.clone() done=last_done(action)>
            <ActionForm action attr:class="stacked">
                <input type="hidden" name="name" value=name.to_string() />
                <input type="hidden" name="generation" value=generation.to_string() />
                <ReasonField id=format!("reason-{id}") value=answered.typed("reason") errors=answered.errors() />
                <button class="secondary" disabled=action.pending()>"End all sessions now"</button>
            </ActionForm>
        </KeptForm>
    }
}

#[component]
fn RoleForm(name: StaffId, role: Role, action: ServerAction<ChangeRole>) -> impl IntoView {
    let id = format!("role-{name}");
    let answered = answered(action, &name);
    let select = format!("new-{id}");
    let roles = Role::ALL
        .map(|choice| view! { <option value=choice.as_str() selected=choice == role>{choice.to_string()}</option> })
        .collect_view();
    view! {
        <KeptForm id=id.clone() done=last_done(action)>
            <ActionForm action attr:class="stacked">
                <input type="hidden" name="name" value=name.to_string() />
                <label for=select.clone()>"New role"</label>
                <select id=select name="role">{roles}</select>
                <ReasonField id=format!("reason-{id}") value=answered.typed("reason") errors=answered.errors() />
                <button class="secondary" disabled=action.pending()>"Change the role"</button>
            </ActionForm>
        </KeptForm>
    }
}
