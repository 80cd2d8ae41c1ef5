//! Plain rulebooks and results; a test changes what it is about.

use crate::basis_points::BasisPoints;
use crate::evaluation::{
    CalcStatus, Evaluation, EvaluationResult, EvaluationStatus, RulebookResult, Run,
};
use crate::id::{AccountId, BankItemId, ResultId, RulebookId, UserId};
use crate::instant::Instant;
use crate::money::Cents;
use crate::rulebook::{Rule, RuleType, Rulebook, RulebookType};
use crate::value::{Attributes, Value};
use crate::verdict::Verdict;

pub(crate) fn result(id: &str, priority: i64, stored: i64) -> RulebookResult {
    let verdict = Verdict::from_stored(stored);
    RulebookResult {
        rulebook_id: RulebookId::new(id),
        result: verdict,
        calc_status: CalcStatus::Ok,
        apply_to: Some(BasisPoints::ALL),
        priority: Some(priority),
        features: Attributes::from([(
            "RuleAgeOfAccount".to_owned(),
            Value::Map(Attributes::from([(
                "account_age_days".to_owned(),
                Value::number(180),
            )])),
        )]),
        approved: Some(verdict.approves()),
        is_applicable: Some(true),
        run: Run::Ran,
        unknown: Attributes::new(),
    }
}

pub(crate) fn book(id: &str, priority: i64, superseding: bool) -> Rulebook {
    Rulebook {
        rulebook_id: RulebookId::new(id),
        rulebook_name: format!("The rulebook {id}"),
        kind: RulebookType::Floats,
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
        priority,
        superseding: Some(superseding),
        last_updated: None,
        ab_group: None,
        unknown: Attributes::new(),
    }
}

pub(crate) fn decision(
    approved: bool,
    cents: i64,
    by: Option<&str>,
    results: Vec<RulebookResult>,
) -> Evaluation {
    Evaluation {
        approved,
        amount: Cents(cents),
        deciding_rulebook: by.map(RulebookId::new),
        status: EvaluationStatus::Ok,
        errors: String::new(),
        results,
        result_id: None,
        unknown: Attributes::new(),
    }
}

pub(crate) fn evaluation(at: Instant, floats: Option<Evaluation>) -> EvaluationResult {
    EvaluationResult {
        result_id: ResultId::new(format!("{}_x", at.epoch_seconds())),
        user_id: UserId::new("user-1"),
        item_id: BankItemId::new("item"),
        account_id: AccountId::new("account"),
        float_results: floats,
        loan_results: None,
        cfi_state: None,
        created_date: at,
        ttl: Some(at.plus_days(32)),
    }
}
