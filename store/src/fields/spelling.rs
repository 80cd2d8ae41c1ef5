//! Values of another kind than belongs in their place, whose meaning is clear all the same. The other
//! services are written in Go: a list without elements may be null, a time that isn't set may be an empty
//! text, year 1 or 0, and a number may be text where a struct was changed.

use domain::instant::Instant;
use domain::value::{Number, Value};

/// How Go writes a time that isn't set.
const GO_ZERO_TIME: &str = "0001-01-01T00:00:00Z";
/// Nanoseconds of 2001 and of 2096.
const PLAUSIBLE: std::ops::Range<u64> = 1_000_000_000_000_000_000..4_000_000_000_000_000_000;

/// A number as text and the reverse, and what that kind is called.
pub(super) fn respelled(value: &Value) -> Option<(Value, &'static str)> {
    match value {
        Value::Number(number) => Some((Value::text(number.as_str()), "text")),
        Value::Text(text) if is_number(text) => {
            let number = Number::from_stored(text.as_str());
            Some((Value::Number(number), "a number"))
        }
        _ => None,
    }
}

/// Digits with at most a sign and a point, as a writer spells a number, not all that some parser takes.
fn is_number(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, "0"));
    is_digits(whole) && is_digits(fraction)
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|it| it.is_ascii_digit())
}

/// Whether a value in the place of a time says that there is none.
pub(super) fn is_no_moment(value: &Value) -> bool {
    match value {
        Value::Text(text) => text.is_empty() || text == GO_ZERO_TIME,
        Value::Number(number) => number.as_i64() == Some(0),
        _ => false,
    }
}

/// A moment in nanoseconds from bytes: its digits, or 8 bytes with the highest first or last. Of the two, the
/// one that is nearer to `near`: the other one is as good as random.
pub(super) fn nanoseconds(bytes: &[u8], near: Instant) -> Option<Number> {
    if let Some(digits) = std::str::from_utf8(bytes).ok().filter(|it| is_digits(it)) {
        return Some(Number::from_stored(digits));
    }
    let bytes: [u8; 8] = bytes.try_into().ok()?;
    let near = i128::from(near.epoch_seconds()) * 1_000_000_000;
    [u64::from_be_bytes(bytes), u64::from_le_bytes(bytes)]
        .into_iter()
        .filter(|nanoseconds| PLAUSIBLE.contains(nanoseconds))
        .min_by_key(|nanoseconds| (i128::from(*nanoseconds) - near).abs())
        .map(|nanoseconds| Number::from_stored(nanoseconds.to_string()))
}

/// Whether a stored value says what ours says, in another spelling.
pub(crate) fn says_the_same(stored: &Value, own: &Value) -> bool {
    stored == own || respelled(stored).is_some_and(|(stored, _)| stored == *own)
}
