//! Rulebooks of every shape, for properties that must hold for all of them.

use super::{Rule, RuleType, Rulebook, RulebookType};
use crate::basis_points::BasisPoints;
use crate::configuration::Configuration;
use crate::id::RulebookId;
use crate::moment_text::MomentText;
use crate::value::{Attributes, Number, Value};
use proptest::collection::{btree_map, vec};
use proptest::option;
use proptest::prelude::*;

/// Few names and few values, so that two rulebooks have much in common.
fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::Bool),
        (0..4_i64).prop_map(Value::number),
        Just(Value::Number(Number::from_stored("1.50"))),
        "[ab]{0,2}".prop_map(Value::Text),
        Just(Value::TextSet(vec!["a".to_owned()])),
    ];
    leaf.prop_recursive(2, 6, 3, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..3).prop_map(Value::List),
            btree_map("[xy]", inner, 0..3).prop_map(Value::Map),
        ]
    })
}

fn unknown() -> impl Strategy<Value = Attributes> {
    btree_map("zz_[ab]", value(), 0..2)
}

/// Something, nothing, or null.
fn or_absent<T: std::fmt::Debug + Clone>(
    some: impl Strategy<Value = T>,
) -> impl Strategy<Value = (Option<T>, bool)> {
    (option::of(some), any::<bool>()).prop_map(|(some, is_null)| {
        let is_null = is_null && some.is_none();
        (some, is_null)
    })
}

/// As services write it, and as others do.
fn moment() -> impl Strategy<Value = MomentText> {
    let text = "1970-01-0[1-3]T00:00:00(\\.[05]{1,3})?(Z|\\+02:00)";
    text.prop_filter_map("a moment", |text| MomentText::parse(&text))
}

fn any_rule() -> impl Strategy<Value = Rule> {
    let kind = prop_oneof![Just("txns"), Just("all"), Just("odd")];
    let props = btree_map("[pq]", value(), 0..3);
    (
        "R[abc]",
        or_absent("(arn)?"),
        or_absent(props),
        kind,
        option::of("[gh]"),
        unknown(),
    )
        .prop_map(|(rule, arn, props, kind, ab_group, mut unknown)| {
            for (name, is_null) in [("rule_arn", arn.1), ("props", props.1)] {
                if is_null {
                    unknown.insert(name.to_owned(), Value::Null);
                }
            }
            Rule {
                rule,
                rule_arn: arn.0,
                props: props.0,
                rule_type: RuleType::from_stored(kind),
                ab_group,
                unknown,
            }
        })
}

pub(crate) fn any_rulebook() -> impl Strategy<Value = Rulebook> {
    let kind = prop_oneof![Just("floats"), Just("loan"), Just("odd")];
    let options = (
        option::of(0..3_i64),
        option::of(any::<bool>()),
        option::of(moment()),
        option::of("[gh]"),
        any::<bool>(),
    );
    (
        "[abc]",
        "[nm]",
        kind,
        vec(any_rule(), 0..5),
        0..3_i64,
        options,
        unknown(),
    )
        .prop_map(|(id, name, kind, rules, priority, options, mut unknown)| {
            let (share, superseding, updated, ab_group, null_group) = options;
            if ab_group.is_none() && null_group {
                unknown.insert("ab_group".to_owned(), Value::Null);
            }
            Rulebook {
                rulebook_id: RulebookId::new(id),
                rulebook_name: name,
                kind: RulebookType::from_stored(kind),
                rules,
                apply_to: share.map(BasisPoints),
                priority,
                superseding,
                last_updated: updated,
                ab_group,
                unknown,
            }
        })
}

/// Each id at most once, as a partition holds them.
pub(crate) fn any_configuration() -> impl Strategy<Value = Configuration> {
    vec(any_rulebook(), 0..4).prop_map(|rulebooks| {
        let mut rulebooks = rulebooks;
        rulebooks.sort_by(|a, b| a.rulebook_id.cmp(&b.rulebook_id));
        rulebooks.dedup_by(|a, b| a.rulebook_id == b.rulebook_id);
        rulebooks.into()
    })
}
