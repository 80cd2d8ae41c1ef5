//! What happened, each in one line of plain words.

use domain::audit::{Action, AuditEvent};
use domain::bypass::Bypass;
use domain::collection_attempt::CollectionAttempt;
use domain::decision::{Decision, NoResultsReading};
use domain::evaluation::{Evaluation, EvaluationResult};
use domain::historical_evaluation::HistoricalEvaluation;
use domain::instant::Instant;
use domain::item::Stored;
use domain::money::{Cents, Spoken};
use domain::profile::FloatProfile;
use domain::profile_diff::{diff, in_words};
use domain::settings::Settings;
use domain::timeline::{Detail, Event, Kind};

pub(super) fn event(at: Instant, kind: Kind, line: String, reason: &str) -> Event {
    Event {
        place: at,
        at,
        kind,
        line,
        reason: reason.trim().to_owned(),
        detail: Detail::None,
    }
}

pub(super) fn version(
    stored: &Stored<FloatProfile>,
    older: Option<&FloatProfile>,
    place: Instant,
) -> Event {
    match stored {
        Ok(record) => {
            let version = &record.value;
            let before = older.map(Settings::from).unwrap_or_default();
            let changes = diff(&before, &version.into());
            let first = if older.is_none() {
                "First version: "
            } else {
                ""
            };
            Event {
                place,
                detail: Detail::Version {
                    notes: version.notes.clone(),
                    changes: changes.clone(),
                },
                ..event(
                    version.created_on,
                    Kind::Version,
                    format!("{first}{}", in_words(&changes)),
                    &version.reason,
                )
            }
        }
        Err(broken) => Event {
            detail: Detail::Broken(broken.problems.iter().map(ToString::to_string).collect()),
            ..event(place, Kind::Version, "Cannot be read".to_owned(), "")
        },
    }
}

pub(super) fn taken(taken: &[HistoricalEvaluation]) -> Vec<Event> {
    taken
        .iter()
        .map(|taken| {
            let what = if taken.loan_id.is_some() {
                "loan"
            } else {
                "float"
            };
            let line = format!("Took a {what} of {}", Spoken(taken.amount));
            Event {
                detail: taken.float_id.clone().map_or(Detail::None, Detail::Float),
                ..event(taken.created_date, Kind::Float, line, "")
            }
        })
        .collect()
}

pub(super) fn attempt(attempt: &CollectionAttempt, taken: &HistoricalEvaluation) -> Option<Event> {
    let line = format!(
        "Float of {}: {} ({})",
        Spoken(taken.amount),
        attempt.outcome.in_words(),
        attempt.process.in_words()
    );
    Some(Event {
        detail: Detail::Float(attempt.float_id.clone()),
        ..event(attempt.run_time.instant()?, Kind::Collection, line, "")
    })
}

pub(super) fn bypass(bypass: Bypass, now: Instant) -> Event {
    let over = bypass.expiration_date.plus_days(1);
    let at = Instant::parse(&format!("{}T00:00:00Z", over.stored())).unwrap_or(now);
    let ends = if at > now { "ends" } else { "ended" };
    let line = format!(
        "Bypass of the requirements {ends}; {} was its last day",
        bypass.expiration_date
    );
    let line = if at > now {
        line.replace(" was its last day", " is its last day")
    } else {
        line
    };
    event(at, Kind::Bypass, line, &bypass.reason)
}

/// Where a check stands among the others: result ids begin with their second.
pub(super) fn begun(check: &EvaluationResult) -> Instant {
    let id = check.result_id.as_str();
    let digits = id.find(|c: char| !c.is_ascii_digit()).unwrap_or(id.len());
    id[..digits]
        .parse()
        .ok()
        .and_then(Instant::from_epoch_seconds)
        .unwrap_or(check.created_date)
}

/// Nothing where both came out alike.
pub(super) fn check(
    check: &EvaluationResult,
    previous: &EvaluationResult,
    no_results: NoResultsReading,
) -> Option<Event> {
    let changed: Vec<_> = [
        ("Float", &check.float_results, &previous.float_results),
        ("Loan", &check.loan_results, &previous.loan_results),
    ]
    .into_iter()
    .filter_map(|(what, now, before)| {
        let now = outcome(now.as_ref(), no_results);
        let before = outcome(before.as_ref(), no_results);
        (now != before).then(|| format!("{what} {now}, before: {before}"))
    })
    .collect();
    (!changed.is_empty()).then(|| checked(check, changed.join("; ")))
}

pub(super) fn first_check(check: &EvaluationResult, no_results: NoResultsReading) -> Event {
    let said: Vec<_> = [
        ("Float", &check.float_results),
        ("Loan", &check.loan_results),
    ]
    .into_iter()
    .filter_map(|(what, part)| {
        let part = part.as_ref()?;
        Some(format!("{what} {}", outcome(Some(part), no_results)))
    })
    .collect();
    let said = if said.is_empty() {
        "without a result".to_owned()
    } else {
        said.join("; ")
    };
    checked(
        check,
        format!("{said}; the first check of its account that is still stored"),
    )
}

fn checked(check: &EvaluationResult, line: String) -> Event {
    Event {
        place: begun(check),
        detail: Detail::Check(check.result_id.clone()),
        ..event(check.created_date, Kind::Check, line, "")
    }
}

fn outcome(part: Option<&Evaluation>, no_results: NoResultsReading) -> String {
    let decision = Decision::of(part).read(no_results);
    match (decision, part) {
        (Decision::Approved, Some(part)) => {
            let amount = match part.amount {
                Cents::ZERO => String::new(),
                amount => format!(" for {}", Spoken(amount)),
            };
            let although = if part.is_contradicted() {
                ", although its rulebook returned 0"
            } else {
                ""
            };
            format!("approved{amount}{although}")
        }
        (Decision::Error, Some(part)) => format!("error ({})", part.status.in_words()),
        (Decision::NoResults, _) => Decision::NotEvaluated.label().to_owned(),
        (decision, _) => decision.label().to_owned(),
    }
}

/// What staff changed. A look changes nothing, and what was only meant to be done is not done.
pub(super) fn entry(entry: &AuditEvent) -> Option<Event> {
    let is_change = entry.before.is_some() || entry.after.is_some();
    let kind = match entry.action {
        Action::LookedAt | Action::BypassIntended | Action::BypassNotChanged => return None,
        Action::BypassGranted | Action::BypassChanged | Action::BypassRemoved => Kind::Bypass,
        _ if is_change => Kind::Edit,
        _ => return None,
    };
    let line = format!("{} {} this user", entry.who, entry.action.in_words());
    let is_of_campaign = matches!(
        entry.action,
        Action::OverrideStarted | Action::OverrideReplaced | Action::OverrideUndone
    );
    // A campaign's name and ID, where it was one.
    let line = match entry.subject.as_str() {
        "" => line,
        subject if is_of_campaign => format!("{line}, campaign {subject}"),
        _ => line,
    };
    Some(event(entry.at, kind, line, &entry.reason))
}
