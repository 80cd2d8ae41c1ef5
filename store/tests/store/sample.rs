//! Plain items to put into tables; a test changes what it is about.

use domain::balance::BalanceSnapshot;
use domain::basis_points::BasisPoints;
use domain::collection_attempt::{
    AchModel, CollectionAttempt, CollectionOutcome, CollectionProcess, RunTime,
};
use domain::day::Day;
use domain::evaluation::{CalcStatus, Evaluation, EvaluationResult, EvaluationStatus};
use domain::evaluation::{CfiState, RulebookResult, Run};
use domain::historical_evaluation::HistoricalEvaluation;
use domain::id::{AccountId, BankItemId, FloatId, ResultId, RulebookId, StaffId, UserId};
use domain::instant::Instant;
use domain::money::Cents;
use domain::profile::{FloatProfile, default_floats};
use domain::rule_outcome::RuleOutcome;
use domain::rulebook::{Rule, RuleType, Rulebook, RulebookType};
use domain::rulebook_update::RulebookUpdate;
use domain::temporary_profile::TemporaryProfile;
use domain::tier::LoanSetting;
use domain::value::{Attributes, Number, Value};
use domain::verdict::Verdict;

/// When the documents' examples happen.
pub const NOON: &str = "2024-02-10T12:00:00Z";

pub fn at(text: &str) -> Instant {
    Instant::parse(text).unwrap()
}

pub fn noon() -> Instant {
    at(NOON)
}

pub fn day(text: &str) -> Day {
    Day::parse(text).unwrap()
}

pub fn user() -> UserId {
    UserId::new("user-12345")
}

pub fn bank_item(id: &str) -> BankItemId {
    BankItemId::new(id)
}

pub fn account(id: &str) -> AccountId {
    AccountId::new(id)
}

pub fn profile(user: &UserId, created_on: Instant) -> FloatProfile {
    FloatProfile {
        user_id: user.clone(),
        is_float_enabled: true,
        is_loan_enabled: false,
        cfi_enabled: true,
        floats: default_floats(),
        loans: vec![LoanSetting::new("1", Cents(20_000), false)],
        created_on,
        reason: "CFI limit increase to $30".to_owned(),
        notes: String::new(),
    }
}

pub fn temporary(user: &UserId, expires_on: Instant) -> TemporaryProfile {
    TemporaryProfile {
        user_id: user.clone(),
        created_on: expires_on.plus_days(-14),
        expires_on,
        reason: "promotional_campaign_presidents_day".to_owned(),
        is_float_enabled: Some(true),
        is_loan_enabled: None,
        floats: Some(default_floats()),
        loans: None,
        ttl: Some(expires_on),
    }
}

/// An evaluation whose result id begins with its epoch, as the documents say.
pub fn evaluation(
    user: &UserId,
    (bank_item, account): (&str, &str),
    created_date: Instant,
) -> EvaluationResult {
    let result_id = ResultId::new(format!("{}_{account}", created_date.epoch_seconds()));
    EvaluationResult {
        result_id: result_id.clone(),
        user_id: user.clone(),
        item_id: BankItemId::new(bank_item),
        account_id: AccountId::new(account),
        float_results: Some(decision(Some(result_id))),
        loan_results: None,
        cfi_state: Some(CfiState {
            current_limit: Some(Cents(3_000)),
            sub_rank: Some(2),
            float_rank: Some(3),
            account_balance: Some(Cents(120_000)),
            highest_float: None,
            unknown: Attributes::new(),
        }),
        created_date,
        ttl: Some(created_date.plus_days(32)),
    }
}

fn decision(result_id: Option<ResultId>) -> Evaluation {
    Evaluation {
        approved: true,
        amount: Cents(3_000),
        deciding_rulebook: Some(RulebookId::new("core_v2")),
        status: EvaluationStatus::Ok,
        errors: String::new(),
        results: vec![RulebookResult {
            rulebook_id: RulebookId::new("core_v2"),
            result: Verdict::Approved,
            calc_status: CalcStatus::Ok,
            apply_to: Some(BasisPoints::ALL),
            priority: Some(100),
            features: Attributes::from([("account_age_days".to_owned(), Value::number(180))]),
            approved: Some(true),
            is_applicable: None,
            run: Run::Ran,
            unknown: Attributes::new(),
        }],
        result_id,
        unknown: Attributes::new(),
    }
}

pub fn taken(
    user: &UserId,
    (bank_item, account): (&str, &str),
    created_date: Instant,
) -> HistoricalEvaluation {
    HistoricalEvaluation {
        result_id: ResultId::new(format!("{}_taken", created_date.epoch_seconds())),
        user_id: user.clone(),
        item_id: BankItemId::new(bank_item),
        account_id: AccountId::new(account),
        amount: Cents(3_000),
        float_id: Some(FloatId::new("float-789")),
        loan_id: None,
        float_results: Some(decision(None)),
        loan_results: None,
        cfi_state: None,
        created_date,
    }
}

pub fn outcome(user: &UserId, rule_name: &str, ttl: Option<Instant>) -> RuleOutcome {
    RuleOutcome {
        user_id: user.clone(),
        rule_name: rule_name.to_owned(),
        result: Verdict::ApprovedFor(Cents(5_000)),
        error: false,
        features: Attributes::from([("passed".to_owned(), Value::Bool(true))]),
        updated_date: noon(),
        ttl,
    }
}

pub fn rulebook(id: &str, kind: RulebookType) -> Rulebook {
    Rulebook {
        rulebook_id: RulebookId::new(id),
        rulebook_name: format!("The rulebook {id}"),
        kind,
        rules: vec![Rule {
            rule: "RuleAgeOfAccount".to_owned(),
            rule_arn: Some(String::new()),
            props: Some(Attributes::from([(
                "min_days".to_owned(),
                Value::number(90),
            )])),
            rule_type: RuleType::All,
            ab_group: None,
            unknown: Attributes::new(),
        }],
        apply_to: Some(BasisPoints::ALL),
        priority: 100,
        superseding: Some(false),
        last_updated: Some(noon().into()),
        ab_group: None,
        unknown: Attributes::new(),
    }
}

pub fn update(update_time: Instant, update_user: &str) -> RulebookUpdate {
    RulebookUpdate {
        update_user: StaffId::new(update_user),
        update_time,
        rulebooks: vec![rulebook("core_v2", RulebookType::Floats)],
        unreadable: Vec::new(),
    }
}

pub fn attempt(float: &str, run_time: &str) -> CollectionAttempt {
    CollectionAttempt {
        float_id: FloatId::new(float),
        run_time: RunTime::from_stored(Number::from_stored(run_time)),
        user_id: user(),
        due_date: Some(day("2024-02-09")),
        run_date: Some(day("2024-02-10")),
        process: CollectionProcess::Retry,
        outcome: CollectionOutcome::Returned,
        confirmation_id: Some("confirmation-1".to_owned()),
        ach_model: AchModel {
            overridden: Some(false),
            version: Some("v3".to_owned()),
            features: None,
            probability: Some(Number::from_stored("0.125")),
        },
    }
}

pub fn balance(user: &UserId, account: &str, taken: &str) -> BalanceSnapshot {
    BalanceSnapshot {
        user_id: user.clone(),
        account_id: AccountId::new(account),
        taken: taken.to_owned(),
        available: Some(Cents(-1_250)),
        current: Some(Cents(120_000)),
        limit: None,
        currency: Some("USD".to_owned()),
        updated_date: Day::parse(taken).unwrap(),
        ttl: Some(noon().plus_days(32)),
    }
}
