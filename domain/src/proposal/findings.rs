//! What a proposal would make of the rulebooks, and what is wrong with that.

use super::{Proposal, ProposedChange};
use crate::configuration::Configuration;
use crate::id::RulebookId;
use crate::rulebook_draft::{Catalogue, Findings, cautions, check, deletion_cautions, reserved};

impl Proposal {
    /// What is wrong with one of its changes, and what is worth a second look. `known` are the rulebooks as
    /// they would be.
    pub fn findings(&self, change: &ProposedChange, known: &Catalogue) -> Findings {
        let base = change.base.as_ref();
        let Some(after) = &change.after else {
            let warnings = base.map(deletion_cautions).unwrap_or_default();
            return Findings {
                warnings,
                ..Findings::default()
            };
        };
        let mut found = check(after, self.measure(change), known);
        if self.restores.is_some() {
            // Measured by itself it would bring back anything.
            found.problems.extend(reserved(after, base));
        }
        found.warnings.extend(cautions(after, base, known));
        found
    }

    /// The configuration that it leads to.
    pub fn applied_to(&self, live: &Configuration) -> Configuration {
        let is_changed = |id: &RulebookId| self.changes.iter().any(|change| change.id == *id);
        let kept = live.rulebooks().iter();
        let kept = kept.filter(|book| !is_changed(&book.rulebook_id)).cloned();
        let changed = self
            .changes
            .iter()
            .filter_map(|change| change.after.clone());
        kept.chain(changed).collect()
    }
}
