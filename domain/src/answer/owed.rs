//! The floats a user took that aren't on record as repaid.

use crate::collection_attempt::CollectionAttempt;
use crate::day::Day;
use crate::instant::Instant;
use crate::money::{Cents, Spoken};
use crate::repayment::Repayment;
use crate::spoken_time::{spoken_date, spoken_day};
use crate::tier::FloatSetting;
use serde::{Deserialize, Serialize};

/// What is known of the floats and loans that a user took.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FloatsTaken {
    /// Newest first.
    pub open: Vec<OpenFloat>,
    /// Floats of which it isn't known whether they're repaid: their attempts weren't or couldn't be read.
    pub unknown: u32,
    /// Loans are collected elsewhere.
    pub loans: u32,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenFloat {
    pub taken_on: Instant,
    pub amount: Cents,
    pub due: Option<Day>,
    pub repayment: Repayment,
}

impl OpenFloat {
    /// Nothing where its newest attempt says that it was collected.
    pub fn after(
        taken_on: Instant,
        amount: Cents,
        newest: Option<&CollectionAttempt>,
    ) -> Option<Self> {
        let repayment = newest.map_or(Repayment::NoAttempt, |newest| {
            Repayment::after(std::slice::from_ref(newest))
        });
        (repayment != Repayment::Collected).then(|| Self {
            taken_on,
            amount,
            due: newest.and_then(|newest| newest.due_date),
            repayment,
        })
    }

    /// What's to be repaid: the amount and, where the schedule has one, its fee.
    fn owed(&self) -> (Cents, bool) {
        let fee = fee_of(self.amount);
        let total = fee.and_then(|fee| self.amount.checked_add(fee));
        total.map_or((self.amount, false), |total| (total, true))
    }

    /// For the customer.
    fn sentence(&self, now: Instant) -> String {
        let owed = owed_words(&[self]);
        let taken = format!("the float you took on {}", spoken_day(self.taken_on, now));
        match (&self.repayment, self.due) {
            (Repayment::Sent, _) => {
                format!("Your payment of {owed} for {taken} is still being processed.")
            }
            (Repayment::Returned, _) => {
                format!("Your bank returned your payment of {owed} for {taken}.")
            }
            (Repayment::Defaulted, _) => format!("The {owed} for {taken} wasn\u{2019}t repaid."),
            (_, Some(due)) if due >= now.day() => {
                format!(
                    "You still owe {owed} for {taken}, due {}.",
                    spoken_date(due, now)
                )
            }
            (_, Some(due)) => format!(
                "You still owe {owed} for {taken}, which was due {}.",
                spoken_date(due, now)
            ),
            (_, None) => format!("You still owe {owed} for {taken}."),
        }
    }

    fn for_staff(&self) -> String {
        format!(
            "{} taken {} ({})",
            Spoken(self.amount),
            self.taken_on.day(),
            self.repayment.in_words().to_lowercase()
        )
    }
}

impl FloatsTaken {
    /// What's open, for the customer; nothing where nothing is.
    pub(super) fn sentence(&self, now: Instant) -> Option<String> {
        match self.open.as_slice() {
            [] => None,
            [one] => Some(one.sentence(now)),
            several => {
                let all: Vec<_> = several.iter().collect();
                Some(format!(
                    "You still owe {} for {} floats.",
                    owed_words(&all),
                    several.len()
                ))
            }
        }
    }

    pub(super) fn for_staff(&self) -> Vec<String> {
        let mut sentences = Vec::new();
        if !self.open.is_empty() {
            let open: Vec<_> = self.open.iter().map(OpenFloat::for_staff).collect();
            sentences.push(format!("Not on record as repaid: {}.", open.join("; ")));
        }
        match self.unknown {
            0 => {}
            1 => sentences.push("Whether 1 more float is repaid isn\u{2019}t known.".to_owned()),
            many => sentences.push(format!(
                "Whether {many} more floats are repaid isn\u{2019}t known."
            )),
        }
        match self.loans {
            0 => {}
            1 => sentences.push("How 1 loan is repaid isn\u{2019}t stored here.".to_owned()),
            many => sentences.push(format!(
                "How {many} loans are repaid isn\u{2019}t stored here."
            )),
        }
        sentences
    }
}

/// `$23`; `$35 plus its fee` where no schedule has one.
fn owed_words(floats: &[&OpenFloat]) -> String {
    let sum = floats.iter().fold(Cents::ZERO, |sum, one| {
        sum.checked_add(one.owed().0).unwrap_or(Cents(i64::MAX))
    });
    let without_fee = floats.iter().filter(|one| !one.owed().1).count();
    match (without_fee, floats.len()) {
        (0, _) => Spoken(sum).to_string(),
        (_, 1) => format!("{} plus its fee", Spoken(sum)),
        _ => format!("at least {}", Spoken(sum)),
    }
}

/// Fees go by amount alone.
fn fee_of(amount: Cents) -> Option<Cents> {
    let documented = crate::tier::FLOAT_TIERS
        .iter()
        .find(|tier| tier.amount == amount);
    let id = documented.map_or("", |tier| tier.id);
    FloatSetting::new(id, amount, true).fee()
}
