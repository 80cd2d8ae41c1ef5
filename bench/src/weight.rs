//! What a browser loads for the first page, as it comes over the wire.

use crate::Failure;
use crate::desk::Desk;
use crate::report::Report;
use fixtures::LargePlan;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

const FIRST_LOAD: f64 = 300.0;

pub(crate) async fn measure(report: &mut Report) -> Result<(), Failure> {
    let plan = LargePlan {
        users: 1,
        evaluations_per_user: 30,
        history: 10,
    };
    let desk = Desk::start(plan, Duration::ZERO).await?;
    let page = format!("/users/{}", LargePlan::user_id(1));
    let packed = desk.get(&page).await?.bytes().await?.len();
    let mut parts = BTreeMap::from([("html".to_owned(), packed as u64)]);
    for path in loads(&desk.plain(&page).await?) {
        let kind = path.rsplit('.').next().unwrap_or_default().to_owned();
        *parts.entry(kind).or_default() += desk.get(&path).await?.bytes().await?.len() as u64;
    }
    let detail: Vec<_> = parts
        .iter()
        .map(|(kind, bytes)| format!("{kind} {:.1}", kilobytes(*bytes)))
        .collect();
    let total = parts.values().sum();
    report.kilobytes(
        "first load, compressed",
        total,
        FIRST_LOAD,
        detail.join(", "),
    );
    Ok(())
}

/// Every file that the page's head names, and the icons that its body uses.
fn loads(html: &str) -> BTreeSet<String> {
    let (head, _) = html.split_once("</head>").unwrap_or((html, ""));
    head.split("href=\"")
        .skip(1)
        .filter_map(|rest| rest.split('"').next())
        .filter(|path| path.starts_with('/'))
        .chain(["/icons.svg"])
        .map(str::to_owned)
        .collect()
}

#[expect(clippy::cast_precision_loss, reason = "sizes of pages are small")]
fn kilobytes(bytes: u64) -> f64 {
    bytes as f64 / 1_000.0
}
