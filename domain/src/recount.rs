//! How far the ledger's counts have been rebuilt after an update of Float Desk.

use crate::day::Day;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recount {
    /// Days that have evaluations.
    pub days: u64,
    /// Those that aren't counted yet, newest first.
    pub waiting: Vec<Day>,
}

impl Recount {
    /// `12 of 40 days counted`.
    pub fn describe(&self) -> String {
        let counted = self.days.saturating_sub(self.waiting.len() as u64);
        match (self.waiting.len(), self.days) {
            (0, _) => "every day is counted".to_owned(),
            (_, days) => format!("{counted} of {days} days counted"),
        }
    }
}

/// What a page says whose counts leave these days out; nothing where there are none. Newest first.
pub fn notice(being_recounted: &[Day]) -> Option<String> {
    let (newest, oldest) = (being_recounted.first()?, being_recounted.last()?);
    Some(if being_recounted.len() == 1 {
        format!(
            "The counts of {newest} are being rebuilt, and left out here until that is done. Reload in a minute."
        )
    } else {
        format!(
            "The counts of {} days, {oldest} to {newest}, are being rebuilt, and left out here until that is done. Reload in a minute.",
            being_recounted.len()
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn days(texts: &[&str]) -> Vec<Day> {
        let parsed = texts.iter().map(|text| Day::parse(text).unwrap());
        parsed.collect()
    }

    #[test]
    fn progress_is_told_in_days() {
        let recount = |days: u64, waiting: &[&str]| Recount {
            days,
            waiting: self::days(waiting),
        };
        assert_eq!(
            recount(40, &["2024-02-02", "2024-02-01"]).describe(),
            "38 of 40 days counted"
        );
        assert_eq!(recount(40, &[]).describe(), "every day is counted");
    }

    #[test]
    fn a_page_names_the_days_that_it_leaves_out() {
        assert_eq!(notice(&[]), None);
        let one = notice(&days(&["2024-02-01"])).unwrap();
        assert!(
            one.starts_with("The counts of 1 Feb 2024 are being rebuilt"),
            "{one}"
        );
        let two = notice(&days(&["2024-02-02", "2024-02-01"])).unwrap();
        assert!(
            two.starts_with("The counts of 2 days, 1 Feb 2024 to 2 Feb 2024, are being rebuilt"),
            "{two}"
        );
    }
}
