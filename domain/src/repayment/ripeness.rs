//! Whether groups can be compared yet: a default takes longer to be one than a repayment.

use super::report::{Group, Report};
use crate::rates::interval::Rate;

/// A group of fewer floats says nothing by its open share.
const ENOUGH: u64 = 10;
/// Open shares that differ by no more than so many percent are alike.
const ALIKE: u64 = 10;

impl Report {
    /// A warning where some groups have many more floats open than others; nothing where they are alike, or
    /// where no outcome is known.
    pub fn ripeness(&self) -> Option<String> {
        self.calibration.as_ref()?;
        let groups = self.groups.iter();
        let open = groups
            .filter(|group| group.outcomes.taken.count >= ENOUGH)
            .map(open_share);
        let (mut least, mut most): (Option<Rate>, Option<Rate>) = (None, None);
        for share in open {
            least = Some(least.map_or(share, |other| {
                if is_less(share, other, 0) {
                    share
                } else {
                    other
                }
            }));
            most = Some(most.map_or(share, |other| {
                if is_less(other, share, 0) {
                    share
                } else {
                    other
                }
            }));
        }
        let (least, most) = (least?, most?);
        is_less(least, most, ALIKE).then(|| {
            format!(
                "{least} to {most} of a group\u{2019}s floats are still open. A default takes longer to be recorded than a repayment, so groups with many open floats look better than they may turn out: compare those of the same age."
            )
        })
    }
}

fn open_share(group: &Group) -> Rate {
    Rate {
        approved: group.outcomes.open().count,
        decided: group.outcomes.taken.count,
    }
}

/// Whether one share is smaller than the other by more than so many percent.
fn is_less(one: Rate, other: Rate, percent: u64) -> bool {
    let (one_of, other_of) = (u128::from(one.decided), u128::from(other.decided));
    let scaled = |count: u64, of: u128| u128::from(count) * of * 100;
    scaled(one.approved, other_of) + u128::from(percent) * one_of * other_of
        < scaled(other.approved, one_of)
}

#[cfg(test)]
mod tests {
    use super::super::report::Gathering;
    use super::super::report::tests::{february, float, looked};
    use super::super::tests::attempt;
    use super::super::view::RepaymentView;
    use super::*;

    /// Groups of so many floats each, of which so many are open.
    fn report(groups: &[(&str, u64, u64)]) -> Report {
        let mut gathering = Gathering::new(&RepaymentView::default());
        for (by, floats, open) in groups {
            for number in 0..*floats {
                let ended = [attempt("COMPLETED", None)];
                let attempts = if number < *open { &[][..] } else { &ended };
                gathering.add(&float(Some(by), None), attempts, 0);
            }
        }
        gathering.finish(&looked(), february())
    }

    #[test]
    fn groups_with_many_more_open_floats_are_not_compared_without_a_warning() {
        let said = report(&[("core", 20, 1), ("new", 10, 6), ("few", 2, 2)])
            .ripeness()
            .unwrap();
        assert!(
            said.starts_with("5.0 % to 60.0 % of a group\u{2019}s floats are still open."),
            "{said}"
        );
    }

    #[test]
    fn groups_that_are_alike_or_too_small_need_none() {
        assert_eq!(report(&[("core", 20, 2), ("new", 10, 2)]).ripeness(), None);
        assert_eq!(report(&[("core", 20, 2), ("few", 9, 9)]).ripeness(), None);
        assert_eq!(report(&[]).ripeness(), None);
    }
}
