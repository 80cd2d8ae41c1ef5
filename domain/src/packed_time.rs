//! Moments and days as others read them, which is text; and as numbers where both ends are our own, so
//! that the browser's half needs no reader of every way to write a date.

/// For a field that holds a moment.
pub(crate) mod moment {
    use chrono::{DateTime, Utc};
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(crate) fn serialize<S: Serializer>(
        at: &DateTime<Utc>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            return at.serialize(serializer);
        }
        (at.timestamp(), at.timestamp_subsec_nanos()).serialize(serializer)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<DateTime<Utc>, D::Error> {
        if deserializer.is_human_readable() {
            return DateTime::deserialize(deserializer);
        }
        let (seconds, nanos) = Deserialize::deserialize(deserializer)?;
        DateTime::from_timestamp(seconds, nanos).ok_or_else(|| D::Error::custom("no moment"))
    }
}

/// For a field that holds a day.
pub(crate) mod day {
    use chrono::{Datelike, NaiveDate};
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
    pub(crate) fn serialize<S: Serializer>(
        day: &NaiveDate,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            return day.serialize(serializer);
        }
        day.num_days_from_ce().serialize(serializer)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<NaiveDate, D::Error> {
        if deserializer.is_human_readable() {
            return NaiveDate::deserialize(deserializer);
        }
        let days = Deserialize::deserialize(deserializer)?;
        NaiveDate::from_num_days_from_ce_opt(days).ok_or_else(|| D::Error::custom("no day"))
    }
}

/// `10 Feb 2024`, as every page writes it.
pub(crate) fn write_day(
    f: &mut std::fmt::Formatter<'_>,
    day: &impl chrono::Datelike,
) -> std::fmt::Result {
    const MONTHS: [&str; 12] = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ];
    let month = MONTHS.get(day.month0() as usize).copied().unwrap_or("?");
    write!(f, "{} {month} {}", day.day(), day.year())
}
