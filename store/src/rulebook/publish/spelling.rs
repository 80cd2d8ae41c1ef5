//! An edited rulebook as it is stored: what an edit leaves alone stays as its writer spelled it.

use crate::fields::says_the_same;
use domain::rulebook::plain::{
    AB_GROUP, ARN, ID, NAME, PRIORITY, RULE, RULE_TYPE, RULES, SHARE, TYPE,
};
use domain::value::{Attributes, Value};

const FIELDS: [&str; 6] = [ID, NAME, TYPE, SHARE, PRIORITY, AB_GROUP];
const RULE_FIELDS: [&str; 4] = [RULE, ARN, RULE_TYPE, AB_GROUP];

/// `after` with the spelling of `before` where both say the same. Rules are compared by their place. Props
/// and unknown attributes are written as they are: in them, `3` and `"3"` are two values.
pub(super) fn as_it_was_spelled(before: &Attributes, mut after: Attributes) -> Attributes {
    spell(&FIELDS, before, &mut after);
    let stored = before.get(RULES);
    match (stored, after.get_mut(RULES)) {
        (None | Some(Value::Null), Some(Value::List(rules))) if rules.is_empty() => {
            after.remove(RULES);
            after.extend(stored.map(|null| (RULES.to_owned(), null.clone())));
        }
        (Some(Value::List(stored)), Some(Value::List(rules))) => {
            for pair in stored.iter().zip(rules) {
                if let (Value::Map(stored), Value::Map(rule)) = pair {
                    spell(&RULE_FIELDS, stored, rule);
                }
            }
        }
        _ => {}
    }
    after
}

fn spell(fields: &[&str], before: &Attributes, after: &mut Attributes) {
    for name in fields {
        if let (Some(stored), Some(own)) = (before.get(*name), after.get_mut(*name))
            && says_the_same(stored, own)
        {
            stored.clone_into(own);
        }
    }
}
