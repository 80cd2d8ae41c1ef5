//! Repayment by decision: how floats were repaid, by the rulebook that decided or by the snapshot.

use super::Repayment;
use super::calibration::{Calibrating, Calibration};
use super::outcomes::Outcomes;
use super::sample::{Beside, Looked, TakenFloat};
use super::view::{RepaymentView, Split};
use crate::collection_attempt::CollectionAttempt;
use crate::day_range::DayRange;
use crate::id::{RulebookId, UpdateId};
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// What floats have in common.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Part {
    Rulebook(Option<RulebookId>),
    Snapshot(Option<UpdateId>),
}

impl Part {
    fn of(float: &TakenFloat, split: Split) -> Self {
        match split {
            Split::Rulebook => Self::Rulebook(float.deciding.clone()),
            Split::Snapshot => Self::Snapshot(float.snapshot.clone()),
        }
    }

    /// Nothing where it is not recorded.
    pub fn id(&self) -> Option<&str> {
        match self {
            Self::Rulebook(id) => id.as_ref().map(RulebookId::as_str),
            Self::Snapshot(id) => id.as_ref().map(UpdateId::as_str),
        }
    }

    pub fn name(&self) -> &str {
        self.id().unwrap_or("not recorded")
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Group {
    pub part: Part,
    pub outcomes: Outcomes,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Report {
    pub range: DayRange,
    /// Rulebooks by how many floats they decided on, snapshots newest first; what is not recorded last.
    pub groups: Vec<Group>,
    pub total: Outcomes,
    pub beside: Beside,
    /// How many floats the days have; where that is more than were looked at, those are chosen evenly.
    pub of: u64,
    /// Last outcomes that no document lists, each with its number of floats.
    pub unknown_words: Vec<(String, u64)>,
    /// Attempts that cannot be read.
    pub broken_attempts: u64,
    /// Nothing where the collection history could not be read; then no outcome is known either.
    pub calibration: Option<Calibration>,
}

/// A report as it is being gathered, float by float and in any order.
#[derive(Debug, Clone)]
pub struct Gathering {
    split: Split,
    groups: BTreeMap<Part, Outcomes>,
    total: Outcomes,
    unknown_words: BTreeMap<String, u64>,
    broken_attempts: u64,
    calibrating: Option<Calibrating>,
}

impl Gathering {
    pub fn new(view: &RepaymentView) -> Self {
        Self {
            split: view.split,
            groups: BTreeMap::new(),
            total: Outcomes::default(),
            unknown_words: BTreeMap::new(),
            broken_attempts: 0,
            calibrating: Some(Calibrating::new(view.version.clone())),
        }
    }

    /// What can be said without the collection history.
    pub fn without_attempts(view: &RepaymentView, floats: &[TakenFloat]) -> Self {
        let mut gathering = Self {
            calibrating: None,
            ..Self::new(view)
        };
        for float in floats {
            gathering.count(float, None);
        }
        gathering
    }

    /// A float with the attempts on it, oldest first, and how many more of them cannot be read.
    pub fn add(&mut self, float: &TakenFloat, attempts: &[CollectionAttempt], broken: u64) {
        let repayment = Repayment::after(attempts);
        self.count(float, Some(&repayment));
        self.broken_attempts += broken;
        if let Some(calibrating) = &mut self.calibrating {
            calibrating.add(attempts);
        }
        if let Repayment::Unknown(word) = repayment {
            *self.unknown_words.entry(word).or_default() += 1;
        }
    }

    fn count(&mut self, float: &TakenFloat, repayment: Option<&Repayment>) {
        let one = Outcomes::of(float.amount, repayment);
        self.total.add(&one);
        let group = self.groups.entry(Part::of(float, self.split));
        group.or_default().add(&one);
    }

    pub fn finish(self, looked: &Looked, range: DayRange) -> Report {
        let groups = self.groups.into_iter();
        let mut groups: Vec<_> = groups
            .map(|(part, outcomes)| Group { part, outcomes })
            .collect();
        groups.sort_by_cached_key(|group| {
            let by_count = match group.part {
                Part::Rulebook(_) => group.outcomes.taken.count,
                // Their ids begin with their time.
                Part::Snapshot(_) => 0,
            };
            let id = group.part.id().map(ToOwned::to_owned);
            let newest = matches!(group.part, Part::Snapshot(_)).then(|| id.clone());
            (id.is_none(), Reverse(by_count), Reverse(newest), id)
        });
        Report {
            range,
            groups,
            total: self.total,
            beside: looked.beside,
            of: looked.of,
            unknown_words: self.unknown_words.into_iter().collect(),
            broken_attempts: self.broken_attempts,
            calibration: self.calibrating.map(Calibrating::finish),
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::calibration::tests::predicted;
    use super::super::tests::attempt;
    use super::*;
    use crate::day::Day;
    use crate::id::FloatId;
    use crate::money::Cents;

    pub(in super::super) fn float(by: Option<&str>, under: Option<&str>) -> TakenFloat {
        TakenFloat {
            id: FloatId::new("float-1"),
            amount: Cents(2_000),
            deciding: by.map(RulebookId::new),
            snapshot: under.map(UpdateId::new),
        }
    }

    pub(in super::super) fn looked() -> Looked {
        Looked {
            floats: Vec::new(),
            of: 0,
            beside: Beside::default(),
        }
    }

    pub(in super::super) fn february() -> DayRange {
        DayRange {
            from: Day::parse("2024-02-01").unwrap(),
            to: Day::parse("2024-02-03").unwrap(),
        }
    }

    fn by(split: Split) -> RepaymentView {
        RepaymentView::default().with(|view| view.split = split)
    }

    #[test]
    fn floats_stand_under_who_decided_the_largest_first_and_the_unrecorded_last() {
        let mut gathering = Gathering::new(&by(Split::Rulebook));
        gathering.add(&float(None, None), &[attempt("COMPLETED", None)], 0);
        gathering.add(&float(None, None), &[], 0);
        gathering.add(&float(Some("b"), None), &[attempt("DEFAULTED", None)], 1);
        for outcome in ["COMPLETED", "RETURNED", "VOIDED"] {
            gathering.add(&float(Some("core"), None), &[attempt(outcome, None)], 0);
        }
        gathering.add(&float(Some("a"), None), &[attempt("ACHSENT", None)], 0);
        let report = gathering.finish(&looked(), february());
        let names: Vec<_> = report.groups.iter().map(|it| it.part.name()).collect();
        assert_eq!(names, ["core", "a", "b", "not recorded"]);
        let core = &report.groups[0].outcomes;
        assert_eq!((core.repaid.count, core.returned.count), (1, 1));
        assert_eq!(core.open().count, 1);
        assert_eq!(report.unknown_words, [("VOIDED".to_owned(), 1)]);
        assert_eq!((report.total.taken.count, report.broken_attempts), (7, 1));
    }

    #[test]
    fn snapshots_are_newest_first() {
        let mut gathering = Gathering::new(&by(Split::Snapshot));
        for under in [Some("2024-01-01#a"), None, Some("2024-03-01#b")] {
            gathering.add(&float(None, under), &[], 0);
        }
        gathering.add(&float(None, Some("2024-01-01#a")), &[], 0);
        let report = gathering.finish(&looked(), february());
        let names: Vec<_> = report.groups.iter().map(|it| it.part.name()).collect();
        assert_eq!(names, ["2024-03-01#b", "2024-01-01#a", "not recorded"]);
    }

    #[test]
    fn every_attempt_with_a_prediction_is_calibrated_and_the_last_one_decides_the_float() {
        let mut gathering = Gathering::new(&RepaymentView::default());
        let attempts = [predicted("RETURNED", "0.7"), predicted("COMPLETED", "0.8")];
        gathering.add(&float(Some("core"), None), &attempts, 0);
        let report = gathering.finish(&looked(), february());
        assert_eq!(report.total.repaid.count, 1);
        let calibration = report.calibration.unwrap();
        assert_eq!(calibration.total().rate.decided, 2);
    }

    #[test]
    fn without_the_collection_history_only_what_was_taken_is_told() {
        let floats = [float(Some("core"), None), float(Some("core"), None)];
        let gathering = Gathering::without_attempts(&RepaymentView::default(), &floats);
        let report = gathering.finish(&looked(), february());
        assert_eq!(report.groups[0].outcomes.taken.count, 2);
        assert_eq!(report.total.open().count, 0);
        assert_eq!(report.calibration, None);
    }
}
