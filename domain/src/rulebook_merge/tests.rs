use super::*;
use crate::rulebook::any::any_rulebook;
use crate::rulebook::leaves::RulePart;
use crate::rulebook::leaves::counted::comparisons;
use crate::rulebook::plain::RULES;
use crate::rulebook::tests::rulebook;
use crate::rulebook::{Rule, RuleType};
use crate::rulebook_diff::compare_rulebooks;
use proptest::collection::vec;
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

fn theirs_stays(_: &MergeField) -> Choice {
    Choice::Theirs
}

/// Some of six rules, in any order.
fn some_rules() -> impl Strategy<Value = Vec<&'static str>> {
    let all = vec!["A", "B", "C", "D", "E", "F"];
    (Just(all).prop_shuffle(), 0..=6_usize).prop_map(|(mut names, count)| {
        names.truncate(count);
        names
    })
}

fn named(names: &[&str]) -> Rulebook {
    book(100, names.iter().map(|name| rule(name, 1)).collect())
}

fn names(rulebook: &Rulebook) -> Vec<&str> {
    let rules = rulebook.rules.iter();
    rules.map(|rule| rule.rule.as_str()).collect()
}

/// What a rulebook says of itself, without its rules.
fn fields(rulebook: Rulebook) -> Attributes {
    let mut fields = rulebook.to_plain();
    fields.remove(RULES);
    fields
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
        prop_assert_eq!(merge(&base, &other, &base).resolve(theirs_stays), Ok(other.clone()));
        prop_assert_eq!(merge(&base, &base, &other).resolve(theirs_stays), Ok(other.clone()));
        let agreed = merge(&base, &other, &other);
        prop_assert_eq!(agreed.conflicts(), 0);
        prop_assert_eq!(agreed.resolve(theirs_stays), Ok(other));
    }

    #[test]
    fn any_three_can_be_brought_together_either_way(
        base in any_rulebook(),
        theirs in any_rulebook(),
        mine in any_rulebook(),
        choice in prop_oneof![Just(Choice::Mine), Just(Choice::Theirs)],
    ) {
        let merge = merge(&base, &theirs, &mine);
        prop_assert!(merge.resolve(|_| choice).is_ok());
    }

    #[test]
    fn what_only_one_changed_survives_whatever_else_both_changed(
        base in any_rulebook(),
        theirs in any_rulebook(),
        mine in any_rulebook(),
        choice in prop_oneof![Just(Choice::Mine), Just(Choice::Theirs)],
    ) {
        let merge = merge(&base, &theirs, &mine);
        let merged = merge.resolve(|_| choice).unwrap();
        // Only of the rulebook itself: under which number a rule stands afterwards depends on the others.
        let [base, theirs, mine, merged] = [base, theirs, mine, merged].map(fields);
        let names: BTreeSet<_> = [&base, &theirs, &mine].into_iter().flat_map(Attributes::keys).collect();
        for name in names.into_iter().filter(|name| *name != LAST_UPDATED) {
            let [was, their, my, is] = [&base, &theirs, &mine, &merged].map(|it| it.get(name));
            if was == their {
                prop_assert_eq!(is, my, "only I changed {}", name);
            } else if was == my {
                prop_assert_eq!(is, their, "only they changed {}", name);
            }
        }
    }

    #[test]
    fn a_prop_that_only_one_changed_survives_whatever_else_both_changed(
        base in vec(0..3_i64, 6),
        theirs in vec(0..3_i64, 6),
        mine in vec(0..3_i64, 6),
        their_order in Just((0..6).collect::<Vec<usize>>()).prop_shuffle(),
        choice in prop_oneof![Just(Choice::Mine), Just(Choice::Theirs)],
    ) {
        let ordered = |values: &[i64], order: &[usize]| {
            let rules = order.iter().map(|place| rule(&format!("R{place}"), values[*place]));
            book(100, rules.collect())
        };
        let as_it_was: Vec<usize> = (0..6).collect();
        let merged = merge(
            &ordered(&base, &as_it_was),
            &ordered(&theirs, &their_order),
            &ordered(&mine, &as_it_was),
        );
        let merged = merged.resolve(|_| choice).unwrap();
        let expected = |place: usize| match (base[place] == theirs[place], base[place] == mine[place]) {
            (true, _) => mine[place],
            (_, true) => theirs[place],
            _ if choice == Choice::Mine => mine[place],
            _ => theirs[place],
        };
        let expected: Vec<_> = as_it_was.iter().map(|place| expected(*place)).collect();
        prop_assert_eq!(merged, ordered(&expected, &their_order));
    }

    #[test]
    fn whoever_moved_a_rule_is_followed_whatever_the_other_added_or_removed(
        base in some_rules(),
        theirs in some_rules(),
        mine in some_rules(),
        choice in prop_oneof![Just(Choice::Mine), Just(Choice::Theirs)],
    ) {
        let shared = |order: &[&'static str]| -> Vec<&'static str> {
            let all = [&base, &theirs, &mine];
            let is_shared = |name: &&&str| all.iter().all(|order| order.contains(*name));
            order.iter().filter(is_shared).copied().collect()
        };
        let (was, their, my) = (shared(&base), shared(&theirs), shared(&mine));
        let is_mine = my != was && (their == was || choice == Choice::Mine);
        let expected = if is_mine { my } else { their };
        let merged = merge(&named(&base), &named(&theirs), &named(&mine));
        let merged = merged.resolve(|_| choice).unwrap();
        let mut found = names(&merged);
        let stays = |name: &str| {
            let [was, is, will] = [&base, &theirs, &mine].map(|order| order.contains(&name));
            if was { is && will } else { is || will }
        };
        let everything = ["A", "B", "C", "D", "E", "F"].into_iter();
        prop_assert_eq!(found.len(), everything.filter(|name| stays(name)).count());
        found.retain(|name| expected.contains(name));
        prop_assert_eq!(found, expected);
    }
}

