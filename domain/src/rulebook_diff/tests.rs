use super::*;
use crate::basis_points::BasisPoints;
use crate::rulebook::any::any_configuration;
use crate::rulebook::leaves::RulePart;
use crate::rulebook::tests::rulebook;
use crate::rulebook::{Rule, RuleType};
use crate::value::Attributes;
use proptest::prelude::*;

fn rule(name: &str, props: &[(&str, i64)]) -> Rule {
    Rule {
        rule: name.to_owned(),
        rule_arn: Some(String::new()),
        props: Some(
            props
                .iter()
                .map(|(name, value)| ((*name).to_owned(), Value::number(*value)))
                .collect(),
        ),
        rule_type: RuleType::All,
        ab_group: None,
        unknown: Attributes::new(),
    }
}

fn with_rules(rules: Vec<Rule>) -> Rulebook {
    Rulebook {
        rules,
        ..rulebook("core_v2", 100)
    }
}

fn summary(before: Rulebook, after: Rulebook) -> String {
    let diff = compare(&vec![before].into(), &vec![after].into());
    Summary(&diff).to_string()
}

proptest! {
    #[test]
    fn applying_the_diff_of_any_two_configurations_gives_the_second(
        before in any_configuration(),
        after in any_configuration(),
    ) {
        let diff = compare(&before, &after);
        prop_assert_eq!(diff.apply(&before), Ok(after.clone()));
        prop_assert_eq!(diff.is_empty(), before == after);
    }

    #[test]
    fn a_diff_with_itself_is_empty(configuration in any_configuration()) {
        prop_assert!(compare(&configuration, &configuration).is_empty());
    }

    #[test]
    fn every_diff_has_a_line(before in any_configuration(), after in any_configuration()) {
        let diff = compare(&before, &after).of_substance();
        let line = Summary(&diff).to_string();
        prop_assert_eq!(line == "no change", diff.is_empty());
    }
}

#[test]
fn a_change_reads_as_people_say_it() {
    let before = Rulebook {
        apply_to: Some(BasisPoints(1_000)),
        ..with_rules(vec![rule("RuleAgeOfAccount", &[("min_days", 90)])])
    };
    let after = Rulebook {
        apply_to: Some(BasisPoints(2_050)),
        priority: 90,
        ..with_rules(vec![
            rule("RuleGoodStanding", &[("x", 1)]),
            rule("RuleAgeOfAccount", &[("min_days", 60)]),
        ])
    };
    assert_eq!(
        summary(before, after),
        "core_v2: RuleGoodStanding added; share 10 % → 20.5 %; priority 100 → 90; \
         RuleAgeOfAccount min_days 90 → 60"
    );
}

#[test]
fn a_rule_that_stands_elsewhere_has_moved_and_not_changed() {
    let (a, b, c) = (rule("A", &[("n", 1)]), rule("B", &[]), rule("C", &[]));
    let before = with_rules(vec![a.clone(), b.clone(), c.clone()]);
    let after = with_rules(vec![c, a, b]);
    let diff = compare_rulebooks(Some(&before), Some(&after)).unwrap();
    assert_eq!(diff.changes, []);
    assert_eq!(summary(before, after), "core_v2: C moved from 3 to 1");
}

#[test]
fn equal_rules_of_one_name_that_change_places_have_moved_too() {
    let (a, b) = (rule("A", &[("n", 1)]), rule("A", &[("n", 2)]));
    let before = with_rules(vec![a.clone(), b.clone()]);
    let diff = compare_rulebooks(Some(&before), Some(&with_rules(vec![b, a]))).unwrap();
    assert_eq!(diff.changes, []);
    assert_eq!(diff.moves.len(), 1);
}

#[test]
fn the_note_of_the_last_update_is_no_change_of_substance() {
    let before = with_rules(Vec::new());
    let after = Rulebook {
        last_updated: Some(crate::instant::Instant::EPOCH.into()),
        ..before.clone()
    };
    assert_eq!(summary(before, after), "no change");
}

#[test]
fn many_changes_are_counted() {
    let book = |value| {
        let props: Vec<_> = ["a", "b", "c", "d", "e", "f"]
            .map(|name| (name, value))
            .into();
        with_rules(vec![rule("A", &props)])
    };
    let line = summary(book(1), book(2));
    assert!(line.ends_with("A d 1 → 2; and 2 more changes"), "{line}");
}

#[test]
fn a_property_keeps_its_name_and_its_words_and_another_kind_is_seen() {
    let book = |value: Value| {
        let props = [("rule_type", Value::text("all")), ("min_days", value)];
        let props = props.map(|(name, value)| (name.to_owned(), value));
        let mut rule = rule("A", &[]);
        rule.props = Some(props.into());
        with_rules(vec![rule])
    };
    let line = summary(book(Value::number(90)), book(Value::text("90")));
    assert_eq!(line, "core_v2: A min_days 90 → \"90\" (number → text)");
    let key = RuleKey {
        name: "A".to_owned(),
        occurrence: 0,
    };
    let place = Place::Rule(key, RulePart::Prop("rule_type".to_owned()));
    assert_eq!(said(&place, &Value::text("all")), "all");
    assert_eq!(place_name(&place), "rule_type");
}

#[test]
fn amounts_in_cents_show_dollars_and_text_that_looks_like_a_number_is_quoted() {
    let key = RuleKey {
        name: "A".to_owned(),
        occurrence: 0,
    };
    let prop = |name: &str| Place::Rule(key.clone(), RulePart::Prop(name.to_owned()));
    for (name, value, expected) in [
        ("amount_cents", Value::number(1_000), "1000 ($10)"),
        ("amount_cents", Value::number(1_050), "1050 ($10.50)"),
        ("percents", Value::number(1_000), "1000"),
        ("min_days", Value::text("14"), "\"14\""),
        ("min_days", Value::number(14), "14"),
        ("note", Value::text("yes"), "\"yes\""),
        ("note", Value::text("two weeks"), "two weeks"),
    ] {
        assert_eq!(said(&prop(name), &value), expected);
    }
    assert_eq!(kind_at(&prop("min_days"), &Value::text("14")), Some("text"));
    assert_eq!(
        kind_at(&prop("min_days"), &Value::number(14)),
        Some("number")
    );
    let name = Place::Field("rulebook_name".to_owned());
    assert_eq!(kind_at(&name, &Value::text("14")), None);
    assert_eq!(said(&name, &Value::text("14")), "14");
}
