//! Numbers of a property that are likely a slip of the hand.

use crate::money::{Cents, Spoken};
use crate::rulebook_diff::is_cents;
use crate::value::{Number, Value};

/// An amount is usually between these.
const USUAL: std::ops::RangeInclusive<i64> = 100..=100_000;

/// Each such number in words, also those inside lists and maps.
pub(super) fn odd(name: &str, value: &Value) -> Vec<String> {
    match value {
        Value::Number(number) => odd_number(name, number).into_iter().collect(),
        Value::List(list) => list.iter().flat_map(|value| odd(name, value)).collect(),
        Value::NumberSet(set) => set.iter().filter_map(|it| odd_number(name, it)).collect(),
        Value::Map(map) => map
            .iter()
            .flat_map(|(name, value)| odd(name, value))
            .collect(),
        _ => Vec::new(),
    }
}

fn odd_number(name: &str, number: &Number) -> Option<String> {
    if number.as_f64().is_some_and(|number| number < 0.0) {
        return Some(format!("{name} is negative: {number}."));
    }
    let cents = number.as_i64().filter(|_| is_cents(name))?;
    let which = match cents {
        cents if USUAL.contains(&cents) => return None,
        cents if cents < *USUAL.start() => "less than $1",
        _ => "more than $1,000",
    };
    let dollars = Spoken(Cents(cents));
    Some(format!(
        "{name} is {dollars}, {which}. It is stored in cents."
    ))
}
