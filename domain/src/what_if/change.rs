//! What is changed about the rulebooks: everything that says who is asked when, and nothing about
//! rules, whose results under other settings nobody stored.

use crate::basis_points::BasisPoints;
use crate::configuration::Configuration;
use crate::id::RulebookId;
use crate::proposal::ProposedChange;
use crate::rulebook::{Rulebook, RulebookType};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What is changed about each rulebook; the others stay as they were at the time of each decision.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Changes(pub BTreeMap<RulebookId, Change>);

/// What is changed about one. Each value holds at all times, whatever it was then.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Change {
    pub priority: Option<i64>,
    pub share: Option<BasisPoints>,
    pub superseding: Option<bool>,
    pub kind: Option<RulebookType>,
    pub is_dropped: bool,
}

/// A field of the form that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FieldProblem {
    /// The field's name.
    pub field: String,
    pub why: String,
}

const PRIORITY: &str = "priority";
const SHARE: &str = "share";
const SUPERSEDING: &str = "superseding";
const TYPE: &str = "type";
const DROP: &str = "drop";
const YES: &str = "yes";
const NO: &str = "no";

/// The name of a field of the form: what, and of which rulebook.
pub fn field(what: &str, id: &RulebookId) -> String {
    format!("{what}.{id}")
}

impl Change {
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// What it does, in words.
    pub fn words(&self) -> String {
        if self.is_dropped {
            return "dropped".to_owned();
        }
        let parts = [
            self.priority.map(|it| format!("priority {it}")),
            self.share.map(|it| format!("share {it}")),
            self.superseding.map(|is| {
                let words = if is { "superseding" } else { "not superseding" };
                words.to_owned()
            }),
            self.kind
                .as_ref()
                .map(|kind| format!("type {}", kind.as_stored())),
        ];
        let parts: Vec<_> = parts.into_iter().flatten().collect();
        parts.join(", ")
    }
}

impl Changes {
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn get(&self, id: &RulebookId) -> Option<&Change> {
        self.0.get(id)
    }

    /// Whether users are assigned anew, so that the result is a simulation.
    pub fn is_simulated(&self) -> bool {
        self.0.values().any(|change| change.share.is_some())
    }

    pub fn has_superseding(&self) -> bool {
        self.0.values().any(|change| change.superseding.is_some())
    }

    /// Whether nothing is changed but whose approval ends the evaluation.
    pub fn are_superseding_only(&self) -> bool {
        let is_only = |change: &Change| {
            let rest = Change {
                superseding: None,
                ..change.clone()
            };
            rest.is_empty()
        };
        !self.is_empty() && self.0.values().all(is_only)
    }

    /// What the fields of the form say. A value that a rulebook has now is no change, so that the form
    /// may send every field it has.
    pub fn parse(fields: &[(String, String)], now: &Configuration) -> (Self, Vec<FieldProblem>) {
        let (mut changes, mut problems) = (Self::default(), Vec::new());
        for (name, value) in fields {
            let Some((what, id)) = name.split_once('.') else {
                continue;
            };
            let (id, value) = (RulebookId::new(id), value.trim());
            if value.is_empty() {
                continue;
            }
            let live = now.get(&id);
            let change = changes.0.entry(id.clone()).or_default();
            if let Err(why) = change.set(what, value, live) {
                let field = name.clone();
                problems.push(FieldProblem { field, why });
            }
        }
        changes.0.retain(|_, change| !change.is_empty());
        (changes, problems)
    }

    /// As it stands in an address.
    pub fn address(&self) -> Vec<(String, String)> {
        let yes_or_no = |is: bool| if is { YES } else { NO }.to_owned();
        let of = |(id, change): (&RulebookId, &Change)| {
            let fields = [
                (PRIORITY, change.priority.map(|it| it.to_string())),
                (SHARE, change.share.map(BasisPoints::percentage)),
                (SUPERSEDING, change.superseding.map(yes_or_no)),
                (
                    TYPE,
                    change.kind.as_ref().map(|it| it.as_stored().to_owned()),
                ),
                (DROP, change.is_dropped.then(|| YES.to_owned())),
            ];
            let fields = fields.into_iter();
            let named = fields.filter_map(|(what, value)| Some((field(what, id), value?)));
            named.collect::<Vec<_>>()
        };
        self.0.iter().flat_map(of).collect()
    }

    /// What a proposal changes about rulebooks that have results. The rest is `Unestimated`.
    pub fn of_proposal(proposed: &[ProposedChange]) -> Self {
        let mut changes = Self::default();
        for ProposedChange { id, base, after } in proposed {
            let change = match (base, after) {
                (Some(base), Some(after)) => Change::between(base, after),
                (None, _) => continue,
                (Some(_), None) => Change {
                    is_dropped: true,
                    ..Change::default()
                },
            };
            if !change.is_empty() {
                changes.0.insert(id.clone(), change);
            }
        }
        changes
    }
}

