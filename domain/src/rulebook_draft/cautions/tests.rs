use super::*;
use crate::configuration::Configuration;
use crate::rulebook::RulebookType;
use crate::rulebook::tests::{rule, rulebook};
use crate::value::{Number, Value};

fn with(name: &str, props: &[(&str, Value)]) -> Rule {
    let props = props.iter();
    let props = props.map(|(name, value)| ((*name).to_owned(), value.clone()));
    Rule {
        props: Some(props.collect()),
        ..rule(name)
    }
}

fn book(id: &str, rules: Vec<Rule>) -> Rulebook {
    Rulebook {
        rules,
        ..rulebook(id, 100)
    }
}

fn said(draft: &Rulebook, stored: Option<&Rulebook>, others: &[Rulebook]) -> Vec<String> {
    let all = stored.into_iter().chain(others).cloned();
    let known = Catalogue::of(&all.collect::<Configuration>());
    let found = cautions(draft, stored, &known);
    found.iter().map(ToString::to_string).collect()
}

/// What is said where a rule gets one property.
fn of_prop(name: &str, value: Value) -> Vec<String> {
    let stored = book("a", vec![with("R", &[])]);
    said(
        &book("a", vec![with("R", &[(name, value)])]),
        Some(&stored),
        &[],
    )
}

#[test]
fn amounts_under_a_dollar_and_over_a_thousand_are_pointed_out() {
    let amount = |cents: i64| of_prop("amount_cents", Value::number(cents));
    let at = "rules[0].props.amount_cents: amount_cents is";
    assert_eq!(
        amount(50),
        [format!("{at} $0.50, less than $1. It is stored in cents.")]
    );
    assert_eq!(
        amount(150_000),
        [format!(
            "{at} $1,500, more than $1,000. It is stored in cents."
        )]
    );
    for usual in [100, 2_000, 100_000] {
        assert_eq!(amount(usual), [""; 0], "{usual}");
    }
    assert_eq!(of_prop("min_days", Value::number(5)), [""; 0]);
}

#[test]
fn negative_numbers_are_pointed_out_also_deep_inside() {
    let negative = of_prop("min_days", Value::number(-5));
    assert_eq!(
        negative,
        ["rules[0].props.min_days: min_days is negative: -5."]
    );
    let inner = Attributes::from([("low".to_owned(), Value::Number(Number::from_stored("-0.5")))]);
    let nested = of_prop("limits", Value::List(vec![Value::Map(inner)]));
    assert_eq!(nested, ["rules[0].props.limits: low is negative: -0.5."]);
}

#[test]
fn what_was_stored_like_that_is_no_news() {
    let mut odd = book("a", vec![with("R", &[("amount_cents", Value::number(-5))])]);
    odd.apply_to = Some(BasisPoints::ALL);
    odd.unknown.insert("comment".to_owned(), Value::text("x"));
    let renamed = Rulebook {
        rulebook_name: "Another".to_owned(),
        ..odd.clone()
    };
    assert_eq!(
        said(&renamed, Some(&odd), &[rulebook("tied", 100)]),
        [""; 0]
    );
}

#[test]
fn a_property_that_every_other_use_of_the_rule_has_is_missed() {
    let days = |value| ("min_days", Value::number(value));
    let others = [
        book("b", vec![with("R", &[days(60), ("note", Value::Null)])]),
        book("c", vec![with("R", &[days(90)])]),
    ];
    let others = others.map(|other| Rulebook {
        priority: 1,
        ..other
    });
    let (stored, draft) = (book("a", vec![]), book("a", vec![with("R", &[])]));
    assert_eq!(
        said(&draft, Some(&stored), &others),
        ["rules[0].rule: Every other use of this rule has min_days, and this one doesn't."]
    );
    // Of a use that was its own there is no other one.
    let own = book("a", vec![with("R", &[days(60)])]);
    assert_eq!(said(&draft, Some(&own), &[]), [""; 0]);
    let has = book("a", vec![with("R", &[days(1)])]);
    assert_eq!(said(&has, Some(&stored), &others), [""; 0]);
}

#[test]
fn a_rollout_that_jumps_is_pointed_out_also_of_a_new_rulebook_and_of_a_deleted_one() {
    let share = |share| Rulebook {
        apply_to: Some(BasisPoints(share)),
        ..rulebook("a", 1)
    };
    let step = |from, to| said(&share(to), Some(&share(from)), &[]).len();
    assert_eq!((step(1_000, 3_500), step(1_000, 3_501)), (0, 1));
    assert_eq!((step(10_000, 7_500), step(10_000, 0)), (0, 1));
    let new = said(&share(10_000), None, &[]);
    assert!(new[0].ends_with("100 points at once."), "{new:?}");
    assert_eq!(deletion_cautions(&share(10_000)).len(), 1);
    assert_eq!(deletion_cautions(&share(2_000)).len(), 0);
}

#[test]
fn a_tie_that_a_change_makes_is_pointed_out() {
    let others = [rulebook("b", 90)];
    let (stored, draft) = (rulebook("a", 80), rulebook("a", 90));
    assert_eq!(
        said(&draft, Some(&stored), &others),
        ["priority: b has priority 90 too: the ID decides which comes first."]
    );
    let loan = Rulebook {
        kind: RulebookType::Loan,
        ..draft
    };
    assert_eq!(said(&loan, Some(&stored), &others), [""; 0]);
}

#[test]
fn attributes_that_no_document_names_are_pointed_out_when_they_change() {
    let noted = |text: &str| {
        let mut book = book("a", vec![rule("R")]);
        let attribute = || ("comment".to_owned(), Value::text(text));
        book.unknown.extend([attribute()]);
        book.rules[0].unknown.extend([attribute()]);
        book
    };
    let none = book("a", vec![rule("R")]);
    for (draft, stored, word) in [
        (noted("x"), none.clone(), "is added"),
        (noted("x"), noted("y"), "changes"),
        (none, noted("y"), "is removed"),
    ] {
        let what = format!("The attribute \"comment\" {word}. No document names it.");
        let expected = [
            format!("comment: {what}"),
            format!("rules[0].comment: {what}"),
        ];
        assert_eq!(said(&draft, Some(&stored), &[]), expected);
    }
    // A documented one that is null is stored among them.
    let mut null = rulebook("a", 100);
    null.unknown.insert("ab_group".to_owned(), Value::Null);
    assert_eq!(said(&null, Some(&rulebook("a", 100)), &[]), [""; 0]);
}
