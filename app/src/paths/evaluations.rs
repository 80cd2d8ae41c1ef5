//! Links to a user's evaluations, to what was taken on them, and to the files of these lists.

use super::{segment, user, with_fields};
use domain::evaluation_list::EvaluationFilter;
use domain::id::{ResultId, UserId};

/// A user's evaluations that a filter admits, from a place in the list on.
pub fn evaluations(id: &UserId, filter: &EvaluationFilter, start: Option<&ResultId>) -> String {
    let start = start.map(|start| ("start", start.to_string()));
    let query: Vec<_> = filter.address().into_iter().chain(start).collect();
    with_fields(&format!("{}/evaluations", user(id)), &query)
}

pub fn all_evaluations(id: &UserId) -> String {
    evaluations(id, &EvaluationFilter::default(), None)
}

pub fn evaluation(id: &UserId, result: &ResultId) -> String {
    format!("{}/evaluations/{}", user(id), segment(result.as_str()))
}

/// An evaluation beside another one.
pub fn comparison(id: &UserId, result: &ResultId, other: &ResultId, all: bool) -> String {
    let mut query = vec![("compare", other.to_string())];
    if all {
        query.push(("show", "all".to_owned()));
    }
    with_fields(&evaluation(id, result), &query)
}

pub fn rule_outcomes(id: &UserId) -> String {
    format!("{}/rule-outcomes", user(id))
}

/// What a user took, from a place in the list on.
pub fn floats_from(id: &UserId, start: Option<&ResultId>) -> String {
    let query: Vec<_> = start
        .map(|start| ("start", start.to_string()))
        .into_iter()
        .collect();
    with_fields(&format!("{}/floats", user(id)), &query)
}

pub fn floats(id: &UserId) -> String {
    floats_from(id, None)
}

/// What was taken, from this float or loan on, which is marked.
pub fn float(id: &UserId, float: &str) -> String {
    with_fields(&floats(id), &[("float", float.to_owned())])
}

/// The evaluations that a filter admits as a file; `form` is `csv` or `jsonl`.
pub fn evaluations_export(id: &UserId, filter: &EvaluationFilter, form: &str) -> String {
    with_fields(
        &format!("{}/evaluations.{form}", user(id)),
        &filter.address(),
    )
}

pub fn rule_outcomes_export(id: &UserId, form: &str) -> String {
    format!("{}/rule-outcomes.{form}", user(id))
}

pub fn floats_export(id: &UserId, form: &str) -> String {
    format!("{}/floats.{form}", user(id))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pages_of_a_user_lie_below_it_and_keep_their_filter() {
        let (id, result) = (UserId::new("a/b"), ResultId::new("1_x#y"));
        let filter = EvaluationFilter {
            decision: Some(domain::decision::Decision::Denied),
            account: Some(domain::id::AccountId::new("a b&c")),
            ..EvaluationFilter::default()
        };
        assert_eq!(
            [
                all_evaluations(&id),
                evaluations(&id, &filter, Some(&result)),
                evaluation(&id, &result),
                comparison(&id, &result, &ResultId::new("2_z"), false),
                comparison(&id, &result, &ResultId::new("2_z"), true),
                rule_outcomes(&id),
                floats(&id),
                evaluations_export(&id, &filter, "csv"),
            ],
            [
                "/users/a~2Fb/evaluations",
                "/users/a~2Fb/evaluations?outcome=denied&account=a%20b%26c&start=1_x%23y",
                "/users/a~2Fb/evaluations/1_x~23y",
                "/users/a~2Fb/evaluations/1_x~23y?compare=2_z",
                "/users/a~2Fb/evaluations/1_x~23y?compare=2_z&show=all",
                "/users/a~2Fb/rule-outcomes",
                "/users/a~2Fb/floats",
                "/users/a~2Fb/evaluations.csv?outcome=denied&account=a%20b%26c",
            ]
        );
    }
}
