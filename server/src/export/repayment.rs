//! Repayment as a file: exactly one of the two lists that the page has.

use super::{Row, Wanted, export, optional, permitted};
use app::paths::{self, RepaymentFile};
use app::repayment_list;
use app::request::contents;
use axum::Router;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use domain::day_range::DayRange;
use domain::instant::Instant;
use domain::rates::interval::Rate;
use domain::repayment::calibration::{Bin, bin_name};
use domain::repayment::outcomes::{Outcomes, Sum};
use domain::repayment::report::Report;
use domain::repayment::view::{RepaymentView, Split};
use domain::role::ReadDecisions;
use futures::stream;
use http::StatusCode;
use serde_json::{Value, json};
use std::time::SystemTime;
use store::StoreError;

pub(super) fn routes<S: Clone + Send + Sync + 'static>() -> Router<S> {
    Router::new()
        .route("/repayment.csv", get(file))
        .route("/repayment.jsonl", get(file))
}

async fn file(wanted: Wanted) -> Response {
    let now = Instant::from(SystemTime::now());
    let fields = paths::fields(&wanted.query);
    let view = RepaymentView::parse(&fields);
    let view = view.and_then(|view| view.range(now.day()).map(|range| (view, range)));
    // Before anything is read, so that a refusal does not depend on it.
    let (view, range) = match view {
        Ok(found) => found,
        Err(error) => return (StatusCode::BAD_REQUEST, error.to_string()).into_response(),
    };
    let (name, value) = RepaymentFile::CALIBRATION;
    let of_bins = fields
        .iter()
        .any(|field| field.0 == name && field.1 == value);
    let list = if of_bins { "calibration" } else { "repayment" };
    let which: Vec<_> = view
        .address()
        .into_iter()
        .map(|(name, value)| format!(" {name}={value}"))
        .collect();
    let subject = format!("{list}{}", which.concat());
    if let Err(refusal) = permitted::<ReadDecisions>(&wanted, subject.clone()).await {
        return refusal;
    }
    // Read whole before it is sent: a file without outcomes would look like one of open floats.
    let report = match read(&wanted, &view, range).await {
        Ok(report) => report,
        Err(error) => return told(&error),
    };
    if of_bins {
        let part = stream::iter([Ok(bins(&report))]);
        export::<ReadDecisions, _>(wanted, list, subject, part).await
    } else {
        let part = stream::iter([Ok(groups(&report, view.split))]);
        export::<ReadDecisions, _>(wanted, list, subject, part).await
    }
}

async fn read(
    wanted: &Wanted,
    view: &RepaymentView,
    range: DayRange,
) -> Result<Report, StoreError> {
    let found = repayment_list::read(&wanted.store, view, range).await?;
    match found.unread {
        Some(error) => Err(error),
        None => Ok(found.report),
    }
}

fn told(error: &StoreError) -> Response {
    tracing::error!(%error, "an export of repayment could not be read");
    let what = contents(error.table);
    let message = format!("{what} cannot be read at the moment. Try again in a minute.");
    (StatusCode::SERVICE_UNAVAILABLE, message).into_response()
}

/// All floats, then each group as it is listed.
fn groups(report: &Report, split: Split) -> Vec<GroupLine> {
    let line = |part: &str, outcomes: &Outcomes| GroupLine {
        split,
        part: part.to_owned(),
        outcomes: *outcomes,
        of: report.of,
    };
    let each = report.groups.iter();
    let each = each.map(|group| line(group.part.name(), &group.outcomes));
    std::iter::once(line("all", &report.total))
        .chain(each)
        .collect()
}

struct GroupLine {
    split: Split,
    part: String,
    outcomes: Outcomes,
    /// How many floats the days have, of which these are all or chosen evenly.
    of: u64,
}

impl GroupLine {
    /// In the order of the columns.
    fn sums(&self) -> [Sum; 7] {
        let it = &self.outcomes;
        [
            it.taken,
            it.repaid,
            it.returned,
            it.defaulted,
            it.untried,
            it.sent,
            it.unknown,
        ]
    }
}

const SUMS: [&str; 7] = [
    "taken",
    "repaid",
    "returned",
    "defaulted",
    "not_tried",
    "sent",
    "unknown",
];

impl Row for GroupLine {
    const HEAD: &'static [&'static str] = &[
        "split",
        "part",
        "taken",
        "taken_cents",
        "repaid",
        "repaid_cents",
        "returned",
        "returned_cents",
        "defaulted",
        "defaulted_cents",
        "not_tried",
        "not_tried_cents",
        "sent",
        "sent_cents",
        "unknown",
        "unknown_cents",
        "repaid_share",
        "repaid_share_low_95",
        "repaid_share_high_95",
        "floats_in_days",
    ];

    fn cells(&self) -> Vec<String> {
        let mut cells = vec![self.split.word().to_owned(), self.part.clone()];
        for sum in self.sums() {
            cells.extend([sum.count.to_string(), sum.amount.0.to_string()]);
        }
        cells.extend(shares(self.outcomes.rate()).map(cell));
        cells.push(self.of.to_string());
        cells
    }

    fn json(&self) -> Value {
        let [share, low, high] = shares(self.outcomes.rate());
        let mut line = json!({
            "split": self.split.word(),
            "part": self.part,
            "repaid_share": share,
            "repaid_share_low_95": low,
            "repaid_share_high_95": high,
            "floats_in_days": self.of,
        });
        for (name, sum) in SUMS.iter().zip(self.sums()) {
            line[*name] = sum.count.into();
            line[format!("{name}_cents")] = sum.amount.0.into();
        }
        line
    }
}

/// Every bin, empty ones too.
fn bins(report: &Report) -> Vec<BinLine> {
    let Some(calibration) = &report.calibration else {
        return Vec::new();
    };
    let each = calibration.bins.iter().enumerate();
    each.map(|(index, bin)| BinLine {
        name: bin_name(index),
        bin: *bin,
        version: calibration.version.clone(),
        of: report.of,
    })
    .collect()
}

struct BinLine {
    name: String,
    bin: Bin,
    version: Option<String>,
    /// How many floats the days have, of which these are all or chosen evenly.
    of: u64,
}

impl Row for BinLine {
    const HEAD: &'static [&'static str] = &[
        "predicted",
        "version",
        "debits",
        "succeeded",
        "mean_predicted",
        "succeeded_share",
        "succeeded_share_low_95",
        "succeeded_share_high_95",
        "floats_in_days",
    ];

    fn cells(&self) -> Vec<String> {
        let mut cells = vec![
            self.name.clone(),
            optional(self.version.as_ref()),
            self.bin.rate.decided.to_string(),
            self.bin.rate.approved.to_string(),
            cell(self.bin.mean()),
        ];
        cells.extend(shares(self.bin.rate).map(cell));
        cells.push(self.of.to_string());
        cells
    }

    fn json(&self) -> Value {
        let [share, low, high] = shares(self.bin.rate);
        json!({
            "predicted": self.name,
            "version": self.version,
            "debits": self.bin.rate.decided,
            "succeeded": self.bin.rate.approved,
            "mean_predicted": self.bin.mean(),
            "succeeded_share": share,
            "succeeded_share_low_95": low,
            "succeeded_share_high_95": high,
            "floats_in_days": self.of,
        })
    }
}

/// The share and both ends of its interval.
fn shares(rate: Rate) -> [Option<f64>; 3] {
    let interval = rate.interval();
    [
        rate.share(),
        interval.map(|it| it.low),
        interval.map(|it| it.high),
    ]
}

fn cell(share: Option<f64>) -> String {
    share.map(|it| format!("{it:.6}")).unwrap_or_default()
}
