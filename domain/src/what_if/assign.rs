//! Whom a rulebook applies to once its share is another one. Which users those would be is the
//! service's to say; here a stable hash of the user and the rulebook decides.

use crate::basis_points::BasisPoints;
use crate::id::{RulebookId, UserId};
use crate::stable_hash::stable_hash;

/// What is stored about a rulebook and a user: the share at the time, and whether it applied.
#[derive(Debug, Clone, Copy)]
pub struct Applied {
    pub share: Option<BasisPoints>,
    pub applied: Option<bool>,
}

/// Whether a rulebook would apply to a user under `share`.
///
/// Whoever it applied to stays as the share grows, and nobody joins as it shrinks; of the others the
/// hash picks as many as the new share needs. Where it was not recorded whether it applied, the hash
/// alone decides.
pub fn assigned(user: &UserId, rulebook: &RulebookId, then: Applied, share: BasisPoints) -> bool {
    let all = BasisPoints::ALL.0;
    let new = share.0.clamp(0, all);
    let place = place(user, rulebook);
    let old = then.share.map(|share| share.0.clamp(0, all));
    match (then.applied, old) {
        (Some(true), Some(old)) if old > 0 => new >= old || place * old < new * all,
        (Some(false), Some(old)) if old < all => {
            new > old && place * (all - old) < (new - old) * all
        }
        _ => place < new,
    }
}

/// Where a user falls for a rulebook: 0 to 9999.
fn place(user: &UserId, rulebook: &RulebookId) -> i64 {
    let bytes = user.as_str().bytes().chain([0]);
    let bytes = bytes.chain(rulebook.as_str().bytes());
    i64::try_from(stable_hash(bytes) % 10_000).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn user(number: usize) -> UserId {
        UserId::new(format!("user-{number}"))
    }

    fn of(number: usize, share: i64, applied: Option<bool>, new: i64) -> bool {
        let then = Applied {
            share: Some(BasisPoints(share)),
            applied,
        };
        assigned(
            &user(number),
            &RulebookId::new("core"),
            then,
            BasisPoints(new),
        )
    }

    /// Of 10,000 users, how many apply once the share is `new`, if `share` of them did before.
    fn share_after(share: i64, new: i64) -> i64 {
        let hit = |number: usize| {
            let applied = i64::try_from(number).unwrap() < share;
            of(number, share, Some(applied), new)
        };
        i64::try_from((0..10_000).filter(|number| hit(*number)).count()).unwrap()
    }

    #[test]
    fn as_many_users_are_assigned_as_the_share_says() {
        for (share, new) in [
            (2_000, 5_000),
            (5_000, 2_000),
            (0, 3_000),
            (10_000, 4_000),
            (500, 10_000),
            (9_000, 0),
        ] {
            let got = share_after(share, new);
            assert!((got - new).abs() < 250, "{share} -> {new}: {got}");
        }
    }

    #[test]
    fn the_same_user_always_falls_into_the_same_place() {
        let place = place(&UserId::new("user-1"), &RulebookId::new("core_v2"));
        assert_eq!(place, 6_544);
    }

    proptest! {
        #[test]
        fn nobody_leaves_as_a_share_grows_and_nobody_joins_as_it_shrinks(
            number in 0_usize..5_000, share in 1_i64..10_000, new in 0_i64..=10_000,
        ) {
            prop_assert!(new < share || of(number, share, Some(true), new));
            prop_assert!(new > share || !of(number, share, Some(false), new));
        }

        #[test]
        fn a_larger_share_holds_whoever_a_smaller_one_did(
            number in 0_usize..5_000, share in 0_i64..=10_000, applied: Option<bool>, new in 0_i64..10_000,
        ) {
            prop_assert!(!of(number, share, applied, new) || of(number, share, applied, new + 1));
        }
    }
}
