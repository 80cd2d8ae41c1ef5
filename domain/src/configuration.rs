//! Every rulebook that is in force at one moment, in the order in which they are evaluated.

use crate::id::RulebookId;
use crate::rulebook::{Rulebook, RulebookType, sort_for_evaluation};
use serde::{Deserialize, Serialize};

/// A set of rulebooks. Always in evaluation order, whatever order they were stored in.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Vec<Rulebook>", into = "Vec<Rulebook>")]
pub struct Configuration(Vec<Rulebook>);

impl From<Vec<Rulebook>> for Configuration {
    fn from(mut rulebooks: Vec<Rulebook>) -> Self {
        sort_for_evaluation(&mut rulebooks);
        Self(rulebooks)
    }
}

impl From<Configuration> for Vec<Rulebook> {
    fn from(configuration: Configuration) -> Self {
        configuration.0
    }
}

impl FromIterator<Rulebook> for Configuration {
    fn from_iter<I: IntoIterator<Item = Rulebook>>(rulebooks: I) -> Self {
        rulebooks.into_iter().collect::<Vec<_>>().into()
    }
}

impl Configuration {
    pub fn rulebooks(&self) -> &[Rulebook] {
        &self.0
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn get(&self, id: &RulebookId) -> Option<&Rulebook> {
        self.0.iter().find(|rulebook| rulebook.rulebook_id == *id)
    }

    /// What decides on one product, in evaluation order.
    pub fn of_type<'a>(&'a self, kind: &'a RulebookType) -> impl Iterator<Item = &'a Rulebook> {
        self.0.iter().filter(move |rulebook| rulebook.kind == *kind)
    }

    /// Every type that occurs: the documented ones first, then others as stored.
    pub fn types(&self) -> Vec<RulebookType> {
        let mut types: Vec<_> = self
            .0
            .iter()
            .map(|rulebook| rulebook.kind.clone())
            .collect();
        types.sort();
        types.dedup();
        types
    }

    /// The other rulebooks of the same type and priority: among those only the id says which comes
    /// first.
    pub fn tied_with<'a>(&'a self, rulebook: &'a Rulebook) -> impl Iterator<Item = &'a Rulebook> {
        self.of_type(&rulebook.kind).filter(|other| {
            other.priority == rulebook.priority && other.rulebook_id != rulebook.rulebook_id
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rulebook::tests::rulebook;

    #[test]
    fn any_stored_order_becomes_the_order_of_evaluation() {
        let configuration = Configuration::from(vec![
            rulebook("b", 90),
            rulebook("c", 100),
            rulebook("a", 90),
        ]);
        let ids: Vec<_> = configuration
            .rulebooks()
            .iter()
            .map(|rulebook| rulebook.rulebook_id.as_str())
            .collect();
        assert_eq!(ids, ["c", "a", "b"]);
    }

    #[test]
    fn a_tie_is_one_of_the_same_type_only() {
        let loan = Rulebook {
            kind: RulebookType::Loan,
            ..rulebook("loan", 90)
        };
        let configuration = Configuration::from(vec![rulebook("a", 90), rulebook("b", 90), loan]);
        let tied: Vec<_> = configuration
            .tied_with(&configuration.rulebooks()[0])
            .map(|rulebook| rulebook.rulebook_id.as_str())
            .collect();
        assert_eq!(tied, ["b"]);
    }
}
