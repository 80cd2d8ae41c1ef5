//! What staff must see about a user before they answer.

mod words;

use crate::bypass::Bypass;
use crate::collection_attempt::{CollectionAttempt, CollectionOutcome};
use crate::day::Day;
use crate::decision::Decision;
use crate::effective::EffectiveProfile;
use crate::evaluation::EvaluationResult;
use crate::id::RulebookId;
use crate::instant::Instant;
use crate::lock_state::LockState;
use crate::money::Cents;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Alert {
    SeveralOverrides {
        active: u32,
    },
    /// The latest check approved more than the highest tier that is on.
    ApprovedAboveTiers {
        approved: Cents,
        limit: Cents,
    },
    /// A collection holds the user's lock.
    Locked,
    /// A lock is stored that may be held.
    MayBeLocked,
    /// The latest evaluation approved, although the rulebook that decided returned a denial.
    ApprovedAgainstRulebook {
        approved: Cents,
        rulebook: RulebookId,
    },
    Bypassed {
        last_day: Day,
        reason: String,
    },
    CollectionFailed {
        outcome: CollectionOutcome,
        at: Option<Instant>,
    },
    /// A stored row is in effect though its own date is still ahead.
    DatedAhead {
        at: Instant,
    },
    /// A table did not answer, so that nobody knows.
    NotChecked(Unchecked),
}

/// What could not be looked up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Unchecked {
    Lock,
    Bypass,
    Collection,
    Schedule,
}

/// Something that was looked up: there, not there, or not known because its table did not answer.
pub type Looked<T> = Result<Option<T>, NotKnown>;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct NotKnown;

/// Everything that can give an alert.
#[derive(Debug)]
pub struct Facts<'a> {
    pub now: Instant,
    pub profile: &'a EffectiveProfile,
    pub latest: Option<&'a EvaluationResult>,
    pub lock: Result<LockState, NotKnown>,
    pub bypass: Looked<Bypass>,
    /// The newest attempt on the float that was taken last.
    pub collection: Looked<CollectionAttempt>,
    /// Whether it is known what is scheduled; what it is stands under what changes next.
    pub schedule: Result<(), NotKnown>,
    /// The dates of what is in effect and dated ahead.
    pub dated_ahead: Vec<Instant>,
}

/// The alerts that the facts give, in the order in which they matter to somebody on the phone.
pub fn alerts(facts: Facts) -> Vec<Alert> {
    let now = facts.now;
    let several = (facts.profile.active_overrides > 1).then_some(Alert::SeveralOverrides {
        active: facts.profile.active_overrides,
    });
    let collection = look(facts.collection, Unchecked::Collection, failed);
    let lock = look(facts.lock.map(Some), Unchecked::Lock, |state| match state {
        LockState::None => None,
        LockState::Held => Some(Alert::Locked),
        LockState::Unsettled => Some(Alert::MayBeLocked),
    });
    let bypass = look(facts.bypass, Unchecked::Bypass, |bypass| {
        bypass.is_active_on(now.day()).then_some(Alert::Bypassed {
            last_day: bypass.expiration_date,
            reason: bypass.reason,
        })
    });
    let schedule = look(facts.schedule.map(Some), Unchecked::Schedule, |()| None);
    let ahead = facts.dated_ahead.into_iter();
    [
        several,
        above_tiers(facts.profile, facts.latest),
        against_rulebook(facts.latest),
        collection,
        lock,
        bypass,
        schedule,
    ]
    .into_iter()
    .flatten()
    .chain(ahead.map(|at| Alert::DatedAhead { at }))
    .collect()
}

fn look<T>(
    looked: Looked<T>,
    what: Unchecked,
    alert: impl FnOnce(T) -> Option<Alert>,
) -> Option<Alert> {
    match looked {
        Ok(found) => found.and_then(alert),
        Err(NotKnown) => Some(Alert::NotChecked(what)),
    }
}

/// Where the profile offers nothing at all, the answer says so already.
fn above_tiers(profile: &EffectiveProfile, latest: Option<&EvaluationResult>) -> Option<Alert> {
    let floats = latest?.float_results.as_ref()?;
    let limit = profile.limit()?;
    let is_above = floats.decision() == Decision::Approved && floats.amount > limit;
    is_above.then_some(Alert::ApprovedAboveTiers {
        approved: floats.amount,
        limit,
    })
}

fn against_rulebook(latest: Option<&EvaluationResult>) -> Option<Alert> {
    let floats = latest?.float_results.as_ref()?;
    let rulebook = floats.deciding_rulebook.clone()?;
    floats
        .is_contradicted()
        .then_some(Alert::ApprovedAgainstRulebook {
            approved: floats.amount,
            rulebook,
        })
}

