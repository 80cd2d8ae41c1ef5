//! The numbers of a day's counts.

use crate::fields::Fields;
use domain::instant::Instant;
use domain::ledger::{Counted, HourlyCount};
use domain::money::Cents;

const DECISIONS: &str = "decisions";
const AMOUNT: &str = "amount";

macro_rules! names {
    ($($hour:literal)*) => { [$((concat!("decisions_", $hour), concat!("amount_", $hour))),*] };
}

/// What the numbers of each hour are stored as, from midnight on.
const OF_HOURS: [(&str, &str); 24] = names!(
    "00" "01" "02" "03" "04" "05" "06" "07" "08" "09" "10" "11"
    "12" "13" "14" "15" "16" "17" "18" "19" "20" "21" "22" "23"
);

/// What counts of one day and kind add to its item.
pub(super) fn to_add(counts: &[HourlyCount]) -> Vec<(&'static str, i64)> {
    let (mut numbers, mut decisions, mut amount) = (Vec::new(), 0_i64, 0_i64);
    for count in counts {
        let (name, name_of_amount) = OF_HOURS[count.hour.hour_of_day()];
        let of_hour = i64::try_from(count.decisions).unwrap_or(i64::MAX);
        numbers.push((name, of_hour));
        // Where nothing is approved there is none.
        if count.amount != Cents::ZERO {
            numbers.push((name_of_amount, count.amount.0));
        }
        decisions = decisions.saturating_add(of_hour);
        amount = amount.saturating_add(count.amount.0);
    }
    numbers.extend([(DECISIONS, decisions), (AMOUNT, amount)]);
    numbers
}

pub(super) fn sums(fields: &mut Fields) -> (u64, Cents) {
    (fields.whole(DECISIONS).unsigned_abs(), fields.cents(AMOUNT))
}

pub(super) fn of_hours(fields: &mut Fields, of: &Counted) -> Vec<HourlyCount> {
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
