//! The figures, each beside its target.

use std::time::Duration;

/// Rows of the table that is printed at the end.
#[derive(Default)]
pub(crate) struct Report(Vec<Row>);

struct Row {
    what: String,
    measured: f64,
    target: f64,
    unit: &'static str,
    detail: String,
}

impl Report {
    pub(crate) fn ratio(&mut self, what: &str, measured: f64, target: f64, detail: String) {
        self.add(what, measured, target, "", detail);
    }

    pub(crate) fn kilobytes(&mut self, what: &str, bytes: u64, target: f64, detail: String) {
        #[expect(clippy::cast_precision_loss, reason = "sizes of pages are small")]
        self.add(what, bytes as f64 / 1_000.0, target, " KB", detail);
    }

    pub(crate) fn megabytes(&mut self, what: &str, bytes: u64, target: f64, detail: String) {
        self.add(what, megabytes(bytes), target, " MB", detail);
    }

    pub(crate) fn milliseconds(&mut self, what: &str, time: Duration, target: f64, detail: String) {
        self.add(what, time.as_secs_f64() * 1_000.0, target, " ms", detail);
    }

    fn add(&mut self, what: &str, measured: f64, target: f64, unit: &'static str, detail: String) {
        self.0.push(Row {
            what: what.to_owned(),
            measured,
            target,
            unit,
            detail,
        });
    }

    pub(crate) fn print(&self) {
        println!("{:<62} {:>10} {:>10}", "", "measured", "at most");
        for row in &self.0 {
            let verdict = if row.measured <= row.target {
                ""
            } else {
                "  MISSED"
            };
            let figure = |number: f64| format!("{number:.2}{}", row.unit);
            println!(
                "{:<62} {:>10} {:>10}{verdict}   {}",
                row.what,
                figure(row.measured),
                figure(row.target),
                row.detail
            );
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "no process has so much memory")]
pub(crate) fn megabytes(bytes: u64) -> f64 {
    bytes as f64 / 1_000_000.0
}
