//! What became of each debit on which the ACH model was asked.
//!
//! One debit may have several records: one when it is sent, one when the bank has answered. They are
//! known by their confirmation id.

use crate::collection_attempt::{
    AchModel, CollectionAttempt, CollectionOutcome, CollectionProcess,
};

/// A debit, what the model had said of it, and whether it succeeded, as far as that is known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Debit<'a> {
    pub model: &'a AchModel,
    pub succeeded: Option<bool>,
    confirmation: Option<&'a str>,
}

/// The debits among a float's attempts, which are oldest first.
pub fn debits(attempts: &[CollectionAttempt]) -> Vec<Debit<'_>> {
    let mut found: Vec<Debit<'_>> = Vec::new();
    for attempt in attempts.iter().filter(|attempt| is_debit(attempt)) {
        let confirmation = attempt.confirmation_id.as_deref();
        let same = found
            .iter_mut()
            .find(|debit| confirmation.is_some() && debit.confirmation == confirmation);
        let Some(debit) = same else {
            found.push(Debit {
                model: &attempt.ach_model,
                succeeded: answer(&attempt.outcome),
                confirmation,
            });
            continue;
        };
        // The bank's last word counts: what was collected may still come back.
        debit.succeeded = answer(&attempt.outcome).or(debit.succeeded);
        if debit.model.probability.is_none() {
            debit.model = &attempt.ach_model;
        }
    }
    found
}

/// What support has set by hand is no debit, and neither is giving a float up.
fn is_debit(attempt: &CollectionAttempt) -> bool {
    attempt.process != CollectionProcess::Support && attempt.outcome != CollectionOutcome::Defaulted
}

fn answer(outcome: &CollectionOutcome) -> Option<bool> {
    match outcome {
        CollectionOutcome::Completed => Some(true),
        CollectionOutcome::Returned => Some(false),
        CollectionOutcome::AchSent
        | CollectionOutcome::Defaulted
        | CollectionOutcome::Unknown(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::attempt;
    use super::*;
    use crate::value::Number;

    fn record(outcome: &str, confirmation: &str, probability: &str) -> CollectionAttempt {
        let some = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        let mut made = attempt(outcome, None);
        made.confirmation_id = some(confirmation);
        made.ach_model.probability = some(probability).map(Number::from_stored);
        made
    }

    fn found(attempts: &[CollectionAttempt]) -> Vec<(Option<&str>, Option<bool>)> {
        let debits = debits(attempts).into_iter();
        debits
            .map(|debit| {
                let probability = debit.model.probability.as_ref();
                (probability.map(Number::as_str), debit.succeeded)
            })
            .collect()
    }

    #[test]
    fn the_records_of_one_debit_are_one_prediction_with_the_bank_s_last_word() {
        let attempts = [
            record("ACHSENT", "a", "0.9"),
            record("COMPLETED", "a", "0.9"),
            record("RETURNED", "a", ""),
            record("ACHSENT", "b", ""),
            record("COMPLETED", "b", "0.4"),
        ];
        assert_eq!(
            found(&attempts),
            [(Some("0.9"), Some(false)), (Some("0.4"), Some(true))]
        );
    }

    #[test]
    fn records_without_a_confirmation_are_a_debit_each() {
        let attempts = [record("ACHSENT", "", "0.9"), record("RETURNED", "", "0.3")];
        assert_eq!(
            found(&attempts),
            [(Some("0.9"), None), (Some("0.3"), Some(false))]
        );
    }

    #[test]
    fn what_support_set_and_a_default_are_no_debits() {
        let mut by_hand = record("COMPLETED", "a", "0.9");
        by_hand.process = CollectionProcess::Support;
        let odd = record("VOIDED", "c", "0.5");
        let attempts = [by_hand, record("DEFAULTED", "", "0.2"), odd];
        assert_eq!(found(&attempts), [(Some("0.5"), None)]);
    }
}
