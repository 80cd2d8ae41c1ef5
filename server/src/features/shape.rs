//! What the features should look like, and what is wrong where they do not. One wrong entry spoils no
//! other.

use super::{Names, value_for};
use domain::loan_fee::{LoanFee, LoanFeeSchedule, LoanFeeType};
use domain::loan_terms::amount_of;
use growthbook_rust::growthbook::GrowthBook;
use serde_json::{Map, Value};

/// Everything that is wrong with what counts for somebody of whom nothing is known.
pub(super) fn faults(features: &GrowthBook, names: &Names) -> Vec<String> {
    let mut faults = Vec::new();
    match value_for(features, &names.loans_enabled, None) {
        None => faults.push(format!("{} is missing", names.loans_enabled)),
        Some(Value::Bool(_)) => {}
        Some(_) => faults.push(format!("{} should be true or false", names.loans_enabled)),
    }
    match value_for(features, &names.loan_fees, None) {
        None => faults.push(format!("{} is missing", names.loan_fees)),
        Some(fees) => {
            let (_, wrong) = schedule(&fees);
            faults.extend(
                wrong
                    .into_iter()
                    .map(|what| format!("{}: {what}", names.loan_fees)),
            );
        }
    }
    faults
}

/// The fees that can be read, and what is wrong with the others.
pub(super) fn schedule(value: &Value) -> (LoanFeeSchedule, Vec<String>) {
    let (mut schedule, mut wrong) = (LoanFeeSchedule::default(), Vec::new());
    let Value::Object(terms) = value else {
        return (schedule, vec!["should be an object of terms".to_owned()]);
    };
    for (term, loans) in terms {
        let Value::Object(loans) = loans else {
            wrong.push(format!("{term} should be an object of loans"));
            continue;
        };
        for (loan, entry) in loans {
            let read = match (amount_of(loan), entry) {
                (None, _) => Err("should be named after its amount, like loan_200".to_owned()),
                (_, Value::Object(entry)) => fee(entry),
                _ => Err("should be an object".to_owned()),
            };
            match read {
                Ok(fee) => {
                    let of_term = schedule.0.entry(term.clone()).or_default();
                    of_term.insert(loan.clone(), fee);
                }
                Err(what) => wrong.push(format!("{term} / {loan} {what}")),
            }
        }
    }
    (schedule, wrong)
}

fn fee(entry: &Map<String, Value>) -> Result<LoanFee, String> {
    let kind = match entry.get("type").and_then(Value::as_str) {
        Some("fixed") => LoanFeeType::Fixed,
        Some("percentage") => LoanFeeType::Percentage,
        _ => return Err("should have the type fixed or percentage".to_owned()),
    };
    let cents = entry.get("fee_cents").and_then(Value::as_i64);
    let percent = entry.get("fee_percent").and_then(Value::as_f64);
    let is_there = match kind {
        LoanFeeType::Fixed => cents.is_some_and(|cents| cents >= 0),
        LoanFeeType::Percentage => {
            percent.is_some_and(|percent| (0.0..=1_000.0).contains(&percent))
        }
    };
    if !is_there {
        return Err(match kind {
            LoanFeeType::Fixed => "should have fee_cents, a whole number that is not negative",
            LoanFeeType::Percentage => "should have fee_percent, a number that is not negative",
        }
        .to_owned());
    }
    Ok(LoanFee {
        kind,
        fee_cents: cents.unwrap_or_default(),
        fee_percent: percent.unwrap_or_default(),
    })
}
