//! Puts an evaluation under the rulebook snapshot that it was made by.

use super::{Decided, LedgerEntry};
use crate::decision::attribution::attribute;
use crate::evaluation::{EvaluationResult, Product};
use crate::id::UpdateId;
use crate::rulebook::Rulebook;
use crate::rulebook_update::RulebookUpdate;

impl LedgerEntry {
    /// What is kept of an evaluation, with the snapshot that it was made under and the arms of that
    /// snapshot's trials. `updates` are newest first and go back to the first one that was in force
    /// everywhere; each comes with the id under which it is stored, which is not always the one that its
    /// time and its author would give.
    pub fn under(evaluation: &EvaluationResult, updates: &[(UpdateId, RulebookUpdate)]) -> Self {
        let mut entry = Self::of(evaluation);
        let attribution = attribute(evaluation, updates.iter().map(|(_, update)| update));
        let Some(update) = attribution.candidates.first() else {
            return entry;
        };
        let mut stored = updates.iter();
        let stored = stored.find(|(_, one)| std::ptr::eq(one, *update));
        entry.snapshot = stored.map(|(id, _)| id.clone());
        for (product, decided) in [
            (Product::Float, &mut entry.float),
            (Product::Loan, &mut entry.loan),
        ] {
            if let Some(decided) = decided {
                decided.name_arms(product, &update.rulebooks);
            }
        }
        entry
    }
}

impl Decided {
    fn name_arms(&mut self, product: Product, books: &[Rulebook]) {
        for said in &mut self.results {
            let book = books.iter().find(|book| {
                book.rulebook_id == said.rulebook_id && book.kind == product.rulebook_type()
            });
            said.ab_group = book.and_then(|book| book.ab_group.clone());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decision::samples::{book, decision, evaluation, result};
    use crate::id::StaffId;
    use crate::instant::Instant;

    #[test]
    fn an_entry_names_its_snapshot_and_the_arms_of_its_rulebooks() {
        let noon = Instant::parse("2024-02-10T12:00:00Z").unwrap();
        let update = |at: Instant, arm: &str| {
            (
                UpdateId::new(format!("{arm}+02:00#x")),
                RulebookUpdate {
                    update_user: StaffId::new("ada"),
                    update_time: at,
                    rulebooks: vec![
                        Rulebook {
                            ab_group: Some(arm.to_owned()),
                            ..book("core", 100, false)
                        },
                        book("other", 90, false),
                    ],
                    unreadable: Vec::new(),
                },
            )
        };
        let updates = [
            update(noon.plus_seconds(60), "later"),
            update(noon.plus_days(-1), "treatment"),
            update(noon.plus_days(-2), "control"),
        ];
        let results = vec![result("core", 100, -1), result("other", 90, 0)];
        let made = evaluation(noon, Some(decision(true, 0, Some("core"), results)));
        let entry = LedgerEntry::under(&made, &updates);
        assert_eq!(entry.snapshot, Some(UpdateId::new("treatment+02:00#x")));
        let arms: Vec<_> = entry.float.unwrap().results;
        let arms: Vec<_> = arms.iter().map(|said| said.ab_group.as_deref()).collect();
        assert_eq!(arms, [Some("treatment"), None]);
        assert_eq!(LedgerEntry::under(&made, &updates[..1]).snapshot, None);
    }
}
