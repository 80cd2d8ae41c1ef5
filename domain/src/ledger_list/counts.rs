//! How many decisions a filter admits, from the counts of their days or entry by entry.

use super::LedgerFilter;
use crate::evaluation::{EvaluationStatus, Product};
use crate::ledger::{DailyCount, LedgerEntry};
use crate::money::{Cents, Spoken, grouped};
use serde::{Deserialize, Serialize};

/// How many checks on one product a filter admits, and what they came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct FilteredCount {
    pub product: Product,
    pub approved: u64,
    pub denied: u64,
    /// With another status than OK: no decisions, whatever they say.
    pub undecided: u64,
    /// What was approved, together.
    pub amount: Cents,
}

impl FilteredCount {
    fn none(product: Product) -> Self {
        Self {
            product,
            approved: 0,
            denied: 0,
            undecided: 0,
            amount: Cents::ZERO,
        }
    }

    fn add(&mut self, status: &EvaluationStatus, approved: bool, (checks, amount): (u64, Cents)) {
        match (status, approved) {
            (EvaluationStatus::Ok, true) => {
                self.approved += checks;
                self.amount = Cents(self.amount.0.saturating_add(amount.0));
            }
            (EvaluationStatus::Ok, false) => self.denied += checks,
            _ => self.undecided += checks,
        }
    }

    pub fn checks(self) -> u64 {
        self.approved + self.denied + self.undecided
    }

    /// `1,204 float checks: 800 approved ($24,000), 390 denied, 14 without a decision`.
    pub fn in_words(self) -> String {
        let checks = self.checks();
        let noun = if checks == 1 { "check" } else { "checks" };
        let mut parts = Vec::new();
        if self.approved > 0 {
            let amount = Spoken(self.amount);
            parts.push(format!("{} approved ({amount})", grouped(self.approved)));
        }
        if self.denied > 0 {
            parts.push(format!("{} denied", grouped(self.denied)));
        }
        if self.undecided > 0 {
            parts.push(format!("{} without a decision", grouped(self.undecided)));
        }
        let product = self.product.as_str();
        format!("{} {product} {noun}: {}", grouped(checks), parts.join(", "))
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
            sum.add(
                &count.status,
                count.approved,
                (count.decisions, count.amount),
            );
        }
        sum
    };
    of_any(of_product)
}

/// What a filter admits of these entries, one by one: for what the counts do not know.
pub fn tallied<'a>(
    entries: impl Iterator<Item = &'a LedgerEntry> + Clone,
    filter: &LedgerFilter,
) -> Vec<FilteredCount> {
    of_any(|product| {
        let mut sum = FilteredCount::none(product);
        let admitted = entries
            .clone()
            .filter_map(|entry| filter.decision(entry, product));
        for decided in admitted {
            sum.add(&decided.status, decided.approved, (1, decided.amount));
        }
        sum
    })
}

/// The products that have any.
fn of_any(of: impl Fn(Product) -> FilteredCount) -> Vec<FilteredCount> {
    let sums = Product::ALL.into_iter().map(of);
    sums.filter(|sum| sum.checks() > 0).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decision::samples::{decision, evaluation};
    use crate::evaluation_list::EvaluationFilter;
    use crate::id::RulebookId;
    use crate::instant::Instant;

    fn count(product: Product, approved: bool, status: &str, deciding: &str) -> DailyCount {
        DailyCount {
            product,
            approved,
            status: EvaluationStatus::from_stored(status),
            deciding: Some(RulebookId::new(deciding)),
            decisions: 1_204,
            amount: Cents(if approved { 300_000 } else { 0 }),
        }
    }

    #[test]
    fn entries_are_tallied_by_those_of_their_decisions_that_are_asked_for() {
        let mut made = evaluation(
            Instant::EPOCH,
            Some(decision(true, 3_000, Some("core"), Vec::new())),
        );
        made.loan_results = Some(decision(false, 0, Some("loans"), Vec::new()));
        let mut failed = made.clone();
        failed.float_results.as_mut().unwrap().status = EvaluationStatus::CalcErr;
        let entries = [LedgerEntry::of(&made), LedgerEntry::of(&failed)];
        let said = |filter: &LedgerFilter| -> Vec<_> {
            let counts = tallied(entries.iter(), filter).into_iter();
            counts.map(FilteredCount::in_words).collect()
        };
        let of_user = LedgerFilter {
            user: Some(made.user_id.clone()),
            ..LedgerFilter::default()
        };
        assert_eq!(
            said(&of_user),
            [
                "2 float checks: 1 approved ($30), 1 without a decision",
                "2 loan checks: 2 denied",
            ]
        );
        let of_amount = LedgerFilter {
            at_least: Some(Cents(1)),
            ..LedgerFilter::default()
        };
        assert_eq!(
            said(&of_amount),
            ["2 float checks: 1 approved ($30), 1 without a decision"]
        );
    }

    #[test]
    fn what_a_filter_admits_is_counted_and_only_ok_is_a_decision() {
        let counts = [
            count(Product::Float, true, "OK", "core"),
            count(Product::Float, false, "OK", "core"),
            count(Product::Float, true, "CALCERR", "core"),
            count(Product::Loan, false, "OK", "loans"),
        ];
        let all = filtered_counts(&counts, &LedgerFilter::default());
        assert_eq!(
            all[0].in_words(),
            "3,612 float checks: 1,204 approved ($3,000), 1,204 denied, 1,204 without a decision"
        );
        assert_eq!(all[1].in_words(), "1,204 loan checks: 1,204 denied");
        let denied = LedgerFilter {
            of: EvaluationFilter {
                approved: Some(false),
                deciding: Some(RulebookId::new("core")),
                ..EvaluationFilter::default()
            },
            ..LedgerFilter::default()
        };
        let denied = filtered_counts(&counts, &denied);
        assert_eq!(denied.len(), 1);
        assert_eq!(denied[0].in_words(), "1,204 float checks: 1,204 denied");
    }
}
