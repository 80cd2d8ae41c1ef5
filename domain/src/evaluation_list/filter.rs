//! Which evaluations are wanted, as it stands in the address.

use super::ListedEvaluation;
use crate::day::Day;
use crate::decision::Decision;
use crate::evaluation::{EvaluationStatus, Product};
use crate::id::{AccountId, RulebookId};
use serde::{Deserialize, Serialize};

/// Which evaluations are wanted. Where a product is chosen, the decision's filters are about it; else
/// either product's may fit.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct EvaluationFilter {
    pub product: Option<Product>,
    pub decision: Option<Decision>,
    pub status: Option<EvaluationStatus>,
    pub account: Option<AccountId>,
    pub deciding: Option<RulebookId>,
    /// Both days included.
    pub from: Option<Day>,
    pub to: Option<Day>,
}

/// Why an address is no filter.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FilterError {
    #[error("\u{201c}{0}\u{201d} is no day; write 2026-11-16.")]
    NoDay(String),
    #[error("\u{201c}{0}\u{201d} is no product; choose float or loan.")]
    NoProduct(String),
    #[error(
        "\u{201c}{0}\u{201d} is no decision; choose approved, denied, not-evaluated, no-results or error."
    )]
    NoOutcome(String),
    #[error("\u{201c}{0}\u{201d} is no amount; write 30 or 30.50.")]
    NoAmount(String),
    #[error("\u{201c}{0}\u{201d} does not say whether it applied; choose yes, no or unrecorded.")]
    NoApplicability(String),
    #[error("The first day, {0}, comes after the last, {1}.")]
    Backwards(Day, Day),
}

impl EvaluationFilter {
    /// Reads an address; an empty value is none.
    pub fn parse(value: impl Fn(&str) -> Option<String>) -> Result<Self, FilterError> {
        let value = |name| {
            value(name)
                .map(|value| value.trim().to_owned())
                .filter(|value| !value.is_empty())
        };
        let day = |name| {
            value(name)
                .map(|text| Day::parse(&text).ok_or(FilterError::NoDay(text)))
                .transpose()
        };
        Ok(Self {
            product: value("product")
                .map(|word| Product::parse(&word).ok_or(FilterError::NoProduct(word)))
                .transpose()?,
            decision: value("outcome")
                .map(|word| Decision::parse(&word).ok_or(FilterError::NoOutcome(word)))
                .transpose()?,
            status: value("status").map(|word| EvaluationStatus::from_stored(&word)),
            account: value("account").map(AccountId::new),
            deciding: value("rulebook").map(RulebookId::new),
            from: day("from")?,
            to: day("to")?,
        })
    }

    /// The names and values that stand in the address.
    pub fn address(&self) -> Vec<(&'static str, String)> {
        [
            (
                "product",
                self.product.map(|product| product.as_str().to_owned()),
            ),
            (
                "outcome",
                self.decision.map(|decision| decision.word().to_owned()),
            ),
            ("status", self.status.as_ref().map(ToString::to_string)),
            ("account", self.account.as_ref().map(ToString::to_string)),
            ("rulebook", self.deciding.as_ref().map(ToString::to_string)),
            ("from", self.from.map(Day::stored)),
            ("to", self.to.map(Day::stored)),
        ]
        .into_iter()
        .filter_map(|(name, value)| Some((name, value?)))
        .collect()
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

    pub fn admits(&self, listed: &ListedEvaluation) -> bool {
        self.is_within(&listed.account_id, listed.created_date.day())
            && self.admits_decisions(listed)
    }

    /// Whether an evaluation of an account, made on a day, is among those wanted.
    pub(crate) fn is_within(&self, account: &AccountId, day: Day) -> bool {
        self.account.as_ref().is_none_or(|wanted| wanted == account)
            && self.from.is_none_or(|from| from <= day)
            && self.to.is_none_or(|to| day <= to)
    }

    /// Whether it asks what an evaluation came to, and not only when and of whom it was.
    pub(crate) fn is_about_decisions(&self) -> bool {
        self.product.is_some()
            || self.decision.is_some()
            || self.status.is_some()
            || self.deciding.is_some()
    }

    /// The products whose decisions it is about.
    pub(crate) fn products(&self) -> impl Iterator<Item = Product> {
        Product::ALL
            .into_iter()
            .filter(|product| self.product.is_none_or(|wanted| wanted == *product))
    }

    fn admits_decisions(&self, listed: &ListedEvaluation) -> bool {
        if !self.is_about_decisions() {
            return true;
        }
        self.products().any(|product| {
            let outcome = listed.outcome(product);
            self.fits(
                listed.decision(product),
                outcome.map(|outcome| &outcome.status),
                outcome.and_then(|outcome| outcome.deciding_rulebook.as_ref()),
            )
        })
    }

    /// Whether a decision came out as wanted. A missing part has no status.
    pub(crate) fn fits(
        &self,
        decision: Decision,
        status: Option<&EvaluationStatus>,
        deciding: Option<&RulebookId>,
    ) -> bool {
        self.decision.is_none_or(|wanted| decision.is(wanted))
            && self
                .status
                .as_ref()
                .is_none_or(|wanted| Some(wanted) == status)
            && self
                .deciding
                .as_ref()
                .is_none_or(|wanted| Some(wanted) == deciding)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(address: &[(&str, &str)]) -> Result<EvaluationFilter, FilterError> {
        EvaluationFilter::parse(|name| {
            let found = address.iter().find(|(key, _)| *key == name);
            found.map(|(_, value)| (*value).to_owned())
        })
    }

    #[test]
    fn an_address_leads_to_its_filter_and_back() {
        let address = [
            ("product", "loan"),
            ("outcome", "denied"),
            ("status", "PARTIAL"),
            ("account", "account-1"),
            ("rulebook", "core_v2"),
            ("from", "2024-02-01"),
            ("to", "2024-02-10"),
        ];
        let filter = parse(&address).unwrap();
        let back: Vec<_> = filter.address();
        let back: Vec<_> = back
            .iter()
            .map(|(name, value)| (*name, value.as_str()))
            .collect();
        assert_eq!(back, address);
        assert_eq!(filter.without("status").address().len(), 6);
    }

    #[test]
    fn a_decision_is_asked_for_by_its_kind_whatever_its_status() {
        let fits = |address: &[(&str, &str)], decision, status: &str| {
            let status = EvaluationStatus::from_stored(status);
            parse(address).unwrap().fits(decision, Some(&status), None)
        };
        for wanted in Decision::ALL {
            for found in Decision::ALL {
                let expected = wanted == found
                    || wanted == Decision::NotEvaluated && found == Decision::NoResults;
                let address = [("outcome", wanted.word())];
                assert_eq!(
                    fits(&address, found, "OK"),
                    expected,
                    "{wanted:?} {found:?}"
                );
            }
        }
        let both = [("outcome", "denied"), ("status", "CALCERR")];
        assert!(!fits(&both, Decision::Error, "CALCERR"));
        let missing = parse(&[("outcome", "not-evaluated")]).unwrap();
        assert!(missing.fits(Decision::NotEvaluated, None, None));
        let status = parse(&[("status", "OK")]).unwrap();
        assert!(!status.fits(Decision::NotEvaluated, None, None));
    }

    #[test]
    fn empty_values_are_none_and_nonsense_is_said() {
        assert!(parse(&[("product", ""), ("from", " ")]).unwrap().is_empty());
        assert!(parse(&[("from", "yesterday")]).is_err());
        assert!(parse(&[("outcome", "maybe")]).is_err());
        assert!(parse(&[("product", "cards")]).is_err());
    }
}
