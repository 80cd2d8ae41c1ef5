//! What loans cost one user, and whether anybody can take one: what the feature-flag service says, and
//! since when it has said so.

use crate::instant::Instant;
use crate::loan_fee::{LoanFeeSchedule, LoanFeeType};
use crate::money::Cents;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LoanTerms {
    /// The switch for everybody; nothing where it is not configured.
    pub loans_for_all: Option<bool>,
    /// The fees of each loan, whatever its terms are; nothing where none is configured.
    pub prices: Option<Vec<LoanPrice>>,
    /// When this was read.
    pub as_of: Option<Instant>,
    /// The service could not be reached since.
    pub is_stale: bool,
    /// What the service was told about the user, by name: fees and flags are evaluated for it.
    pub evaluated_for: Vec<(String, String)>,
    /// The flags that loans require, as this installation maps them.
    pub flags: Vec<LoanFlag>,
}

/// A feature flag that a loan requires (`RequiresFeatureFlag`).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LoanFlag {
    pub amount: Cents,
    /// As the service names it.
    pub name: String,
    /// Nothing where the service doesn't have it.
    pub is_on: Option<bool>,
}

/// What one loan costs, by term.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LoanPrice {
    pub amount: Cents,
    pub by_term: Vec<TermFee>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TermFee {
    /// As the service names it: `4_weeks`.
    pub term: String,
    pub kind: LoanFeeType,
    pub fee: Cents,
}

impl LoanTerms {
    /// Whether the switch for everybody is off. One that is not configured switches nothing off.
    pub fn are_loans_off_for_all(&self) -> bool {
        self.loans_for_all == Some(false)
    }

    /// The flag that a loan requires, if it requires one.
    pub fn flag_of(&self, amount: Cents) -> Option<&LoanFlag> {
        self.flags.iter().find(|flag| flag.amount == amount)
    }

    /// What a loan costs by term, the shortest first; nothing where that is not configured.
    pub fn fees_of(&self, amount: Cents) -> &[TermFee] {
        let price = self.prices.iter().flatten();
        price
            .clone()
            .find(|price| price.amount == amount)
            .map_or(&[], |price| &price.by_term)
    }

    /// What a loan costs at one term.
    pub fn fee_at(&self, amount: Cents, term: &str) -> Option<&TermFee> {
        self.fees_of(amount).iter().find(|fee| fee.term == term)
    }
}

impl LoanFlag {
    pub fn describe(&self) -> String {
        let state = match self.is_on {
            Some(true) => "on for this user",
            Some(false) => "off for this user",
            None => "not configured",
        };
        format!("Requires feature flag {}: {state}", self.name)
    }
}

impl TermFee {
    /// `4 weeks`.
    pub fn spoken_term(&self) -> String {
        self.term.replace('_', " ")
    }
}

impl LoanFeeSchedule {
    /// The same, loan by loan. A loan is named after its amount: `loan_200` is the one of $200.
    pub fn prices(&self) -> Vec<LoanPrice> {
        let mut prices: Vec<LoanPrice> = Vec::new();
        let mut terms: Vec<_> = self.0.iter().collect();
        terms.sort_by_key(|(term, _)| (leading_number(term), (*term).clone()));
        for (term, loans) in terms {
            for (amount, fee) in loans
                .iter()
                .filter_map(|(loan, fee)| Some((amount_of(loan)?, fee)))
            {
                let fee = TermFee {
                    term: term.clone(),
                    kind: fee.kind,
                    fee: fee.for_amount(amount),
                };
                match prices.iter_mut().find(|price| price.amount == amount) {
                    Some(price) => price.by_term.push(fee),
                    None => prices.push(LoanPrice {
                        amount,
                        by_term: vec![fee],
                    }),
                }
            }
        }
        prices.sort_by_key(|price| price.amount);
        prices
    }
}

/// The amount that a loan of this name has.
pub fn amount_of(loan: &str) -> Option<Cents> {
    let dollars: u32 = loan.strip_prefix("loan_")?.parse().ok()?;
    Some(Cents::from_dollars(i64::from(dollars)))
}

/// So that 4 weeks come before 12.
fn leading_number(term: &str) -> u64 {
    let digits: String = term.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn terms() -> LoanTerms {
        let schedule: LoanFeeSchedule = serde_json::from_str(
            r#"{
                "12_weeks": {"loan_200": {"type": "percentage", "fee_cents": 0, "fee_percent": 10.0}},
                "4_weeks": {
                    "loan_200": {"type": "fixed", "fee_cents": 1500, "fee_percent": 0.0},
                    "loan_250": {"type": "fixed", "fee_cents": 1800, "fee_percent": 0.0},
                    "boat": {"type": "fixed", "fee_cents": 1, "fee_percent": 0.0}
                }
            }"#,
        )
        .unwrap();
        LoanTerms {
            prices: Some(schedule.prices()),
            ..LoanTerms::default()
        }
    }

    #[test]
    fn a_loan_has_a_fee_for_each_term_the_shortest_first() {
        let terms = terms();
        let fees: Vec<_> = terms
            .fees_of(Cents(20_000))
            .iter()
            .map(|fee| (fee.spoken_term(), fee.kind, fee.fee))
            .collect();
        assert_eq!(
            fees,
            [
                ("4 weeks".to_owned(), LoanFeeType::Fixed, Cents(1_500)),
                ("12 weeks".to_owned(), LoanFeeType::Percentage, Cents(2_000)),
            ]
        );
        assert_eq!(terms.fees_of(Cents(25_000)).len(), 1);
    }

    #[test]
    fn a_loan_or_term_that_is_not_configured_has_no_fee() {
        assert_eq!(terms().fees_of(Cents(30_000)), []);
        assert!(terms().fee_at(Cents(25_000), "12_weeks").is_none());
        assert_eq!(
            terms().fee_at(Cents(25_000), "4_weeks").map(|fee| fee.fee),
            Some(Cents(1_800))
        );
        assert_eq!(LoanTerms::default().fees_of(Cents(20_000)), []);
    }

    #[test]
    fn a_switch_that_is_not_configured_switches_nothing_off() {
        assert!(!LoanTerms::default().are_loans_off_for_all());
        let off = LoanTerms {
            loans_for_all: Some(false),
            ..LoanTerms::default()
        };
        assert!(off.are_loans_off_for_all());
    }
}
