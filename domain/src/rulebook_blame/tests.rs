use super::*;
use crate::id::StaffId;
use crate::rulebook::leaves::RulePart;
use crate::rulebook::tests::{rule, rulebook};
use crate::value::Value;

fn version(day: i64, by: &str, priority: Option<i64>) -> Version {
    Version {
        credit: credit(by, day),
        left: priority.map_or(Left::Gone, |priority| as_left(rulebook("a", priority))),
    }
}

fn credit(by: &str, day: i64) -> Credit {
    let (by, at) = (StaffId::new(by), Instant::EPOCH.plus_days(day));
    Credit::of_update(UpdateId::of(at, &by), by, at)
}

fn as_left(rulebook: Rulebook) -> Left {
    Left::As(Box::new(rulebook))
}

fn of(blame: &Blame, name: &str) -> Origin {
    let place = Place::Field(name.to_owned());
    let found = blame.values.iter().find(|(found, _)| *found == place);
    found.unwrap().1.clone()
}

fn blamed(versions: &[Version], is_complete: bool) -> Blame {
    let versions = Versions {
        versions: versions.to_vec(),
        is_complete,
    };
    blame(&rulebook("a", 90), &versions)
}

fn set(by: &str, day: i64) -> Origin {
    Origin::Set(credit(by, day).update)
}

#[test]
fn a_value_belongs_to_whoever_set_it_last_and_not_to_whoever_saved_after() {
    let versions = [
        version(4, "dora", Some(90)),
        version(3, "carl", Some(90)),
        version(2, "bert", Some(80)),
        version(1, "anna", Some(90)),
    ];
    let origins = blamed(&versions, true);
    assert_eq!(of(&origins, "priority"), set("carl", 3));
    assert_eq!(of(&origins, "rulebook_name"), set("anna", 1));
    let named: Vec<_> = origins.credits.iter().map(|it| it.by.as_str()).collect();
    assert_eq!(named, ["carl", "anna"], "nobody else set a value");
}

#[test]
fn a_rulebook_that_came_back_belongs_to_whoever_brought_it_back() {
    let versions = [
        version(3, "carl", Some(90)),
        version(2, "bert", None),
        version(1, "anna", Some(90)),
    ];
    let origins = blamed(&versions, true);
    assert_eq!(of(&origins, "priority"), set("carl", 3));
}

#[test]
fn what_no_snapshot_has_is_not_on_record_and_what_is_older_says_so() {
    let versions = [version(2, "bert", Some(80)), version(1, "anna", Some(80))];
    let origins = blamed(&versions, false);
    assert_eq!(of(&origins, "priority"), Origin::Unrecorded);
    assert_eq!(
        of(&origins, "rulebook_name"),
        Origin::NotAfter(Instant::EPOCH.plus_days(1))
    );
}

#[test]
fn where_no_snapshot_was_looked_at_yet_nothing_is_said_to_be_off_the_record() {
    let origins = blamed(&[], false);
    assert_eq!(of(&origins, "priority"), Origin::Unknown);
    assert_eq!(origins.order, Origin::Unknown);
    let origins = blamed(&[], true);
    assert_eq!(of(&origins, "priority"), Origin::Unrecorded);
    assert_eq!(origins.order, Origin::Unrecorded);
}

#[test]
fn whoever_moved_a_rule_set_the_order_and_whoever_added_one_did_not() {
    let ordered = |day: i64, by: &str, names: &[&str]| with_rules(day, by, named(names));
    let versions = Versions {
        versions: vec![
            ordered(4, "dora", &["b", "x", "a"]),
            ordered(3, "carl", &["b", "a"]),
            ordered(2, "bert", &["a", "b"]),
            ordered(1, "anna", &["b", "a"]),
        ],
        is_complete: true,
    };
    let live = Rulebook {
        rules: named(&["b", "x", "a"]),
        ..rulebook("a", 90)
    };
    assert_eq!(blame(&live, &versions).order, set("carl", 3));
}

