//! The one answer to "can this user take a float now, up to how much, until when, and if not, why".
//! Everything that says something about availability asks here. The decisions behind it, and every
//! sentence, are in docs/answers.md, which the test reads.

mod availability;
mod check;
mod facts;
mod owed;
mod words;

pub use availability::{Availability, LoanAnswer};
pub use check::{CheckOutcome, LastCheck};
pub use facts::AnswerFacts;
pub use owed::{FloatsTaken, OpenFloat};

use crate::effective::EffectiveProfile;
use crate::forecast::Forecast;
use crate::lock_state::LockState;
use crate::money::Cents;
use serde::{Deserialize, Serialize};

/// Can this user take a float now?
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    pub tone: Tone,
    /// Can be read out as it is: no internal reasons, no rulebook names.
    pub sentence: String,
    /// For staff only: what decides, with the stored reasons.
    pub because: String,
    /// The highest float that can be taken, or, where that isn't certain, the most that it can be.
    pub limit: Option<Cents>,
    pub loans: LoanAnswer,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Tone {
    Yes,
    No,
    /// What is stored doesn't settle it.
    Unsure,
    /// Nothing is stored about this ID.
    NoRecord,
}

/// What decides, in the order in which it does.
enum Verdict<'a> {
    NoRecord,
    Unreadable,
    /// The profile offers no float.
    Off,
    Denied(&'a LastCheck),
    /// The approved amount is below the smallest float that is on.
    ApprovedTooLittle(&'a LastCheck, Cents, Cents),
    /// A denial that a bypass would set aside, and nobody knows whether there is one.
    DeniedUnlessBypassed(&'a LastCheck),
    Locked(LockState),
    Owes(String),
    Failed(&'a LastCheck),
    NoCheck,
    Yes,
}

/// The answer at the forecast's now.
pub fn answer(forecast: &Forecast, facts: &AnswerFacts) -> Answer {
    let profile = forecast.now();
    let limit = limit(&profile, facts);
    let verdict = verdict(&profile, facts);
    Answer {
        tone: verdict.tone(),
        sentence: words::sentence(&verdict, limit, forecast, facts),
        because: words::because(&verdict, &profile, forecast, facts),
        limit: match verdict {
            Verdict::Unreadable => None,
            _ if verdict.tone() == Tone::No => None,
            _ => limit,
        },
        loans: loans(&verdict, &profile, facts),
    }
}

impl Verdict<'_> {
    fn tone(&self) -> Tone {
        match self {
            Self::NoRecord => Tone::NoRecord,
            Self::Off | Self::Denied(_) | Self::ApprovedTooLittle(..) => Tone::No,
            Self::Yes => Tone::Yes,
            Self::Unreadable
            | Self::DeniedUnlessBypassed(_)
            | Self::Locked(_)
            | Self::Owes(_)
            | Self::Failed(_)
            | Self::NoCheck => Tone::Unsure,
        }
    }
}

fn verdict<'a>(profile: &EffectiveProfile, facts: &'a AnswerFacts) -> Verdict<'a> {
    if facts.unreadable > 0 {
        return Verdict::Unreadable;
    }
    if !facts.has_record {
        return Verdict::NoRecord;
    }
    let Some(smallest) = profile.offered_floats().first().copied() else {
        return Verdict::Off;
    };
    // A bypass skips the requirements check, so what the last one concluded doesn't apply.
    let check = current(facts).filter(|_| facts.active_bypass().is_none());
    match check.map(|check| (check, &check.float)) {
        Some((check, CheckOutcome::Denied { .. })) if facts.bypass.is_err() => {
            return Verdict::DeniedUnlessBypassed(check);
        }
        Some((check, CheckOutcome::Denied { .. })) => return Verdict::Denied(check),
        Some((
            check,
            CheckOutcome::Approved {
                amount: Some(amount),
                ..
            },
        )) if *amount < smallest => {
            return Verdict::ApprovedTooLittle(check, *amount, smallest);
        }
        _ => {}
    }
    if let Ok(lock @ (LockState::Held | LockState::Unsettled)) = facts.lock {
        return Verdict::Locked(lock);
    }
    if let Some(owed) = facts.floats.sentence(facts.now) {
        return Verdict::Owes(owed);
    }
    match check.map(|check| (check, &check.float)) {
        _ if facts.active_bypass().is_some() => Verdict::Yes,
        Some((_, CheckOutcome::Approved { .. })) => Verdict::Yes,
        Some((check, CheckOutcome::Error(_))) => Verdict::Failed(check),
        _ => Verdict::NoCheck,
    }
}

/// The latest evaluation, where it isn't too old to say anything about now.
fn current(facts: &AnswerFacts) -> Option<&LastCheck> {
    let check = facts.check.as_ref();
    check.filter(|check| check.is_current(facts.now))
}

/// What was approved, where it is less than the profile may offer.
fn approved(facts: &AnswerFacts) -> Option<Cents> {
    match current(facts)?.float {
        CheckOutcome::Approved { amount, .. } if facts.active_bypass().is_none() => amount,
        _ => None,
    }
}

/// The highest float that a profile offers and the latest evaluation has room for.
fn limit(profile: &EffectiveProfile, facts: &AnswerFacts) -> Option<Cents> {
    let approved = approved(facts);
    let mut offered = profile.offered_floats().into_iter();
    offered.rfind(|amount| approved.is_none_or(|approved| *amount <= approved))
}

fn loans(verdict: &Verdict, profile: &EffectiveProfile, facts: &AnswerFacts) -> LoanAnswer {
    if facts.loans_for_all == Some(false) {
        return LoanAnswer::OffForEverybody;
    }
    if !profile.loans_enabled.value {
        return LoanAnswer::AllOff;
    }
    match verdict {
        Verdict::NoRecord => return LoanAnswer::ForNewUsers,
        Verdict::Unreadable | Verdict::Locked(_) => return LoanAnswer::NotCertain,
        _ => {}
    }
    match current(facts).map(|check| &check.loan) {
        Some(CheckOutcome::Approved { .. }) => LoanAnswer::Available,
        // The bypass is documented for floats only.
        Some(CheckOutcome::Denied { .. }) => LoanAnswer::NotNow,
        _ => LoanAnswer::NotCertain,
    }
}

#[cfg(test)]
mod tests;
