//! Reads the table of docs/answers.md, and turns each of its rows into what would be stored.

use super::super::*;
use crate::alert::NotKnown;
use crate::bypass::Bypass;
use crate::collection_attempt::CollectionOutcome;
use crate::day::Day;
use crate::decision::NoResultsReading;
use crate::effective::ProfileSources;
use crate::evaluation::{
    CalcStatus, Evaluation, EvaluationResult, EvaluationStatus, RulebookResult, Run,
};
use crate::id::{AccountId, BankItemId, ResultId, RulebookId, StaffId, UserId};
use crate::instant::Instant;
use crate::profile::FloatProfile;
use crate::repayment::Repayment;
use crate::role::{Role, Staff};
use crate::schedule::{ScheduleState, ScheduledStart};
use crate::settings::Settings;
use crate::temporary_profile::TemporaryProfile;
use crate::tier::{FLOAT_TIERS, FloatSetting};
use crate::value::Attributes;

const PAGE: &str = include_str!("../../../../docs/answers.md");
const NOW: &str = "2024-02-15T18:00:00Z";
const NONE: &str = "\u{2013}";

/// One row.
#[derive(Debug, Clone)]
pub(super) struct Case {
    pub(super) name: String,
    pub(super) profile: String,
    pub(super) temporary: String,
    pub(super) evaluation: String,
    pub(super) also: String,
    pub(super) sentence: String,
    pub(super) tone: String,
    pub(super) loans_on: bool,
}

pub(super) fn cases() -> Vec<Case> {
    let rows = PAGE.lines().filter(|line| line.starts_with("| "));
    rows.skip(1)
        .map(|line| {
            let cells: Vec<_> = line.trim_matches('|').split('|').map(str::trim).collect();
            let [name, profile, temporary, evaluation, also, sentence, tone] = cells[..] else {
                panic!("seven cells: {line}")
            };
            Case {
                name: name.to_owned(),
                profile: profile.to_owned(),
                temporary: temporary.to_owned(),
                evaluation: evaluation.to_owned(),
                also: also.to_owned(),
                sentence: sentence.to_owned(),
                tone: tone.to_owned(),
                loans_on: false,
            }
        })
        .collect()
}

fn now() -> Instant {
    Instant::parse(NOW).unwrap()
}

/// Noon in Chicago: `Feb 24`, `Jan 5 2025`.
fn date(text: &str) -> Instant {
    let parts: Vec<_> = text.split(' ').collect();
    let month = match parts[0] {
        "Jan" => 1,
        "Feb" => 2,
        "Dec" => 12,
        other => panic!("a month: {other}"),
    };
    let day: u32 = parts[1].parse().unwrap();
    let year = parts.get(2).unwrap_or(&"2024");
    Instant::parse(&format!("{year}-{month:02}-{day:02}T18:00:00Z")).unwrap()
}

fn dollars(text: &str) -> Cents {
    Cents::parse(text).unwrap()
}

/// `up to $50`, `no tier on`.
fn tiers(text: &str) -> Vec<FloatSetting> {
    let most = text.strip_prefix("up to ").map_or(Cents::ZERO, dollars);
    FLOAT_TIERS
        .iter()
        .map(|tier| FloatSetting::new(tier.id, tier.amount, tier.amount <= most))
        .collect()
}

impl Case {
    pub(super) fn forecast(&self) -> Forecast {
        let (mut stored, mut scheduled) = (Vec::new(), Vec::new());
        for text in cell(&self.temporary) {
            let (temporary, is_scheduled) = temporary(text);
            if !is_scheduled {
                stored.push(temporary);
                continue;
            }
            let replaces = text.ends_with("replaces").then(|| stored[0].created_on);
            scheduled.push(start(temporary, replaces));
        }
        let sources = ProfileSources {
            temporary: stored,
            versions: self.version().into_iter().collect(),
        };
        sources.forecast(now(), &scheduled)
    }

    fn version(&self) -> Option<FloatProfile> {
        let (text, dated) = match self.profile.split_once(", dated ") {
            Some((text, dated)) => (text, date(dated)),
            None => (self.profile.as_str(), date("Jan 1")),
        };
        let (text, is_on) = match text.strip_prefix("off, ") {
            Some(text) => (text, false),
            None => (text, true),
        };
        let floats = match text {
            "no record" | "none stored" | "unreadable" => return None,
            text => tiers(text),
        };
        Some(FloatProfile {
            user_id: UserId::new("mia"),
            is_float_enabled: is_on,
            is_loan_enabled: self.loans_on,
            cfi_enabled: true,
            floats,
            loans: Vec::new(),
            created_on: dated,
            reason: "fraud suspicion".to_owned(),
            notes: String::new(),
        })
    }

    pub(super) fn facts(&self) -> AnswerFacts {
        let mut facts = AnswerFacts {
            has_record: self.profile != "no record",
            unreadable: u32::from(self.profile == "unreadable"),
            check: evaluation(&self.evaluation)
                .map(|it| LastCheck::of(&it, NoResultsReading::default())),
            ..AnswerFacts::at(now())
        };
        for text in cell(&self.also) {
            also(text, &mut facts);
        }
        facts
    }
}

fn cell(text: &str) -> impl Iterator<Item = &str> {
    text.split("; ").filter(|part| *part != NONE)
}

