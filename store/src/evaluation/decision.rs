//! The nested parts that evaluations and taken floats share.

use crate::encoder::Encoder;
use crate::fields::Fields;
use domain::basis_points::BasisPoints;
use domain::evaluation::{CalcStatus, CfiState, Evaluation, EvaluationStatus, RulebookResult, Run};
use domain::id::{ResultId, RulebookId};
use domain::value::{Attributes, Value};
use domain::verdict::Verdict;

pub(crate) fn encode_decision(decision: &Evaluation) -> Value {
    Value::Map(
        Encoder::new()
            .boolean("approved", decision.approved)
            .cents("amount", decision.amount)
            .optional_text(
                "deciding_rulebook",
                decision.deciding_rulebook.as_ref().map(RulebookId::as_str),
            )
            .text("status", decision.status.as_stored())
            .text("errors", &decision.errors)
            .list("results", &decision.results, encode_result)
            .optional_text(
                "result_id",
                decision.result_id.as_ref().map(ResultId::as_str),
            )
            .with(&decision.unknown)
            .done(),
    )
}

/// The documents' own examples leave out everything but the outcome, so only that is required.
pub(crate) fn decode_decision(fields: &mut Fields) -> Evaluation {
    Evaluation {
        approved: fields.boolean("approved"),
        amount: fields.optional_cents("amount").unwrap_or_default(),
        deciding_rulebook: fields
            .optional_text("deciding_rulebook")
            .filter(|id| !id.is_empty())
            .map(RulebookId::new),
        status: EvaluationStatus::from_stored(&fields.text("status")),
        errors: fields.optional_text("errors").unwrap_or_default(),
        results: fields
            .optional_list_of("results", decode_result)
            .unwrap_or_default(),
        result_id: fields.optional_text("result_id").map(ResultId::new),
        unknown: fields.rest(),
    }
}

fn encode_result(result: &RulebookResult) -> Attributes {
    Encoder::new()
        .text("rulebook_id", result.rulebook_id.as_str())
        .whole("result", result.result.as_stored())
        .text("calc_status", result.calc_status.as_stored())
        .optional_whole("apply_to", result.apply_to.map(|share| share.0))
        .optional_whole("priority", result.priority)
        .optional_boolean("approved", result.approved)
        .optional_boolean("is_applicable", result.is_applicable)
        .map("features", result.features.clone())
        .with(&result.unknown)
        .done()
}

fn decode_result(fields: &mut Fields) -> RulebookResult {
    let features = fields.optional_map("features").unwrap_or_default();
    let is_applicable = fields.optional_boolean("is_applicable");
    RulebookResult {
        rulebook_id: RulebookId::new(fields.text("rulebook_id")),
        result: Verdict::from_stored(fields.whole("result")),
        calc_status: CalcStatus::from_stored(&fields.text("calc_status")),
        apply_to: fields.optional_whole("apply_to").map(BasisPoints),
        priority: fields.optional_whole("priority"),
        run: Run::of(is_applicable, &features),
        features,
        approved: fields.optional_boolean("approved"),
        is_applicable,
        unknown: fields.rest(),
    }
}

pub(crate) fn encode_cfi(cfi: &CfiState) -> Value {
    Value::Map(
        Encoder::new()
            .optional_cents("current_limit", cfi.current_limit)
            .optional_whole("sub_rank", cfi.sub_rank)
            .optional_whole("float_rank", cfi.float_rank)
            .optional_cents("account_balance", cfi.account_balance)
            .optional_cents("highest_float", cfi.highest_float)
            .with(&cfi.unknown)
            .done(),
    )
}

pub(crate) fn decode_cfi(fields: &mut Fields) -> CfiState {
    CfiState {
        current_limit: fields.optional_cents("current_limit"),
        sub_rank: fields.optional_whole("sub_rank"),
        float_rank: fields.optional_whole("float_rank"),
        account_balance: fields.optional_cents("account_balance"),
        highest_float: fields.optional_cents("highest_float"),
        unknown: fields.rest(),
    }
}
