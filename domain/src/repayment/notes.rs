//! What is not in a report, and why, in plain words.

use super::calibration::Calibration;
use super::report::Report;
use super::sample::Beside;
use super::words::number;
use crate::money::{Spoken, grouped};

/// Of what there may be to say, that of which there is something.
fn told<const N: usize>(notes: [(u64, String); N]) -> Vec<String> {
    let told = notes.into_iter().filter(|(count, _)| *count > 0);
    told.map(|(_, words)| words).collect()
}

impl Report {
    /// How many it looked at, where that is not all.
    pub fn looked(&self) -> Option<String> {
        let looked = self.total.taken.count;
        let floats = number(self.of, "float", "floats");
        (looked < self.of).then(|| {
            format!(
                "{} of {floats}, chosen evenly over these days and the same ones each time. Numbers and amounts are those of the chosen; with fewer days all are looked at.",
                grouped(looked)
            )
        })
    }

    pub fn notes(&self) -> Vec<String> {
        let attempts = number(
            self.broken_attempts,
            "collection attempt",
            "collection attempts",
        );
        let attempts =
            format!("{attempts} cannot be read; floats are counted by their other attempts.");
        let mut notes = self.beside.notes();
        notes.extend(told([(self.broken_attempts, attempts)]));
        notes.extend(self.unknown_words.iter().map(|(word, count)| {
            let floats = number(*count, "float is", "floats are");
            format!("{floats} open with the last outcome \u{201c}{word}\u{201d}, which no document lists.")
        }));
        notes
    }
}

impl Beside {
    fn notes(&self) -> Vec<String> {
        let name = |count| number(count, "entry names", "entries name");
        let loans = number(self.loans.count, "loan was", "loans were");
        let worth = Spoken(self.loans.amount);
        let their = if self.loans.count == 1 {
            "its"
        } else {
            "their"
        };
        told([
            (
                self.loans.count,
                format!(
                    "{loans} taken, for {worth}; {their} repayment is not in the collection history."
                ),
            ),
            (
                self.nameless,
                format!(
                    "{} neither a float nor a loan, so that nothing is known of the repayment.",
                    name(self.nameless)
                ),
            ),
            (
                self.repeated,
                format!(
                    "{} a float that a newer one names as well; each float counts once.",
                    name(self.repeated)
                ),
            ),
            (
                self.broken,
                format!(
                    "{} of the ledger cannot be read.",
                    number(self.broken, "entry", "entries")
                ),
            ),
        ])
    }
}

impl Calibration {
    /// What is in no bin, and what is odd about those that are.
    pub fn notes(&self) -> Vec<String> {
        let with = |count| number(count, "debit with", "debits with");
        let has = |count| if count == 1 { "has" } else { "have" };
        told([
            (
                self.pending,
                format!(
                    "{} a prediction {} no recorded answer of the bank.",
                    with(self.pending),
                    has(self.pending)
                ),
            ),
            (
                self.missing,
                format!(
                    "{} an answer {} no prediction.",
                    with(self.missing),
                    has(self.missing)
                ),
            ),
            (
                self.odd,
                format!(
                    "{} a prediction that is no number from 0 to 1.",
                    number(self.odd, "debit has", "debits have")
                ),
            ),
            (
                self.overridden,
                format!(
                    "On {} of those in the bins somebody had overridden the model.",
                    grouped(self.overridden)
                ),
            ),
        ])
    }
}

#[cfg(test)]
mod tests {
    use super::super::calibration::Calibrating;
    use super::super::calibration::tests::predicted;
    use super::super::outcomes::Sum;
    use super::super::words::tests::report;
    use crate::money::Cents;

    #[test]
    fn how_many_it_looked_at_is_said_where_there_are_more() {
        let mut some = report(&["COMPLETED", ""]);
        some.of = 2;
        assert_eq!(some.looked(), None);
        some.of = 41_300;
        assert_eq!(
            some.looked().unwrap(),
            "2 of 41,300 floats, chosen evenly over these days and the same ones each time. Numbers and amounts are those of the chosen; with fewer days all are looked at."
        );
    }

    #[test]
    fn what_is_left_out_is_said() {
        let mut some = report(&["VOIDED"]);
        some.beside.loans = Sum {
            count: 2,
            amount: Cents(50_000),
        };
        some.beside.broken = 1;
        some.broken_attempts = 3;
        assert_eq!(
            some.notes(),
            [
                "2 loans were taken, for $500; their repayment is not in the collection history.",
                "1 entry of the ledger cannot be read.",
                "3 collection attempts cannot be read; floats are counted by their other attempts.",
                "1 float is open with the last outcome “VOIDED”, which no document lists.",
            ]
        );
        assert_eq!(report(&["COMPLETED"]).notes(), [""; 0]);
    }

    #[test]
    fn debits_without_a_prediction_or_an_answer_are_said() {
        let mut calibrating = Calibrating::new(None);
        calibrating.add(&[predicted("ACHSENT", "0.9")]);
        calibrating.add(&[predicted("COMPLETED", "90"), predicted("RETURNED", "-1")]);
        assert_eq!(
            calibrating.finish().notes(),
            [
                "1 debit with a prediction has no recorded answer of the bank.",
                "2 debits have a prediction that is no number from 0 to 1.",
            ]
        );
    }
}