fn failed(attempt: CollectionAttempt) -> Option<Alert> {
    let is_failure = matches!(
        attempt.outcome,
        CollectionOutcome::Returned | CollectionOutcome::Defaulted
    );
    is_failure.then(|| Alert::CollectionFailed {
        at: attempt.run_time.instant(),
        outcome: attempt.outcome,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::collection_attempt::{AchModel, CollectionProcess, RunTime};
    use crate::effective::ProfileSources;
    use crate::evaluation::{Evaluation, EvaluationStatus};
    use crate::id::{AccountId, BankItemId, FloatId, ResultId, UserId};
    use crate::value::Number;

    const NOW: Instant = Instant::EPOCH;

    fn given(change: impl FnOnce(&mut Facts)) -> Vec<Alert> {
        after(None, change)
    }

    fn after(latest: Option<&EvaluationResult>, change: impl FnOnce(&mut Facts)) -> Vec<Alert> {
        let profile = ProfileSources::default().effective_at(NOW);
        let mut facts = Facts {
            now: NOW,
            profile: &profile,
            latest,
            lock: Ok(LockState::None),
            bypass: Ok(None),
            collection: Ok(None),
            schedule: Ok(()),
            dated_ahead: Vec::new(),
        };
        change(&mut facts);
        alerts(facts)
    }

    fn attempt(outcome: CollectionOutcome) -> CollectionAttempt {
        CollectionAttempt {
            float_id: FloatId::new("float-1"),
            run_time: RunTime::from_stored(Number::from(0)),
            user_id: UserId::new("mia"),
            due_date: None,
            run_date: None,
            process: CollectionProcess::Retry,
            outcome,
            confirmation_id: None,
            ach_model: AchModel::default(),
        }
    }

    fn approved_for(amount: Cents) -> EvaluationResult {
        EvaluationResult {
            result_id: ResultId::new("1"),
            user_id: UserId::new("mia"),
            item_id: BankItemId::new("item"),
            account_id: AccountId::new("account"),
            float_results: Some(Evaluation {
                approved: true,
                amount,
                deciding_rulebook: None,
                status: EvaluationStatus::Ok,
                errors: String::new(),
                results: Vec::new(),
                result_id: None,
                unknown: crate::value::Attributes::new(),
            }),
            loan_results: None,
            cfi_state: None,
            created_date: NOW,
            ttl: None,
        }
    }

    #[test]
    fn an_ordinary_user_gives_none() {
        assert_eq!(given(|_| ()), []);
        assert_eq!(
            given(|facts| facts.collection = Ok(Some(attempt(CollectionOutcome::Completed)))),
            []
        );
    }

    #[test]
    fn what_does_not_answer_could_not_be_checked() {
        let alerts = given(|facts| {
            facts.lock = Err(NotKnown);
            facts.bypass = Err(NotKnown);
            facts.collection = Err(NotKnown);
            facts.schedule = Err(NotKnown);
        });
        assert_eq!(
            alerts,
            [
                Alert::NotChecked(Unchecked::Collection),
                Alert::NotChecked(Unchecked::Lock),
                Alert::NotChecked(Unchecked::Bypass),
                Alert::NotChecked(Unchecked::Schedule),
            ]
        );
    }

    #[test]
    fn a_lock_alerts_unless_it_is_free_and_a_bypass_through_its_last_day() {
        let locked = |state| given(|facts| facts.lock = Ok(state));
        assert_eq!(locked(LockState::Held), [Alert::Locked]);
        assert_eq!(locked(LockState::Unsettled), [Alert::MayBeLocked]);
        assert_eq!(locked(LockState::None), []);
        let bypass = |days| Bypass {
            user_id: UserId::new("mia"),
            expiration_date: NOW.day().plus_days(days),
            reason: String::new(),
        };
        assert_eq!(given(|facts| facts.bypass = Ok(Some(bypass(0)))).len(), 1);
        assert_eq!(given(|facts| facts.bypass = Ok(Some(bypass(-1)))), []);
    }

    #[test]
    fn only_an_amount_above_the_highest_tier_that_is_on_alerts() {
        let (fits, above) = (approved_for(Cents(2_000)), approved_for(Cents(2_001)));
        assert_eq!(after(Some(&fits), |_| ()), []);
        let alerts = after(Some(&above), |_| ());
        assert_eq!(
            alerts[0].heading(),
            "Approved for $20.01, but the highest tier that is on is $20"
        );
    }

    #[test]
    fn what_is_in_effect_before_its_own_date_is_flagged() {
        let tomorrow = NOW.plus_days(1);
        let alerts = given(|facts| facts.dated_ahead = vec![tomorrow]);
        assert_eq!(alerts, [Alert::DatedAhead { at: tomorrow }]);
        assert_eq!(
            alerts[0].heading(),
            "In effect, but dated 2 Jan 1970, 00:00 UTC"
        );
    }

    #[test]
    fn an_approval_that_its_own_rulebook_denied_alerts() {
        let mut odd = approved_for(Cents(2_000));
        let results = |returned| vec![crate::decision::samples::result("core_v2", 100, returned)];
        let floats = odd.float_results.as_mut().unwrap();
        floats.deciding_rulebook = Some(RulebookId::new("core_v2"));
        floats.results = results(0);
        let headings: Vec<_> = after(Some(&odd), |_| ())
            .iter()
            .map(Alert::heading)
            .collect();
        assert_eq!(headings, ["Approved for $20, although core_v2 returned 0"]);
        odd.float_results.as_mut().unwrap().results = results(-1);
        assert_eq!(after(Some(&odd), |_| ()), []);
    }

    #[test]
    fn a_returned_or_given_up_collection_failed() {
        for outcome in [CollectionOutcome::Returned, CollectionOutcome::Defaulted] {
            let alerts = given(|facts| facts.collection = Ok(Some(attempt(outcome))));
            assert!(matches!(&alerts[..], [Alert::CollectionFailed { .. }]));
        }
    }
}
