use super::*;
use crate::decision::samples::result;
use crate::id::UserId;
use crate::value::Attributes;

const READING: NoResultsReading = NoResultsReading::NotEvaluated;

fn evaluation(seconds: i64) -> EvaluationResult {
    let at = Instant::from_epoch_seconds(1_700_000_000 + seconds).unwrap();
    EvaluationResult {
        result_id: ResultId::new(format!("{}_x", at.epoch_seconds())),
        user_id: UserId::new("user-1"),
        item_id: BankItemId::new("item"),
        account_id: AccountId::new("account-1"),
        float_results: Some(Evaluation {
            approved: true,
            amount: Cents(3_000),
            deciding_rulebook: Some(RulebookId::new("core")),
            status: EvaluationStatus::Ok,
            errors: String::new(),
            results: vec![result("core", 100, -1)],
            result_id: None,
            unknown: Attributes::new(),
        }),
        loan_results: None,
        cfi_state: None,
        created_date: at,
        ttl: Some(at.plus_days(32)),
    }
}

fn taken(seconds: i64) -> HistoricalEvaluation {
    let of = evaluation(seconds);
    HistoricalEvaluation {
        result_id: of.result_id,
        user_id: of.user_id,
        item_id: of.item_id,
        account_id: of.account_id,
        amount: Cents(2_000),
        float_id: Some(FloatId::new("float-1")),
        loan_id: None,
        float_results: of.float_results,
        loan_results: None,
        cfi_state: None,
        created_date: of.created_date,
    }
}

fn stored(seconds: &[i64]) -> Vec<(ResultId, Listed)> {
    seconds
        .iter()
        .map(|seconds| evaluation(*seconds))
        .map(|one| {
            (
                one.result_id.clone(),
                Ok(ListedEvaluation::of(&one, READING)),
            )
        })
        .collect()
}

#[test]
fn what_was_taken_is_merged_with_its_original_and_stands_alone_where_that_is_gone() {
    let kept = Kept {
        taken: vec![taken(50), taken(10)],
        pinned: vec![evaluation(20), evaluation(40)],
    };
    let lines: Vec<_> = kept
        .merge(stored(&[60, 50, 40, 30]), None, None, READING)
        .into_iter()
        .map(|(_, line)| line.unwrap())
        .map(|line| {
            (
                line.created_date.epoch_seconds() - 1_700_000_000,
                line.is_stored,
                line.taken.is_some(),
                line.is_pinned,
            )
        })
        .collect();
    assert_eq!(
        lines,
        [
            (60, true, false, false),
            (50, true, true, false),
            (40, true, false, true),
            (30, true, false, false),
            (20, false, false, true),
            (10, false, true, false),
        ]
    );
}

#[test]
fn a_part_of_the_list_gets_only_what_is_kept_within_it() {
    let kept = Kept {
        taken: vec![taken(90), taken(45), taken(35), taken(30), taken(10)],
        pinned: Vec::new(),
    };
    let id = |seconds| evaluation(seconds).result_id;
    let lines = kept.merge(stored(&[50, 40]), Some(&id(50)), Some(&id(30)), READING);
    let ids: Vec<_> = lines.into_iter().map(|(id, _)| id).collect();
    assert_eq!(ids, [id(50), id(45), id(40), id(35)]);
}

#[test]
fn each_filter_admits_what_it_says() {
    let line = ListedEvaluation::of(&evaluation(0), READING);
    let admits = |filter: EvaluationFilter| filter.admits(&line);
    let day = line.created_date.day();
    assert!(admits(EvaluationFilter::default()));
    for (fits, other) in [
        (
            EvaluationFilter {
                product: Some(Product::Float),
                ..Default::default()
            },
            EvaluationFilter {
                product: Some(Product::Loan),
                decision: Some(Decision::Approved),
                ..Default::default()
            },
        ),
        (
            EvaluationFilter {
                decision: Some(Decision::Approved),
                ..Default::default()
            },
            EvaluationFilter {
                decision: Some(Decision::Denied),
                ..Default::default()
            },
        ),
        (
            EvaluationFilter {
                status: Some(EvaluationStatus::Ok),
                ..Default::default()
            },
            EvaluationFilter {
                status: Some(EvaluationStatus::NoEval),
                ..Default::default()
            },
        ),
        (
            EvaluationFilter {
                account: Some(AccountId::new("account-1")),
                ..Default::default()
            },
            EvaluationFilter {
                account: Some(AccountId::new("account-10")),
                ..Default::default()
            },
        ),
        (
            EvaluationFilter {
                deciding: Some(RulebookId::new("core")),
                ..Default::default()
            },
            EvaluationFilter {
                deciding: Some(RulebookId::new("cor")),
                ..Default::default()
            },
        ),
        (
            EvaluationFilter {
                from: Some(day),
                to: Some(day),
                ..Default::default()
            },
            EvaluationFilter {
                from: Some(day.plus_days(1)),
                ..Default::default()
            },
        ),
        (
            EvaluationFilter {
                to: Some(day),
                ..Default::default()
            },
            EvaluationFilter {
                to: Some(day.plus_days(-1)),
                ..Default::default()
            },
        ),
    ] {
        assert!(admits(fits.clone()), "{fits:?}");
        assert!(!admits(other.clone()), "{other:?}");
    }
}

#[test]
fn a_missing_part_is_not_evaluated() {
    let line = ListedEvaluation::of(&evaluation(0), READING);
    let filter = |decision| EvaluationFilter {
        product: Some(Product::Loan),
        decision: Some(decision),
        ..Default::default()
    };
    assert!(filter(Decision::NotEvaluated).admits(&line));
    assert!(!filter(Decision::Denied).admits(&line));
    assert!(!filter(Decision::NoResults).admits(&line));
}

#[test]
fn a_chosen_product_is_what_the_other_filters_are_about() {
    let mut both = evaluation(0);
    both.loan_results = both.float_results.clone().map(|floats| Evaluation {
        approved: false,
        ..floats
    });
    let line = ListedEvaluation::of(&both, READING);
    let denied = EvaluationFilter {
        decision: Some(Decision::Denied),
        ..Default::default()
    };
    assert!(denied.admits(&line));
    let denied_float = EvaluationFilter {
        product: Some(Product::Float),
        ..denied
    };
    assert!(!denied_float.admits(&line));
}

#[test]
fn the_days_left_are_whole_and_end_with_the_evaluation() {
    let line = ListedEvaluation::of(&evaluation(0), READING);
    let at = line.created_date;
    assert_eq!(line.days_left(at.plus_seconds(1)), Some(31));
    assert_eq!(line.days_left(at.plus_days(32)), None);
    let gone = ListedEvaluation {
        is_stored: false,
        ..line
    };
    assert_eq!(gone.days_left(at), None);
}
