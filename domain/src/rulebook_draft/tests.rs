use super::*;
use crate::configuration::Configuration;
use crate::id::RulebookId;
use crate::rulebook::tests::rulebook;
use crate::value::{Attributes, Number, Value};

fn rule(name: &str, value: Value) -> Rule {
    Rule {
        rule: name.to_owned(),
        rule_arn: Some(String::new()),
        props: Some(Attributes::from([("min_days".to_owned(), value)])),
        rule_type: RuleType::All,
        ab_group: None,
        unknown: Attributes::new(),
    }
}

fn stored() -> Rulebook {
    Rulebook {
        rules: vec![rule("RuleAgeOfAccount", Value::number(90))],
        ..rulebook("core_v2", 100)
    }
}

fn known() -> Catalogue {
    Catalogue::of(&Configuration::from(vec![stored()]))
}

fn problems(draft: &Rulebook, base: Option<&Rulebook>) -> Vec<String> {
    let findings = check(draft, base, &known());
    findings
        .problems
        .into_iter()
        .map(|found| found.at)
        .collect()
}

fn warnings(draft: &Rulebook, base: Option<&Rulebook>) -> Vec<String> {
    let findings = check(draft, base, &known());
    findings.warnings.iter().map(ToString::to_string).collect()
}

/// What is said of rules: whether they are tied or roll out at once is another test's.
fn of_rules(draft: &Rulebook, base: Option<&Rulebook>) -> Vec<String> {
    let found = cautions(draft, base, &known());
    let said = found.iter().map(ToString::to_string);
    said.filter(|it| it.starts_with(RULES)).collect()
}

#[test]
fn a_stored_rulebook_has_nothing_wrong() {
    assert_eq!(
        check(&stored(), Some(&stored()), &known()),
        Findings::default()
    );
}

#[test]
fn every_mistake_is_named_at_its_field() {
    let draft = Rulebook {
        rulebook_id: RulebookId::new("core v2"),
        rulebook_name: " ".to_owned(),
        kind: RulebookType::Unknown("cards".to_owned()),
        apply_to: Some(BasisPoints(10_001)),
        priority: -1,
        superseding: None,
        ab_group: Some(String::new()),
        rules: vec![
            rule("", Value::Number(Number::from_stored("12x"))),
            Rule {
                rule_arn: Some("arn:aws:s3:::bucket".to_owned()),
                rule_type: RuleType::Unknown("sometimes".to_owned()),
                ..rule("RuleAgeOfAccount", Value::number(1))
            },
            rule("RuleAgeOfAccount", Value::number(1)),
        ],
        ..stored()
    };
    assert_eq!(
        problems(&draft, None),
        [
            "rulebook_id",
            "rulebook_name",
            "type",
            "apply_to",
            "priority",
            "superseding",
            "ab_group",
            "rules[2].rule",
            "rules[0].rule",
            "rules[0].props.min_days",
            "rules[1].rule_type",
            "rules[1].rule_arn",
        ]
    );
}

#[test]
fn an_id_is_taken_once_and_never_changes() {
    assert_eq!(problems(&stored(), None), ["rulebook_id"]);
    let renamed = Rulebook {
        rulebook_id: RulebookId::new("core_v3"),
        ..stored()
    };
    assert_eq!(problems(&renamed, Some(&stored())), ["rulebook_id"]);
    assert_eq!(problems(&renamed, None), [""; 0]);
}

#[test]
fn a_property_that_changed_its_kind_is_pointed_out() {
    let draft = Rulebook {
        rules: vec![rule("RuleAgeOfAccount", Value::text("90"))],
        ..stored()
    };
    assert_eq!(
        of_rules(&draft, Some(&stored())),
        ["rules[0].props.min_days: It was a number, and is text here."]
    );
    let elsewhere = Rulebook {
        rulebook_id: RulebookId::new("other"),
        ..draft
    };
    assert_eq!(
        of_rules(&elsewhere, None),
        ["rules[0].props.min_days: Elsewhere it is a number, and is text here."]
    );
}

#[test]
fn what_was_stored_odd_does_not_keep_anybody_from_changing_something_else() {
    let odd = Rulebook {
        kind: RulebookType::Unknown("cards".to_owned()),
        priority: 5_000,
        rules: vec![
            rule("RuleAgeOfAccount", Value::number(1)),
            rule("RuleAgeOfAccount", Value::number(2)),
        ],
        ..stored()
    };
    let draft = Rulebook {
        apply_to: Some(BasisPoints(1)),
        ..odd.clone()
    };
    assert_eq!(problems(&draft, Some(&odd)), [""; 0]);
    assert_eq!(warnings(&draft, Some(&odd)).len(), 3);
}

