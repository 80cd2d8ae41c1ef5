//! What a change without review may let through all the same. Setting a share to 0 and going back are meant
//! to reduce the risk; whether they do depends on what else there is.

use super::{Proposal, ProposedChange};
use crate::basis_points::BasisPoints;
use crate::rulebook::Rulebook;

const NOBODY: BasisPoints = BasisPoints(0);

impl Proposal {
    /// To be read before publishing alone, a line for each rulebook.
    pub fn cautions(&self) -> Vec<String> {
        self.changes.iter().map(ProposedChange::caution).collect()
    }
}

impl ProposedChange {
    fn caution(&self) -> String {
        let share = |rulebook: &Rulebook| rulebook.apply_to.unwrap_or(NOBODY);
        let was = self.base.as_ref().map(share);
        let becomes = self.after.as_ref().map_or(NOBODY, share);
        let id = &self.id;
        match was {
            None => format!("{id} comes back, for {becomes} of the users."),
            Some(was) if becomes > was => {
                format!("{id}: its share rises from {was} to {becomes}.")
            }
            Some(_) if becomes == NOBODY => format!(
                "{id} applies to nobody any more: whom it decided on, the next rulebook decides on, which may approve more."
            ),
            Some(_) => {
                format!("{id}: its settings or rules change; the diff above tells which way.")
            }
        }
    }
}
