//! Times two things in turn, so that whatever else the machine does meets both alike.

use crate::Failure;
use std::time::{Duration, Instant};

/// Enough for a steady median, few enough for patience.
const ROUNDS: usize = 400;
const WARM_UP: usize = 50;

/// The median time of each of two things, measured alternately.
pub(crate) async fn medians<A, B>(a: A, b: B) -> Result<(Duration, Duration), Failure>
where
    A: AsyncFnMut() -> Result<(), Failure>,
    B: AsyncFnMut() -> Result<(), Failure>,
{
    medians_after(WARM_UP, ROUNDS, a, b).await
}

/// The same for things that take long, of which fewer rounds are enough.
pub(crate) async fn medians_of<A, B>(
    rounds: usize,
    a: A,
    b: B,
) -> Result<(Duration, Duration), Failure>
where
    A: AsyncFnMut() -> Result<(), Failure>,
    B: AsyncFnMut() -> Result<(), Failure>,
{
    medians_after(1, rounds, a, b).await
}

async fn medians_after<A, B>(
    warm_up: usize,
    rounds: usize,
    mut a: A,
    mut b: B,
) -> Result<(Duration, Duration), Failure>
where
    A: AsyncFnMut() -> Result<(), Failure>,
    B: AsyncFnMut() -> Result<(), Failure>,
{
    let (mut times_a, mut times_b) = (Vec::new(), Vec::new());
    for round in 0..warm_up + rounds {
        let started = Instant::now();
        a().await?;
        let after_a = Instant::now();
        b().await?;
        if round >= warm_up {
            times_a.push(after_a - started);
            times_b.push(after_a.elapsed());
        }
    }
    Ok((median(times_a), median(times_b)))
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

/// How many times longer `a` takes than `b`.
pub(crate) fn ratio(a: Duration, b: Duration) -> f64 {
    a.as_secs_f64() / b.as_secs_f64()
}

/// `1.23 ms`.
pub(crate) fn said(time: Duration) -> String {
    format!("{:.2} ms", time.as_secs_f64() * 1_000.0)
}
