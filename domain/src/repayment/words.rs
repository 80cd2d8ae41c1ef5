//! A report in plain sentences: what it comes to, and what is not in it.

use super::calibration::Calibration;
use super::outcomes::{Outcomes, Sum};
use super::report::Report;
use crate::money::{Spoken, grouped};
use crate::rates::interval::percentage;

/// `1 float`, `1,204 floats`.
fn number(count: u64, one: &str, many: &str) -> String {
    let noun = if count == 1 { one } else { many };
    format!("{} {noun}", grouped(count))
}

/// `1 is`, `3 are`.
fn are(count: u64) -> String {
    number(count, "is", "are")
}

/// What is listed in a sentence: `a, b and c`.
fn listed(parts: &[String]) -> String {
    match parts {
        [first @ .., last] if !first.is_empty() => format!("{} and {last}", first.join(", ")),
        _ => parts.concat(),
    }
}

impl Outcomes {
    /// `33 are repaid, 3 came back, 2 defaulted and 3 are open`.
    fn in_words(&self) -> String {
        let count = |sum: Sum| sum.count;
        let parts = [
            (
                self.repaid.count.max(1),
                format!("{} repaid", are(count(self.repaid))),
            ),
            (
                count(self.returned),
                format!("{} came back", grouped(count(self.returned))),
            ),
            (
                count(self.defaulted),
                format!("{} defaulted", grouped(count(self.defaulted))),
            ),
            (
                count(self.open()),
                format!("{} open", are(count(self.open()))),
            ),
        ];
        let told = parts.into_iter().filter(|(count, _)| *count > 0);
        listed(&told.map(|(_, words)| words).collect::<Vec<_>>())
    }

    /// Why open ones are open: `2 not tried yet, 1 debit on its way`.
    pub fn open_in_words(&self) -> String {
        let parts = [
            (
                self.untried.count,
                format!("{} not tried yet", grouped(self.untried.count)),
            ),
            (
                self.sent.count,
                number(self.sent.count, "debit on its way", "debits on their way"),
            ),
            (
                self.unknown.count,
                number(self.unknown.count, "unknown outcome", "unknown outcomes"),
            ),
        ];
        let told = parts.into_iter().filter(|(count, _)| *count > 0);
        told.map(|(_, words)| words).collect::<Vec<_>>().join(", ")
    }
}

impl Report {
    /// What it comes to.
    pub fn sentence(&self) -> String {
        let days = format!("from {} to {}", self.range.from, self.range.to);
        let taken = self.total.taken;
        if taken.count == 0 {
            return format!("The ledger has no float that was taken {days}.");
        }
        let floats = number(taken.count, "float", "floats");
        let worth = Spoken(taken.amount);
        if self.calibration.is_none() {
            let was = if taken.count == 1 { "was" } else { "were" };
            return format!(
                "{floats} {was} taken {days}, for {worth}. How repayment went is not known."
            );
        }
        let outcomes = self.total.in_words();
        let open = match self.total.open_in_words() {
            words if words.is_empty() => String::new(),
            words => format!(" ({words})"),
        };
        format!("Of {floats} taken {days}, for {worth}, {outcomes}{open}.")
    }

    /// How large a part of those with an outcome was repaid.
    pub fn share(&self) -> Option<String> {
        let rate = self.total.rate();
        let interval = rate.interval()?;
        Some(format!(
            "{rate} of the {} with an outcome {} repaid (95 %: {interval}).",
            grouped(rate.decided),
            if rate.decided == 1 { "is" } else { "are" },
        ))
    }

    /// How far back it looked, where that is not all.
    pub fn looked(&self) -> Option<String> {
        let back_to = self.back_to?;
        Some(format!(
            "Looked back to {back_to}, which is {} taken. There are older ones in these days: narrow the dates for the rest.",
            number(self.total.taken.count, "float", "floats"),
        ))
    }

    /// What is counted nowhere, and why.
    pub fn notes(&self) -> Vec<String> {
        let beside = &self.beside;
        let entries = |count| number(count, "entry", "entries");
        let loans = beside.loans;
        let loans_words = format!(
            "{} taken, for {}; their repayment is not in the collection history.",
            number(loans.count, "loan was", "loans were"),
            Spoken(loans.amount),
        );
        let nameless = format!(
            "{} neither a float nor a loan, so that nothing is known of the repayment.",
            number(beside.nameless, "entry names", "entries name"),
        );
        let repeated = format!(
            "{} a float that a newer one names as well; each float counts once.",
            number(beside.repeated, "entry names", "entries name"),
        );
        let broken = format!("{} of the ledger cannot be read.", entries(beside.broken));
        let attempts = format!(
            "{} cannot be read; floats are counted by their other attempts.",
            number(
                self.broken_attempts,
                "collection attempt",
                "collection attempts"
            ),
        );
        let mut notes: Vec<_> = [
            (loans.count, loans_words),
            (beside.nameless, nameless),
            (beside.repeated, repeated),
            (beside.broken, broken),
            (self.broken_attempts, attempts),
        ]
        .into_iter()
        .filter(|(count, _)| *count > 0)
        .map(|(_, words)| words)
        .collect();
        notes.extend(self.unknown_words.iter().map(|(word, count)| {
            let floats = number(*count, "float is", "floats are");
            format!("{floats} open with the last outcome \u{201c}{word}\u{201d}, which no document lists.")
        }));
        notes
    }
}

