//! Approval rates as a file: exactly the points that the page lists.

use super::{Row, Wanted, export};
use app::{paths, rate_list};
use axum::Router;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use domain::evaluation::Product;
use domain::instant::Instant;
use domain::rates::interval::Rate;
use domain::rates::series::{Count, Series};
use domain::rates::view::RatesView;
use domain::role::ReadDecisions;
use futures::stream;
use http::StatusCode;
use std::time::SystemTime;

pub(super) fn routes<S: Clone + Send + Sync + 'static>() -> Router<S> {
    Router::new()
        .route("/rates.csv", get(file))
        .route("/rates.jsonl", get(file))
}

async fn file(wanted: Wanted) -> Response {
    let now = Instant::from(SystemTime::now());
    let view = RatesView::parse(&paths::fields(&wanted.query));
    // Before anything is read, so that a refusal does not depend on it.
    let view = match view.and_then(|view| view.range(now.day()).map(|_| view)) {
        Ok(view) => view,
        Err(error) => return (StatusCode::BAD_REQUEST, error.to_string()).into_response(),
    };
    let which: Vec<_> = view
        .address()
        .into_iter()
        .map(|(name, value)| format!(" {name}={value}"))
        .collect();
    let subject = format!("rates{}", which.concat());
    let store = wanted.store.clone();
    // A quarter's days, or a fortnight's hours, are one part.
    let part = stream::once(async move {
        let change = rate_list::change(&store, &view).await?;
        let Ok(range) = rate_list::range(&view, change.as_ref(), now) else {
            return Ok(Vec::new());
        };
        let counts = rate_list::counts(&store, range).await?;
        Ok(lines(&rate_list::series(&counts, &view, range)))
    });
    export::<ReadDecisions, _>(wanted, "rates", subject, part).await
}

/// Newest first, each point with its parts behind it.
fn lines(series: &Series) -> Vec<Line> {
    let mut found = Vec::new();
    for index in (0..series.points.len()).rev() {
        let line = |part: String, count: Count, rate: Rate| Line {
            at: series.at(index),
            product: series.product,
            part,
            count,
            rate,
        };
        let whole = series.points[index];
        found.push(line("all".to_owned(), whole, whole.rate));
        let parts = series.lines.iter();
        let parts = parts.filter(|part| part.points[index].checks > 0);
        found.extend(parts.map(|part| {
            let share = series.share(part, index);
            line(part.part.name(), part.points[index], share)
        }));
    }
    found
}

struct Line {
    at: Instant,
    product: Product,
    part: String,
    count: Count,
    rate: Rate,
}

impl Row for Line {
    const HEAD: &'static [&'static str] = &[
        "from",
        "product",
        "part",
        "checks",
        "decided",
        "approved",
        "no_decision",
        "amount_cents",
        "rate",
        "rate_low_95",
        "rate_high_95",
    ];

    fn cells(&self) -> Vec<String> {
        let share = |share: Option<f64>| share.map(|it| format!("{it:.6}")).unwrap_or_default();
        let interval = self.rate.interval();
        vec![
            self.at.stored(),
            self.product.as_str().to_owned(),
            self.part.clone(),
            self.count.checks.to_string(),
            self.count.rate.decided.to_string(),
            self.count.rate.approved.to_string(),
            self.count.undecided().to_string(),
            self.count.amount.0.to_string(),
            share(self.rate.share()),
            share(interval.map(|it| it.low)),
            share(interval.map(|it| it.high)),
        ]
    }

    fn json(&self) -> serde_json::Value {
        let interval = self.rate.interval();
        serde_json::json!({
            "from": self.at.stored(),
            "product": self.product.as_str(),
            "part": self.part,
            "checks": self.count.checks,
            "decided": self.count.rate.decided,
            "approved": self.count.rate.approved,
            "no_decision": self.count.undecided(),
            "amount_cents": self.count.amount.0,
            "rate": self.rate.share(),
            "rate_low_95": interval.map(|it| it.low),
            "rate_high_95": interval.map(|it| it.high),
        })
    }
}
