//! Sorts what came out of the tables into values, and what is wrong with them.

use domain::item::{BrokenItem, Problem, Record, Stored};

#[derive(Debug, Default)]
pub(crate) struct Sieve {
    pub(crate) broken: Vec<BrokenItem>,
    pub(crate) notices: Vec<Problem>,
}

impl Sieve {
    pub(crate) fn sound<T>(&mut self, stored: Stored<T>) -> Option<T> {
        self.record(stored).map(|record| record.value)
    }

    /// With where it lies and what its type does not know.
    pub(crate) fn record<T>(&mut self, stored: Stored<T>) -> Option<Record<T>> {
        match stored {
            Ok(record) => {
                // Many items are odd in the same way; that is said once.
                for notice in &record.notices {
                    if !self.notices.contains(notice) {
                        self.notices.push(notice.clone());
                    }
                }
                Some(record)
            }
            Err(broken) => {
                self.broken.push(broken);
                None
            }
        }
    }

    pub(crate) fn all<T>(&mut self, stored: impl IntoIterator<Item = Stored<T>>) -> Vec<T> {
        stored
            .into_iter()
            .filter_map(|stored| self.sound(stored))
            .collect()
    }
}
