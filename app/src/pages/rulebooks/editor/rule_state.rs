//! A rule of the form: its fields, each a signal of its own.

use super::attribute::{group_into, may_lack_group, text};
use super::node::{Entry, doubles_in, entries_of, map_of};
use domain::rulebook::plain::{AB_GROUP, ARN, FieldProblem, PROPS, RULE, RULE_TYPE};
use domain::value::{Attributes, Value};
use leptos::prelude::*;
use std::ops::Deref;

#[derive(Clone, Copy)]
pub(super) struct RuleState {
    /// Stays with the rule wherever it moves.
    pub(super) key: u32,
    fields: RuleFields,
    /// What its fields come to. Worked out again only where one of them changed: with thirty rules, reading
    /// every field at each key would be most of the work.
    pub(super) whole: Memo<WholeRule>,
}

#[derive(Clone, PartialEq)]
pub(super) struct WholeRule {
    pub(super) plain: Attributes,
    /// Names that two of its properties have; where, within the rule.
    pub(super) doubles: Vec<FieldProblem>,
}

#[derive(Clone, Copy)]
pub(super) struct RuleFields {
    pub(super) name: RwSignal<String>,
    pub(super) kind: RwSignal<String>,
    pub(super) arn: RwSignal<String>,
    pub(super) group: RwSignal<String>,
    pub(super) props: RwSignal<Vec<Entry>>,
    /// What was absent or null stays so while nothing is typed.
    may_lack: MayLack,
    rest: StoredValue<Attributes>,
}

#[derive(Clone, Copy)]
struct MayLack {
    arn: bool,
    props: bool,
    group: bool,
}

impl RuleState {
    pub(super) fn of(mut plain: Attributes, key: u32) -> Self {
        let may_lack = MayLack {
            arn: !matches!(plain.get(ARN), Some(Value::Text(_))),
            props: !matches!(plain.get(PROPS), Some(Value::Map(_))),
            group: may_lack_group(&plain),
        };
        let props = match plain.get(PROPS) {
            Some(Value::Map(_)) => plain.remove(PROPS),
            _ => None,
        };
        let props = match props {
            Some(Value::Map(props)) => entries_of(props),
            _ => Vec::new(),
        };
        let fields = RuleFields {
            name: RwSignal::new(text(&mut plain, RULE)),
            kind: RwSignal::new(text(&mut plain, RULE_TYPE)),
            arn: RwSignal::new(text(&mut plain, ARN)),
            group: RwSignal::new(text(&mut plain, AB_GROUP)),
            props: RwSignal::new(props),
            may_lack,
            rest: StoredValue::new(plain),
        };
        let whole = Memo::new(move |_| WholeRule {
            plain: fields.plain(),
            doubles: doubles_in(&fields.props.get(), PROPS),
        });
        Self { key, fields, whole }
    }
}

impl Deref for RuleState {
    type Target = RuleFields;

    fn deref(&self) -> &RuleFields {
        &self.fields
    }
}

impl RuleFields {
    fn plain(self) -> Attributes {
        let mut plain = self.rest.get_value();
        plain.insert(RULE.to_owned(), Value::text(self.name.get()));
        plain.insert(RULE_TYPE.to_owned(), Value::text(self.kind.get()));
        let arn = self.arn.get();
        if !arn.is_empty() || !self.may_lack.arn {
            plain.insert(ARN.to_owned(), Value::Text(arn));
        }
        let props = map_of(&self.props.get());
        if !props.is_empty() || !self.may_lack.props {
            plain.insert(PROPS.to_owned(), Value::Map(props));
        }
        group_into(&mut plain, self.group.get(), self.may_lack.group);
        plain
    }

    pub(super) fn add_prop(self) {
        let next = self.props.read().iter().map(|entry| entry.key + 1).max();
        let entry = Entry::empty(next.unwrap_or_default());
        self.props.update(|props| props.push(entry));
    }
}
