//! What is stored of a bypass, and what the audit log knows of it.

use super::{AppError, BypassEvent, BypassHistory, BypassPage};
use crate::audit;
use crate::request::{failure, now, request_id, store};
use domain::audit::{Action, AuditEvent, AuditList};
use domain::id::UserId;
use domain::role::{LookUpUsers, OverrideProfiles, Permit};
use futures::try_join;
use std::collections::BTreeSet;
use store::{Store, StoreError, bypass, bypass_intent};

/// The log of a user holds every look at them too: so much of it is read at a time, and no more
/// than so often for one page.
const PART: u32 = 200;
const PARTS: usize = 5;
const ENOUGH: usize = 20;

pub(super) async fn page(
    permit: &Permit<LookUpUsers>,
    user: UserId,
    before: Option<String>,
) -> Result<BypassPage, AppError> {
    let (store, now) = (store()?, now());
    let reads = async {
        try_join!(
            bypass::find(&store, &user),
            history(&store, &user, before),
            store::user::is_known(&store, &user),
        )
        .map_err(|error| failure(&error))
    };
    let ((found, history, is_known), ()) =
        try_join!(reads, audit::looked_at(permit.staff(), &user))?;
    Ok(BypassPage {
        now,
        current: found
            .stored()
            .map(|stored| stored.map(|record| record.value)),
        seen: found.fingerprint(),
        operation: request_id(),
        has_record: is_known || found.stored().is_some(),
        refused: permit.staff().permit::<OverrideProfiles>().err(),
        history,
        user_id: user,
    })
}

async fn history(
    store: &Store,
    user: &UserId,
    before: Option<String>,
) -> Result<BypassHistory, StoreError> {
    let list = AuditList::OfUser(user.clone());
    let mut history = BypassHistory {
        older: before,
        ..BypassHistory::default()
    };
    for _ in 0..PARTS {
        let part = store::audit::list(store, &list, PART, history.older.as_deref()).await?;
        let events = part
            .events
            .into_iter()
            .filter_map(Result::ok)
            .map(|record| record.value);
        for event in events {
            history.looked_back_to = Some(event.at);
            if is_about_bypass(&event.action) {
                history.events.push(BypassEvent {
                    // Where somebody sat is for those who may read the log.
                    event: AuditEvent {
                        from: String::new(),
                        ..event
                    },
                    is_unconfirmed: false,
                });
            }
        }
        history.older = part.next;
        if history.older.is_none() || history.events.len() >= ENOUGH {
            break;
        }
    }
    if history.older.is_none() {
        history.looked_back_to = None;
    }
    confirm(store, &mut history.events).await?;
    Ok(history)
}

fn is_about_bypass(action: &Action) -> bool {
    matches!(
        action,
        Action::BypassIntended
            | Action::BypassGranted
            | Action::BypassChanged
            | Action::BypassRemoved
            | Action::BypassNotChanged
    )
}

/// Leaves out the announcements of what is known by now, and marks the others.
async fn confirm(store: &Store, events: &mut Vec<BypassEvent>) -> Result<(), StoreError> {
    let is_announced = |event: &BypassEvent| event.event.action == Action::BypassIntended;
    if !events.iter().any(is_announced) {
        return Ok(());
    }
    let open = bypass_intent::open(store).await?;
    let open: BTreeSet<_> = open
        .into_iter()
        .filter_map(Result::ok)
        .map(|intent| intent.value.event_id())
        .collect();
    events.retain_mut(|event| {
        event.is_unconfirmed = open.contains(&event.event.id);
        event.event.action != Action::BypassIntended || event.is_unconfirmed
    });
    Ok(())
}