impl Change {
    fn between(base: &Rulebook, after: &Rulebook) -> Self {
        Self {
            priority: Some(after.priority).filter(|it| *it != base.priority),
            share: after.apply_to.filter(|it| Some(*it) != base.apply_to),
            superseding: after
                .superseding
                .filter(|it| *it != (base.superseding == Some(true))),
            kind: Some(after.kind.clone()).filter(|it| *it != base.kind),
            is_dropped: false,
        }
    }

    fn set(&mut self, what: &str, value: &str, live: Option<&Rulebook>) -> Result<(), String> {
        match what {
            PRIORITY => {
                let priority: i64 = value
                    .parse()
                    .map_err(|_| "A priority is a whole number.".to_owned())?;
                let is_new = live.is_none_or(|book| book.priority != priority);
                self.priority = is_new.then_some(priority);
            }
            SHARE => {
                let share = BasisPoints::from_percentage(value).ok_or_else(|| {
                    "A share is a percentage from 0 to 100, with two decimals at most.".to_owned()
                })?;
                let is_new = live.is_none_or(|book| book.apply_to != Some(share));
                self.share = is_new.then_some(share);
            }
            SUPERSEDING => {
                let is = match value {
                    YES => true,
                    NO => false,
                    _ => return Err("Superseding is yes or no.".to_owned()),
                };
                let is_new = live.is_none_or(|book| (book.superseding == Some(true)) != is);
                self.superseding = is_new.then_some(is);
            }
            TYPE => {
                let kind = RulebookType::from_stored(value);
                if !RulebookType::ALL.contains(&kind) {
                    return Err("A type is floats or loan.".to_owned());
                }
                let is_new = live.is_none_or(|book| book.kind != kind);
                self.kind = is_new.then_some(kind);
            }
            DROP => self.is_dropped = value == YES,
            // Another field of the address.
            _ => {}
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rulebook::tests::{rule, rulebook};

    fn fields(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
        let owned = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
        pairs.iter().map(owned).collect()
    }

    #[test]
    fn what_is_as_it_is_now_is_no_change() {
        let now = Configuration::from(vec![rulebook("core.v2", 100), rulebook("late", 50)]);
        let sent = fields(&[
            ("days", "14"),
            ("priority.core.v2", "100"),
            ("share.core.v2", "20"),
            ("superseding.core.v2", "no"),
            ("type.core.v2", "floats"),
            ("priority.late", "120"),
            ("superseding.late", "yes"),
            ("drop.gone", "yes"),
        ]);
        let (changes, problems) = Changes::parse(&sent, &now);
        assert_eq!(problems, []);
        let said: Vec<_> = changes
            .0
            .iter()
            .map(|(id, change)| format!("{id}: {}", change.words()))
            .collect();
        assert_eq!(
            said,
            [
                "core.v2: share 20 %",
                "gone: dropped",
                "late: priority 120, superseding"
            ]
        );
        let again = Changes::parse(&changes.address(), &now);
        assert_eq!(again, (changes, Vec::new()));
    }

    #[test]
    fn what_cannot_be_read_is_named_with_its_field() {
        let sent = fields(&[("priority.a", "high"), ("share.a", "120"), ("type.a", "x")]);
        let (changes, problems) = Changes::parse(&sent, &Configuration::default());
        assert!(changes.is_empty());
        let named: Vec<_> = problems.iter().map(|it| it.field.as_str()).collect();
        assert_eq!(named, ["priority.a", "share.a", "type.a"]);
    }

    #[test]
    fn a_proposal_changes_the_rulebooks_that_have_results() {
        let base = rulebook("core", 100);
        let moved = Rulebook {
            priority: 10,
            rules: vec![rule("RuleA")],
            ..base.clone()
        };
        let change = |id: &str, base: Option<&Rulebook>, after: Option<&Rulebook>| ProposedChange {
            id: RulebookId::new(id),
            base: base.cloned(),
            after: after.cloned(),
        };
        let proposed = [
            change("core", Some(&base), Some(&moved)),
            change("new", None, Some(&moved)),
            change("old", Some(&base), None),
        ];
        let changes = Changes::of_proposal(&proposed);
        assert_eq!(changes.0.len(), 2);
        assert_eq!(changes.0[&RulebookId::new("core")].words(), "priority 10");
        assert!(changes.0[&RulebookId::new("old")].is_dropped);
    }
}