fn named(names: &[&str]) -> Vec<Rule> {
    names.iter().map(|name| rule(name)).collect()
}

fn with_rules(day: i64, by: &str, rules: Vec<Rule>) -> Version {
    let left = Rulebook {
        rules,
        ..rulebook("a", 90)
    };
    Version {
        left: as_left(left),
        ..version(day, by, None)
    }
}

/// A rule of the one name, told from its likes by its property.
fn valued(value: i64) -> Rule {
    Rule {
        props: Some([("n".to_owned(), Value::number(value))].into()),
        ..rule("A")
    }
}

fn valued_all(values: &[i64]) -> Vec<Rule> {
    values.iter().map(|value| valued(*value)).collect()
}

/// Who set the property of each rule, in the order in which they stand.
fn of_props(live: &[i64], versions: &[(i64, &str, &[i64])]) -> Vec<Origin> {
    let versions = versions.iter();
    let versions = versions.map(|(day, by, values)| with_rules(*day, by, valued_all(values)));
    let versions = Versions {
        versions: versions.collect(),
        is_complete: true,
    };
    let live = Rulebook {
        rules: valued_all(live),
        ..rulebook("a", 90)
    };
    let is_prop = |place: &Place| matches!(place, Place::Rule(_, RulePart::Prop(_)));
    let values = blame(&live, &versions).values.into_iter();
    let props = values.filter(|(place, _)| is_prop(place));
    props.map(|(_, origin)| origin).collect()
}

#[test]
fn whoever_only_moved_rules_of_one_name_did_not_set_their_values() {
    let versions: [(i64, &str, &[i64]); 4] = [
        (4, "dora", &[2, 1]),
        (3, "carl", &[1, 2]),
        (2, "bert", &[2, 1]),
        (1, "anna", &[2, 1]),
    ];
    assert_eq!(
        of_props(&[2, 1], &versions),
        [set("anna", 1), set("anna", 1)]
    );
}

#[test]
fn a_rule_that_was_changed_among_several_of_its_name_is_blamed_through_their_moves() {
    let versions: [(i64, &str, &[i64]); 4] = [
        (4, "dora", &[3, 1]),
        (3, "carl", &[1, 3]),
        (2, "bert", &[1, 2]),
        (1, "anna", &[2, 1]),
    ];
    assert_eq!(
        of_props(&[3, 1], &versions),
        [set("carl", 3), set("anna", 1)]
    );
}

#[test]
fn a_rule_added_to_others_of_its_name_leaves_theirs_as_they_were() {
    let versions: [(i64, &str, &[i64]); 3] = [
        (3, "carl", &[3, 1, 2]),
        (2, "bert", &[2, 1]),
        (1, "anna", &[1, 2]),
    ];
    let expected = [set("carl", 3), set("anna", 1), set("anna", 1)];
    assert_eq!(of_props(&[3, 1, 2], &versions), expected);
}

#[test]
fn behind_a_version_that_cannot_be_read_nobody_is_named() {
    let unreadable = Version {
        left: Left::Unreadable,
        ..version(3, "carl", None)
    };
    let versions = [
        version(5, "eve", Some(90)),
        version(4, "dora", Some(80)),
        unreadable.clone(),
        version(2, "bert", Some(90)),
    ];
    let origins = blamed(&versions, true);
    assert_eq!(
        of(&origins, "priority"),
        set("eve", 5),
        "told by readable ones"
    );
    let latest = Origin::NotAfter(Instant::EPOCH.plus_days(4));
    assert_eq!(of(&origins, "rulebook_name"), latest);
    assert_eq!(origins.order, latest);
    // What is live came after a snapshot that could not read it.
    let origins = blamed(&[unreadable], true);
    assert_eq!(of(&origins, "priority"), Origin::Unrecorded);
}
