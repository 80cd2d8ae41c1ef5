use super::*;
use crate::effective::ProfileSources;
use crate::evaluation::EvaluationStatus;
use crate::id::{AccountId, BankItemId, ResultId, RulebookId, UserId};
use crate::profile::FloatProfile;
use crate::temporary_profile::TemporaryProfile;
use crate::tier::{FLOAT_TIERS, FloatSetting, LoanSetting};
use crate::value::Attributes;

fn at(text: &str) -> Instant {
    Instant::parse(text).unwrap()
}

fn now() -> Instant {
    at("2024-02-15T00:00:00Z")
}

fn up_to(dollars: i64) -> Vec<FloatSetting> {
    FLOAT_TIERS
        .iter()
        .map(|t| FloatSetting::new(t.id, t.amount, t.amount <= Cents::from_dollars(dollars)))
        .collect()
}

fn version(dollars: i64) -> FloatProfile {
    FloatProfile {
        user_id: UserId::new("mia"),
        is_float_enabled: true,
        is_loan_enabled: false,
        cfi_enabled: false,
        floats: up_to(dollars),
        loans: Vec::new(),
        created_on: at("2024-01-01T00:00:00Z"),
        reason: "Initial profile creation".to_owned(),
        notes: String::new(),
    }
}

fn temporary(dollars: i64) -> TemporaryProfile {
    TemporaryProfile {
        user_id: UserId::new("mia"),
        created_on: at("2024-02-10T14:30:00Z"),
        expires_on: at("2024-02-24T00:00:00Z"),
        reason: "promotional_campaign_presidents_day".to_owned(),
        is_float_enabled: None,
        is_loan_enabled: None,
        floats: Some(up_to(dollars)),
        loans: None,
        ttl: None,
    }
}

fn checked(approved: bool, cents: i64, status: &str) -> EvaluationResult {
    EvaluationResult {
        result_id: ResultId::new("1707574200_550e8400"),
        user_id: UserId::new("mia"),
        item_id: BankItemId::new("item-abc"),
        account_id: AccountId::new("account-xyz"),
        float_results: Some(Evaluation {
            approved,
            amount: Cents(cents),
            deciding_rulebook: Some(RulebookId::new("core_v2")),
            status: EvaluationStatus::from_stored(status),
            errors: String::new(),
            results: vec![crate::decision::samples::result(
                "core_v2",
                100,
                -i64::from(approved),
            )],
            result_id: None,
            unknown: Attributes::new(),
        }),
        loan_results: None,
        cfi_state: None,
        created_date: at("2024-02-14T09:00:00Z"),
        ttl: None,
    }
}

fn say(sources: &ProfileSources, latest: Option<&EvaluationResult>) -> Answer {
    answer(
        &sources.effective_at(now()),
        sources.next_float_change(now()).as_ref(),
        latest,
    )
}

#[test]
fn a_hold_is_told_until_its_own_end_whatever_happens_to_loans_before() {
    let off = |loans| TemporaryProfile {
        is_float_enabled: Some(false),
        is_loan_enabled: loans,
        floats: None,
        ..temporary(0)
    };
    let loan_hold = TemporaryProfile {
        expires_on: at("2024-02-16T00:00:00Z"),
        reason: "both".to_owned(),
        ..off(Some(false))
    };
    let sources = ProfileSources {
        temporary: vec![loan_hold, off(None)],
        versions: vec![FloatProfile {
            is_loan_enabled: true,
            loans: vec![LoanSetting::new("1", Cents::from_dollars(100), true)],
            ..version(50)
        }],
    };
    let first = sources.next_change(now()).unwrap();
    assert_eq!(first.at, at("2024-02-16T00:00:00Z"), "loans come back");
    assert_eq!(
        say(&sources, None).sentence,
        "No float can be taken at the moment; from 24 Feb 2024, 00:00 UTC it can be up to $50."
    );
}

