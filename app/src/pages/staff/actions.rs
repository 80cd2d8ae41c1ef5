//! What an admin can do on `/staff`, and what came of it.

use crate::api::identities::{AddIdentity, LinkIdentity, RejectIdentity};
use crate::api::staff::{ChangeRole, EndSessions, RetireAccount, SetDisabled};
use crate::error::AppError;
use crate::ui::field::beside_fields;
use crate::ui::kept_form::last_done;
use crate::ui::sent_form::Answered;
use leptos::prelude::*;
use server_fn::ServerFn;

/// What can be done to an account, and to somebody who waits for one.
#[derive(Clone, Copy)]
pub(super) struct Actions {
    pub(super) role: ServerAction<ChangeRole>,
    pub(super) disabled: ServerAction<SetDisabled>,
    pub(super) sessions: ServerAction<EndSessions>,
    pub(super) retire: ServerAction<RetireAccount>,
    pub(super) link: ServerAction<LinkIdentity>,
    pub(super) add: ServerAction<AddIdentity>,
    pub(super) reject: ServerAction<RejectIdentity>,
}

impl Actions {
    pub(super) fn new() -> Self {
        Self {
            role: ServerAction::new(),
            disabled: ServerAction::new(),
            sessions: ServerAction::new(),
            retire: ServerAction::new(),
            link: ServerAction::new(),
            add: ServerAction::new(),
            reject: ServerAction::new(),
        }
    }

    /// Moves on whenever a change went through; a failed one leaves the page, and what was typed, as it
    /// is.
    pub(super) fn done(self) -> Memo<[usize; 7]> {
        let done = [
            last_done(self.role),
            last_done(self.disabled),
            last_done(self.sessions),
            last_done(self.retire),
            last_done(self.link),
            last_done(self.add),
            last_done(self.reject),
        ];
        Memo::new(move |_| done.map(|done| done.get()))
    }

    pub(super) fn failure(self) -> Option<AppError> {
        [
            self.role.value().get(),
            self.disabled.value().get(),
            self.sessions.value().get(),
            self.retire.value().get(),
            self.link.value().get(),
            self.add.value().get(),
            self.reject.value().get(),
        ]
        .into_iter()
        .find_map(beside_fields)
    }
}

/// What the server answered to the form about one person, who is told by this field of it.
pub(super) fn answered<S>(action: ServerAction<S>, field: &'static str, value: &str) -> Answered
where
    S: ServerFn<Output = (), Error = AppError> + Clone + Send + Sync + 'static,
{
    let failure = move || action.value().get().and_then(Result::err);
    Answered::new(failure, field, value.to_owned())
}
