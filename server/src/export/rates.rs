//! Approval rates as a file: exactly the points that the page lists.

use super::{Row, Wanted, export, permitted};
use app::request::contents;
use app::{paths, rate_list};
use axum::Router;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use domain::evaluation::Product;
use domain::instant::Instant;
use domain::rates::interval::{Interval, Rate};
use domain::rates::series::{Count, Series};
use domain::rates::view::{RatesView, Split};
use domain::recount;
use domain::role::ReadDecisions;
use futures::stream;
use http::StatusCode;
use std::time::SystemTime;
use store::ledger;

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
    if let Err(refusal) = permitted::<ReadDecisions>(&wanted, subject.clone()).await {
        return refusal;
    }
    if let Some(unready) = being_recounted(&wanted, &view, now).await {
        return unready;
    }
    let store = wanted.store.clone();
    // A quarter's days, or a fortnight's hours, are one part.
    let part = stream::once(async move {
        let change = rate_list::change(&store, &view).await?;
        let Ok(range) = rate_list::range(&view, change.as_ref(), now) else {
            return Ok(Vec::new());
        };
        let counts = rate_list::counts(&store, range).await?;
        Ok(lines(&rate_list::series(&counts.counts, &view, range)))
    });
    export::<ReadDecisions, _>(wanted, "rates", subject, part).await
}

/// While days are being recounted the file would lack them, and nobody would know.
async fn being_recounted(wanted: &Wanted, view: &RatesView, now: Instant) -> Option<Response> {
    let unavailable = |why: String| (StatusCode::SERVICE_UNAVAILABLE, why).into_response();
    let days = async {
        let change = rate_list::change(&wanted.store, view).await?;
        let range = rate_list::range(view, change.as_ref(), now).ok();
        match range {
            Some(range) => ledger::being_recounted(&wanted.store, range.from, range.to).await,
            None => Ok(Vec::new()),
        }
    };
    match days.await {
        Ok(days) => recount::notice(&days).map(unavailable),
        Err(error) => {
            tracing::error!(%error, "it is not known which days are being recounted");
            Some(unavailable(format!(
                "{} cannot be read at the moment.",
                contents(error.table)
            )))
        }
    }
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
            split: series.split,
        };
        let whole = series.points[index];
        found.push(line("all".to_owned(), whole, series.whole_share(index)));
        let parts = series.lines.iter();
        let parts = parts.filter(|part| part.points[index].total() > 0);
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
    split: Split,
}

impl Line {
    /// How many evaluations have a status is no estimate.
    fn interval(&self) -> Option<Interval> {
        self.rate.interval().filter(|_| self.split != Split::Status)
    }
}

impl Row for Line {
    const HEAD: &'static [&'static str] = &[
        "from",
        "product",
        "part",
        "evaluations",
        "decided",
        "approved",
        "denied",
        "not_evaluated",
        "no_results",
        "errors",
        "amount_cents",
        "rate",
        "rate_of",
        "rate_low_95",
        "rate_high_95",
    ];

    fn cells(&self) -> Vec<String> {
        let share = |share: Option<f64>| share.map(|it| format!("{it:.6}")).unwrap_or_default();
        let interval = self.interval();
        let decisions = self.count.decisions;
        vec![
            self.at.stored(),
            self.product.as_str().to_owned(),
            self.part.clone(),
            self.count.total().to_string(),
            self.count.rate().decided.to_string(),
            decisions.approved.to_string(),
            decisions.denied.to_string(),
            decisions.not_evaluated.to_string(),
            decisions.no_results.to_string(),
            decisions.errors.to_string(),
            self.count.amount.0.to_string(),
            share(self.rate.share()),
            self.rate.decided.to_string(),
            share(interval.map(|it| it.low)),
            share(interval.map(|it| it.high)),
        ]
    }

    fn json(&self) -> serde_json::Value {
        let interval = self.interval();
        let decisions = self.count.decisions;
        serde_json::json!({
            "from": self.at.stored(),
            "product": self.product.as_str(),
            "part": self.part,
            "evaluations": self.count.total(),
            "decided": self.count.rate().decided,
            "approved": decisions.approved,
            "denied": decisions.denied,
            "not_evaluated": decisions.not_evaluated,
            "no_results": decisions.no_results,
            "errors": decisions.errors,
            "amount_cents": self.count.amount.0,
            "rate": self.rate.share(),
            "rate_of": self.rate.decided,
            "rate_low_95": interval.map(|it| it.low),
            "rate_high_95": interval.map(|it| it.high),
        })
    }
}