#[test]
fn a_check_of_loans_alone_is_not_told_as_an_approval() {
    let sources = ProfileSources {
        temporary: Vec::new(),
        versions: vec![version(50)],
    };
    let of_loans = EvaluationResult {
        float_results: None,
        ..checked(true, 5_000, "OK")
    };
    let told = say(&sources, Some(&of_loans));
    assert!(
        told.because.ends_with("says nothing about floats."),
        "{}",
        told.because
    );
    let told = say(&sources, Some(&checked(true, 5_000, "OK")));
    assert!(told.because.contains("Approved at the last check"));
}

fn sources(temporary: Vec<TemporaryProfile>, versions: Vec<FloatProfile>) -> ProfileSources {
    ProfileSources {
        temporary,
        versions,
    }
}

#[test]
fn a_new_user_hears_yes_up_to_twenty() {
    let answer = say(&ProfileSources::default(), None);
    assert_eq!(
        answer.sentence,
        "Yes, a float of up to $20 can be taken now."
    );
    assert_eq!(
        answer.because,
        "Default profile: nothing is stored for this user. No check is stored."
    );
}

#[test]
fn a_promotion_is_told_with_its_end_and_what_follows() {
    let answer = say(&sources(vec![temporary(40)], vec![version(20)]), None);
    assert_eq!(
        answer.sentence,
        "Yes, a float of up to $40 can be taken now, until 24 Feb 2024, 00:00 UTC; after that up to $20."
    );
    assert!(
        answer
            .because
            .contains("promotional_campaign_presidents_day")
    );
}

#[test]
fn the_stored_reason_is_never_part_of_what_is_read_out() {
    let mut hold = temporary(0);
    hold.reason = "fraud suspicion".to_owned();
    hold.is_float_enabled = Some(false);
    let answer = say(&sources(vec![hold], vec![version(50)]), None);
    assert_eq!(answer.tone, Tone::No);
    assert_eq!(
        answer.sentence,
        "No float can be taken at the moment; from 24 Feb 2024, 00:00 UTC it can be up to $50."
    );
    assert!(answer.because.contains("fraud suspicion"));
}

#[test]
fn a_lasting_block_says_that_no_date_is_set() {
    let mut off = version(50);
    off.is_float_enabled = false;
    let answer = say(&sources(Vec::new(), vec![off]), None);
    assert_eq!(
        answer.sentence,
        "No float can be taken at the moment, and no date is set for that to change."
    );
}

#[test]
fn a_denied_check_is_a_no_with_the_rulebook_for_the_agent_only() {
    let answer = say(
        &sources(Vec::new(), vec![version(50)]),
        Some(&checked(false, 0, "OK")),
    );
    assert_eq!(answer.tone, Tone::No);
    assert!(
        answer
            .sentence
            .contains("the last check on 14 Feb 2024, 09:00 UTC did not approve one")
    );
    assert!(!answer.sentence.contains("core_v2"));
    assert_eq!(
        answer.because,
        "Denied, decided by core_v2. The profile itself allows up to $50."
    );
}

#[test]
fn a_smaller_approval_than_the_profile_is_the_limit() {
    let answer = say(
        &sources(Vec::new(), vec![version(50)]),
        Some(&checked(true, 3000, "OK")),
    );
    assert_eq!(
        answer.sentence,
        "Yes, a float of up to $30 can be taken now."
    );
}

#[test]
fn a_check_that_failed_is_not_told_as_a_denial() {
    let answer = say(
        &sources(Vec::new(), vec![version(50)]),
        Some(&checked(false, 0, "CALCERR")),
    );
    assert_eq!(answer.tone, Tone::Unsure);
    assert!(answer.because.contains("calculation error"));
}

#[test]
fn nothing_is_promised_while_a_stored_item_cannot_be_read() {
    let answer = say(&ProfileSources::default(), None);
    assert_eq!(answer.clone().in_doubt(0), answer);
    let doubt = answer.in_doubt(1);
    assert_eq!(doubt.tone, Tone::Unsure);
    assert!(!doubt.sentence.contains('$'));
    assert!(doubt.because.contains("1 stored item cannot be read"));
    assert!(doubt.because.contains("up to $20"));
}
