//! How many decisions of each kind there are.

use super::Decision;
use crate::money::grouped;
use crate::rates::interval::Rate;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DecisionCounts {
    pub approved: u64,
    pub denied: u64,
    pub not_evaluated: u64,
    /// Not evaluated either, as long as the installation doesn't read them as denied.
    pub no_results: u64,
    pub errors: u64,
}

impl DecisionCounts {
    pub fn count(&mut self, decision: Decision, decisions: u64) {
        let place = match decision {
            Decision::Approved => &mut self.approved,
            Decision::Denied => &mut self.denied,
            Decision::NotEvaluated => &mut self.not_evaluated,
            Decision::NoResults => &mut self.no_results,
            Decision::Error => &mut self.errors,
        };
        *place += decisions;
    }

    pub fn add(&mut self, other: Self) {
        self.approved += other.approved;
        self.denied += other.denied;
        self.not_evaluated += other.not_evaluated;
        self.no_results += other.no_results;
        self.errors += other.errors;
    }

    pub fn total(&self) -> u64 {
        self.rate().decided + self.undecided()
    }

    /// Approved of approved and denied.
    pub fn rate(&self) -> Rate {
        Rate {
            approved: self.approved,
            decided: self.approved + self.denied,
        }
    }

    /// With those that have no results.
    pub fn all_not_evaluated(&self) -> u64 {
        self.not_evaluated + self.no_results
    }

    /// Those that are in no rate.
    pub fn undecided(&self) -> u64 {
        self.all_not_evaluated() + self.errors
    }

    /// Those in no rate, by kind: `1,092 not evaluated (1,080 with no results stored) and 3 errors`;
    /// empty where there are none.
    pub fn describe_undecided(&self) -> String {
        let not_evaluated = self.all_not_evaluated();
        let no_results = match self.no_results {
            0 => String::new(),
            all if all == not_evaluated => " (no results stored)".to_owned(),
            some => format!(" ({} with no results stored)", grouped(some)),
        };
        let not_evaluated = (not_evaluated > 0)
            .then(|| format!("{} not evaluated{no_results}", grouped(not_evaluated)));
        let errors = match self.errors {
            0 => None,
            1 => Some("1 error".to_owned()),
            many => Some(format!("{} errors", grouped(many))),
        };
        let parts: Vec<_> = [not_evaluated, errors].into_iter().flatten().collect();
        parts.join(" and ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_approved_and_denied_make_a_rate_and_the_rest_is_described() {
        let mut counts = DecisionCounts::default();
        assert_eq!(counts.describe_undecided(), "");
        for (decision, many) in [
            (Decision::Approved, 30),
            (Decision::Denied, 10),
            (Decision::NotEvaluated, 12),
            (Decision::NoResults, 1_080),
            (Decision::Error, 1),
        ] {
            counts.count(decision, many);
        }
        assert_eq!(
            counts.rate().to_string(),
            Rate {
                approved: 3,
                decided: 4
            }
            .to_string()
        );
        assert_eq!((counts.total(), counts.undecided()), (1_133, 1_093));
        assert_eq!(
            counts.describe_undecided(),
            "1,092 not evaluated (1,080 with no results stored) and 1 error"
        );
        counts.not_evaluated = 0;
        counts.errors = 0;
        assert_eq!(
            counts.describe_undecided(),
            "1,080 not evaluated (no results stored)"
        );
    }
}
