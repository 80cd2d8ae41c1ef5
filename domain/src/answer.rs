//! The one sentence for the customer on the phone, and for the agent why it is so.

use crate::decision::Decision;
use crate::effective::{EffectiveProfile, Source};
use crate::evaluation::{Evaluation, EvaluationResult};
use crate::instant::Instant;
use crate::money::{Cents, Spoken};
use crate::next_change::NextChange;
use serde::{Deserialize, Serialize};

/// Can this user take a float now?
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    pub tone: Tone,
    /// Can be read out as it stands: no internal reasons, no rulebook names.
    pub sentence: String,
    /// For the agent only: what decides, with the stored reason.
    pub because: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Tone {
    Yes,
    No,
    /// What is stored does not settle it.
    Unsure,
}

impl Answer {
    /// The answer where some of what is stored cannot be read: what it would have said might change
    /// everything, so nothing is promised to the customer.
    #[must_use]
    pub fn in_doubt(self, unreadable: usize) -> Self {
        if unreadable == 0 {
            return self;
        }
        let items = if unreadable == 1 {
            "1 stored item".to_owned()
        } else {
            format!("{unreadable} stored items")
        };
        Self {
            tone: Tone::Unsure,
            sentence:
                "This cannot be answered for certain at the moment; it has to be looked into."
                    .to_owned(),
            because: format!(
                "{items} cannot be read, see below. From the rest: {} {}",
                self.sentence, self.because
            ),
        }
    }
}

/// What the latest check says about floats, as far as it matters for the answer.
enum Check<'a> {
    None,
    Approved(Option<Cents>),
    Denied(&'a Evaluation),
    Failed(&'a Evaluation),
}

/// Puts the effective profile, the next change of its floats and the latest check into words.
pub fn answer(
    profile: &EffectiveProfile,
    next: Option<&NextChange>,
    latest: Option<&EvaluationResult>,
) -> Answer {
    let Some(limit) = profile.limit() else {
        return blocked_by_profile(profile, next);
    };
    let checked = latest.map(|evaluation| evaluation.created_date);
    match latest
        .and_then(|evaluation| evaluation.float_results.as_ref())
        .map_or(Check::None, check)
    {
        Check::Denied(evaluation) => denied(evaluation, checked, limit),
        Check::Failed(evaluation) => Answer {
            tone: Tone::Unsure,
            sentence: format!(
                "The profile allows a float of up to {}, but the last check{} could not be completed; please try again.",
                Spoken(limit),
                on(checked),
            ),
            because: failed(evaluation),
        },
        Check::Approved(Some(amount)) if amount < limit => Answer {
            tone: Tone::Yes,
            sentence: format!(
                "Yes, a float of up to {} can be taken now{}.",
                Spoken(amount),
                afterwards(next, amount),
            ),
            because: format!(
                "Approved for {} at the last check{}; the profile allows up to {}: {}",
                Spoken(amount),
                on(checked),
                Spoken(limit),
                source(&profile.floats.source),
            ),
        },
        check @ (Check::Approved(_) | Check::None) => Answer {
            tone: Tone::Yes,
            sentence: format!(
                "Yes, a float of up to {} can be taken now{}.",
                Spoken(limit),
                afterwards(next, limit),
            ),
            because: format!(
                "{} {}",
                source(&profile.floats.source),
                match (check, checked) {
                    (Check::None, None) => "No check is stored.".to_owned(),
                    (Check::None, Some(at)) =>
                        format!("The last check, on {at}, says nothing about floats."),
                    _ => format!("Approved at the last check{}.", on(checked)),
                }
            ),
        },
    }
}

fn check(evaluation: &Evaluation) -> Check<'_> {
    match evaluation.decision() {
        Decision::Approved => {
            Check::Approved((evaluation.amount > Cents::ZERO).then_some(evaluation.amount))
        }
        Decision::Denied => Check::Denied(evaluation),
        Decision::NotEvaluated | Decision::NoResults | Decision::Error => Check::Failed(evaluation),
    }
}

fn blocked_by_profile(profile: &EffectiveProfile, next: Option<&NextChange>) -> Answer {
    let (what, decided_by) = if profile.floats_enabled.value {
        ("No float amount is switched on.", &profile.floats.source)
    } else {
        ("Floats are switched off.", &profile.floats_enabled.source)
    };
    let when = match next.and_then(|change| Some((change.at, change.limit?))) {
        Some((at, limit)) => format!("; from {at} it can be up to {}", Spoken(limit)),
        None => ", and no date is set for that to change".to_owned(),
    };
    Answer {
        tone: Tone::No,
        sentence: format!("No float can be taken at the moment{when}."),
        because: format!("{what} {}", source(decided_by)),
    }
}

fn denied(evaluation: &Evaluation, checked: Option<Instant>, limit: Cents) -> Answer {
    let by = evaluation.deciding_rulebook.as_ref().map_or_else(
        || "no rulebook is named as deciding".to_owned(),
        |id| format!("decided by {id}"),
    );
    Answer {
        tone: Tone::No,
        sentence: format!(
            "No float can be taken at the moment: the last check{} did not approve one; the next check may decide otherwise.",
            on(checked),
        ),
        because: format!(
            "Denied, {by}. The profile itself allows up to {}.",
            Spoken(limit)
        ),
    }
}

fn failed(evaluation: &Evaluation) -> String {
    let status = format!("{} ({})", evaluation.status.in_words(), evaluation.status);
    if evaluation.errors.is_empty() {
        format!("The last check ended as {status}, without a message.")
    } else {
        format!("The last check ended as {status}: {}", evaluation.errors)
    }
}

fn on(checked: Option<Instant>) -> String {
    checked.map_or_else(String::new, |at| format!(" on {at}"))
}

/// What follows at the next change, where it moves the limit.
fn afterwards(next: Option<&NextChange>, limit: Cents) -> String {
    let Some(change) = next else {
        return String::new();
    };
    match change.limit {
        None => format!(", until {}", change.at),
        Some(later) if later < limit => {
            format!(", until {}; after that up to {}", change.at, Spoken(later))
        }
        Some(later) if later > limit && !change.gained.is_empty() => {
            format!("; from {} up to {}", change.at, Spoken(later))
        }
        Some(_) => String::new(),
    }
}

fn source(source: &Source) -> String {
    match source {
        Source::Temporary {
            expires_on, reason, ..
        } => {
            format!("Temporary profile until {expires_on}{}.", quoted(reason))
        }
        Source::Version { created_on, reason } => {
            format!("Profile version of {created_on}{}.", quoted(reason))
        }
        Source::Default => "Default profile: nothing is stored for this user.".to_owned(),
    }
}

fn quoted(reason: &str) -> String {
    let reason = reason.trim().trim_end_matches('.');
    if reason.is_empty() {
        String::new()
    } else {
        format!(", \u{201c}{reason}\u{201d}")
    }
}

#[cfg(test)]
mod tests;
