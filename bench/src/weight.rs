//! What a browser loads for the first page, as it comes over the wire.

use crate::Failure;
use crate::desk::Desk;
use crate::report::Report;
use fixtures::LargePlan;
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
    let mut parts = Vec::new();
    for (name, path) in [
        ("HTML", page.as_str()),
        ("CSS", "/pkg/float-desk.css"),
        ("JS", "/pkg/float-desk.js"),
        ("wasm", "/pkg/float-desk.wasm"),
        ("icon", "/favicon.svg"),
    ] {
        parts.push((name, desk.get(path).await?.bytes().await?.len() as u64));
    }
    let detail: Vec<_> = parts
        .iter()
        .map(|(name, bytes)| format!("{name} {:.1}", kilobytes(*bytes)))
        .collect();
    let total = parts.iter().map(|(_, bytes)| bytes).sum();
    report.kilobytes(
        "first load, compressed",
        total,
        FIRST_LOAD,
        detail.join(", "),
    );
    Ok(())
}

#[expect(clippy::cast_precision_loss, reason = "sizes of pages are small")]
fn kilobytes(bytes: u64) -> f64 {
    bytes as f64 / 1_000.0
}
