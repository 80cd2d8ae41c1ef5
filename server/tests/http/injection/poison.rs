//! The demo world with a payload in every stored text and in every id.

use domain::value::{Attributes, Value};
use fixtures::World;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;
use store::TableId;

/// Breaks out of every place that a page puts text into: elements of text, quoted attributes, comments,
/// scripts. Whatever it makes has the id `x`.
pub const PAYLOAD: &str = "</title><h1 id=x></textarea><form id=x>\"><img id=x>'><u id=x>--><p id=x>\
    </script><i id=x></noscript><b id=x>";

/// As much of it as the shortest text has room for.
pub const SHORT: &str = "</title><h1 id=x>\"><img id=x>'><u id=x>--><p id=x>";

/// What both have: text with it in it is the payload's.
pub const MARK: &str = "<h1 id=x>";

/// Texts by which items name each other. The payload goes to wherever one is, keys included.
const IDS: [&str; 16] = [
    "user_id",
    "result_id",
    "account_id",
    "item_id",
    "float_id",
    "loan_id",
    "rulebook_id",
    "rule",
    "rule_name",
    "deciding_rulebook",
    "campaign_id",
    "proposal_id",
    "update_user",
    "ab_group",
    "id",
    "name",
];

/// Texts that stand for one of a few values. With anything else in them the item can't be read.
const FIXED: [&str; 12] = [
    "item_type",
    "type",
    "rulebook_type",
    "rule_type",
    "status",
    "calc_status",
    "state",
    "role",
    "action",
    "kind",
    "outcome",
    "product",
];

/// Texts that an admin typed to start a campaign; no campaign of the demo world was started like that.
const OF_CAMPAIGNS: [&str; 3] = ["lowered_reason", "reopened_reason", "hold_replaced_reason"];

/// An id of this length has room for the payload: keys end at 1,024 bytes, and may hold several.
const FITTING: RangeInclusive<usize> = 1..=200;

pub fn id(id: &str) -> String {
    format!("{id}{PAYLOAD}")
}

/// Whether the items can still be read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Items {
    Readable,
    Broken,
}

/// The world's items, poisoned.
pub fn world(world: &World, kind: Items) -> BTreeMap<TableId, Vec<Attributes>> {
    let mut ids = BTreeSet::new();
    for item in world.items.values().flatten() {
        find_ids(item, &mut ids);
    }
    let tables = world.items.iter();
    tables
        .map(|(table, items)| {
            let keys = keys_of(*table);
            let poison = Poison {
                ids: &ids,
                keys,
                kind,
            };
            let items = items.iter().map(|item| poison.map(item)).collect();
            (*table, items)
        })
        .collect()
}

fn keys_of(table: TableId) -> BTreeSet<&'static str> {
    let own = [Some(table.partition_key()), table.sort_key()];
    let own = own.into_iter().flatten().map(|key| key.name);
    let indexed = table.indexes().iter();
    own.chain(indexed.flat_map(|index| [index.partition, index.sort]))
        .collect()
}

fn find_ids(item: &Attributes, found: &mut BTreeSet<String>) {
    for (name, value) in item {
        match value {
            Value::Text(text) if IDS.contains(&name.as_str()) && FITTING.contains(&text.len()) => {
                found.insert(text.clone());
            }
            Value::Map(map) => find_ids(map, found),
            Value::List(list) => {
                for value in list {
                    if let Value::Map(map) = value {
                        find_ids(map, found);
                    }
                }
            }
            _ => {}
        }
    }
}

fn missing(map: &Attributes) -> impl Iterator<Item = (String, Value)> {
    let is_campaign = map.get("item_type") == Some(&Value::text("campaign"));
    let missing = OF_CAMPAIGNS.into_iter().filter(move |_| is_campaign);
    missing.map(|name| (name.to_owned(), Value::text(PAYLOAD)))
}

struct Poison<'a> {
    ids: &'a BTreeSet<String>,
    keys: BTreeSet<&'static str>,
    kind: Items,
}

impl Poison<'_> {
    fn map(&self, map: &Attributes) -> Attributes {
        let poisoned = map.iter();
        poisoned
            .map(|(name, value)| (name.clone(), self.value(name, value)))
            // What no type knows is shown as it is stored, its name too.
            .chain([(id("unknown"), Value::text(PAYLOAD))])
            .chain(missing(map))
            .collect()
    }

    fn value(&self, name: &str, value: &Value) -> Value {
        match value {
            Value::Text(text) => Value::Text(self.text(name, text)),
            Value::Map(map) => Value::Map(self.map(map)),
            Value::List(list) => {
                Value::List(list.iter().map(|value| self.value(name, value)).collect())
            }
            other => other.clone(),
        }
    }

    fn text(&self, name: &str, text: &str) -> String {
        if FIXED.contains(&name) {
            return match self.kind {
                Items::Readable => text.to_owned(),
                Items::Broken => id(text),
            };
        }
        let with_ids = self.with_ids(text);
        let is_shape = self.keys.contains(name) || is_value(text);
        if with_ids == text && !is_shape {
            id(text)
        } else {
            with_ids
        }
    }

    /// Ids stand alone, or between the separators of a key.
    fn with_ids(&self, text: &str) -> String {
        if self.ids.contains(text) {
            return id(text);
        }
        let parts = text.split_inclusive(['#', ':']).map(|part| {
            let (word, separator) = match part.strip_suffix(['#', ':']) {
                Some(word) => (word, &part[word.len()..]),
                None => (part, ""),
            };
            let word = if self.ids.contains(word) {
                id(word)
            } else {
                word.to_owned()
            };
            format!("{word}{separator}")
        });
        parts.collect()
    }
}

/// Numbers and times, which are stored as text.
fn is_value(text: &str) -> bool {
    text.is_empty()
        || text.parse::<f64>().is_ok()
        || matches!(
            text.as_bytes(),
            [_, _, _, _, b'-', _, _, b'-', ..] | [_, _, _, _, b'-', _, _]
        )
}
