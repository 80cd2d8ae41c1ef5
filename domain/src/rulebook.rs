//! A rulebook: a set of rules that decides who gets money.

#[cfg(test)]
pub(crate) mod any;
pub mod leaves;
pub mod plain;
pub mod reserved;

use crate::basis_points::BasisPoints;
use crate::id::RulebookId;
use crate::moment_text::MomentText;
use crate::stored_enum::stored_enum;
use crate::value::Attributes;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rulebook {
    pub rulebook_id: RulebookId,
    pub rulebook_name: String,
    pub kind: RulebookType,
    pub rules: Vec<Rule>,
    /// Absent in some old snapshots, which can be read and compared but not restored.
    pub apply_to: Option<BasisPoints>,
    pub priority: i64,
    /// Whether a match ends the evaluation. Absent in the same old snapshots.
    pub superseding: Option<bool>,
    pub last_updated: Option<MomentText>,
    pub ab_group: Option<String>,
    /// Attributes that no document names; they survive every edit.
    pub unknown: Attributes,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Rule {
    pub rule: String,
    /// The Lambda that runs the rule; empty for a built-in one. Nothing where it is absent or null, so
    /// that it stays so.
    pub rule_arn: Option<String>,
    /// Nothing where they are absent or null, which means the same as empty ones and stays as it is.
    pub props: Option<Attributes>,
    pub rule_type: RuleType,
    pub ab_group: Option<String>,
    /// Attributes that no document names; they survive every edit.
    pub unknown: Attributes,
}

impl Rule {
    /// Empty for a built-in rule.
    pub fn arn(&self) -> &str {
        self.rule_arn.as_deref().unwrap_or_default()
    }

    pub fn props(&self) -> &Attributes {
        static NONE: Attributes = Attributes::new();
        self.props.as_ref().unwrap_or(&NONE)
    }
}

stored_enum! {
    /// What a rulebook decides on; part of its index key.
    RulebookType {
        Floats = "floats", "floats";
        Loan = "loan", "loans";
    }
}

stored_enum! {
    /// When a rule runs.
    RuleType {
        Txns = "txns", "with transactions";
        Insights = "insights", "with insights";
        All = "all", "always";
    }
}

/// Sorts into evaluation order: priority descending, ties by id, which the documents leave open.
pub fn sort_for_evaluation(rulebooks: &mut [Rulebook]) {
    rulebooks.sort_by(|a, b| {
        b.priority
            .cmp(&a.priority)
            .then_with(|| a.rulebook_id.cmp(&b.rulebook_id))
    });
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    pub(crate) fn rulebook(id: &str, priority: i64) -> Rulebook {
        Rulebook {
            rulebook_id: RulebookId::new(id),
            rulebook_name: id.to_owned(),
            kind: RulebookType::Floats,
            rules: Vec::new(),
            apply_to: Some(BasisPoints::ALL),
            priority,
            superseding: Some(false),
            last_updated: None,
            ab_group: None,
            unknown: Attributes::new(),
        }
    }

    pub(crate) fn rule(name: &str) -> Rule {
        Rule {
            rule: name.to_owned(),
            rule_arn: Some(String::new()),
            props: Some(Attributes::new()),
            rule_type: RuleType::All,
            ab_group: None,
            unknown: Attributes::new(),
        }
    }

    #[test]
    fn the_highest_priority_is_evaluated_first_and_ties_go_by_id() {
        let mut rulebooks = [rulebook("b", 90), rulebook("c", 100), rulebook("a", 90)];
        sort_for_evaluation(&mut rulebooks);
        let order: Vec<_> = rulebooks.iter().map(|r| r.rulebook_id.as_str()).collect();
        assert_eq!(order, ["c", "a", "b"]);
    }
}
