//! The numbers of a day's counts.

use crate::fields::Fields;
use domain::instant::Instant;
use domain::ledger::{Counted, HourlyCount};
use domain::money::Cents;

pub(super) const DECISIONS: &str = "decisions";
const AMOUNT: &str = "amount";

macro_rules! names {
    ($($hour:literal)*) => { [$((concat!("decisions_", $hour), concat!("amount_", $hour))),*] };
}

/// What the numbers of each hour are stored as, from midnight on.
const OF_HOURS: [(&str, &str); 24] = names!(
    "00" "01" "02" "03" "04" "05" "06" "07" "08" "09" "10" "11"
    "12" "13" "14" "15" "16" "17" "18" "19" "20" "21" "22" "23"
);

/// What an hour adds.
pub(super) struct HourNumbers {
    hour: usize,
    decisions: i64,
    amount: i64,
}

impl HourNumbers {
    pub(super) fn of(count: &HourlyCount) -> Self {
        Self {
            hour: count.hour.hour_of_day(),
            decisions: i64::try_from(count.decisions).unwrap_or(i64::MAX),
            amount: count.amount.0,
        }
    }
}

pub(super) fn of_day(hours: &[HourNumbers]) -> Vec<(&'static str, i64)> {
    let sum = |of: fn(&HourNumbers) -> i64| hours.iter().map(of).fold(0, i64::saturating_add);
    vec![
        (DECISIONS, sum(|hour| hour.decisions)),
        (AMOUNT, sum(|hour| hour.amount)),
    ]
}

/// Where nothing was approved there is no amount.
pub(super) fn of_hours(hours: &[HourNumbers]) -> Vec<(&'static str, i64)> {
    let of_hour = |numbers: &HourNumbers| {
        let (decisions, amount) = OF_HOURS[numbers.hour];
        let amount = (numbers.amount != 0).then_some((amount, numbers.amount));
        [Some((decisions, numbers.decisions)), amount]
    };
    hours.iter().flat_map(of_hour).flatten().collect()
}

pub(super) fn sums(fields: &mut Fields) -> (u64, Cents) {
    (fields.whole(DECISIONS).unsigned_abs(), fields.cents(AMOUNT))
}

pub(super) fn hours(fields: &mut Fields, of: &Counted) -> Vec<HourlyCount> {
    let midnight = Instant::EPOCH.plus_days(fields.day("day").number());
    let hours = OF_HOURS.iter().zip(0..);
    let counts = hours.filter_map(|((decisions, amount), hour)| {
        let decisions = fields.optional_whole(decisions)?;
        Some(HourlyCount {
            hour: midnight.plus_seconds(hour * 3_600),
            of: of.clone(),
            decisions: decisions.unsigned_abs(),
            amount: fields.optional_cents(amount).unwrap_or(Cents::ZERO),
        })
    });
    counts.collect()
}
