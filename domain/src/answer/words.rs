//! The answer's sentences: one for the customer, and what staff need to know beside it.

use super::{AnswerFacts, CheckOutcome, LastCheck, Verdict, current, limit as limit_of};
use crate::effective::{EffectiveProfile, Source};
use crate::forecast::Forecast;
use crate::instant::Instant;
use crate::lock_state::LockState;
use crate::money::{Cents, Spoken};
use crate::spoken_time::{spoken_day, spoken_time};

/// The sentence for the customer.
pub(super) fn sentence(
    verdict: &Verdict,
    limit: Option<Cents>,
    forecast: &Forecast,
    facts: &AnswerFacts,
) -> String {
    let now = facts.now;
    let most = Spoken(limit.unwrap_or(Cents::ZERO));
    let day = |check: &LastCheck| spoken_day(check.at, now);
    match verdict {
        Verdict::NoRecord => {
            format!("No record of this ID. A new user starts with floats of up to {most}.")
        }
        Verdict::Unreadable => {
            "We can\u{2019}t say for certain right now. Please give us some time to look into it."
                .to_owned()
        }
        Verdict::Off => off(forecast, now),
        Verdict::Denied(check) => format!(
            "You can\u{2019}t take a float right now because your last check, on {}, wasn\u{2019}t approved. You can ask again, and a new check decides.",
            day(check)
        ),
        Verdict::ApprovedTooLittle(check, amount, smallest) => format!(
            "You can\u{2019}t take a float right now because your last check, on {}, approved {}, and your smallest float is {}.",
            day(check),
            Spoken(*amount),
            Spoken(*smallest)
        ),
        Verdict::DeniedUnlessBypassed(check) => format!(
            "Your last check, on {}, wasn\u{2019}t approved, and we can\u{2019}t see right now whether it applies. Please try again later.",
            day(check)
        ),
        Verdict::Locked(LockState::Held) => {
            "We\u{2019}re collecting a payment from you right now. Please try again in a few minutes."
                .to_owned()
        }
        Verdict::Locked(_) => {
            "We may be collecting a payment from you right now. Please try again in a few minutes."
                .to_owned()
        }
        Verdict::Owes(owed) => format!(
            "{owed} We can\u{2019}t tell from here whether you can take another float first. If you can, it\u{2019}s up to {most}."
        ),
        Verdict::Failed(check) => format!(
            "Your last check, on {}, couldn\u{2019}t be completed. Please try again. If it\u{2019}s approved, you can take a float of up to {most}.",
            day(check)
        ),
        Verdict::NoCheck => format!(
            "We don\u{2019}t have a recent check for you. If your next one is approved, you can take a float of up to {most}."
        ),
        Verdict::Yes => format!(
            "You can take a float of up to {most} right now{}",
            afterwards(limit, forecast, facts)
        ),
    }
}

fn off(forecast: &Forecast, now: Instant) -> String {
    let why = if forecast.now().floats_enabled.value {
        "no float amount is switched on for you"
    } else {
        "floats are switched off for you"
    };
    let back = forecast.next_float_change();
    match back.filter(|change| change.limit.is_some()) {
        Some(change) => format!(
            "You can\u{2019}t take a float right now because {why} until {}.",
            spoken_time(change.at, now)
        ),
        None => format!(
            "You can\u{2019}t take a float right now because {why}. No date is set for that to change."
        ),
    }
}

/// What follows at the first change that moves the limit, as far as the latest evaluation has room.
fn afterwards(limit: Option<Cents>, forecast: &Forecast, facts: &AnswerFacts) -> String {
    let change = forecast.float_changes().into_iter().find_map(|change| {
        let later = limit_of(&forecast.at(change.at), facts);
        (later != limit).then_some((change.at, later))
    });
    match change {
        None => ".".to_owned(),
        Some((at, None)) => format!(", until {}.", spoken_time(at, facts.now)),
        Some((at, Some(later))) => format!(
            ". From {}, it\u{2019}s up to {}.",
            spoken_time(at, facts.now),
            Spoken(later)
        ),
    }
}