/// `up to $40 until Feb 24`, `off from Feb 20 until Feb 24, scheduled`, `up to $50 dated Feb 20 until …`.
fn temporary(text: &str) -> (TemporaryProfile, bool) {
    let mut parts = text.split(", ");
    let (what, until) = parts.next().unwrap().split_once(" until ").unwrap();
    let is_scheduled = parts.next() == Some("scheduled");
    let dated = what
        .split_once(" from ")
        .or_else(|| what.split_once(" dated "));
    let (what, created_on) = match dated {
        Some((what, from)) => (what, date(from)),
        None => (what, date("Feb 10")),
    };
    let temporary = TemporaryProfile {
        user_id: UserId::new("mia"),
        created_on,
        expires_on: date(until),
        reason: "promotional_campaign".to_owned(),
        is_float_enabled: (what == "off").then_some(false),
        is_loan_enabled: None,
        floats: (what != "off").then(|| tiers(what)),
        loans: None,
        ttl: Some(date(until)),
    };
    (temporary, is_scheduled)
}

fn start(of: TemporaryProfile, replaces: Option<Instant>) -> ScheduledStart {
    ScheduledStart {
        id: String::new(),
        user_id: of.user_id,
        start_on: of.created_on,
        expires_on: of.expires_on,
        reason: of.reason,
        settings: Settings {
            is_float_enabled: of.is_float_enabled.unwrap_or(true),
            floats: of.floats.unwrap_or_default(),
            ..Settings::default()
        },
        replaces,
        by: Staff::new(StaffId::new("dana"), Role::Support),
        scheduled_on: now(),
        state: ScheduleState::Waiting,
        why: String::new(),
    }
}

fn evaluation(text: &str) -> Option<EvaluationResult> {
    let (what, day) = text.split_once(" on ")?;
    let amount = what.strip_prefix("approved ").map_or(Cents::ZERO, dollars);
    let is_approved = what.starts_with("approved") || what == "loans only";
    let status = match what {
        "error" => "CALCERR",
        "not evaluated" => "NOEVAL",
        _ => "OK",
    };
    let result = RulebookResult {
        rulebook_id: RulebookId::new("core_v2"),
        result: crate::verdict::Verdict::from_stored(if is_approved { -1 } else { 0 }),
        calc_status: CalcStatus::Ok,
        apply_to: None,
        priority: None,
        features: Attributes::new(),
        approved: None,
        is_applicable: None,
        run: Run::Ran,
        unknown: Attributes::new(),
    };
    let part = Evaluation {
        approved: is_approved,
        amount,
        deciding_rulebook: Some(RulebookId::new("core_v2")),
        status: EvaluationStatus::from_stored(status),
        errors: String::new(),
        results: (what != "no results")
            .then_some(result)
            .into_iter()
            .collect(),
        result_id: None,
        unknown: Attributes::new(),
    };
    let (float, loan) = if what == "loans only" {
        (None, Some(part))
    } else {
        (Some(part), None)
    };
    Some(EvaluationResult {
        result_id: ResultId::new("1707574200_550e8400"),
        user_id: UserId::new("mia"),
        item_id: BankItemId::new("item-abc"),
        account_id: AccountId::new("account-xyz"),
        float_results: float,
        loan_results: loan,
        cfi_state: None,
        created_date: date(day),
        // Another writer may have set none.
        ttl: None,
    })
}

fn also(text: &str, facts: &mut AnswerFacts) {
    match text {
        "lock held" => facts.lock = Ok(LockState::Held),
        "lock maybe held" => facts.lock = Ok(LockState::Unsettled),
        "lock unknown" => facts.lock = Err(NotKnown),
        "bypass unknown" => facts.bypass = Err(NotKnown),
        "schedule unknown" => facts.schedule = Err(NotKnown),
        "floats unknown" => facts.floats.unknown = 1,
        "loan taken" => facts.floats.loans = 1,
        text => {
            if let Some(day) = text.strip_prefix("bypassed through ") {
                facts.bypass = Ok(Some(Bypass {
                    user_id: UserId::new("mia"),
                    expiration_date: date(day).day(),
                    reason: String::new(),
                }));
            } else {
                facts.floats.open.push(open_float(text));
            }
        }
    }
}

/// `owes $20 taken Feb 10, due Feb 24, payment sent`.
fn open_float(text: &str) -> OpenFloat {
    let mut parts = text.strip_prefix("owes ").unwrap().split(", ");
    let (amount, taken) = parts.next().unwrap().split_once(" taken ").unwrap();
    let mut open = OpenFloat {
        taken_on: date(taken),
        amount: dollars(amount),
        due: None,
        repayment: Repayment::NoAttempt,
    };
    for part in parts {
        match part {
            "payment sent" => open.repayment = Repayment::Sent,
            "payment returned" => open.repayment = Repayment::Returned,
            "defaulted" => open.repayment = Repayment::Defaulted,
            due => open.due = due.strip_prefix("due ").map(|due| date(due).day()),
        }
    }
    open
}

#[test]
fn only_a_collected_float_is_repaid() {
    use crate::collection_attempt::{AchModel, CollectionAttempt, CollectionProcess, RunTime};
    let attempt = |outcome: &str| CollectionAttempt {
        float_id: crate::id::FloatId::new("float-1"),
        run_time: RunTime::from_stored(crate::value::Number::from(0)),
        user_id: UserId::new("mia"),
        due_date: Day::parse("2024-02-24"),
        run_date: None,
        process: CollectionProcess::Retry,
        outcome: CollectionOutcome::from_stored(outcome),
        confirmation_id: None,
        ach_model: AchModel::default(),
    };
    let open = |attempt: Option<&CollectionAttempt>| {
        OpenFloat::after(date("Feb 10"), Cents(2_000), attempt)
    };
    assert_eq!(open(Some(&attempt("COMPLETED"))), None);
    for word in ["ACHSENT", "RETURNED", "DEFAULTED", "VOIDED"] {
        let open = open(Some(&attempt(word))).unwrap();
        assert_eq!(open.due, Day::parse("2024-02-24"), "{word}");
    }
    assert_eq!(open(None).unwrap().repayment, Repayment::NoAttempt);
}
