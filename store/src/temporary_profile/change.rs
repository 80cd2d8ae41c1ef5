//! Writes on a user's temporary profiles. Each is one transaction: the user's guard, the item itself,
//! Float Desk's copy of it, and the audit event.

use super::{decode, encode, key};
use crate::guard::{self, Attempt, Outcome, Waiting};
use crate::table::{Condition, Write};
use crate::{ErrorKind, Operation, Store, StoreError, TableId, audit, override_copy};
use domain::audit::AuditEvent;
use domain::id::CampaignId;
use domain::instant::Instant;
use domain::item::Record;
use domain::override_copy::{Ended, HowEnded, Interruption, MovedEnd, OverrideCopy};
use domain::role::{OverrideProfiles, Permit};
use domain::temporary_profile::{Held, TemporaryProfile};
use domain::value::{Attributes, Value};

/// Puts an override into force. One that ends at the same second is a conflict.
pub async fn start(
    store: &Store,
    permit: &Permit<OverrideProfiles>,
    attempt: &Attempt,
    new: &TemporaryProfile,
    event: &AuditEvent,
) -> Result<Outcome, StoreError> {
    let mut writes = audit::writes(event);
    writes.extend(put_into_force(permit, attempt, new, None, event));
    guard::write(store, attempt, &Waiting::default(), writes).await
}

/// Puts an override into force in place of one that is there.
pub async fn replace(
    store: &Store,
    permit: &Permit<OverrideProfiles>,
    attempt: &Attempt,
    old: &Held,
    new: &TemporaryProfile,
    event: &AuditEvent,
) -> Result<Outcome, StoreError> {
    let Some(old) = found(store, attempt, old).await? else {
        return done_before(store, attempt).await;
    };
    let mut writes = audit::writes(event);
    writes.extend(put_into_force(permit, attempt, new, Some(&old), event));
    guard::write(store, attempt, &Waiting::default(), writes).await
}

/// Gives an override another end. Everything else about it stays as it is stored, also what no
/// document names.
pub async fn move_end(
    store: &Store,
    permit: &Permit<OverrideProfiles>,
    attempt: &Attempt,
    old: &Held,
    expires_on: Instant,
    event: &AuditEvent,
) -> Result<Outcome, StoreError> {
    let Some(old) = found(store, attempt, old).await? else {
        return done_before(store, attempt).await;
    };
    let moved = TemporaryProfile {
        expires_on,
        ttl: Some(expires_on),
        ..old.record.value.clone()
    };
    let mut item = old.item.clone();
    for name in ["SK", "expires_on", "ttl"] {
        item.extend(encode(&moved).remove_entry(name));
    }
    let mut writes = audit::writes(event);
    writes.extend(swap(&old, item.clone()));
    if !override_copy::is_same(&old.record.value, &moved) {
        writes.push(override_copy::forget(&old.record.value));
    }
    let mut copy = OverrideCopy {
        profile: moved,
        ..old.copy.clone()
    };
    copy.moves.push(MovedEnd {
        at: attempt.at,
        by: permit.staff().id.clone(),
        from: old.record.value.expires_on,
        to: expires_on,
        reason: event.reason.clone(),
    });
    writes.push(override_copy::keep(&copy, &item));
    guard::write(store, attempt, &Waiting::default(), writes).await
}

/// Ends an override at once.
pub async fn cancel(
    store: &Store,
    permit: &Permit<OverrideProfiles>,
    attempt: &Attempt,
    old: &Held,
    event: &AuditEvent,
) -> Result<Outcome, StoreError> {
    let Some(old) = found(store, attempt, old).await? else {
        return done_before(store, attempt).await;
    };
    let mut writes = audit::writes(event);
    writes.push(gone(&old));
    writes.push(ended(permit, attempt, &old, HowEnded::Cancelled, event));
    guard::write(store, attempt, &Waiting::default(), writes).await
}

/// An override as it is stored, and as it reads.
pub(crate) struct Found {
    item: Attributes,
    record: Record<TemporaryProfile>,
    /// What Float Desk keeps of it.
    copy: OverrideCopy,
}

impl Found {
    /// Every attribute, as it is stored.
    pub(crate) fn item(&self) -> &Attributes {
        &self.item
    }

    pub(crate) fn profile(&self) -> &TemporaryProfile {
        &self.record.value
    }
}

/// The override that somebody has seen, if it is still the same one.
pub(crate) async fn found(
    store: &Store,
    attempt: &Attempt,
    held: &Held,
) -> Result<Option<Found>, StoreError> {
    let table = store.table(TableId::Underwriting);
    let Some(item) = table.get(key(&attempt.user, &held.sort)).await? else {
        return Ok(None);
    };
    let record = decode(item.clone()).ok();
    let Some(record) = record.filter(|record| record.value.created_on == held.created_on) else {
        return Ok(None);
    };
    let copy = override_copy::of_override(store, &record.value).await?;
    // An ended copy is that of another one, which had the same start and end.
    let copy = copy.filter(|copy| copy.ended.is_none());
    Ok(Some(Found {
        item,
        copy: copy.unwrap_or_else(|| OverrideCopy::new(record.value.clone(), None)),
        record,
    }))
}

