use super::*;
use domain::value::json;

fn parsed(text: &str) -> Attributes {
    match json::parse(text) {
        Ok(Value::Map(plain)) => plain,
        other => panic!("{other:?}"),
    }
}

const RULEBOOK: &str = r#"{"rulebook_id": "a", "rulebook_name": "A", "type": "floats", "priority": 1,
    "apply_to": 100, "superseding": false, "rules": [
        {"rule": "R", "rule_type": "all", "props": {"min": 1, "in": {"x": 1, "y": 2}}},
        {"rule": "Bare", "rule_type": "all"}]}"#;

#[test]
fn two_properties_of_one_name_are_told_at_the_field_also_inside_a_map() {
    let owner = Owner::new();
    owner.set();
    let state = EditorState::of(parsed(RULEBOOK));
    assert_eq!(state.doubles(), []);
    let rule = state.rules.get_untracked()[0];
    rule.add_prop();
    let props = rule.props.get_untracked();
    props[2].name.set("min".to_owned());
    let inside = props[0].node.entries.get_untracked();
    assert_eq!(props[0].name.get_untracked(), "in");
    inside[1].name.set("x".to_owned());
    let places: Vec<_> = state.doubles().into_iter().map(|it| it.at).collect();
    assert_eq!(places, ["rules[0].props.in", "rules[0].props.min"]);
}

