use super::*;
use crate::rulebook::any::any_rulebook;
use crate::rulebook::tests::rulebook;
use crate::rulebook::{Rule, RuleType};
use proptest::prelude::*;

fn rule(name: &str, value: i64) -> Rule {
    Rule {
        rule: name.to_owned(),
        rule_arn: Some(String::new()),
        props: Some(Attributes::from([("n".to_owned(), Value::number(value))])),
        rule_type: RuleType::All,
        ab_group: None,
        unknown: Attributes::new(),
    }
}

fn book(priority: i64, rules: Vec<Rule>) -> Rulebook {
    Rulebook {
        rules,
        ..rulebook("a", priority)
    }
}

fn states(merge: &Merge) -> Vec<(String, MergeState)> {
    let fields = merge.fields.iter();
    fields
        .map(|field| (field.place.to_string(), field.state))
        .collect()
}

fn without_note(mut rulebook: Rulebook) -> Rulebook {
    rulebook.last_updated = None;
    rulebook
}

proptest! {
    #[test]
    fn where_only_one_changed_anything_that_is_the_result(
        base in any_rulebook(),
        other in any_rulebook(),
    ) {
        let other = Rulebook { rulebook_id: base.rulebook_id.clone(), ..other };
        let (base, other) = (without_note(base), without_note(other));
        prop_assert_eq!(merge(&base, &other, &base).resolve(&[]), Ok(other.clone()));
        prop_assert_eq!(merge(&base, &base, &other).resolve(&[]), Ok(other.clone()));
        let agreed = merge(&base, &other, &other);
        prop_assert_eq!(agreed.conflicts(), 0);
        prop_assert_eq!(agreed.resolve(&[]), Ok(other));
    }

    #[test]
    fn any_three_can_be_brought_together_either_way(
        base in any_rulebook(),
        theirs in any_rulebook(),
        mine in any_rulebook(),
        choice in prop_oneof![Just(Choice::Mine), Just(Choice::Theirs)],
    ) {
        let merge = merge(&base, &theirs, &mine);
        prop_assert!(merge.resolve(&vec![choice; merge.conflicts()]).is_ok());
    }
}

#[test]
fn each_keeps_what_only_they_changed() {
    let base = book(100, vec![rule("A", 1), rule("B", 1)]);
    let theirs = book(90, vec![rule("A", 1), rule("B", 1)]);
    let mine = book(100, vec![rule("A", 2), rule("B", 1), rule("C", 1)]);
    let merge = merge(&base, &theirs, &mine);
    assert_eq!(merge.conflicts(), 0);
    assert_eq!(
        merge.resolve(&[]),
        Ok(book(90, vec![rule("A", 2), rule("B", 1), rule("C", 1)]))
    );
}

#[test]
fn where_both_changed_a_value_somebody_chooses() {
    let (base, theirs, mine) = (book(100, vec![]), book(90, vec![]), book(80, vec![]));
    let merge = merge(&base, &theirs, &mine);
    assert_eq!(
        states(&merge),
        [("priority".to_owned(), MergeState::Conflict)]
    );
    assert_eq!(merge.resolve(&[Choice::Mine]), Ok(mine));
    assert_eq!(merge.resolve(&[Choice::Theirs]), Ok(theirs));
}

#[test]
fn a_rule_that_one_removed_and_the_other_changed_is_one_choice() {
    let base = book(100, vec![rule("A", 1), rule("B", 1)]);
    let theirs = book(100, vec![rule("B", 1)]);
    let mine = book(100, vec![rule("A", 2), rule("B", 1)]);
    let merge = merge(&base, &theirs, &mine);
    assert_eq!(
        states(&merge),
        [("A rule".to_owned(), MergeState::Conflict)]
    );
    assert_eq!(merge.resolve(&[Choice::Theirs]), Ok(theirs));
    assert_eq!(merge.resolve(&[Choice::Mine]), Ok(mine));
}

#[test]
fn rules_that_both_added_stand_where_each_put_them() {
    let base = book(100, vec![rule("A", 1), rule("B", 1)]);
    let theirs = book(100, vec![rule("A", 1), rule("T", 1), rule("B", 1)]);
    let mine = book(100, vec![rule("A", 1), rule("B", 1), rule("M", 1)]);
    let names: Vec<_> = merge(&base, &theirs, &mine)
        .resolve(&[])
        .unwrap()
        .rules
        .into_iter()
        .map(|rule| rule.rule)
        .collect();
    assert_eq!(names, ["A", "T", "B", "M"]);
}