/// What is no longer there was changed by somebody, or by this very operation.
async fn done_before(store: &Store, attempt: &Attempt) -> Result<Outcome, StoreError> {
    if guard::is_done(store, attempt).await? {
        return Ok(Outcome::Before);
    }
    let user = &attempt.user;
    Err(StoreError {
        table: TableId::Underwriting,
        operation: Operation::Get,
        kind: ErrorKind::Conflict,
        detail: format!("the temporary profile of {user} is no longer the one that was read"),
    })
}

/// The writes that put `new` into force, in place of `old` where there is one.
pub(crate) fn put_into_force(
    permit: &Permit<OverrideProfiles>,
    attempt: &Attempt,
    new: &TemporaryProfile,
    old: Option<&Found>,
    event: &AuditEvent,
) -> Vec<Write> {
    put_and_keep(None, permit, attempt, new, old, event)
}

/// The same for one of a campaign's many.
pub(crate) fn put_into_force_by_campaign(
    campaign: &CampaignId,
    permit: &Permit<OverrideProfiles>,
    attempt: &Attempt,
    new: &TemporaryProfile,
    old: Option<&Found>,
    event: &AuditEvent,
) -> Vec<Write> {
    put_and_keep(Some(campaign), permit, attempt, new, old, event)
}

fn put_and_keep(
    campaign: Option<&CampaignId>,
    permit: &Permit<OverrideProfiles>,
    attempt: &Attempt,
    new: &TemporaryProfile,
    old: Option<&Found>,
    event: &AuditEvent,
) -> Vec<Write> {
    let item = encode(new);
    let copy = OverrideCopy {
        campaign: campaign.cloned(),
        ..OverrideCopy::new(new.clone(), Some(permit.staff().id.clone()))
    };
    let mut writes = vec![override_copy::keep(&copy, &item)];
    match old {
        None => writes.push(Write::new_item(TableId::Underwriting, item)),
        Some(old) => {
            writes.extend(swap(old, item));
            if !override_copy::is_same(&old.record.value, new) {
                writes.push(ended(permit, attempt, old, HowEnded::Replaced, event));
            }
        }
    }
    writes
}

/// The write that keeps what is known of an override that ends at somebody's hand.
pub(crate) fn ended<C>(
    permit: &Permit<C>,
    attempt: &Attempt,
    old: &Found,
    how: HowEnded,
    event: &AuditEvent,
) -> Write {
    let copy = OverrideCopy {
        ended: Some(Ended {
            at: attempt.at,
            by: permit.staff().id.clone(),
            how,
            reason: event.reason.clone(),
        }),
        ..old.copy.clone()
    };
    override_copy::keep(&copy, &old.item)
}

/// One item in place of another. A transaction cannot touch a key twice, so where both have the same
/// end, which is their key, it is one put.
fn swap(old: &Found, item: Attributes) -> Vec<Write> {
    if item.get("SK") == old.item.get("SK") {
        let unchanged = Condition::Same(old.item.clone());
        return vec![Write::put(TableId::Underwriting, item, unchanged)];
    }
    vec![gone(old), Write::new_item(TableId::Underwriting, item)]
}

/// The write that deletes an override, if it is still as it was read.
pub(crate) fn gone(old: &Found) -> Write {
    let is_key = |name: &String| name == "PK" || name == "SK";
    let key: Attributes = old
        .item
        .iter()
        .filter(|(name, _)| is_key(name))
        .map(|(name, value): (&String, &Value)| (name.clone(), value.clone()))
        .collect();
    let unchanged = Condition::Same(old.item.clone());
    Write::delete(TableId::Underwriting, key, unchanged)
}

/// The writes that give back what a campaign replaced, to the letter, in place of what the campaign
/// wrote.
pub(crate) fn given_back<C>(
    permit: &Permit<C>,
    attempt: &Attempt,
    written: &Found,
    replaced: &OverrideCopy,
    item: Attributes,
    event: &AuditEvent,
) -> Vec<Write> {
    let mut copy = OverrideCopy {
        ended: None,
        ..replaced.clone()
    };
    copy.interruptions.push(Interruption {
        from: replaced.until(),
        until: attempt.at,
        by: permit.staff().id.clone(),
        reason: event.reason.clone(),
    });
    let mut writes = vec![override_copy::keep(&copy, &item)];
    writes.extend(swap(written, item));
    writes.push(ended(permit, attempt, written, HowEnded::Undone, event));
    writes
}

/// The writes that end or adjust an override that a new profile version overrules.
pub(crate) fn overruled<C>(
    permit: &Permit<C>,
    attempt: &Attempt,
    old: &Found,
    adjusted: Option<&TemporaryProfile>,
    event: &AuditEvent,
) -> Vec<Write> {
    let Some(adjusted) = adjusted else {
        return vec![
            gone(old),
            ended(permit, attempt, old, HowEnded::Overruled, event),
        ];
    };
    let mut item = old.item.clone();
    for name in ["is_float_enabled", "is_loan_enabled"] {
        item.extend(encode(adjusted).remove_entry(name));
    }
    let copy = OverrideCopy {
        profile: adjusted.clone(),
        ..old.copy.clone()
    };
    let mut writes = swap(old, item.clone());
    writes.push(override_copy::keep(&copy, &item));
    writes
}
