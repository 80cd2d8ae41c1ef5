//! What a user can take, in words for staff.

use crate::effective::EffectiveProfile;
use crate::money::{Cents, Spoken};
use crate::profile_diff::listed;

/// `floats of $10 and $20, no loans`.
pub fn offer(profile: &EffectiveProfile) -> String {
    let floats = amounts("float", &profile.offered_floats());
    let loans = amounts("loan", &profile.offered_loans());
    format!("{floats}, {loans}")
}

fn amounts(noun: &str, amounts: &[Cents]) -> String {
    let spoken: Vec<_> = amounts.iter().map(|one| Spoken(*one).to_string()).collect();
    let spoken: Vec<_> = spoken.iter().map(String::as_str).collect();
    match spoken.as_slice() {
        [] => format!("no {noun}s"),
        [one] => format!("a {noun} of {one}"),
        several => format!("{noun}s of {}", listed(several)),
    }
}