impl Calibration {
    pub fn sentence(&self) -> String {
        let total = self.total();
        let (Some(mean), Some(interval)) = (total.mean(), total.rate.interval()) else {
            return "No debit on these floats has both a prediction and an answer of the bank."
                .to_owned();
        };
        format!(
            "For {} the model predicted success with {} on average; {} succeeded (95 %: {interval}).",
            number(total.rate.decided, "debit", "debits"),
            percentage(mean),
            total.rate,
        )
    }

    /// What is in no bin, and what is odd about those that are.
    pub fn notes(&self) -> Vec<String> {
        let debits = |count| number(count, "debit", "debits");
        let has = |count| if count == 1 { "has" } else { "have" };
        [
            (
                self.pending,
                format!(
                    "{} with a prediction {} no answer of the bank yet.",
                    debits(self.pending),
                    has(self.pending)
                ),
            ),
            (
                self.missing,
                format!(
                    "{} with an answer {} no prediction.",
                    debits(self.missing),
                    has(self.missing)
                ),
            ),
            (
                self.odd,
                format!(
                    "{} {} a prediction that is no number from 0 to 1.",
                    debits(self.odd),
                    has(self.odd)
                ),
            ),
            (
                self.overridden,
                format!(
                    "On {} of those in the bins somebody had overridden the model.",
                    grouped(self.overridden)
                ),
            ),
        ]
        .into_iter()
        .filter(|(count, _)| *count > 0)
        .map(|(_, words)| words)
        .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::calibration::tests::predicted;
    use super::super::report::Gathering;
    use super::super::report::tests::{february, float, looked};
    use super::super::tests::attempt;
    use super::super::view::RepaymentView;
    use super::*;
    use crate::instant::Instant;
    use crate::money::Cents;

    fn report(outcomes: &[&str]) -> Report {
        let mut gathering = Gathering::new(&RepaymentView::default());
        for outcome in outcomes {
            let attempts = (!outcome.is_empty()).then(|| attempt(outcome, None));
            let attempts: Vec<_> = attempts.into_iter().collect();
            gathering.add(&float(Some("core"), None), &attempts, 0);
        }
        gathering.finish(&looked(), february())
    }

    #[test]
    fn the_sentence_says_what_became_of_the_floats() {
        let some = report(&[
            "COMPLETED",
            "COMPLETED",
            "RETURNED",
            "DEFAULTED",
            "",
            "ACHSENT",
        ]);
        assert_eq!(
            some.sentence(),
            "Of 6 floats taken from 1 Feb 2024 to 3 Feb 2024, for $120, 2 are repaid, 1 came back, \
             1 defaulted and 2 are open (1 not tried yet, 1 debit on its way)."
        );
        assert_eq!(
            some.share().unwrap(),
            "50.0 % of the 4 with an outcome are repaid (95 %: 15.0 to 85.0 %)."
        );
        assert_eq!(
            report(&[""]).sentence(),
            "Of 1 float taken from 1 Feb 2024 to 3 Feb 2024, for $20, 0 are repaid and 1 is open (1 not tried yet)."
        );
        assert_eq!(report(&[""]).share(), None);
        assert_eq!(
            report(&[]).sentence(),
            "The ledger has no float that was taken from 1 Feb 2024 to 3 Feb 2024."
        );
    }

    #[test]
    fn without_the_collection_history_it_says_what_is_not_known() {
        let floats = [float(None, None)];
        let gathering = Gathering::without_attempts(&RepaymentView::default(), &floats);
        assert_eq!(
            gathering.finish(&looked(), february()).sentence(),
            "1 float was taken from 1 Feb 2024 to 3 Feb 2024, for $20. How repayment went is not known."
        );
    }

    #[test]
    fn what_is_left_out_is_said() {
        let mut some = report(&["VOIDED"]);
        assert_eq!(some.looked(), None);
        some.back_to = Instant::parse("2024-02-03T14:30:00Z");
        some.beside.loans = Sum {
            count: 2,
            amount: Cents(50_000),
        };
        some.beside.broken = 1;
        some.broken_attempts = 3;
        assert_eq!(
            some.looked().unwrap(),
            "Looked back to 3 Feb 2024, 14:30 UTC, which is 1 float taken. There are older ones in these days: narrow the dates for the rest."
        );
        assert_eq!(
            some.notes(),
            [
                "2 loans were taken, for $500; their repayment is not in the collection history.",
                "1 entry of the ledger cannot be read.",
                "3 collection attempts cannot be read; floats are counted by their other attempts.",
                "1 float is open with the last outcome “VOIDED”, which no document lists.",
            ]
        );
    }

    #[test]
    fn predictions_are_told_beside_what_happened() {
        let mut gathering = Gathering::new(&RepaymentView::default());
        let attempts = [
            predicted("RETURNED", "0.5"),
            predicted("COMPLETED", "0.9"),
            predicted("ACHSENT", "0.9"),
        ];
        gathering.add(&float(None, None), &attempts, 0);
        let found = gathering.finish(&looked(), february()).calibration.unwrap();
        assert_eq!(
            found.sentence(),
            "For 2 debits the model predicted success with 70.0 % on average; 50.0 % succeeded (95 %: 9.5 to 90.5 %)."
        );
        assert_eq!(
            found.notes(),
            ["1 debit with a prediction has no answer of the bank yet."]
        );
        let none = report(&[""]).calibration.unwrap();
        assert!(none.sentence().starts_with("No debit"));
    }
}
