//! When an override begins and ends, as people type it.

use super::{EXPIRES, START};
use crate::form::FieldErrors;
use crate::instant::Instant;
use crate::typed_moment;

/// An override further away than this is a mistake in the year.
pub(super) const LONGEST_DAYS: i64 = 366;

/// Nothing for at once; `None` where it is wrong.
#[expect(
    clippy::option_option,
    reason = "wrong, at once, and later are three things"
)]
pub(crate) fn check_start(
    text: &str,
    now: Instant,
    errors: &mut FieldErrors,
) -> Option<Option<Instant>> {
    let text = text.trim();
    if text.is_empty() || text.eq_ignore_ascii_case("now") {
        return Some(None);
    }
    let Some(start) = typed_moment::read(text, now) else {
        errors.add(START, typed_moment::HELP);
        return None;
    };
    if start <= now {
        errors.add(
            START,
            format!("{start} has passed. Leave this empty for a start at once."),
        );
        return None;
    }
    if is_too_far(start, now) {
        errors.add(START, format!("{start} is more than a year away."));
        return None;
    }
    Some(Some(start))
}

/// The end, which is ahead and behind the start.
pub(crate) fn check_end(
    text: &str,
    start: Instant,
    now: Instant,
    errors: &mut FieldErrors,
) -> Option<Instant> {
    let Some(end) = typed_moment::read(text, start) else {
        errors.add(EXPIRES, typed_moment::HELP);
        return None;
    };
    let problem = if end <= now {
        format!("{end} has passed.")
    } else if end <= start {
        format!("{end} is before the start on {start}.")
    } else if is_too_far(end, now) {
        format!("{end} is more than a year away.")
    } else {
        return Some(end);
    };
    errors.add(EXPIRES, problem);
    None
}

fn is_too_far(moment: Instant, now: Instant) -> bool {
    moment > now.plus_days(LONGEST_DAYS)
}
