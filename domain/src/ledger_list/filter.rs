//! Which decisions of all users are wanted.

use crate::decision::{Decision, NoResultsReading};
use crate::evaluation::Product;
use crate::evaluation_list::{EvaluationFilter, FilterError};
use crate::id::{RulebookId, UserId};
use crate::ledger::{DailyCount, LedgerEntry, Said};
use crate::money::Cents;
use serde::{Deserialize, Serialize};

/// Which decisions are wanted: as on a user's own list, and by what only the ledger can be asked.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LedgerFilter {
    pub of: EvaluationFilter,
    pub user: Option<UserId>,
    /// Of what was decided, both included.
    pub at_least: Option<Cents>,
    pub at_most: Option<Cents>,
    /// Whether a rulebook applied: the one that is named, or any.
    pub applies: Option<Applicability>,
    pub applied: Option<RulebookId>,
}

/// Whether a rulebook applied to a user.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Applicability {
    Yes,
    No,
    /// Which is not "no".
    Unrecorded,
}

impl Applicability {
    pub const ALL: [Self; 3] = [Self::Yes, Self::No, Self::Unrecorded];

    /// The word that stands in the address.
    pub fn word(self) -> &'static str {
        match self {
            Self::Yes => "yes",
            Self::No => "no",
            Self::Unrecorded => "unrecorded",
        }
    }

    pub fn label(self) -> &'static str {
        match self {
            Self::Yes => "applied",
            Self::No => "did not apply",
            Self::Unrecorded => "not recorded",
        }
    }

    fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.word() == word)
    }

    fn of(said: &Said) -> Self {
        match said.is_applicable {
            Some(true) => Self::Yes,
            Some(false) => Self::No,
            None => Self::Unrecorded,
        }
    }
}

impl LedgerFilter {
    /// Reads an address; an empty value is none.
    pub fn parse(value: impl Fn(&str) -> Option<String>) -> Result<Self, FilterError> {
        let typed = |name| {
            value(name)
                .map(|value| value.trim().to_owned())
                .filter(|value| !value.is_empty())
        };
        let amount = |name| {
            let read = |text: String| Cents::parse(&text).ok_or(FilterError::NoAmount(text));
            typed(name).map(read).transpose()
        };
        let applies =
            |word: String| Applicability::parse(&word).ok_or(FilterError::NoApplicability(word));
        let filter = Self {
            of: EvaluationFilter::parse(&value)?,
            // An id may begin or end with a blank.
            user: value("user").filter(|id| !id.is_empty()).map(UserId::new),
            at_least: amount("at-least")?,
            at_most: amount("at-most")?,
            applies: typed("applies").map(applies).transpose()?,
            applied: typed("applied").map(RulebookId::new),
        };
        match (filter.of.from, filter.of.to) {
            (Some(from), Some(to)) if to < from => Err(FilterError::Backwards(from, to)),
            _ => Ok(filter),
        }
    }

    /// The names and values that stand in the address.
    pub fn address(&self) -> Vec<(&'static str, String)> {
        let own = [
            ("user", self.user.as_ref().map(ToString::to_string)),
            ("at-least", self.at_least.map(Cents::typed)),
            ("at-most", self.at_most.map(Cents::typed)),
            ("applies", self.applies.map(|it| it.word().to_owned())),
            ("applied", self.applied.as_ref().map(ToString::to_string)),
        ];
        let own = own
            .into_iter()
            .filter_map(|(name, value)| Some((name, value?)));
        self.of.address().into_iter().chain(own).collect()
    }

    /// The same without one of its parts.
    #[must_use]
    pub fn without(&self, name: &str) -> Self {
        let rest = self.address();
        let value = |wanted: &str| {
            let of = |(key, _): &&(&str, String)| *key == wanted && wanted != name;
            rest.iter().find(of).map(|(_, value)| value.clone())
        };
        Self::parse(value).unwrap_or_default()
    }

    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Whether days alone say which are wanted: then every entry that is read is one of them.
    pub fn follows_the_day(&self) -> bool {
        let days = EvaluationFilter {
            from: self.of.from,
            to: self.of.to,
            ..EvaluationFilter::default()
        };
        *self
            == Self {
                of: days,
                ..Self::default()
            }
    }

    /// Whether the hourly counts know all that it asks for.
    pub fn can_be_counted(&self) -> bool {
        let counted = Self {
            of: EvaluationFilter {
                account: None,
                ..self.of.clone()
            },
            ..Self::default()
        };
        *self == counted
    }

    pub fn counts(&self, count: &DailyCount) -> bool {
        let is_product = self.of.products().any(|product| product == count.product);
        let deciding = count.deciding.as_ref();
        is_product
            && self
                .of
                .fits(count.decision, count.status.as_ref(), deciding)
    }

    pub fn admits(&self, entry: &LedgerEntry, no_results: NoResultsReading) -> bool {
        self.of.is_within(&entry.account_id, entry.created.day())
            && self.user.as_ref().is_none_or(|user| *user == entry.user_id)
            && (!self.is_about_decisions()
                || self
                    .of
                    .products()
                    .any(|product| self.fits(entry, product, no_results)))
    }

    /// Whether the decision of an admitted entry on a product is asked for.
    pub(super) fn admits_on(
        &self,
        entry: &LedgerEntry,
        product: Product,
        no_results: NoResultsReading,
    ) -> bool {
        self.of.products().any(|one| one == product) && self.fits(entry, product, no_results)
    }

    fn is_about_decisions(&self) -> bool {
        self.of.is_about_decisions()
            || self.at_least.is_some()
            || self.at_most.is_some()
            || self.applies.is_some()
            || self.applied.is_some()
    }