#[test]
fn whatever_was_stored_like_that_is_at_most_unusual() {
    let odd = Rulebook {
        rulebook_id: RulebookId::new("odd#1"),
        rulebook_name: String::new(),
        apply_to: Some(BasisPoints(12_000)),
        ab_group: Some(String::new()),
        rules: vec![
            rule("", Value::number(1)),
            rule("RuleAgeOfAccount", Value::number(1)),
            Rule {
                rule_arn: Some("somewhere".to_owned()),
                rule_type: RuleType::Unknown("sometimes".to_owned()),
                ..rule("RuleAgeOfAccount", Value::number(2))
            },
        ],
        ..stored()
    };
    assert_eq!(problems(&odd, Some(&odd)), [""; 0]);
    assert!(problems(&odd, None).len() > 5);
}

#[test]
fn a_lambda_with_and_without_a_version_has_a_sound_arn() {
    for (arn, is_sound) in [
        (
            "arn:aws:lambda:us-east-2:123456789012:function:score-trial",
            true,
        ),
        (
            "arn:aws-us-gov:lambda:us-gov-west-1:123456789012:function:f:$LATEST",
            true,
        ),
        ("arn:aws:lambda:us-east-2:1234:function:f", false),
        ("arn:aws:lambda:us-east-2:123456789012:layer:f", false),
        ("score-trial", false),
    ] {
        assert_eq!(is_function_arn(arn), is_sound, "{arn}");
    }
}

#[test]
fn a_new_rulebook_does_not_take_the_place_of_one_that_cannot_be_read() {
    let draft = rulebook("broken", 1);
    let known = known().with_unreadable(vec![RulebookId::new("broken")]);
    let found = check(&draft, None, &known).problems;
    assert!(found[0].what.contains("cannot be read"), "{found:?}");
    // A restore is measured by what it brings back.
    assert_eq!(check(&draft, Some(&draft), &known).problems, []);
}

#[test]
fn a_value_that_changed_its_kind_deep_inside_is_pointed_out() {
    let nested = |days: Value| {
        let inner = Attributes::from([("days".to_owned(), days)]);
        let list = Value::List(vec![Value::text("first"), Value::Map(inner)]);
        Rulebook {
            rules: vec![rule("RuleAgeOfAccount", list)],
            ..stored()
        }
    };
    let (was, is) = (nested(Value::number(90)), nested(Value::text("90")));
    assert_eq!(of_rules(&was, Some(&was)), Vec::<String>::new());
    assert_eq!(
        of_rules(&is, Some(&was)),
        ["rules[0].props.min_days: [1].days was a number, and is text here."]
    );
}

#[test]
fn attributes_of_the_item_are_refused_in_any_case_unless_they_are_stored() {
    let with = |name: &str| {
        let mut book = stored();
        book.unknown.insert(name.to_owned(), Value::number(1));
        book
    };
    for name in ["ttl", "TTL", "PK", "GSI1SK", "gsi2pk", "item_type"] {
        assert_eq!(problems(&with(name), Some(&stored())), [name]);
        assert_eq!(problems(&with(name), Some(&with(name))), [""; 0]);
        // Taking it away puts it right.
        assert_eq!(problems(&stored(), Some(&with(name))), [""; 0]);
    }
    assert_eq!(problems(&with("comment"), Some(&stored())), [""; 0]);
}

#[test]
fn a_rulebook_has_a_thousand_rules_at_most_and_a_larger_one_keeps_those_it_has() {
    let of = |count: usize| Rulebook {
        rules: (0..count)
            .map(|number| rule(&format!("Rule{number}"), Value::number(1)))
            .collect(),
        ..stored()
    };
    assert_eq!(problems(&of(1_000), Some(&stored())), [""; 0]);
    assert_eq!(problems(&of(1_001), Some(&stored())), [RULES]);
    let large = of(1_200);
    let out_of_use = Rulebook {
        apply_to: Some(BasisPoints(0)),
        ..large.clone()
    };
    assert_eq!(problems(&out_of_use, Some(&large)), [""; 0]);
    let mut moved = large.clone();
    moved.rules.swap(0, 1);
    assert_eq!(problems(&moved, Some(&large)), [RULES]);
}
