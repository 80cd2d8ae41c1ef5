use super::*;
use domain::basis_points::BasisPoints;
use domain::id::RulebookId;
use domain::rulebook::{Rule, RuleType, Rulebook, RulebookType};
use domain::value::Attributes;

fn rule(name: &str, props: &[(&str, Value)]) -> Rule {
    let props = props.iter();
    let props = props.map(|(name, value)| ((*name).to_owned(), value.clone()));
    Rule {
        rule: name.to_owned(),
        rule_arn: None,
        props: Some(props.collect()),
        rule_type: RuleType::All,
        ab_group: None,
        unknown: Attributes::new(),
    }
}

fn book(rules: Vec<Rule>) -> Rulebook {
    Rulebook {
        rulebook_id: RulebookId::new("a"),
        rulebook_name: "A".to_owned(),
        kind: RulebookType::Floats,
        rules,
        apply_to: Some(BasisPoints(0)),
        priority: 1,
        superseding: Some(false),
        last_updated: None,
        ab_group: None,
        unknown: Attributes::new(),
    }
}

fn groups(before: Vec<Rulebook>, after: Vec<Rulebook>) -> Vec<Group> {
    let diff = of_configurations(&before.into(), &after.into());
    diff.sections.into_iter().next().unwrap().groups
}

#[test]
fn the_rules_of_a_new_rulebook_are_listed_in_their_order() {
    let rules = ["Zeta", "Alpha", "Mid"].map(|name| rule(name, &[]));
    let found = groups(vec![], vec![book(rules.to_vec())]);
    let titles: Vec<_> = found.iter().map(|group| group.title.as_str()).collect();
    assert_eq!(titles, ["", "Zeta", "Alpha", "Mid"]);
}

#[test]
fn a_rule_that_is_inserted_first_shows_its_position_and_one_that_is_gone_comes_last() {
    let before = ["Alpha", "Mid", "Zeta"].map(|name| rule(name, &[]));
    let after = ["New", "Mid", "Zeta"].map(|name| rule(name, &[]));
    let found = groups(vec![book(before.to_vec())], vec![book(after.to_vec())]);
    let told: Vec<_> = found
        .iter()
        .map(|group| (group.title.as_str(), group.note.as_str()))
        .collect();
    assert_eq!(told, [("New", "added, 1 of 3"), ("Alpha", "")]);
}

#[test]
fn the_kind_of_a_property_is_shown_and_dollars_beside_cents() {
    let with = |days: Value, cents: i64| {
        let props = [("amount_cents", Value::number(cents)), ("min_days", days)];
        vec![book(vec![rule("R", &props)])]
    };
    let found = groups(with(Value::text("14"), 500), with(Value::number(14), 1_050));
    let said = |spans: &Option<Vec<crate::diff_view::Span>>| -> String {
        let spans = spans.iter().flatten();
        spans.map(|span| span.text.as_str()).collect()
    };
    let rows: Vec<_> = found[0]
        .rows
        .iter()
        .map(|row| {
            let (before, after) = (said(&row.before), said(&row.after));
            format!("{} {}: {before} → {after}", row.field, row.kind)
        })
        .collect();
    assert_eq!(
        rows,
        [
            "amount_cents number: 500 ($5) → 1050 ($10.50)",
            "min_days text → number: \"14\" → 14"
        ]
    );
}
