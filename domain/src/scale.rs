//! Where values lie on a drawing, and which round ones stand beside it.

/// Maps values from `low` to `high` onto a length that begins at `start` and ends at `end`; a drawing
/// grows downwards, so that `end` may be the smaller one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Scale {
    low: f64,
    high: f64,
    start: f64,
    end: f64,
}

impl Scale {
    pub fn new((low, high): (f64, f64), (start, end): (f64, f64)) -> Self {
        Self {
            low,
            high,
            start,
            end,
        }
    }

    /// The place of a value, to a tenth. Where there is one value only, it lies in the middle.
    pub fn at(&self, value: f64) -> f64 {
        let span = self.high - self.low;
        let share = if span > 0.0 {
            (value - self.low) / span
        } else {
            0.5
        };
        ((self.start + share * (self.end - self.start)) * 10.0).round() / 10.0
    }
}

/// An amount for drawing only; whatever is shown in digits stays whole.
#[expect(
    clippy::cast_precision_loss,
    reason = "a drawing is exact to a pixel, not to a cent"
)]
pub fn drawn(number: i64) -> f64 {
    number as f64
}

/// Round numbers (1, 2 or 5 with zeros) that reach from `low` or below to `high` or above, about as
/// many as wanted and two at the least. Zero is among them where it lies between.
pub fn round_ticks(low: i64, high: i64, about: u32) -> Vec<i64> {
    let (low, high) = (i128::from(low.min(high)), i128::from(high.max(low)));
    let wanted = (high - low) / i128::from(about.max(1));
    let step = step_of(wanted.max(1));
    let first = low.div_euclid(step);
    let last = -(-high).div_euclid(step);
    let last = last.max(first + 1);
    (first..=last)
        .filter_map(|index| i64::try_from(index * step).ok())
        .collect()
}

/// The smallest of 1, 2, 5, 10, 20 … that is not below what is wanted.
fn step_of(wanted: i128) -> i128 {
    let mut power = 1;
    loop {
        for digit in [1, 2, 5] {
            if digit * power >= wanted {
                return digit * power;
            }
        }
        power *= 10;
    }
}

/// Moves places apart that would lie closer than `apart`, each as little as that takes, and keeps
/// them between `top` and `bottom` as far as there is room. The order of places stays, and so does
/// the order in which they were given.
pub fn spread(places: &[f64], apart: f64, top: f64, bottom: f64) -> Vec<f64> {
    let mut order: Vec<usize> = (0..places.len()).collect();
    order.sort_by(|a, b| places[*a].total_cmp(&places[*b]));
    let mut moved = places.to_vec();
    let mut least = top;
    for index in &order {
        moved[*index] = moved[*index].max(least);
        least = moved[*index] + apart;
    }
    let mut most = bottom;
    for index in order.iter().rev() {
        moved[*index] = moved[*index].min(most);
        most = moved[*index] - apart;
    }
    moved
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "both sides are reckoned alike")]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn values_lie_where_they_belong() {
        let scale = Scale::new((0.0, 100.0), (200.0, 0.0));
        assert_eq!(
            [0.0, 25.0, 100.0].map(|it| scale.at(it)),
            [200.0, 150.0, 0.0]
        );
        let one = Scale::new((7.0, 7.0), (0.0, 10.0));
        assert_eq!(one.at(7.0), 5.0);
    }

    #[test]
    fn ticks_are_round_and_reach_beyond_both_ends() {
        assert_eq!(
            round_ticks(0, 97_300, 5),
            [0, 20_000, 40_000, 60_000, 80_000, 100_000]
        );
        assert_eq!(round_ticks(-1_200, 9_000, 4), [-5_000, 0, 5_000, 10_000]);
        assert_eq!(round_ticks(0, 0, 5), [0, 1]);
    }

    #[test]
    fn labels_that_would_cover_each_other_make_room() {
        assert_eq!(spread(&[10.0, 50.0], 12.0, 0.0, 100.0), [10.0, 50.0]);
        assert_eq!(spread(&[50.0, 48.0], 12.0, 0.0, 100.0), [60.0, 48.0]);
        assert_eq!(spread(&[99.0, 98.0], 12.0, 0.0, 100.0), [100.0, 88.0]);
    }

    proptest! {
        #[test]
        fn any_two_numbers_lie_between_the_first_and_the_last_tick(low: i32, high: i32) {
            let (low, high) = (i64::from(low.min(high)), i64::from(low.max(high)));
            let ticks = round_ticks(low, high, 5);
            prop_assert!(ticks.len() >= 2 && ticks.len() <= 8, "{ticks:?}");
            prop_assert!(ticks[0] <= low && high <= ticks[ticks.len() - 1]);
            prop_assert!(low > 0 || high < 0 || ticks.contains(&0));
        }

        #[test]
        fn even_the_largest_numbers_there_are_have_ticks(low: i64, high: i64) {
            prop_assert!(!round_ticks(low, high, 5).is_empty());
        }

        #[test]
        fn no_label_comes_closer_than_it_may(places in prop::collection::vec(0.0..100.0_f64, 1..8)) {
            let mut moved = spread(&places, 12.0, 0.0, 100.0);
            moved.sort_by(f64::total_cmp);
            for pair in moved.windows(2) {
                prop_assert!(pair[1] - pair[0] >= 12.0 - 1e-9, "{moved:?}");
            }
        }
    }
}