#[test]
fn their_reorder_stays_where_i_only_added_a_rule() {
    let (base, theirs) = (named(&["A", "B", "C"]), named(&["C", "A", "B"]));
    let mine = named(&["A", "N", "B", "C"]);
    let merge = merge(&base, &theirs, &mine);
    assert_eq!(merge.conflicts(), 0);
    let merged = merge.resolve(theirs_stays).unwrap();
    assert_eq!(names(&merged), ["C", "A", "N", "B"]);
}

#[test]
fn where_both_moved_rules_somebody_chooses_the_order() {
    let (base, theirs) = (named(&["A", "B", "C"]), named(&["C", "A", "B"]));
    let mine = named(&["B", "A", "C"]);
    let merge = merge(&base, &theirs, &mine);
    assert_eq!(
        states(&merge),
        [("order of the rules".to_owned(), MergeState::Conflict)]
    );
    assert_eq!(merge.fields[0].mine, Some(Value::text("B, A, C")));
    assert_eq!(merge.resolve(|_| Choice::Mine), Ok(mine));
    assert_eq!(merge.resolve(|_| Choice::Theirs), Ok(theirs));
}

#[test]
fn two_places_never_share_an_address() {
    let key = RuleKey {
        name: "a".to_owned(),
        occurrence: 0,
    };
    let part = |part| Place::Rule(key.clone(), part).address();
    let field = part(RulePart::Field("b".to_owned()));
    let prop = part(RulePart::Prop("b".to_owned()));
    assert_ne!(field, prop);
    assert_ne!(Place::Field("a b".to_owned()).address(), field);
}

