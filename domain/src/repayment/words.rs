//! A report in plain sentences.

use super::calibration::Calibration;
use super::outcomes::{Outcomes, Sum};
use super::report::Report;
use crate::money::{Spoken, grouped};
use crate::rates::interval::percentage;

/// `1 float`, `1,204 floats`.
pub(super) fn number(count: u64, one: &str, many: &str) -> String {
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

    /// How large a part of those that ended was repaid.
    pub fn share(&self) -> Option<String> {
        let rate = self.total.rate();
        let interval = rate.interval()?;
        Some(format!(
            "{rate} of the {} that ended {} repaid (95 %: {interval}).",
            grouped(rate.decided),
            if rate.decided == 1 { "was" } else { "were" },
        ))
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
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::calibration::tests::predicted;
    use super::super::report::Gathering;
    use super::super::report::tests::{february, float, looked};
    use super::super::tests::attempt;
    use super::super::view::RepaymentView;
    use super::*;

    pub(in super::super) fn report(outcomes: &[&str]) -> Report {
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
            "50.0 % of the 4 that ended were repaid (95 %: 15.0 to 85.0 %)."
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
        let none = report(&[""]).calibration.unwrap();
        assert!(none.sentence().starts_with("No debit"));
    }
}