/// What staff need to know: what decides, and what doesn't though one might think so.
pub(super) fn because(
    verdict: &Verdict,
    profile: &EffectiveProfile,
    forecast: &Forecast,
    facts: &AnswerFacts,
) -> String {
    let mut sentences = Vec::new();
    if let Verdict::Unreadable = verdict {
        let items = match facts.unreadable {
            1 => "1 stored item".to_owned(),
            many => format!("{many} stored items"),
        };
        sentences.push(format!("{items} can\u{2019}t be read; see below."));
    }
    sentences.push(offered(profile, facts));
    if facts.has_record {
        sentences.push(checked(facts));
        sentences.extend(bypassed(verdict, facts));
        sentences.extend(locked(facts));
        sentences.extend(facts.floats.for_staff());
        if let Verdict::Owes(_) = verdict {
            sentences
                .push("No document says whether an open float rules out another one.".to_owned());
        }
    }
    sentences.extend(scheduled(forecast, facts));
    sentences.join(" ")
}

/// What the profile allows, and where that comes from.
fn offered(profile: &EffectiveProfile, facts: &AnswerFacts) -> String {
    if !facts.has_record {
        return "Nothing is stored for this ID; these are the defaults for new users.".to_owned();
    }
    let (what, source) = match profile.limit() {
        Some(limit) => (
            format!("The profile allows up to {}", Spoken(limit)),
            &profile.floats.source,
        ),
        None if profile.floats_enabled.value => (
            "No float amount is switched on".to_owned(),
            &profile.floats.source,
        ),
        None => (
            "Floats are switched off".to_owned(),
            &profile.floats_enabled.source,
        ),
    };
    format!("{what}: {}", from(source))
}

fn checked(facts: &AnswerFacts) -> String {
    let Some(check) = &facts.check else {
        return "No evaluation is stored.".to_owned();
    };
    let age = age(check.at, facts.now);
    if current(facts).is_none() {
        return format!(
            "The latest evaluation, of {} ({age}), has expired and isn\u{2019}t used.",
            check.at
        );
    }
    let fresh = match check.float {
        CheckOutcome::Approved { .. } => " A new one runs when the float is requested.",
        _ => "",
    };
    format!(
        "The latest evaluation, of {} ({age}), {}.{fresh}",
        check.at,
        check.float.describe()
    )
}

/// In whole days: what decides about an evaluation's age is 32 of them.
fn age(at: Instant, now: Instant) -> String {
    match (now.epoch_seconds() - at.epoch_seconds()).div_euclid(86_400) {
        ..=0 => "less than a day old".to_owned(),
        1 => "1 day old".to_owned(),
        days => format!("{days} days old"),
    }
}

fn bypassed(verdict: &Verdict, facts: &AnswerFacts) -> Option<String> {
    if facts.bypass.is_err() {
        return Some("Whether requirements are bypassed isn\u{2019}t known.".to_owned());
    }
    let last_day = facts.active_bypass()?.expiration_date;
    let effect = match verdict {
        Verdict::Off => "; that doesn\u{2019}t switch floats on",
        _ => ", so the evaluation isn\u{2019}t applied",
    };
    Some(format!(
        "Requirements are bypassed through {last_day}{effect}."
    ))
}

fn locked(facts: &AnswerFacts) -> Option<String> {
    match facts.lock {
        Ok(LockState::None) => None,
        Ok(LockState::Held) => Some("A collection holds this user\u{2019}s lock.".to_owned()),
        Ok(LockState::Unsettled) => Some("A collection lock is stored and may be held.".to_owned()),
        Err(_) => Some("Whether a collection is running isn\u{2019}t known.".to_owned()),
    }
}

fn scheduled(forecast: &Forecast, facts: &AnswerFacts) -> Option<String> {
    if facts.schedule.is_err() {
        return Some("Whether a temporary profile is scheduled isn\u{2019}t known.".to_owned());
    }
    let blocked = forecast.blocked.first()?;
    Some(format!(
        "The scheduled temporary profile \u{201c}{blocked}\u{201d} can\u{2019}t start: another one is in effect then."
    ))
}

fn from(source: &Source) -> String {
    match source {
        Source::Temporary {
            expires_on, reason, ..
        } => format!("temporary profile until {expires_on}{}.", quoted(reason)),
        Source::Version { created_on, reason } => {
            format!("profile version of {created_on}{}.", quoted(reason))
        }
        Source::Default => "no profile is stored, so it\u{2019}s the default.".to_owned(),
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
