//! A whole item being read: its keys, its discriminator, and what came of it.

use super::{Fields, misplaced};
use crate::table_id::TableId;
use domain::id::UserId;
use domain::instant::Instant;
use domain::item::{BrokenItem, Fault, ItemKey, Problem, Record, Stored};
use domain::value::{Attributes, Value};

/// The discriminators that the documents name (`item_type`, in pave `DBType`).
const ENTITIES: [&str; 19] = [
    "float_profile",
    "temp_float_profile",
    "rule_outcome",
    "evaluation_result",
    "historical_evaluation",
    "rulebook",
    "rulebook_update",
    "insights",
    "recurring",
    "ritual",
    "income",
    "scores",
    "balance",
    "alert",
    "pave_label",
    "last_page",
    "cc_income_notification",
    "income_verification",
    "payday",
];

/// A whole item being read.
pub(crate) struct ItemFields {
    key: ItemKey,
    fields: Fields,
    is_own: bool,
}

impl std::ops::Deref for ItemFields {
    type Target = Fields;
    fn deref(&self) -> &Fields {
        &self.fields
    }
}

impl std::ops::DerefMut for ItemFields {
    fn deref_mut(&mut self) -> &mut Fields {
        &mut self.fields
    }
}

impl ItemFields {
    pub(crate) fn open(table: TableId, item: Attributes) -> Self {
        let mut opened = Self::open_by(table.partition_key().name, table, item);
        // Keys that are nothing but keys; in other tables they are fields as well. Those of GSI2,
        // which nothing uses, are unknown attributes like any other.
        for name in ["PK", "SK", "GSI1PK", "GSI1SK"] {
            opened.fields.attributes.remove(name);
        }
        opened
    }

    /// For a table whose partition key this installation may name otherwise; it is left as a field.
    pub(crate) fn open_by(partition_key: &str, table: TableId, item: Attributes) -> Self {
        let fields = Fields::new(item, String::new());
        let as_text = |value: Option<Value>| match value {
            Some(Value::Text(text)) => text,
            Some(Value::Number(number)) => number.to_string(),
            _ => String::new(),
        };
        let key = ItemKey {
            table: table.role().to_owned(),
            partition: as_text(fields.attributes.get(partition_key).cloned()),
            sort: table
                .sort_key()
                .map(|sort| as_text(fields.attributes.get(sort.name).cloned())),
        };
        Self {
            key,
            fields,
            is_own: table == TableId::FloatDesk,
        }
    }

    /// Some writers leave the discriminator out. One that names another entity is a fault. In a table of
    /// other services, one that no document names is noted: the key says what the item is.
    pub(crate) fn discriminator(&mut self, name: &str, expected: &str) {
        let Some(found) = self.fields.take(name) else {
            return;
        };
        let problem = || {
            let path = name.to_owned();
            misplaced(path, &format!("\u{201c}{expected}\u{201d}"), &found)
        };
        match &found {
            Value::Text(found) if found == expected => {}
            Value::Text(found) if self.is_own || ENTITIES.contains(&found.as_str()) => {
                self.fields.problems.push(problem());
            }
            _ if self.is_own => self.fields.problems.push(problem()),
            _ => self.fields.notices.push(problem()),
        }
    }

    /// The partition must be the one that the item's own ids make.
    pub(crate) fn lies_in(&mut self, partition: &str) {
        if self.key.partition != partition {
            let problem = disagrees("the partition key", partition, &self.key.partition);
            self.fields.problems.push(problem);
        }
    }

    /// The sort key should be the one that the item's own fields make. Where it is not, the item is
    /// still readable, and flagged.
    pub(crate) fn sorts_at(&mut self, sort: &str) {
        let found = self.key.sort.as_deref().unwrap_or_default();
        if found != sort {
            self.fields
                .notices
                .push(disagrees("the sort key", sort, found));
        }
    }

    pub(crate) fn sort_key(&self) -> &str {
        self.key.sort.as_deref().unwrap_or_default()
    }

    /// The moment that ends a sort key of this prefix: no moment holds a `#`, whatever ids before it do.
    pub(crate) fn moment_in_key(&self, prefix: &str) -> Option<Instant> {
        let rest = self.sort_key().strip_prefix(prefix)?;
        Instant::parse(rest.rsplit('#').next()?)
    }

    /// The user whose id ends the partition key, where no attribute holds it.
    pub(crate) fn user_after(&mut self, prefix: &str) -> UserId {
        let Some(id) = self.key.partition.strip_prefix(prefix) else {
            let expected = format!("{prefix}<user id>");
            let problem = disagrees("the partition key", &expected, &self.key.partition);
            self.fields.problems.push(problem);
            return UserId::new("");
        };
        UserId::new(id)
    }

    /// What the sort key holds behind `prefix`, where no attribute does. `form` says what belongs
    /// there: a key that holds something else is a fault.
    pub(crate) fn sort_key_after<T>(
        &mut self,
        prefix: &str,
        form: &str,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Option<T> {
        let held = self.sort_key().strip_prefix(prefix).and_then(read);
        if held.is_none() {
            let problem = disagrees("the sort key", &format!("{prefix}{form}"), self.sort_key());
            self.fields.problems.push(problem);
        }
        held
    }

    pub(crate) fn close<T>(self, value: T) -> Stored<T> {
        if self.fields.problems.is_empty() {
            Ok(Record {
                key: self.key,
                value,
                unknown: self.fields.attributes,
                notices: self.fields.notices,
            })
        } else {
            Err(BrokenItem {
                key: self.key,
                problems: self.fields.problems,
            })
        }
    }
}

fn disagrees(what: &str, expected: &str, found: &str) -> Problem {
    Problem {
        path: what.to_owned(),
        what: Fault::Is {
            expected: format!("\u{201c}{expected}\u{201d}"),
            found: format!("\u{201c}{found}\u{201d}"),
        },
    }
}