#[test]
fn a_rule_s_attribute_and_its_property_of_the_same_name_are_told_apart() {
    let grouped = |field: &str, prop: &str| {
        let mut rule = rule("A", 1);
        rule.ab_group = Some(field.to_owned());
        let props = rule.props.get_or_insert_default();
        props.insert("ab_group".to_owned(), Value::text(prop));
        book(100, vec![rule])
    };
    let merge = merge(&grouped("g", "g"), &grouped("h", "h"), &grouped("i", "i"));
    let names: Vec<_> = states(&merge).into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["A ab_group", "A props.ab_group"]);
    let whole = super::merge(&grouped("g", "g"), &book(100, vec![]), &grouped("i", "j"));
    let Some(Value::Map(rule)) = &whole.fields[0].mine else {
        panic!("{whole:?}")
    };
    assert_eq!(rule["ab_group"], Value::text("i"));
    assert_eq!(rule["props.ab_group"], Value::text("j"));
}

#[test]
fn each_keeps_what_only_they_changed() {
    let base = book(100, vec![rule("A", 1), rule("B", 1)]);
    let theirs = book(90, vec![rule("A", 1), rule("B", 1)]);
    let mine = book(100, vec![rule("A", 2), rule("B", 1), rule("C", 1)]);
    let merge = merge(&base, &theirs, &mine);
    assert_eq!(merge.conflicts(), 0);
    assert_eq!(
        merge.resolve(theirs_stays),
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
    assert_eq!(merge.resolve(|_| Choice::Mine), Ok(mine));
    assert_eq!(merge.resolve(|_| Choice::Theirs), Ok(theirs));
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
    assert_eq!(merge.resolve(|_| Choice::Theirs), Ok(theirs));
    assert_eq!(merge.resolve(|_| Choice::Mine), Ok(mine));
}

#[test]
fn rules_that_both_added_stand_where_each_put_them() {
    let base = book(100, vec![rule("A", 1), rule("B", 1)]);
    let theirs = book(100, vec![rule("A", 1), rule("T", 1), rule("B", 1)]);
    let mine = book(100, vec![rule("A", 1), rule("B", 1), rule("M", 1)]);
    let names: Vec<_> = merge(&base, &theirs, &mine)
        .resolve(theirs_stays)
        .unwrap()
        .rules
        .into_iter()
        .map(|rule| rule.rule)
        .collect();
    assert_eq!(names, ["A", "T", "B", "M"]);
}

/// Rules of one version, each with a name, a property and its place.
fn many(count: usize, place: impl Fn(usize) -> usize, value: impl Fn(usize) -> i64) -> Rulebook {
    let mut rules: Vec<_> = (0..count).map(|number| (place(number), number)).collect();
    rules.sort_unstable();
    let rules = rules.into_iter();
    book(
        100,
        rules
            .map(|(_, number)| rule(&format!("R{number}"), value(number)))
            .collect(),
    )
}

/// A merge, its result and the diff that it makes, of rules that both reordered while one changed half of them,
/// removed a third and added as many.
fn all_of_it(count: usize) -> u64 {
    let base = many(count, |number| number, |_| 1);
    let theirs = many(
        count,
        |number| number * 7 % count,
        |number| i64::from(number % 2 == 0),
    );
    let mut mine = many(count, |number| count - number, |_| 1);
    mine.rules
        .retain(|rule| !rule.rule.ends_with(['1', '4', '7']));
    let new = (0..count / 3).map(|number| rule(&format!("N{number}"), 1));
    mine.rules.extend(new);
    let (diff, counted) = comparisons(|| {
        let merge = merge(&base, &theirs, &mine);
        assert!(merge.conflicts() > count / 10, "some rules are contested");
        let merged = merge.resolve(|_| Choice::Mine).unwrap();
        compare_rulebooks(Some(&theirs), Some(&merged))
    });
    assert!(!diff.unwrap().moves.is_empty());
    counted
}

#[test]
fn a_thousand_reordered_rules_are_merged_and_compared_in_near_linear_work() {
    let (half, whole) = (all_of_it(500), all_of_it(1_000));
    // Each of the 1,000 against each other one would be a million for a single pass over them.
    assert!(whole < 3_000_000, "{whole}");
    // Twice the rules are little more than twice the work, and not four times.
    assert!(whole * 10 < half * 25, "{half} {whole}");
}
