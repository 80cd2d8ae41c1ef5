//! How many decisions a filter admits, from the hourly counts.

use super::LedgerFilter;
use crate::evaluation::{EvaluationStatus, Product};
use crate::ledger::HourlyCount;
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
pub fn filtered_counts(counts: &[HourlyCount], filter: &LedgerFilter) -> Vec<FilteredCount> {
    let of_product = |product: Product| {
        let admitted = counts
            .iter()
            .filter(|count| count.of.product == product && filter.counts(&count.of));
        let mut sum = FilteredCount {
            product,
            approved: 0,
            denied: 0,
            undecided: 0,
            amount: Cents::ZERO,
        };
        for count in admitted {
            match (&count.of.status, count.of.approved) {
                (EvaluationStatus::Ok, true) => {
                    sum.approved += count.decisions;
                    sum.amount = Cents(sum.amount.0.saturating_add(count.amount.0));
                }
                (EvaluationStatus::Ok, false) => sum.denied += count.decisions,
                _ => sum.undecided += count.decisions,
            }
        }
        sum
    };
    let sums = Product::ALL.map(of_product).into_iter();
    sums.filter(|sum| sum.checks() > 0).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation_list::EvaluationFilter;
    use crate::id::RulebookId;
    use crate::instant::Instant;
    use crate::ledger::Counted;

    fn count(product: Product, approved: bool, status: &str, deciding: &str) -> HourlyCount {
        HourlyCount {
            of: Counted {
                hour: Instant::EPOCH,
                product,
                approved,
                status: EvaluationStatus::from_stored(status),
                deciding: Some(RulebookId::new(deciding)),
                snapshot: None,
            },
            decisions: 1_204,
            amount: Cents(if approved { 300_000 } else { 0 }),
        }
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
