//! What a what-if is about, as it stands in an address: how many days, and the changes.

use super::change::{Changes, FieldProblem};
use crate::configuration::Configuration;
use crate::day::Day;
use crate::id::{ProposalId, RulebookId};
use serde::{Deserialize, Serialize};

/// How far back decisions are worked out again, unless somebody says otherwise.
pub const DAYS: u32 = 14;
/// As far back as it goes.
pub const MOST_DAYS: u32 = 365;

const DAYS_FIELD: &str = "days";
const PROPOSAL: &str = "proposal";
const RUN: &str = "run";

/// A what-if as its address gives it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct WhatIfView {
    /// Nothing where the usual number counts.
    pub days: Option<u32>,
    /// What was typed instead of a number of days that can be worked out.
    pub wrong_days: Option<String>,
    /// A proposal whose changes are tried.
    pub proposal: Option<ProposalId>,
    /// Whether to begin at once.
    pub is_run: bool,
    /// The form's fields, to be read against the rulebooks as they are.
    pub fields: Vec<(String, String)>,
}

impl WhatIfView {
    pub fn parse(fields: &[(String, String)]) -> Self {
        let mut view = Self::default();
        for (name, value) in fields {
            match name.as_str() {
                DAYS_FIELD if value.trim().is_empty() => {}
                DAYS_FIELD => {
                    let days = value.trim().parse().ok();
                    view.days = days.filter(|days| (1..=MOST_DAYS).contains(days));
                    view.wrong_days = view.days.is_none().then(|| value.clone());
                }
                PROPOSAL if !value.is_empty() => view.proposal = Some(ProposalId::new(value)),
                RUN => view.is_run = !value.is_empty(),
                _ if name.contains('.') => view.fields.push((name.clone(), value.clone())),
                _ => {}
            }
        }
        view.days = view.days.filter(|days| *days != DAYS);
        view
    }

    /// What is wrong with the number of days.
    pub fn days_problem(&self) -> Option<FieldProblem> {
        self.wrong_days.is_some().then(|| FieldProblem {
            field: DAYS_FIELD.to_owned(),
            why: format!("Enter a number from 1 to {MOST_DAYS}."),
        })
    }

    /// As it stands in the form.
    pub fn typed_days(&self) -> String {
        let wrong = self.wrong_days.clone();
        wrong.unwrap_or_else(|| self.days().to_string())
    }

    pub fn days(&self) -> u32 {
        self.days.unwrap_or(DAYS)
    }

    /// The days that are worked out, newest last.
    pub fn range(&self, today: Day) -> (Day, Day) {
        (today.plus_days(1 - i64::from(self.days())), today)
    }

    pub fn changes(&self, now: &Configuration) -> (Changes, Vec<FieldProblem>) {
        Changes::parse(&self.fields, now)
    }

    /// Whether a field of the form is about this rulebook.
    pub fn names(&self, id: &RulebookId) -> bool {
        let mut named = self
            .fields
            .iter()
            .filter_map(|(name, _)| name.split_once('.'));
        named.any(|(_, named)| named == id.as_str())
    }

    /// The address of these changes, without anything that is as it is anyway.
    pub fn address_of(&self, changes: &Changes) -> Vec<(String, String)> {
        let mut fields = Vec::new();
        if let Some(days) = self.days {
            fields.push((DAYS_FIELD.to_owned(), days.to_string()));
        }
        fields.extend(changes.address());
        fields
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(pairs: &[(&str, &str)]) -> WhatIfView {
        let owned = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
        WhatIfView::parse(&pairs.iter().map(owned).collect::<Vec<_>>())
    }

    #[test]
    fn a_rulebook_is_named_by_any_field_of_its_own() {
        let view = parsed(&[("priority.core.v2", "3"), ("share.trial", "")]);
        let names = |id| view.names(&RulebookId::new(id));
        assert!(names("core.v2") && names("trial"));
        assert!(!names("v2") && !names("core"));
    }

    #[test]
    fn an_address_says_how_many_days_and_what_is_changed() {
        let view = parsed(&[
            ("days", "7"),
            ("priority.core", "3"),
            ("run", "1"),
            ("x", "y"),
        ]);
        assert_eq!((view.days(), view.is_run, view.fields.len()), (7, true, 1));
        let today = Day::parse("2024-02-10").unwrap();
        assert_eq!(
            view.range(today),
            (Day::parse("2024-02-04").unwrap(), today)
        );
        assert_eq!(parsed(&[]).days(), DAYS);
        assert_eq!(parsed(&[("days", "14")]), WhatIfView::default());
    }

    #[test]
    fn a_wrong_number_of_days_is_kept_as_typed_with_everything_else() {
        for wrong in ["0", "366", "400", "-1", "many"] {
            let view = parsed(&[("days", wrong), ("priority.core", "3")]);
            assert_eq!(view.typed_days(), wrong);
            let problem = view.days_problem().unwrap();
            assert_eq!(problem.why, "Enter a number from 1 to 365.");
            assert_eq!((view.days(), view.fields.len()), (DAYS, 1));
        }
        assert_eq!(parsed(&[("days", "365")]).days_problem(), None);
    }
}
