//! A value being edited: its kind and what is typed, for each value inside it too.

use super::home;
use domain::rulebook::plain::FieldProblem;
use domain::value::{Attributes, Number, Value};
use leptos::prelude::*;
use std::collections::BTreeSet;

/// The kinds that the form can edit; others are kept as they are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Text,
    Number,
    YesNo,
    List,
    Map,
    Null,
    Kept,
}

impl Kind {
    /// Those that can be chosen, with their names.
    pub(super) const CHOICES: [(Self, &str); 6] = [
        (Self::Text, "text"),
        (Self::Number, "number"),
        (Self::YesNo, "yes/no"),
        (Self::List, "list"),
        (Self::Map, "map"),
        (Self::Null, "null"),
    ];

    pub(super) fn named(name: &str) -> Self {
        let choice = Self::CHOICES.into_iter().find(|(_, known)| *known == name);
        choice.map_or(Self::Kept, |(kind, _)| kind)
    }

    /// Its name among the choices; empty for a kind that the form doesn't edit.
    pub(super) fn name(self) -> &'static str {
        let choice = Self::CHOICES.into_iter().find(|(kind, _)| *kind == self);
        choice.map_or("", |(_, name)| name)
    }

    pub(super) fn of(value: &Value) -> Self {
        match value {
            Value::Text(_) => Self::Text,
            Value::Number(_) => Self::Number,
            Value::Bool(_) => Self::YesNo,
            Value::List(_) => Self::List,
            Value::Map(_) => Self::Map,
            Value::Null => Self::Null,
            _ => Self::Kept,
        }
    }
}

#[derive(Clone, Copy)]
pub(super) struct Node {
    pub(super) kind: RwSignal<Kind>,
    /// Whether somebody chose the kind, or it came with the value. Until then it follows what is typed.
    is_chosen: RwSignal<bool>,
    /// What is typed for a text or a number; `true` or `false` for yes/no.
    pub(super) text: RwSignal<String>,
    pub(super) entries: RwSignal<Vec<Entry>>,
    /// A value of a kind that the form does not edit.
    pub(super) kept: StoredValue<Value>,
}

/// A value in a list or a map.
#[derive(Clone, Copy)]
pub(super) struct Entry {
    /// Stays with the value wherever it moves.
    pub(super) key: u32,
    /// Empty in a list.
    pub(super) name: RwSignal<String>,
    pub(super) node: Node,
}

impl Entry {
    /// One to be filled in.
    pub(super) fn empty(key: u32) -> Self {
        home::make(|| {
            let entry = Self::new(key, String::new(), Node::of(Value::text("")));
            entry.node.is_chosen.set(false);
            entry
        })
    }

    fn new(key: u32, name: String, node: Node) -> Self {
        Self {
            key,
            name: RwSignal::new(name),
            node,
        }
    }
}

impl Node {
    pub(super) fn of(value: Value) -> Self {
        let kind = Kind::of(&value);
        let text = match &value {
            Value::Text(text) => text.clone(),
            Value::Number(number) => number.to_string(),
            Value::Bool(yes) => yes.to_string(),
            _ => String::new(),
        };
        let kept = StoredValue::new(value.clone());
        let entries = match value {
            Value::Map(map) => entries_of(map),
            Value::List(list) => (0..)
                .zip(list)
                .map(|(key, value)| Entry::new(key, String::new(), Self::of(value)))
                .collect(),
            _ => Vec::new(),
        };
        Self {
            kind: RwSignal::new(kind),
            is_chosen: RwSignal::new(true),
            text: RwSignal::new(text),
            entries: RwSignal::new(entries),
            kept,
        }
    }

    pub(super) fn value(self) -> Value {
        match self.kind.get() {
            Kind::Text => Value::Text(self.text.get()),
            Kind::Number => Value::Number(Number::from_stored(self.text.get().trim())),
            Kind::YesNo => Value::Bool(self.text.get() == "true"),
            Kind::List => {
                let entries = self.entries.get().into_iter();
                Value::List(entries.map(|entry| entry.node.value()).collect())
            }
            Kind::Map => Value::Map(map_of(&self.entries.get())),
            Kind::Null => Value::Null,
            Kind::Kept => self.kept.get_value(),
        }
    }

    pub(super) fn choose(self, kind: Kind) {
        self.is_chosen.set(true);
        self.kind.set(kind);
    }

    /// Follows what is typed while nobody chose a kind: the one that this property is known by, else a number
    /// for digits.
    pub(super) fn follow(self, known: Option<Kind>) {
        if self.is_chosen.get_untracked() {
            return;
        }
        let is_number = self
            .text
            .with_untracked(|text| Number::typed(text.trim()).is_some());
        let typed = if is_number { Kind::Number } else { Kind::Text };
        let kind = known.unwrap_or(typed);
        if self.kind.get_untracked() != kind {
            self.kind.set(kind);
        }
    }

    pub(super) fn add_entry(self) {
        let next = self.entries.read().iter().map(|entry| entry.key + 1).max();
        let entry = Entry::empty(next.unwrap_or_default());
        self.entries.update(|entries| entries.push(entry));
    }
}

pub(super) fn entries_of(map: Attributes) -> Vec<Entry> {
    (0..)
        .zip(map)
        .map(|(key, (name, value))| Entry::new(key, name, Node::of(value)))
        .collect()
}

/// Names that several of these have, and those of maps inside them, each told at the outermost value.
pub(super) fn doubles_in(entries: &[Entry], at: &str) -> Vec<FieldProblem> {
    let mut seen = BTreeSet::new();
    let mut found = Vec::new();
    for entry in entries {
        let name = entry.name.get();
        let at = format!("{at}.{name}");
        if inner_doubles(entry.node) {
            found.push(FieldProblem::new(
                at.clone(),
                "Inside it two values have the same name. Rename one of them.",
            ));
        }
        if !seen.insert(name) {
            found.push(FieldProblem::new(
                at,
                "Two properties have this name. Rename one of them, or remove it.",
            ));
        }
    }
    found
}

fn inner_doubles(node: Node) -> bool {
    let entries = node.entries.get();
    let mut names = BTreeSet::new();
    let is_double = match node.kind.get() {
        Kind::Map => !entries.iter().all(|entry| names.insert(entry.name.get())),
        Kind::List => false,
        _ => return false,
    };
    is_double || entries.into_iter().any(|entry| inner_doubles(entry.node))
}

pub(super) fn map_of(entries: &[Entry]) -> Attributes {
    let entries = entries.iter();
    entries
        .map(|entry| (entry.name.get(), entry.node.value()))
        .collect()
}
