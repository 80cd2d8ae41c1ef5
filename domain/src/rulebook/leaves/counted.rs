//! How often two rules were compared: what a test asserts instead of a time.

use std::cell::Cell;

thread_local! {
    static COMPARISONS: Cell<u64> = const { Cell::new(0) };
}

pub(super) fn count() {
    COMPARISONS.set(COMPARISONS.get() + 1);
}

/// What the work gives, and how many comparisons of rules it took.
pub(crate) fn comparisons<T>(work: impl FnOnce() -> T) -> (T, u64) {
    let before = COMPARISONS.get();
    let done = work();
    (done, COMPARISONS.get() - before)
}