    fn fits(&self, entry: &LedgerEntry, product: Product, no_results: NoResultsReading) -> bool {
        let decision = entry.decision(product).read(no_results);
        let Some(part) = entry.decided(product) else {
            return self.fits_missing(decision);
        };
        let is_said = |said: &Said| {
            self.applied
                .as_ref()
                .is_none_or(|id| *id == said.rulebook_id)
                && self
                    .applies
                    .is_none_or(|wanted| wanted == Applicability::of(said))
        };
        let asks_rulebooks = self.applies.is_some() || self.applied.is_some();
        self.of
            .fits(decision, Some(&part.status), part.deciding.as_ref())
            && self.at_least.is_none_or(|least| least <= part.amount)
            && self.at_most.is_none_or(|most| part.amount <= most)
            && (!asks_rulebooks || part.results.iter().any(is_said))
    }

    /// A missing part has a decision, and nothing else that could be asked for.
    fn fits_missing(&self, decision: Decision) -> bool {
        let asks_more = self.at_least.is_some()
            || self.at_most.is_some()
            || self.applies.is_some()
            || self.applied.is_some();
        !asks_more && self.of.fits(decision, None, None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decision::samples::{decision, evaluation, result};
    use crate::evaluation::RulebookResult;
    use crate::instant::Instant;

    const READING: NoResultsReading = NoResultsReading::NotEvaluated;

    fn filter(address: &[(&str, &str)]) -> LedgerFilter {
        let value = |name: &str| {
            let found = address.iter().find(|(key, _)| *key == name);
            found.map(|(_, value)| (*value).to_owned())
        };
        LedgerFilter::parse(value).unwrap()
    }

    fn entry() -> LedgerEntry {
        let at = Instant::parse("2024-02-10T12:00:00Z").unwrap();
        let trial = RulebookResult {
            is_applicable: Some(false),
            ..result("trial", 110, -1)
        };
        let results = vec![trial, result("core", 100, -1)];
        LedgerEntry::of(&evaluation(
            at,
            Some(decision(true, 3_000, Some("core"), results)),
        ))
    }

    #[test]
    fn every_part_admits_what_fits_it_and_nothing_else() {
        for (name, fitting, other) in [
            ("outcome", "approved", "denied"),
            ("status", "OK", "CALCERR"),
            ("rulebook", "core", "trial"),
            ("from", "2024-02-10", "2024-02-11"),
            ("to", "2024-02-10", "2024-02-09"),
            ("user", entry().user_id.as_str(), "somebody-else"),
            ("account", entry().account_id.as_str(), "another"),
            ("at-least", "30", "30.01"),
            ("at-most", "30", "29.99"),
            ("applies", "no", "unrecorded"),
            ("applied", "trial", "loans"),
        ] {
            assert!(
                filter(&[(name, fitting)]).admits(&entry(), READING),
                "{name}"
            );
            assert!(
                !filter(&[(name, other)]).admits(&entry(), READING),
                "{name}"
            );
        }
    }

    #[test]
    fn whether_a_rulebook_applied_is_asked_of_the_one_that_is_named() {
        let of = |rulebook, applies| filter(&[("applied", rulebook), ("applies", applies)]);
        assert!(of("trial", "no").admits(&entry(), READING));
        assert!(!of("trial", "yes").admits(&entry(), READING));
        assert!(!of("core", "no").admits(&entry(), READING));
    }

    #[test]
    fn what_is_asked_of_a_decision_is_asked_of_the_same_one() {
        let mut both = entry();
        both.loan.clone_from(&both.float);
        if let Some(loan) = &mut both.loan {
            loan.approved = false;
            loan.amount = Cents::ZERO;
        }
        assert!(filter(&[("outcome", "denied")]).admits(&both, READING));
        assert!(!filter(&[("outcome", "not-evaluated")]).admits(&both, READING));
        both.loan = None;
        assert!(filter(&[("outcome", "not-evaluated")]).admits(&both, READING));
        assert!(
            !filter(&[("outcome", "not-evaluated"), ("product", "float")]).admits(&both, READING)
        );
        both.loan.clone_from(&both.float);
        if let Some(loan) = &mut both.loan {
            loan.approved = false;
            loan.amount = Cents::ZERO;
        }
        assert!(!filter(&[("outcome", "denied"), ("at-least", "1")]).admits(&both, READING));
        assert!(!filter(&[("outcome", "denied"), ("product", "float")]).admits(&both, READING));
    }

    #[test]
    fn what_the_counts_do_not_know_is_not_counted() {
        assert!(filter(&[]).can_be_counted());
        assert!(filter(&[("rulebook", "core"), ("from", "2024-02-10")]).can_be_counted());
        for name in ["user", "account", "applied"] {
            assert!(!filter(&[(name, "x")]).can_be_counted(), "{name}");
        }
        assert!(filter(&[("to", "2024-02-10")]).follows_the_day());
        assert!(!filter(&[("outcome", "denied")]).follows_the_day());
    }

    #[test]
    fn nonsense_is_said() {
        let wrong = |name: &'static str, text: &'static str| {
            LedgerFilter::parse(|key| (key == name).then(|| text.to_owned())).unwrap_err()
        };
        assert!(wrong("at-least", "much").to_string().contains("no amount"));
        assert!(wrong("applies", "perhaps").to_string().contains("applied"));
        assert!(wrong("from", "soon").to_string().contains("is no day"));
        let backwards = |key: &str| match key {
            "from" => Some("2024-02-11".to_owned()),
            "to" => Some("2024-02-10".to_owned()),
            _ => None,
        };
        assert!(LedgerFilter::parse(backwards).is_err());
    }
}
