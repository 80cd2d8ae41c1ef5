//! How many decisions a filter admits, from the counts of their days or entry by entry.

use super::LedgerFilter;
use crate::decision::{Decision, DecisionCounts, NoResultsReading};
use crate::evaluation::Product;
use crate::ledger::{DailyCount, LedgerEntry};
use crate::money::{Cents, Spoken, grouped};
use serde::{Deserialize, Serialize};

/// How many evaluations a filter admits by their decision on one product, and what they came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct FilteredCount {
    pub product: Product,
    pub decisions: DecisionCounts,
    /// What was approved, together.
    pub amount: Cents,
}

impl FilteredCount {
    fn none(product: Product) -> Self {
        Self {
            product,
            decisions: DecisionCounts::default(),
            amount: Cents::ZERO,
        }
    }

    fn add(&mut self, decision: Decision, (evaluations, amount): (u64, Cents)) {
        self.decisions.count(decision, evaluations);
        if decision == Decision::Approved {
            self.amount = Cents(self.amount.0.saturating_add(amount.0));
        }
    }

    pub fn total(&self) -> u64 {
        self.decisions.total()
    }

    /// `1,204 float evaluations: 800 approved ($24,000), 390 denied, 10 not evaluated and 4 errors`.
    pub fn describe(&self) -> String {
        let total = self.total();
        let noun = if total == 1 {
            "evaluation"
        } else {
            "evaluations"
        };
        let DecisionCounts {
            approved, denied, ..
        } = self.decisions;
        let mut parts = Vec::new();
        if approved > 0 {
            let amount = Spoken(self.amount);
            parts.push(format!("{} approved ({amount})", grouped(approved)));
        }
        if denied > 0 {
            parts.push(format!("{} denied", grouped(denied)));
        }
        if self.decisions.undecided() > 0 {
            parts.push(self.decisions.describe_undecided());
        }
        let product = self.product.as_str();
        format!("{} {product} {noun}: {}", grouped(total), parts.join(", "))
    }
}

/// What a filter admits of these counts, for each product that has any.
pub fn filtered_counts(counts: &[DailyCount], filter: &LedgerFilter) -> Vec<FilteredCount> {
    let of_product = |product: Product| {
        let admitted = counts
            .iter()
            .filter(|count| count.product == product && filter.counts(count));
        let mut sum = FilteredCount::none(product);
        for count in admitted {
            sum.add(count.decision, (count.decisions, count.amount));
        }
        sum
    };
    of_any(of_product)
}

/// What a filter admits of these entries, one by one: for what the counts do not know.
pub fn tallied<'a>(
    entries: impl Iterator<Item = &'a LedgerEntry> + Clone,
    filter: &LedgerFilter,
    no_results: NoResultsReading,
) -> Vec<FilteredCount> {
    of_any(|product| {
        let mut sum = FilteredCount::none(product);
        let admitted = entries
            .clone()
            .filter(|entry| filter.admits_on(entry, product, no_results));
        for entry in admitted {
            let amount = entry.decided(product).map_or(Cents::ZERO, |it| it.amount);
            sum.add(entry.decision(product).read(no_results), (1, amount));
        }
        sum
    })
}

/// The products that have any.
fn of_any(of: impl Fn(Product) -> FilteredCount) -> Vec<FilteredCount> {
    let sums = Product::ALL.into_iter().map(of);
    sums.filter(|sum| sum.total() > 0).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decision::samples::{decision, evaluation, result};
    use crate::evaluation::EvaluationStatus;
    use crate::evaluation_list::EvaluationFilter;
    use crate::id::RulebookId;
    use crate::instant::Instant;

    const READING: NoResultsReading = NoResultsReading::NotEvaluated;

    fn count(product: Product, decision: Decision, status: &str, deciding: &str) -> DailyCount {
        DailyCount {
            product,
            decision,
            status: Some(EvaluationStatus::from_stored(status)),
            deciding: Some(RulebookId::new(deciding)),
            decisions: 1_204,
            amount: Cents(if decision == Decision::Approved {
                300_000
            } else {
                0
            }),
        }
    }

    #[test]
    fn entries_are_tallied_by_those_of_their_decisions_that_are_asked_for() {
        let results = |returned| vec![result("core", 100, returned)];
        let mut made = evaluation(
            Instant::EPOCH,
            Some(decision(true, 3_000, Some("core"), results(-1))),
        );
        made.loan_results = Some(decision(false, 0, None, results(0)));
        let mut failed = made.clone();
        failed.float_results.as_mut().unwrap().status = EvaluationStatus::CalcErr;
        let mut bare = made.clone();
        bare.float_results = None;
        bare.loan_results.as_mut().unwrap().results.clear();
        let entries = [&made, &failed, &bare].map(LedgerEntry::of);
        let described = |filter: &LedgerFilter, no_results| -> Vec<_> {
            let counts = tallied(entries.iter(), filter, no_results);
            counts.iter().map(FilteredCount::describe).collect()
        };
        let of_user = LedgerFilter {
            user: Some(made.user_id.clone()),
            ..LedgerFilter::default()
        };
        assert_eq!(
            described(&of_user, READING),
            [
                "3 float evaluations: 1 approved ($30), 1 not evaluated and 1 error",
                "3 loan evaluations: 2 denied, 1 not evaluated (no results stored)",
            ]
        );
        assert_eq!(
            described(&of_user, NoResultsReading::Denied)[1],
            "3 loan evaluations: 3 denied"
        );
        let of_amount = LedgerFilter {
            at_least: Some(Cents(1)),
            ..LedgerFilter::default()
        };
        assert_eq!(
            described(&of_amount, READING),
            ["2 float evaluations: 1 approved ($30), 1 error"]
        );
    }

    #[test]
    fn what_a_filter_admits_is_counted_by_decision() {
        let counts = [
            count(Product::Float, Decision::Approved, "OK", "core"),
            count(Product::Float, Decision::Denied, "OK", "core"),
            count(Product::Float, Decision::Error, "CALCERR", "core"),
            count(Product::Loan, Decision::NoResults, "OK", "loans"),
        ];
        let all = filtered_counts(&counts, &LedgerFilter::default());
        assert_eq!(
            all[0].describe(),
            "3,612 float evaluations: 1,204 approved ($3,000), 1,204 denied, 1,204 errors"
        );
        assert_eq!(
            all[1].describe(),
            "1,204 loan evaluations: 1,204 not evaluated (no results stored)"
        );
        let denied = LedgerFilter {
            of: EvaluationFilter {
                decision: Some(Decision::Denied),
                deciding: Some(RulebookId::new("core")),
                ..EvaluationFilter::default()
            },
            ..LedgerFilter::default()
        };
        let denied = filtered_counts(&counts, &denied);
        assert_eq!(denied.len(), 1);
        assert_eq!(
            denied[0].describe(),
            "1,204 float evaluations: 1,204 denied"
        );
    }
}
