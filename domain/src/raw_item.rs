//! A stored item of any kind as it is: every attribute, with DynamoDB's own types.

use crate::instant::Instant;
use crate::value::{Attributes, Value};
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RawItem {
    /// Where it lies: the partition, and its place there where the table has one.
    pub partition: String,
    pub sort: Option<String>,
    /// By DynamoDB's reckoning.
    pub bytes: u64,
    /// When the table deletes it, where it has such a time.
    pub expires_on: Option<Instant>,
    pub attributes: Attributes,
}

/// The attributes by which services tell the kinds of their items apart.
const DISCRIMINATORS: [&str; 2] = ["item_type", "DBType"];

impl RawItem {
    /// What kind of item it says that it is; else what its sort key begins with.
    pub fn kind(&self) -> String {
        let said = DISCRIMINATORS
            .iter()
            .find_map(|name| match self.attributes.get(*name) {
                Some(Value::Text(kind)) if !kind.is_empty() => Some(kind.clone()),
                _ => None,
            });
        let begins = || {
            let (kind, _) = self.sort.as_deref()?.split_once('#')?;
            (!kind.is_empty()).then(|| kind.to_owned())
        };
        said.or_else(begins)
            .unwrap_or_else(|| "item without a kind".to_owned())
    }

    pub fn is_expired_at(&self, now: Instant) -> bool {
        self.expires_on.is_some_and(|at| at <= now)
    }
}

/// Items in their order, those of one kind that follow each other together.
pub fn by_kind(items: Vec<RawItem>) -> Vec<(String, Vec<RawItem>)> {
    let mut groups: Vec<(String, Vec<RawItem>)> = Vec::new();
    for item in items {
        let kind = item.kind();
        match groups.last_mut() {
            Some((last, group)) if *last == kind => group.push(item),
            _ => groups.push((kind, vec![item])),
        }
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;

    fn item(sort: Option<&str>, attributes: &[(&str, &str)]) -> RawItem {
        RawItem {
            partition: "USER#mia".to_owned(),
            sort: sort.map(str::to_owned),
            bytes: 0,
            expires_on: None,
            attributes: attributes
                .iter()
                .map(|(name, text)| ((*name).to_owned(), Value::text(*text)))
                .collect(),
        }
    }

    #[test]
    fn an_item_is_of_the_kind_it_names_or_else_of_that_of_its_key() {
        let named = item(Some("PROFILE#2024"), &[("item_type", "float_profile")]);
        assert_eq!(named.kind(), "float_profile");
        assert_eq!(item(Some("X#1"), &[("DBType", "Mine")]).kind(), "Mine");
        assert_eq!(item(Some("PROFILE#2024"), &[]).kind(), "PROFILE");
        assert_eq!(item(Some("#odd"), &[]).kind(), "item without a kind");
        assert_eq!(item(None, &[]).kind(), "item without a kind");
    }

    #[test]
    fn neighbours_of_one_kind_stand_together_and_the_order_stays() {
        let items = ["A#1", "A#2", "B#1", "A#3"].map(|sort| item(Some(sort), &[]));
        let sizes: Vec<_> = by_kind(items.to_vec())
            .into_iter()
            .map(|(kind, group)| (kind, group.len()))
            .collect();
        let expected = [("A", 2), ("B", 1), ("A", 1)].map(|(kind, n)| (kind.to_owned(), n));
        assert_eq!(sizes, expected);
    }
}
