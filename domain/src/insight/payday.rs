//! A prediction of a user's next payday, made when a float is taken.

use crate::day::Day;
use crate::id::UserId;
use crate::instant::Instant;
use crate::item::Stored;
use crate::value::Attributes;
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Payday {
    pub user_id: UserId,
    pub next_payday: Day,
    /// The algorithm whose prediction was taken.
    pub winner: Option<String>,
    pub pave: Option<CollectionDates>,
    pub fm_legacy: Option<CollectionDates>,
    /// When the prediction was written.
    pub updated_date: Option<Instant>,
}

/// When to collect according to one algorithm, in each of its variants.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CollectionDates {
    pub instant: Option<Day>,
    pub standard: Option<Day>,
    pub extended: Option<Day>,
    pub unknown: Attributes,
}

impl Payday {
    /// Past predictions are never deleted, and count for nothing.
    pub fn is_upcoming_on(&self, today: Day) -> bool {
        today <= self.next_payday
    }
}

/// The one that holds first: of several ahead, the latest write where a time of writing is stored, and
/// else the soonest. Past ones follow, the latest first.
pub fn holding_first(paydays: &mut [Stored<Payday>], today: Day) {
    paydays.sort_by_key(|payday| {
        let payday = payday.as_ref().ok().map(|record| &record.value);
        let written = Reverse(payday.and_then(|payday| payday.updated_date));
        match payday.map(|payday| payday.next_payday) {
            Some(day) if today <= day => (0, written, day.number()),
            Some(day) => (1, Reverse(None), -day.number()),
            None => (2, Reverse(None), 0),
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::item::{ItemKey, Record};

    fn payday(day: &str, updated_date: Option<&str>) -> Payday {
        Payday {
            user_id: UserId::new("anna"),
            next_payday: Day::parse(day).unwrap(),
            winner: None,
            pave: None,
            fm_legacy: None,
            updated_date: updated_date.and_then(Instant::parse),
        }
    }

    #[expect(clippy::unnecessary_wraps, reason = "a sound item among stored ones")]
    fn stored(value: Payday) -> Stored<Payday> {
        Ok(Record {
            key: ItemKey {
                table: "pave".to_owned(),
                partition: "PAYDAY#anna".to_owned(),
                sort: None,
            },
            value,
            unknown: Attributes::new(),
            notices: Vec::new(),
        })
    }

    #[test]
    fn a_payday_is_upcoming_until_the_day_is_over() {
        let payday = payday("2024-02-15", None);
        assert!(payday.is_upcoming_on(Day::parse("2024-02-15").unwrap()));
        assert!(!payday.is_upcoming_on(Day::parse("2024-02-16").unwrap()));
    }

    #[test]
    fn the_latest_write_comes_first_though_another_payday_is_sooner() {
        let mut paydays = [
            stored(payday("2024-02-15", None)),
            stored(payday("2024-02-16", Some("2024-02-01T00:00:00Z"))),
            stored(payday("2024-02-23", Some("2024-02-09T00:00:00Z"))),
        ];
        holding_first(&mut paydays, Day::parse("2024-02-15").unwrap());
        let days: Vec<_> = paydays
            .iter()
            .flatten()
            .map(|record| record.value.next_payday.stored())
            .collect();
        assert_eq!(days, ["2024-02-23", "2024-02-16", "2024-02-15"]);
    }

    #[test]
    fn without_a_time_of_writing_the_soonest_payday_ahead_holds() {
        // As the table gives them: the latest payday first.
        let mut paydays = [
            "2024-03-01",
            "2024-02-23",
            "2024-02-16",
            "2024-02-09",
            "2024-02-02",
        ]
        .map(|day| stored(payday(day, None)));
        holding_first(&mut paydays, Day::parse("2024-02-15").unwrap());
        let days: Vec<_> = paydays
            .iter()
            .flatten()
            .map(|record| record.value.next_payday.stored())
            .collect();
        assert_eq!(
            days,
            [
                "2024-02-16",
                "2024-02-23",
                "2024-03-01",
                "2024-02-09",
                "2024-02-02"
            ]
        );
    }
}
