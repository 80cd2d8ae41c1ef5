//! The decision on a product. This is the only place that tells one from what is stored.

use crate::evaluation::{Evaluation, EvaluationStatus};
use crate::ledger::{Decided, LedgerEntry};
use serde::{Deserialize, Serialize};

/// What an evaluation concluded for floats or for loans.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Decision {
    Approved,
    Denied,
    /// The part is missing, or its status is `NOEVAL`.
    NotEvaluated,
    /// Status `OK`, not approved, and no rulebook result is stored. Read as not evaluated, unless the
    /// service that writes evaluations omits the results of denials.
    NoResults,
    /// Status `CALCERR`, `EVALERR`, or one that isn't documented.
    Error,
}

/// How a decision without any stored rulebook result is read.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum NoResultsReading {
    #[default]
    NotEvaluated,
    Denied,
}

impl Decision {
    pub const ALL: [Self; 5] = [
        Self::Approved,
        Self::Denied,
        Self::NotEvaluated,
        Self::NoResults,
        Self::Error,
    ];

    fn of_part(approved: bool, status: &EvaluationStatus, has_results: bool) -> Self {
        match status {
            EvaluationStatus::NoEval => Self::NotEvaluated,
            EvaluationStatus::Ok if approved => Self::Approved,
            EvaluationStatus::Ok if has_results => Self::Denied,
            EvaluationStatus::Ok => Self::NoResults,
            _ => Self::Error,
        }
    }

    /// The decision of a part that may be missing.
    pub fn of(part: Option<&Evaluation>) -> Self {
        part.map_or(Self::NotEvaluated, Evaluation::decision)
    }

    /// With the installation's reading of a decision without results.
    #[must_use]
    pub fn read(self, no_results: NoResultsReading) -> Self {
        match (self, no_results) {
            (Self::NoResults, NoResultsReading::Denied) => Self::Denied,
            _ => self,
        }
    }

    /// Whether it is part of a rate.
    pub fn is_decided(self) -> bool {
        matches!(self, Self::Approved | Self::Denied)
    }

    /// Whether it is what a filter asks for: nobody evaluated what has no results.
    pub fn is(self, wanted: Self) -> bool {
        self == wanted || (wanted, self) == (Self::NotEvaluated, Self::NoResults)
    }

    /// Its name in addresses, exports and stored counts.
    pub fn word(self) -> &'static str {
        match self {
            Self::Approved => "approved",
            Self::Denied => "denied",
            Self::NotEvaluated => "not-evaluated",
            Self::NoResults => "no-results",
            Self::Error => "error",
        }
    }

    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.word() == word)
    }

    pub fn label(self) -> &'static str {
        match self {
            Self::Approved => "approved",
            Self::Denied => "denied",
            Self::NotEvaluated => "not evaluated",
            Self::NoResults => "not evaluated, no results stored",
            Self::Error => "error",
        }
    }
}

impl NoResultsReading {
    pub const ALL: [Self; 2] = [Self::NotEvaluated, Self::Denied];

    pub fn word(self) -> &'static str {
        match self {
            Self::NotEvaluated => Decision::NotEvaluated.word(),
            Self::Denied => Decision::Denied.word(),
        }
    }

    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.word() == word)
    }
}

impl Evaluation {
    /// As stored: what has no results is not read yet.
    pub fn decision(&self) -> Decision {
        Decision::of_part(self.approved, &self.status, !self.results.is_empty())
    }

    /// Whether it is approved although the rulebook that decided returned a denial.
    pub fn is_contradicted(&self) -> bool {
        let results = self.results.iter();
        let mut results = results.map(|result| (&result.rulebook_id, result.result));
        self.approved
            && results.any(|(id, result)| {
                Some(id) == self.deciding_rulebook.as_ref() && !result.approves()
            })
    }
}

impl Decided {
    /// As stored: what has no results is not read yet.
    pub fn decision(&self) -> Decision {
        Decision::of_part(self.approved, &self.status, !self.results.is_empty())
    }

    /// Whether it is approved although the rulebook that decided returned a denial.
    pub fn is_contradicted(&self) -> bool {
        let results = self.results.iter();
        let mut results = results.map(|said| (&said.rulebook_id, said.result));
        self.approved
            && results.any(|(id, result)| Some(id) == self.deciding.as_ref() && !result.approves())
    }
}

impl LedgerEntry {
    /// As stored: what has no results is not read yet.
    pub fn decision(&self, product: crate::evaluation::Product) -> Decision {
        self.decided(product)
            .map_or(Decision::NotEvaluated, Decided::decision)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decision::samples::{decision, result};
    use crate::evaluation::RulebookResult;

    fn part(approved: bool, status: &str, results: Vec<RulebookResult>) -> Evaluation {
        Evaluation {
            status: EvaluationStatus::from_stored(status),
            ..decision(approved, 0, None, results)
        }
    }

    #[test]
    fn a_decision_is_told_by_part_then_status_then_results() {
        let with = || vec![result("core", 100, 0)];
        for (approved, status, results, expected) in [
            (true, "OK", with(), Decision::Approved),
            (true, "OK", Vec::new(), Decision::Approved),
            (false, "OK", with(), Decision::Denied),
            (false, "OK", Vec::new(), Decision::NoResults),
            (false, "NOEVAL", Vec::new(), Decision::NotEvaluated),
            (false, "NOEVAL", with(), Decision::NotEvaluated),
            (true, "NOEVAL", with(), Decision::NotEvaluated),
            (false, "CALCERR", with(), Decision::Error),
            (true, "CALCERR", with(), Decision::Error),
            (false, "EVALERR", Vec::new(), Decision::Error),
            (true, "PARTIAL", with(), Decision::Error),
        ] {
            let part = part(approved, status, results);
            assert_eq!(part.decision(), expected, "{part:?}");
            assert_eq!(Decided::from(&part).decision(), expected, "{part:?}");
            assert_eq!(Decision::of(Some(&part)), expected);
        }
        assert_eq!(Decision::of(None), Decision::NotEvaluated);
    }

    #[test]
    fn only_what_has_no_results_is_read_as_the_installation_says() {
        for decision in Decision::ALL {
            assert_eq!(decision.read(NoResultsReading::NotEvaluated), decision);
            let expected = if decision == Decision::NoResults {
                Decision::Denied
            } else {
                decision
            };
            assert_eq!(decision.read(NoResultsReading::Denied), expected);
            assert_eq!(Decision::parse(decision.word()), Some(decision));
        }
        assert!(Decision::NoResults.is(Decision::NotEvaluated));
        assert!(!Decision::NotEvaluated.is(Decision::NoResults));
        assert!(!Decision::NoResults.is(Decision::Denied));
    }

    #[test]
    fn an_approval_is_contradicted_by_the_denial_of_its_own_deciding_rulebook_only() {
        let of = |approved, by, returned| {
            let results = vec![result("core", 100, returned), result("late", 50, 0)];
            decision(approved, 2_000, by, results).is_contradicted()
        };
        assert!(of(true, Some("core"), 0));
        assert!(!of(true, Some("core"), -1));
        assert!(!of(true, Some("core"), 2_000));
        assert!(!of(true, None, 0));
        assert!(!of(true, Some("gone"), 0));
        assert!(!of(false, Some("core"), 0));
    }
}
