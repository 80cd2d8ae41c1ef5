//! Which configuration of the rulebooks an evaluation was made under.
//!
//! Services cache rulebooks for up to ten minutes, so that an evaluation soon after a change may
//! still have been made under the configuration before it.

use crate::evaluation::{EvaluationResult, RulebookResult};
use crate::id::RulebookId;
use crate::instant::Instant;
use crate::rulebook::{Rulebook, RulebookType};
use crate::rulebook_update::RulebookUpdate;
use serde::{Deserialize, Serialize};

/// For so long after a change, the configuration before it may still have been used.
pub const CACHED_SECONDS: i64 = 600;

/// The configurations that an evaluation may have been made under.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attribution<'a> {
    /// Newest first; none where the evaluation is older than every recorded change.
    pub candidates: Vec<&'a RulebookUpdate>,
    pub certainty: Certainty,
    /// What the evaluation stores about its rulebooks and its configuration says otherwise.
    pub misfits: Vec<Misfit>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Certainty {
    /// No other configuration was in use.
    Certain,
    /// The stored priorities and shares fit one of several only.
    ToldApart,
    /// Several were in use, and more than one fits.
    OneOf,
    /// No recorded change is old enough.
    NotRecorded,
}

/// A stored detail of a rulebook's result that a configuration does not have.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Misfit {
    pub rulebook_id: RulebookId,
    pub what: String,
}

/// Attributes an evaluation to one of `updates`, which are newest first and go back to the first one
/// that was in force everywhere.
pub fn attribute<'a>(
    evaluation: &EvaluationResult,
    updates: impl IntoIterator<Item = &'a RulebookUpdate>,
) -> Attribution<'a> {
    let at = evaluation.created_date;
    let mut in_use = Vec::new();
    let mut is_settled = false;
    let made = updates.into_iter();
    for update in made.filter(|update| update.update_time <= at) {
        in_use.push(update);
        if update.update_time.plus_seconds(CACHED_SECONDS) <= at {
            is_settled = true;
            break;
        }
    }
    let fitting: Vec<_> = in_use
        .iter()
        .copied()
        .filter(|update| misfits(evaluation, update).is_empty())
        .collect();
    let (candidates, certainty) = match (in_use.as_slice(), fitting.as_slice()) {
        ([], _) => (Vec::new(), Certainty::NotRecorded),
        ([only], _) if is_settled => (vec![*only], Certainty::Certain),
        ([_, _, ..], [only]) => (vec![*only], Certainty::ToldApart),
        (_, [_, ..]) => (fitting, Certainty::OneOf),
        (_, []) => (in_use, Certainty::OneOf),
    };
    Attribution {
        misfits: candidates
            .first()
            .map(|update| misfits(evaluation, update))
            .unwrap_or_default(),
        candidates,
        certainty,
    }
}

/// From when on changes have to be read to attribute an evaluation of `at`.
pub fn settled_by(at: Instant) -> Instant {
    at.plus_seconds(-CACHED_SECONDS)
}

fn misfits(evaluation: &EvaluationResult, update: &RulebookUpdate) -> Vec<Misfit> {
    let products = [
        (RulebookType::Floats, &evaluation.float_results),
        (RulebookType::Loan, &evaluation.loan_results),
    ];
    products
        .iter()
        .filter_map(|(kind, decision)| Some((kind, decision.as_ref()?)))
        .flat_map(|(kind, decision)| decision.results.iter().map(move |result| (kind, result)))
        .filter_map(|(kind, result)| {
            let what = misfit(result, kind, &update.rulebooks)?;
            Some(Misfit {
                rulebook_id: result.rulebook_id.clone(),
                what,
            })
        })
        .collect()
}

fn misfit(result: &RulebookResult, kind: &RulebookType, books: &[Rulebook]) -> Option<String> {
    let Some(book) = books
        .iter()
        .find(|book| book.rulebook_id == result.rulebook_id && book.kind == *kind)
    else {
        return Some("has a result, and is not in the configuration".to_owned());
    };
    if let Some(stored) = result.priority.filter(|stored| *stored != book.priority) {
        return Some(format!(
            "was evaluated with priority {stored}, and is configured with {}",
            book.priority
        ));
    }
    match (result.apply_to, book.apply_to) {
        (Some(stored), Some(configured)) if stored != configured => Some(format!(
            "was evaluated for {stored} of users, and is configured for {configured}"
        )),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::basis_points::BasisPoints;
    use crate::decision::samples::{book, decision, evaluation, result};
    use crate::id::StaffId;

    fn noon() -> Instant {
        Instant::parse("2024-02-10T12:00:00Z").unwrap()
    }

    fn update(seconds_before: i64, priority: i64) -> RulebookUpdate {
        RulebookUpdate {
            update_user: StaffId::new("ada"),
            update_time: noon().plus_seconds(-seconds_before),
            rulebooks: vec![book("core", priority, false)],
            unreadable: Vec::new(),
        }
    }

    fn core(priority: Option<i64>) -> EvaluationResult {
        let core = RulebookResult {
            priority,
            ..result("core", 0, -1)
        };
        evaluation(noon(), Some(decision(true, 0, None, vec![core])))
    }

    #[test]
    fn ten_minutes_after_a_change_it_is_certain() {
        let updates = [update(600, 100), update(9_000, 90)];
        let found = attribute(&core(None), &updates);
        assert_eq!(found.certainty, Certainty::Certain);
        assert_eq!(found.candidates, [&updates[0]]);
    }

    #[test]
    fn within_ten_minutes_it_is_one_of_two_unless_the_stored_priority_tells() {
        let updates = [update(599, 100), update(9_000, 90), update(90_000, 90)];
        let unrecorded = core(None);
        let found = attribute(&unrecorded, &updates);
        assert_eq!(found.certainty, Certainty::OneOf);
        assert_eq!(found.candidates, [&updates[0], &updates[1]]);
        let old = core(Some(90));
        let found = attribute(&old, &updates);
        assert_eq!(found.certainty, Certainty::ToldApart);
        assert_eq!(found.candidates, [&updates[1]]);
        assert_eq!(found.misfits, []);
    }

    #[test]
    fn every_change_of_the_last_ten_minutes_is_a_candidate() {
        let updates = [
            update(60, 1),
            update(120, 2),
            update(180, 3),
            update(9_000, 4),
        ];
        let unrecorded = core(None);
        assert_eq!(attribute(&unrecorded, &updates).candidates.len(), 4);
    }

    #[test]
    fn the_share_tells_too() {
        let mut old = update(9_000, 100);
        old.rulebooks[0].apply_to = Some(BasisPoints(2_000));
        let updates = [update(60, 100), old];
        let stored = core(Some(100));
        let found = attribute(&stored, &updates);
        assert_eq!(found.candidates, [&updates[0]]);
        assert_eq!(found.certainty, Certainty::ToldApart);
    }

    #[test]
    fn what_fits_no_configuration_is_said() {
        let updates = [update(6_000, 100)];
        let stored = core(Some(70));
        let found = attribute(&stored, &updates);
        assert_eq!(found.certainty, Certainty::Certain);
        assert_eq!(
            found.misfits[0].what,
            "was evaluated with priority 70, and is configured with 100"
        );
    }

    #[test]
    fn before_the_first_recorded_change_nothing_is_known() {
        let updates = [update(-5, 100)];
        let found = attribute(&core(None), &updates);
        assert_eq!(found.certainty, Certainty::NotRecorded);
        let first = [update(5, 100)];
        assert_eq!(attribute(&core(None), &first).certainty, Certainty::OneOf);
    }
}
