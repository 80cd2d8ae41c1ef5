//! A decision as one JSON text. A million of them are read at a time: as DynamoDB's own lists and maps
//! each would be dozens of values, and as bytes nobody could read it in the raw item.

use crate::fields::Fields;
use domain::basis_points::BasisPoints;
use domain::evaluation::{CalcStatus, EvaluationStatus, Run};
use domain::id::RulebookId;
use domain::ledger::{Decided, Said};
use domain::money::Cents;
use domain::value::Value;
use domain::verdict::Verdict;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

#[derive(Serialize, Deserialize)]
struct PackedDecision<'a> {
    approved: bool,
    amount: i64,
    deciding: Option<String>,
    #[serde(borrow)]
    status: Cow<'a, str>,
    #[serde(borrow)]
    results: Vec<PackedSaid<'a>>,
}

/// Rulebook, result, calc status, priority, share, whether applicable, arm, whether it was run. The last
/// one is stored only where the rulebook didn't apply, and not at all by earlier versions.
#[derive(Serialize, Deserialize)]
struct PackedSaid<'a>(
    String,
    i64,
    #[serde(borrow)] Cow<'a, str>,
    Option<i64>,
    Option<i64>,
    Option<bool>,
    Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")] Option<bool>,
);

pub(super) fn packed(decided: &Decided) -> Value {
    let decision = PackedDecision {
        approved: decided.approved,
        amount: decided.amount.0,
        deciding: decided.deciding.as_ref().map(ToString::to_string),
        status: decided.status.as_stored().into(),
        results: decided.results.iter().map(PackedSaid::from).collect(),
    };
    // Of texts, numbers and truths: there is nothing that could not be written.
    Value::text(serde_json::to_string(&decision).unwrap_or_default())
}

pub(super) fn read(fields: &mut Fields, name: &str) -> Option<Decided> {
    fields.optional(name, "a decision as JSON", |value| {
        let Value::Text(text) = value else {
            return None;
        };
        let decision: PackedDecision<'_> = serde_json::from_str(text).ok()?;
        Some(decision.into())
    })
}

impl<'a> From<&'a Said> for PackedSaid<'a> {
    fn from(said: &'a Said) -> Self {
        Self(
            said.rulebook_id.to_string(),
            said.result.as_stored(),
            said.calc_status.as_stored().into(),
            said.priority,
            said.apply_to.map(|share| share.0),
            said.is_applicable,
            said.ab_group.clone(),
            (said.is_applicable == Some(false))
                .then_some(said.run == Run::Ran)
                .filter(|_| said.run != Run::NotRecorded),
        )
    }
}

impl From<PackedDecision<'_>> for Decided {
    fn from(packed: PackedDecision<'_>) -> Self {
        Self {
            approved: packed.approved,
            amount: Cents(packed.amount),
            deciding: packed.deciding.map(RulebookId::new),
            status: EvaluationStatus::from_stored(&packed.status),
            results: packed.results.into_iter().map(Said::from).collect(),
        }
    }
}

impl From<PackedSaid<'_>> for Said {
    fn from(packed: PackedSaid<'_>) -> Self {
        Self {
            rulebook_id: RulebookId::new(packed.0),
            result: Verdict::from_stored(packed.1),
            calc_status: CalcStatus::from_stored(&packed.2),
            priority: packed.3,
            apply_to: packed.4.map(BasisPoints),
            is_applicable: packed.5,
            run: match (packed.5, packed.7) {
                (Some(false), None) => Run::NotRecorded,
                (Some(false), Some(false)) => Run::NotRun,
                _ => Run::Ran,
            },
            ab_group: packed.6,
        }
    }
}
