//! How much is measured on. An environment variable makes it less, to try something out, or more.

use crate::Failure;
use std::env;

/// The large ledger.
pub(crate) fn entries() -> Result<usize, Failure> {
    size("FLOAT_DESK_BENCH_ENTRIES", 1_000_000)
}

/// Evaluations that are put into the ledger one by one, as the indexer does: a million take half an hour.
pub(crate) fn backfill() -> Result<usize, Failure> {
    size("FLOAT_DESK_BENCH_BACKFILL", 200_000)
}

fn size(name: &str, usually: usize) -> Result<usize, Failure> {
    match env::var(name) {
        Ok(text) => {
            let size = text.replace(['_', ','], "").parse();
            size.map_err(|_| format!("{name} is a number, not {text:?}").into())
        }
        Err(_) => Ok(usually),
    }
}

/// `1,000,000`.
pub(crate) fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (index, digit) in digits.char_indices() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}
