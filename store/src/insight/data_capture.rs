//! Captured data: fmdatacapture, `USER#<user>` (a setting) / `<kind>#<day or moment>`.

use super::ttl_name;
use crate::encoder::Encoder;
use crate::fields::{ItemFields, as_epoch};
use crate::table::{Query, SortRange};
use crate::{Assumptions, Store, StoreError, TableId};
use domain::day::Day;
use domain::id::UserId;
use domain::insight::data_capture::{CaptureKind, DataCapture};
use domain::item::Stored;
use domain::value::Attributes;

const TABLE: TableId = TableId::DataCapture;

pub(crate) fn partition(user: &UserId, assumptions: &Assumptions) -> String {
    format!("{}{user}", assumptions.data_capture_prefix)
}

/// Ends in `#`, so that one kind never finds another that begins alike.
fn kind_prefix(kind: &CaptureKind) -> String {
    format!("{kind}#")
}

fn sort(kind: &CaptureKind, captured: Option<&str>) -> String {
    match captured {
        Some(captured) => format!("{}{captured}", kind_prefix(kind)),
        None => kind.to_string(),
    }
}

/// What is stored of one kind, newest first. Two days of it.
pub async fn of_kind(
    store: &Store,
    user: &UserId,
    kind: &CaptureKind,
) -> Result<Vec<Stored<DataCapture>>, StoreError> {
    read(store, user, SortRange::Prefix(kind_prefix(kind))).await
}

/// What is stored of every kind, other services' kinds too. Within a kind newest first.
pub async fn all(store: &Store, user: &UserId) -> Result<Vec<Stored<DataCapture>>, StoreError> {
    read(store, user, SortRange::All).await
}

async fn read(
    store: &Store,
    user: &UserId,
    range: SortRange,
) -> Result<Vec<Stored<DataCapture>>, StoreError> {
    let assumptions = store.assumptions();
    let query = Query::new(partition(user, assumptions), range).newest_first();
    let items = store.table(TABLE).all(query).await?;
    let decode = |item| decode(item, assumptions);
    Ok(items.into_iter().map(decode).collect())
}

pub fn encode(capture: &DataCapture, assumptions: &Assumptions) -> Attributes {
    Encoder::new()
        .keys(
            partition(&capture.user_id, assumptions),
            sort(&capture.kind, capture.captured.as_deref()),
        )
        .optional_epoch(ttl_name(TABLE, assumptions), capture.ttl)
        .done()
}

pub fn decode(item: Attributes, assumptions: &Assumptions) -> Stored<DataCapture> {
    let mut fields = ItemFields::open(TABLE, item);
    let (kind, captured) = read_sort(&mut fields);
    let capture = DataCapture {
        user_id: fields.user_after(&assumptions.data_capture_prefix),
        kind,
        captured,
        ttl: fields.assumed(ttl_name(TABLE, assumptions), as_epoch),
    };
    fields.close(capture)
}

/// A documented kind must be followed by a date. Other services make their keys as they like: what
/// looks like a date at the end is taken for one, else the whole key is the kind.
fn read_sort(fields: &mut ItemFields) -> (CaptureKind, Option<String>) {
    let is_date = |text: &str| Day::parse(text).is_some();
    let of_kind = |kind: &&CaptureKind| fields.sort_key().starts_with(&kind_prefix(kind));
    if let Some(kind) = CaptureKind::ALL.iter().find(of_kind) {
        let captured = fields.sort_key_after(&kind_prefix(kind), "<day>", |date| {
            is_date(date).then(|| date.to_owned())
        });
        return (kind.clone(), captured);
    }
    match fields.sort_key().rsplit_once('#') {
        Some((kind, date)) if is_date(date) => {
            (CaptureKind::from_stored(kind), Some(date.to_owned()))
        }
        _ => (CaptureKind::from_stored(fields.sort_key()), None),
    }
}

#[cfg(test)]
mod tests {
    use super::super::test_support::{assert_reads_back, assumptions, at, problems, user, with};
    use super::*;
    use domain::value::Value;

    fn capture(kind: CaptureKind, captured: Option<&str>) -> DataCapture {
        DataCapture {
            user_id: user(),
            kind,
            captured: captured.map(str::to_owned),
            ttl: Some(at("2024-02-12T00:00:00Z")),
        }
    }

    #[test]
    fn every_kind_reads_back_the_same_with_a_day_and_with_a_moment() {
        for kind in CaptureKind::ALL {
            for captured in ["2024-02-10", "2024-02-10T14:30:00.123Z"] {
                let capture = capture(kind.clone(), Some(captured));
                let read = decode(encode(&capture, &assumptions()), &assumptions());
                assert_reads_back(read, &capture);
                assert_eq!(capture.day(), Day::parse("2024-02-10"));
            }
        }
    }

    #[test]
    fn kinds_of_other_services_are_read_with_and_without_a_date() {
        let other = |kind: &str| CaptureKind::Unknown(kind.to_owned());
        for capture in [
            capture(other("LOAN#FUNNEL"), Some("2024-02-10")),
            capture(other("LOAN#FUNNEL"), None),
        ] {
            let read = decode(encode(&capture, &assumptions()), &assumptions());
            assert_reads_back(read, &capture);
        }
    }

    #[test]
    fn a_documented_kind_without_a_date_is_broken() {
        let capture = capture(CaptureKind::PaydayPrediction, Some("2024-02-10"));
        let sort = Value::text("PAYDAY_PREDICTION#soon");
        let item = with(encode(&capture, &assumptions()), "SK", sort);
        assert!(problems(decode(item, &assumptions())).contains("PAYDAY_PREDICTION#<day>"));
    }

    #[test]
    fn the_partition_is_made_with_the_prefix_that_the_installation_sets() {
        let mut assumptions = assumptions();
        assumptions.data_capture_prefix = "CAPTURE#".to_owned();
        let capture = capture(CaptureKind::CashflowAnalytics, Some("2024-02-10"));
        let item = encode(&capture, &assumptions);
        assert_eq!(item["PK"], Value::text(format!("CAPTURE#{}", user())));
        assert_reads_back(decode(item, &assumptions), &capture);
    }
}
