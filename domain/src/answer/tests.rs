//! The table of docs/answers.md, read from that very page.

mod table;

use super::*;
use crate::effective::Switch;
use crate::instant::Instant;
use std::collections::BTreeSet;
use table::{Case, cases};

fn answer_to(case: &Case) -> Answer {
    answer(&case.forecast(), &case.facts())
}

#[test]
fn every_sentence_of_the_published_table_is_what_is_said() {
    let cases = cases();
    assert!(cases.len() >= 40, "{}", cases.len());
    let names: BTreeSet<_> = cases.iter().map(|case| &case.name).collect();
    assert_eq!(names.len(), cases.len(), "each name is there once");
    let mut wrong = Vec::new();
    for case in &cases {
        let answer = answer_to(case);
        let said = (answer.sentence.as_str(), format!("{:?}", answer.tone));
        if said != (case.sentence.as_str(), case.tone.clone()) {
            wrong.push(format!("{}: {said:?}", case.name));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What the tier table, the badge and the headline say, over every combination of the table's cells.
#[test]
fn no_tier_says_more_than_the_headline() {
    let cases = cases();
    let mut seen = 0;
    for profile in &cases {
        for other in &cases {
            let case = Case {
                evaluation: other.evaluation.clone(),
                also: other.also.clone(),
                ..profile.clone()
            };
            let answer = answer_to(&case);
            let now = case.forecast().now();
            let available: Vec<_> = now
                .floats
                .value
                .iter()
                .filter(|tier| answer.of_tier(tier, &now).is_available())
                .map(|tier| tier.amount)
                .collect();
            let name = format!("{} / {}: {answer:?}", profile.name, other.name);
            assert_eq!(!available.is_empty(), answer.tone == Tone::Yes, "{name}");
            if answer.tone == Tone::Yes {
                assert_eq!(available.last().copied(), answer.limit, "{name}");
                let most = crate::money::Spoken(answer.limit.unwrap()).to_string();
                assert!(answer.sentence.contains(&most), "{name}");
            }
            for tier in &now.floats.value {
                let is_off = tier.switch != Switch::On || !now.floats_enabled.value;
                assert!(!is_off || !answer.of_tier(tier, &now).is_available());
            }
            seen += 1;
        }
    }
    assert!(seen > 1_600);
}

#[test]
fn nothing_internal_is_read_out() {
    for case in cases() {
        let answer = answer_to(&case);
        for word in ["core_v2", "UTC", "fraud suspicion", "promotional"] {
            assert!(!answer.sentence.contains(word), "{}", answer.sentence);
        }
    }
}

#[test]
fn staff_read_what_decides_and_what_does_not() {
    let because = |name: &str| {
        let cases = cases();
        let case = cases.iter().find(|case| case.name == name).unwrap();
        answer_to(case).because
    };
    assert_eq!(
        because("Bypass, denied"),
        "The profile allows up to $50: profile version of 1 Jan 2024, 18:00 UTC, \u{201c}fraud suspicion\u{201d}. \
         The latest evaluation, of 14 Feb 2024, 18:00 UTC (1 day old), denied a float, decided by core_v2. \
         Requirements are bypassed through 24 Feb 2024, so the evaluation isn\u{2019}t applied."
    );
    assert!(
        because("Approval from 2022")
            .ends_with("(735 days old), has expired and isn\u{2019}t used.")
    );
    assert!(
        because("Bypass, floats switched off").ends_with("that doesn\u{2019}t switch floats on.")
    );
    assert!(because("Open float, defaulted").contains("Not on record as repaid: $10 taken"));
    assert!(because("Loan taken").ends_with("How 1 loan is repaid isn\u{2019}t stored here."));
    assert!(
        because("Scheduled one that meets another and can\u{2019}t start")
            .ends_with("can\u{2019}t start: another one is in effect then.")
    );
    assert!(
        because("Lock unknown, approved")
            .contains("Whether a collection is running isn\u{2019}t known.")
    );
    assert!(because("No record of the ID").starts_with("Nothing is stored for this ID;"));
}

#[test]
fn loans_follow_their_own_switches_and_evaluation() {
    let mut case = cases().remove(0);
    assert_eq!(
        answer_to(&case).loans,
        LoanAnswer::AllOff,
        "off in the profile"
    );
    case.loans_on = true;
    assert_eq!(
        answer_to(&case).loans,
        LoanAnswer::NotCertain,
        "never evaluated"
    );
    case.evaluation = "loans only on Feb 14".to_owned();
    assert_eq!(answer_to(&case).loans, LoanAnswer::Available);
    case.also = "lock held".to_owned();
    assert_eq!(answer_to(&case).loans, LoanAnswer::NotCertain);
    let facts = AnswerFacts {
        loans_for_all: Some(false),
        ..case.facts()
    };
    let answer = answer(&case.forecast(), &facts);
    assert_eq!(answer.loans, LoanAnswer::OffForEverybody);
}

#[test]
fn a_day_counts_until_it_is_over() {
    let mut facts = AnswerFacts::at(Instant::parse("2024-02-24T23:59:59Z").unwrap());
    facts.bypass = cases()
        .iter()
        .find(|case| case.name == "Bypass, denied")
        .unwrap()
        .facts()
        .bypass;
    assert!(facts.active_bypass().is_some());
    facts.now = facts.now.plus_seconds(1);
    assert!(facts.active_bypass().is_none());
}
