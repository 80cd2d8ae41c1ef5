//! What else happened on the days of a balance history: one mark each, in words.

use crate::collection_attempt::{CollectionAttempt, CollectionOutcome};
use crate::day::Day;
use crate::decision::{Decision, NoResultsReading};
use crate::evaluation::{Evaluation, EvaluationResult, Product};
use crate::historical_evaluation::HistoricalEvaluation;
use crate::id::ResultId;
use crate::insight::payday::Payday;
use crate::insight::recurring::{Recurring, RecurringKind};
use crate::instant::Instant;
use crate::item::Record;
use crate::leaf::{Leaf, leaves};
use crate::money::{Cents, Spoken};
use crate::value::Value;
use serde::{Deserialize, Serialize};

/// What kind of thing a mark stands for; each has a row of its own under the chart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum MarkKind {
    Taken,
    Collection,
    Payday,
    Income,
    Expense,
    Check,
}

impl MarkKind {
    pub const ALL: [Self; 6] = [
        Self::Taken,
        Self::Collection,
        Self::Payday,
        Self::Income,
        Self::Expense,
        Self::Check,
    ];

    /// The word that stands in the address.
    pub fn word(self) -> &'static str {
        match self {
            Self::Taken => "taken",
            Self::Collection => "collections",
            Self::Payday => "paydays",
            Self::Income => "income",
            Self::Expense => "expenses",
            Self::Check => "checks",
        }
    }

    pub fn label(self) -> &'static str {
        match self {
            Self::Taken => "Floats taken",
            Self::Collection => "Collection attempts",
            Self::Payday => "Predicted payday",
            Self::Income => "Recurring income",
            Self::Expense => "Recurring expenses",
            Self::Check => "Evaluations",
        }
    }

    /// Where there is little room.
    pub fn short(self) -> &'static str {
        match self {
            Self::Taken => "Taken",
            Self::Collection => "Collected",
            Self::Payday => "Payday",
            Self::Income => "Income",
            Self::Expense => "Expenses",
            Self::Check => "Checks",
        }
    }
}

/// What a mark means, which gives it its shape. In the order of what is shown of several on one day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Tone {
    Plain,
    Good,
    Attention,
    Bad,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mark {
    pub day: Day,
    pub kind: MarkKind,
    pub tone: Tone,
    /// Without its full stop.
    pub words: String,
    /// The evaluation that it leads to.
    pub result: Option<ResultId>,
}

impl Mark {
    pub fn taken(taken: &HistoricalEvaluation) -> Self {
        let what = if taken.float_id.is_some() {
            "float"
        } else {
            "loan"
        };
        Self {
            day: taken.created_date.day(),
            kind: MarkKind::Taken,
            tone: Tone::Plain,
            words: format!("{} {what} taken", Spoken(taken.amount)),
            result: Some(taken.result_id.clone()),
        }
    }

    /// Nothing where no time of it is stored.
    pub fn attempt(attempt: &CollectionAttempt, on: &HistoricalEvaluation) -> Option<Self> {
        let day = attempt.run_time.instant().map(Instant::day);
        Some(Self {
            day: attempt.run_date.or(day)?,
            kind: MarkKind::Collection,
            tone: match attempt.outcome {
                CollectionOutcome::Completed => Tone::Good,
                CollectionOutcome::Returned | CollectionOutcome::Unknown(_) => Tone::Attention,
                CollectionOutcome::Defaulted => Tone::Bad,
                CollectionOutcome::AchSent => Tone::Plain,
            },
            words: format!(
                "{} float: {} ({})",
                Spoken(on.amount),
                attempt.outcome.in_words(),
                attempt.process.in_words()
            ),
            result: Some(on.result_id.clone()),
        })
    }

    pub fn payday(payday: &Payday) -> Self {
        let by = match &payday.winner {
            Some(winner) => format!(" by {winner}"),
            None => String::new(),
        };
        Self {
            day: payday.next_payday,
            kind: MarkKind::Payday,
            tone: Tone::Plain,
            words: format!("payday predicted{by}"),
            result: None,
        }
    }

    /// Nothing where it is not known when it is due, or which way the money goes.
    pub fn recurring(found: &Record<Recurring>) -> Option<Self> {
        let (kind, what) = match found.value.kind.as_ref()? {
            RecurringKind::Income => (MarkKind::Income, "recurring income"),
            RecurringKind::Expense => (MarkKind::Expense, "recurring expense"),
            RecurringKind::Unknown(_) => return None,
        };
        // What the provider calls it has no documented name, so all that is there is told.
        let told: Vec<_> = leaves(&found.unknown).iter().map(told).collect();
        let told = match told.as_slice() {
            [] => String::new(),
            told => format!(" ({})", told.join(", ")),
        };
        Some(Self {
            day: found.value.due_date?,
            kind,
            tone: Tone::Plain,
            words: format!("{what} due{told}"),
            result: None,
        })
    }

