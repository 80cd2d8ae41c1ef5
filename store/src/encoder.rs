//! Builds an item field by field, the mirror of reading one.

use crate::fields::says_the_same;
use domain::day::Day;
use domain::instant::Instant;
use domain::money::Cents;
use domain::role::Staff;
use domain::value::{Attributes, Number, Value};

/// An item or a nested map being built. An absent optional field is left out.
#[derive(Default)]
pub(crate) struct Encoder(Attributes);

impl Encoder {
    pub(crate) fn new() -> Self {
        Self::default()
    }

    /// The keys of a table that names them `PK` and `SK`.
    pub(crate) fn keys(self, partition: impl Into<String>, sort: impl Into<String>) -> Self {
        self.text("PK", partition).text("SK", sort)
    }

    pub(crate) fn gsi1(self, partition: impl Into<String>, sort: impl Into<String>) -> Self {
        self.text("GSI1PK", partition).text("GSI1SK", sort)
    }

    pub(crate) fn value(mut self, name: &str, value: Value) -> Self {
        self.0.insert(name.to_owned(), value);
        self
    }

    pub(crate) fn optional(self, name: &str, value: Option<Value>) -> Self {
        match value {
            Some(value) => self.value(name, value),
            None => self,
        }
    }

    pub(crate) fn text(self, name: &str, text: impl Into<String>) -> Self {
        self.value(name, Value::text(text))
    }

    pub(crate) fn optional_text(self, name: &str, text: Option<&str>) -> Self {
        self.optional(name, text.map(Value::text))
    }

    pub(crate) fn boolean(self, name: &str, yes: bool) -> Self {
        self.value(name, Value::Bool(yes))
    }

    pub(crate) fn optional_boolean(self, name: &str, yes: Option<bool>) -> Self {
        self.optional(name, yes.map(Value::Bool))
    }

    pub(crate) fn whole(self, name: &str, number: i64) -> Self {
        self.value(name, Value::number(number))
    }

    pub(crate) fn optional_whole(self, name: &str, number: Option<i64>) -> Self {
        self.optional(name, number.map(Value::number))
    }

    pub(crate) fn number(self, name: &str, number: &Number) -> Self {
        self.value(name, Value::Number(number.clone()))
    }

    pub(crate) fn cents(self, name: &str, cents: Cents) -> Self {
        self.whole(name, cents.0)
    }

    pub(crate) fn optional_cents(self, name: &str, cents: Option<Cents>) -> Self {
        self.optional_whole(name, cents.map(|cents| cents.0))
    }

    pub(crate) fn instant(self, name: &str, at: Instant) -> Self {
        self.text(name, at.stored())
    }

    pub(crate) fn optional_instant(self, name: &str, at: Option<Instant>) -> Self {
        self.optional(name, at.map(|at| Value::text(at.stored())))
    }

    /// As seconds since 1970, the only form by which DynamoDB expires items.
    pub(crate) fn optional_epoch(self, name: &str, at: Option<Instant>) -> Self {
        self.optional_whole(name, at.map(Instant::epoch_seconds))
    }

    pub(crate) fn day(self, name: &str, day: Day) -> Self {
        self.text(name, day.stored())
    }

    pub(crate) fn optional_day(self, name: &str, day: Option<Day>) -> Self {
        self.optional(name, day.map(|day| Value::text(day.stored())))
    }

    pub(crate) fn map(self, name: &str, map: Attributes) -> Self {
        self.value(name, Value::Map(map))
    }

    pub(crate) fn list<T>(self, name: &str, list: &[T], encode: impl Fn(&T) -> Attributes) -> Self {
        self.value(
            name,
            Value::List(list.iter().map(|one| Value::Map(encode(one))).collect()),
        )
    }

    pub(crate) fn optional_list<T>(
        self,
        name: &str,
        list: Option<&[T]>,
        encode: impl Fn(&T) -> Attributes,
    ) -> Self {
        match list {
            Some(list) => self.list(name, list, encode),
            None => self,
        }
    }

    /// Attributes that no type knows, kept beside those it does. One that it does know, and that is stored
    /// in another spelling (`3` for `"3"`), keeps that spelling.
    pub(crate) fn with(mut self, unknown: &Attributes) -> Self {
        for (name, stored) in unknown {
            let is_changed = |own: &Value| !says_the_same(stored, own);
            if !self.0.get(name).is_some_and(is_changed) {
                self.0.insert(name.clone(), stored.clone());
            }
        }
        self
    }

    /// A staff member, with their ID under `name`.
    pub(crate) fn staff(self, name: &str, staff: &Staff) -> Self {
        self.text(name, staff.id.as_str())
            .optional_text("label", staff.own_label().as_deref())
            .text("role", staff.role.as_str())
    }

    pub(crate) fn done(self) -> Attributes {
        self.0
    }
}