#[test]
fn what_the_form_has_no_place_for_is_refused_and_not_dropped() {
    assert_eq!(misshapen(&parsed(RULEBOOK)), None);
    let said = |from: &str, to: &str| {
        assert!(RULEBOOK.contains(from), "{from}");
        misshapen(&parsed(&RULEBOOK.replace(from, to))).unwrap()
    };
    for (from, to, what) in [
        (
            r#""rules": ["#,
            r#""rules": [3, "#,
            "rules[0]: A rule is a map.",
        ),
        (
            r#""superseding": false"#,
            r#""superseding": "true""#,
            "superseding: This should be yes or no",
        ),
        (
            r#""apply_to": 100"#,
            r#""apply_to": 12.5"#,
            "a whole number from 0 to 10000",
        ),
        (
            r#""priority": 1"#,
            r#""priority": "1""#,
            "A priority is a whole number.",
        ),
    ] {
        let said = said(from, to);
        assert!(said.contains(what), "{said}");
    }
    let said = misshapen(&parsed(r#"{"rules": {}}"#)).unwrap();
    assert!(said.contains("rules: This should be a list"), "{said}");
}

#[test]
fn a_rulebook_goes_through_the_form_unchanged() {
    let owner = Owner::new();
    owner.set();
    let state = EditorState::of(parsed(RULEBOOK));
    assert_eq!(state.plain(), parsed(RULEBOOK));
    state.add_rule();
    let added = &Rulebook::from_plain(state.plain()).unwrap().rules[2];
    assert_eq!(added.rule_arn.as_deref(), Some(""));
    assert_eq!(added.props, Some(Attributes::new()));
}

#[test]
fn what_nobody_touched_stays_absent_null_or_empty_as_it_was() {
    let owner = Owner::new();
    owner.set();
    let ways = |name: &str, values: &[&str]| -> Vec<String> {
        let stored = values.iter().map(|value| format!(r#""{name}": {value}, "#));
        std::iter::once(String::new()).chain(stored).collect()
    };
    for superseding in ways("superseding", &["null", "true", "false"]) {
        for group in ways("ab_group", &["null", r#""""#, r#""a""#]) {
            for lacking in ways("rule_arn", &["null", r#""""#]) {
                let text = format!(
                    r#"{{{superseding}{group}"rulebook_id": "a", "rulebook_name": "", "type": "odd", "priority": 1,
                        "rules": [{{{lacking}{group}"rule": "R", "rule_type": "all", "props": null}}]}}"#
                );
                assert_eq!(EditorState::of(parsed(&text)).plain(), parsed(&text));
            }
        }
    }
}

#[test]
fn a_group_that_is_cleared_goes_and_superseding_is_only_said_by_somebody() {
    let owner = Owner::new();
    owner.set();
    let text = RULEBOOK.replace(
        r#""superseding": false"#,
        r#""ab_group": "a", "superseding": null"#,
    );
    let state = EditorState::of(parsed(&text));
    state.group.set(String::new());
    let read = Rulebook::from_plain(state.plain()).unwrap();
    assert_eq!((read.ab_group, read.superseding), (None, None));
    state.superseding.set(YES.to_owned());
    let read = Rulebook::from_plain(state.plain()).unwrap();
    assert_eq!(read.superseding, Some(true));
}

#[test]
fn a_share_and_a_priority_that_are_none_are_told_in_plain_words() {
    let owner = Owner::new();
    owner.set();
    let state = EditorState::of(parsed(RULEBOOK));
    for wrong in ["120", "12.345", "", "abc"] {
        state.share.set(wrong.to_owned());
        let problems = Rulebook::from_plain(state.plain()).unwrap_err();
        assert!(
            problems[0]
                .what
                .starts_with("A share is between 0 and 100 %"),
            "{problems:?}"
        );
    }
    state.priority.set("abc".to_owned());
    let problems = Rulebook::from_plain(state.plain()).unwrap_err();
    assert_eq!(problems[1].what, "A priority is a whole number.");
    // All else can be checked meanwhile.
    assert!(with_stand_ins(state.plain(), &problems).is_some());
}

#[test]
fn a_share_that_nobody_could_type_stays_as_it_is_stored() {
    let owner = Owner::new();
    owner.set();
    for share in ["12000", "-5", "null"] {
        let text = RULEBOOK.replace(r#""apply_to": 100"#, &format!(r#""apply_to": {share}"#));
        let state = EditorState::of(parsed(&text));
        assert_eq!(state.plain(), parsed(&text));
        assert!(Rulebook::from_plain(state.plain()).is_ok(), "{share}");
    }
    let lacks = RULEBOOK.replace(r#""apply_to": 100,"#, "");
    let state = EditorState::of(parsed(&lacks));
    assert_eq!(state.plain(), parsed(&lacks));
}

#[test]
fn digits_become_a_number_until_somebody_chooses_and_a_known_kind_comes_first() {
    use super::super::node::Kind;
    let owner = Owner::new();
    owner.set();
    let state = EditorState::of(parsed(RULEBOOK));
    let rule = state.rules.get_untracked()[1];
    let typed = |text: &str, known: Option<Kind>, chosen: Option<Kind>| {
        rule.add_prop();
        let node = rule.props.get_untracked().last().unwrap().node;
        if let Some(kind) = chosen {
            node.choose(kind);
        }
        node.text.set(text.to_owned());
        node.follow(known);
        node.value()
    };
    assert_eq!(typed("14", None, None), Value::number(14));
    assert_eq!(typed("fourteen", None, None), Value::text("fourteen"));
    assert_eq!(typed("007", None, None), Value::text("007"));
    assert_eq!(typed("14", Some(Kind::Text), None), Value::text("14"));
    assert_eq!(typed("true", Some(Kind::YesNo), None), Value::Bool(true));
    assert_eq!(typed("14", None, Some(Kind::Text)), Value::text("14"));
    // What is stored keeps its kind.
    let stored = state.rules.get_untracked()[0].props.get_untracked();
    let min = stored
        .iter()
        .find(|it| it.name.get_untracked() == "min")
        .unwrap();
    min.node.text.set("many".to_owned());
    min.node.follow(Some(Kind::Text));
    assert_eq!(min.node.kind.get_untracked(), Kind::Number);
}

#[test]
fn a_text_with_more_rules_than_a_rulebook_can_have_is_not_taken_over() {
    let of = |count: usize| {
        let rule = r#"{"rule": "R", "rule_type": "all"}"#;
        let rules = vec![rule; count].join(",");
        parsed(&format!(
            r#"{{"rulebook_id": "a", "rulebook_name": "A", "type": "floats", "priority": 1, "rules": [{rules}]}}"#
        ))
    };
    assert_eq!(misshapen(&of(1_000)), None);
    let said = misshapen(&of(1_001)).unwrap();
    assert!(said.contains("at most 1,000 rules"), "{said}");
}