    pub fn check(check: &EvaluationResult, no_results: NoResultsReading) -> Self {
        let decisions: Vec<_> = Product::ALL
            .into_iter()
            .filter_map(|product| Some(decision(product, check.decision(product)?, no_results)))
            .collect();
        // Floats come first: loans are rarely asked for.
        let tone = decisions.first().map(|(tone, _)| *tone);
        let words: Vec<_> = decisions.into_iter().map(|(_, words)| words).collect();
        Self {
            day: check.created_date.day(),
            kind: MarkKind::Check,
            tone: tone.unwrap_or(Tone::Attention),
            words: if words.is_empty() {
                "not evaluated".to_owned()
            } else {
                words.join(", ")
            },
            result: Some(check.result_id.clone()),
        }
    }
}

/// A name that says cents makes the number an amount of money.
fn told(leaf: &Leaf) -> String {
    let name = leaf.name();
    let money = match &leaf.value {
        Value::Number(number) => name.strip_suffix("_cents").zip(number.as_i64()),
        _ => None,
    };
    match money {
        Some((name, cents)) => format!("{name} {}", Cents(cents)),
        None => format!("{name} {}", leaf.value),
    }
}

fn decision(product: Product, part: &Evaluation, no_results: NoResultsReading) -> (Tone, String) {
    let product = product.as_str();
    match part.decision().read(no_results) {
        Decision::Approved => (
            Tone::Good,
            format!("{product} approved for {}", Spoken(part.amount)),
        ),
        Decision::Denied => (Tone::Bad, format!("{product} denied")),
        Decision::NotEvaluated | Decision::NoResults => {
            (Tone::Plain, format!("{product} not evaluated"))
        }
        Decision::Error => (
            Tone::Attention,
            format!("{product}: {}", part.status.in_words()),
        ),
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::collection_attempt::{AchModel, CollectionProcess, RunTime};
    use crate::id::{AccountId, BankItemId, FloatId, UserId};
    use crate::item::ItemKey;
    use crate::value::{Attributes, Number};

    /// Named by its day.
    pub(in super::super) fn mark(text: &str, kind: MarkKind, tone: Tone) -> Mark {
        Mark {
            day: Day::parse(text).unwrap(),
            kind,
            tone,
            words: text.to_owned(),
            result: None,
        }
    }

    fn taken() -> HistoricalEvaluation {
        HistoricalEvaluation {
            result_id: ResultId::new("1707575400_x"),
            user_id: UserId::new("anna"),
            item_id: BankItemId::new("item"),
            account_id: AccountId::new("account"),
            amount: Cents(3_000),
            float_id: Some(FloatId::new("float-1")),
            loan_id: None,
            float_results: None,
            loan_results: None,
            cfi_state: None,
            created_date: Instant::parse("2024-02-10T14:30:00Z").unwrap(),
        }
    }

    fn attempt(outcome: CollectionOutcome) -> CollectionAttempt {
        CollectionAttempt {
            float_id: FloatId::new("float-1"),
            run_time: RunTime::from_stored(Number::from_stored("1708857000000000000")),
            user_id: UserId::new("anna"),
            due_date: None,
            run_date: None,
            process: CollectionProcess::Retry,
            outcome,
            confirmation_id: None,
            ach_model: AchModel::default(),
        }
    }

    #[test]
    fn what_was_taken_and_how_it_was_collected_is_said_in_words() {
        assert_eq!(Mark::taken(&taken()).words, "$30 float taken");
        let returned = Mark::attempt(&attempt(CollectionOutcome::Returned), &taken()).unwrap();
        assert_eq!(
            returned.words,
            "$30 float: returned by the bank (daily retry after the due date)"
        );
        assert_eq!(returned.tone, Tone::Attention);
        assert_eq!(returned.day, Day::parse("2024-02-25").unwrap());
    }

    #[test]
    fn what_is_not_known_to_be_due_has_no_mark() {
        let mined_at = Instant::EPOCH;
        let found = |kind, due: Option<&str>| Record {
            key: ItemKey {
                table: "pave".to_owned(),
                partition: "USERS#anna".to_owned(),
                sort: None,
            },
            value: Recurring {
                user_id: UserId::new("anna"),
                mined_at,
                uuid: "1".to_owned(),
                kind,
                due_date: due.and_then(Day::parse),
                ttl: None,
            },
            unknown: Attributes::from([
                ("amount_cents".to_owned(), Value::number(94_500)),
                ("merchant".to_owned(), Value::text("Rent")),
            ]),
            notices: Vec::new(),
        };
        let expense = found(Some(RecurringKind::Expense), Some("2024-03-01"));
        assert_eq!(
            Mark::recurring(&expense).unwrap().words,
            "recurring expense due (amount $945.00, merchant Rent)"
        );
        assert_eq!(
            Mark::recurring(&found(Some(RecurringKind::Income), None)),
            None
        );
        assert_eq!(Mark::recurring(&found(None, Some("2024-03-01"))), None);
    }

    #[test]
    fn an_evaluation_without_any_part_is_not_evaluated() {
        let mark = Mark::check(&taken().evaluation(), NoResultsReading::default());
        assert_eq!(mark.words, "not evaluated");
        assert_eq!(mark.tone, Tone::Attention);
    }
}
