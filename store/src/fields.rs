//! Reads an item field by field, and notes everything that does not fit instead of stopping at the
//! first such thing: a broken item must be shown with all that is wrong with it.

mod item;
mod spelling;
mod value;

pub(crate) use item::ItemFields;
pub(crate) use spelling::says_the_same;
pub(crate) use value::{as_day, as_epoch, as_list, as_moment, as_number, as_text};

use domain::day::Day;
use domain::id::StaffId;
use domain::instant::Instant;
use domain::item::{Fault, Problem};
use domain::moment_text::MomentText;
use domain::money::Cents;
use domain::role::{Role, Staff};
use domain::value::{Attributes, Number, Value};
use spelling::{is_no_moment, respelled};
use value::{as_bool, as_instant, as_map, as_whole};

/// One of a list that does not fit, as it is stored, and everything that is wrong with it.
pub(crate) struct Misfit {
    pub(crate) item: Attributes,
    pub(crate) problems: Vec<Problem>,
}

/// An item being read. Fields are taken out; what remains is unknown to the type.
pub(crate) struct Fields {
    attributes: Attributes,
    /// The path of a nested map within the item, for messages.
    path: String,
    problems: Vec<Problem>,
    /// What is odd about the item, and can be read all the same.
    notices: Vec<Problem>,
    /// Optional fields that are stored as null.
    nulls: Vec<String>,
    /// Fields that were read although another kind of value belongs there, as they are stored.
    respelled: Attributes,
}

impl Fields {
    fn new(attributes: Attributes, path: String) -> Self {
        Self {
            attributes,
            path,
            problems: Vec::new(),
            notices: Vec::new(),
            nulls: Vec::new(),
            respelled: Attributes::new(),
        }
    }

    pub(crate) fn text(&mut self, name: &str) -> String {
        self.required(name, "text", as_text).unwrap_or_default()
    }

    pub(crate) fn optional_text(&mut self, name: &str) -> Option<String> {
        self.optional(name, "text", as_text)
    }

    /// A text that stands for one of a few values.
    pub(crate) fn one_of<T>(
        &mut self,
        name: &str,
        expected: &str,
        read: impl Fn(&str) -> Option<T>,
    ) -> Option<T> {
        self.required(name, expected, |value| read(&as_text(value)?))
    }

    /// A staff member whose ID is under `name`. Older items have no label.
    pub(crate) fn staff(&mut self, name: &str) -> Staff {
        let id = StaffId::new(self.text(name));
        let role = self.one_of("role", "support, analyst or admin", Role::parse);
        let staff = Staff::new(id, role.unwrap_or(Role::Support));
        match self.optional_text("label") {
            Some(label) => staff.with_label(label),
            None => staff,
        }
    }

    pub(crate) fn boolean(&mut self, name: &str) -> bool {
        self.required(name, "yes/no", as_bool).unwrap_or_default()
    }

    pub(crate) fn optional_boolean(&mut self, name: &str) -> Option<bool> {
        self.optional(name, "yes/no", as_bool)
    }

    pub(crate) fn whole(&mut self, name: &str) -> i64 {
        self.required(name, "a whole number", as_whole)
            .unwrap_or_default()
    }

    pub(crate) fn optional_whole(&mut self, name: &str) -> Option<i64> {
        self.optional(name, "a whole number", as_whole)
    }

    pub(crate) fn cents(&mut self, name: &str) -> Cents {
        Cents(
            self.required(name, "an amount in cents", as_whole)
                .unwrap_or_default(),
        )
    }

    pub(crate) fn optional_cents(&mut self, name: &str) -> Option<Cents> {
        self.optional(name, "an amount in cents", as_whole)
            .map(Cents)
    }

    pub(crate) fn number(&mut self, name: &str) -> Number {
        self.required(name, "a number", as_number)
            .unwrap_or_else(|| Number::from(0))
    }

    pub(crate) fn optional_number(&mut self, name: &str) -> Option<Number> {
        self.optional(name, "a number", as_number)
    }

    /// Nanoseconds since 1970: a number, the bytes of its digits, or the number itself in 8 bytes. Other
    /// bytes are noted, and leave the item readable: what belongs there is up to the writer. `near` is about
    /// when it was.
    pub(crate) fn optional_nanoseconds(&mut self, name: &str, near: Instant) -> Option<Number> {
        if let Some(Value::Binary(bytes)) = self.attributes.get(name) {
            let read = spelling::nanoseconds(bytes, near);
            if read.is_none() {
                self.noted(name, "bytes of an unknown form".to_owned(), "not set");
            }
            self.take(name);
            return read;
        }
        self.optional(name, "nanoseconds since 1970", as_number)
    }

    pub(crate) fn instant(&mut self, name: &str) -> Instant {
        self.required(name, "a moment (RFC 3339)", as_instant)
            .unwrap_or(EPOCH)
    }

    /// Where the item's own key holds the same moment: an item without the attribute has it from there.
    pub(crate) fn instant_or(&mut self, name: &str, in_key: Option<Instant>) -> Instant {
        match in_key.filter(|_| self.has_no_time(name)) {
            Some(at) => self.taken_from_key(name, at),
            None => self.instant(name),
        }
    }

    /// The same for a day.
    pub(crate) fn day_or(&mut self, name: &str, in_key: Option<Day>) -> Day {
        match in_key.filter(|_| self.has_no_time(name)) {
            Some(day) => self.taken_from_key(name, day),
            None => self.day(name),
        }
    }

    fn has_no_time(&self, name: &str) -> bool {
        let is_none = |value: &Value| *value == Value::Null || is_no_moment(value);
        self.attributes.get(name).is_none_or(is_none)
    }

    fn taken_from_key<T>(&mut self, name: &str, held: T) -> T {
        let found = match self.take(name) {
            None => "missing",
            Some(Value::Null) => "null",
            Some(_) => "empty",
        };
        self.noted(name, found.to_owned(), "the one in the sort key");
        held
    }

    pub(crate) fn optional_instant(&mut self, name: &str) -> Option<Instant> {
        self.optional_time(name, "a moment (RFC 3339)", as_instant)
    }

    /// A moment that is written back under the text it was read as.
    pub(crate) fn optional_moment_text(&mut self, name: &str) -> Option<MomentText> {
        let read = |value: &Value| MomentText::parse(&as_text(value)?);
        self.optional_time(name, "a moment (RFC 3339)", read)
    }

    /// Seconds since 1970, as `ttl` is stored.
    pub(crate) fn optional_epoch(&mut self, name: &str) -> Option<Instant> {
        self.optional_time(name, "seconds since 1970", as_epoch)
    }

    /// For a field whose document says only that it is a time.
    pub(crate) fn optional_moment(&mut self, name: &str) -> Option<Instant> {
        let expected = "a moment (RFC 3339 or seconds since 1970)";
        self.optional_time(name, expected, as_moment)
    }

    pub(crate) fn day(&mut self, name: &str) -> Day {
        self.required(name, "a day (YYYY-MM-DD)", as_day)
            .unwrap_or_else(|| EPOCH.day())
    }

    pub(crate) fn optional_day(&mut self, name: &str) -> Option<Day> {
        self.optional_time(name, "a day (YYYY-MM-DD)", as_day)
    }

    pub(crate) fn optional_map(&mut self, name: &str) -> Option<Attributes> {
        self.optional(name, "a map", as_map)
    }

    /// Everything that is left to read, as it is stored.
    pub(crate) fn whole_map(&self) -> Attributes {
        self.attributes.clone()
    }

    /// A list of texts; absent is empty.
    pub(crate) fn texts(&mut self, name: &str) -> Vec<String> {
        let read = |value: &Value| as_list(value)?.iter().map(as_text).collect();
        self.optional(name, "a list of texts", read)
            .unwrap_or_default()
    }

    /// A list of maps, each read by `read`.
    pub(crate) fn list_of<T>(&mut self, name: &str, read: impl Fn(&mut Self) -> T) -> Vec<T> {
        let list = self.required(name, "a list", as_list).unwrap_or_default();
        self.each(name, list, read)
    }

    /// The same where a list that is missing or null is an empty one. Go writes a list without elements
    /// either way.
    pub(crate) fn list_or_empty<T>(&mut self, name: &str, read: impl Fn(&mut Self) -> T) -> Vec<T> {
        let found = match self.attributes.get(name) {
            None => "missing",
            Some(Value::Null) => "null",
            Some(_) => return self.list_of(name, read),
        };
        self.noted(name, found.to_owned(), "an empty list");
        self.take(name);
        Vec::new()
    }

    /// A list of maps, each by itself: one that does not fit leaves the others as they are. What is no
    /// map at all is told too: left out, it would look as if it had never been there.
    pub(crate) fn list_of_each<T>(
        &mut self,
        name: &str,
        read: impl Fn(&mut Self) -> T,
    ) -> Vec<Result<T, Misfit>> {
        let list = self.required(name, "a list", as_list).unwrap_or_default();
        let mut out = Vec::with_capacity(list.len());
        for (index, value) in list.into_iter().enumerate() {
            let item = match value {
                Value::Map(item) => item,
                other => {
                    let path = format!("{}{name}[{index}]", self.path);
                    out.push(Err(Misfit {
                        item: Attributes::new(),
                        problems: vec![misplaced(path, "a map", &other)],
                    }));
                    continue;
                }
            };
            let mut inner = Self::new(item.clone(), String::new());
            let value = read(&mut inner);
            let place = format!("{}{name}[{index}].", self.path);
            let inside = |notice: Problem| Problem {
                path: format!("{place}{}", notice.path),
                ..notice
            };
            self.notices.extend(inner.notices.into_iter().map(inside));
            out.push(match inner.problems {
                problems if problems.is_empty() => Ok(value),
                problems => Err(Misfit { item, problems }),
            });
        }
        out
    }

    pub(crate) fn optional_list_of<T>(
        &mut self,
        name: &str,
        read: impl Fn(&mut Self) -> T,
    ) -> Option<Vec<T>> {
        let list = self.optional(name, "a list", as_list)?;
        Some(self.each(name, list, read))
    }

    /// A nested map, read by `read`.
    pub(crate) fn optional_nested<T>(
        &mut self,
        name: &str,
        read: impl FnOnce(&mut Self) -> T,
    ) -> Option<T> {
        let attributes = self.optional(name, "a map", as_map)?;
        Some(self.nested(attributes, &format!("{}{name}", self.path), read))
    }

    /// The same, where it has to be there.
    pub(crate) fn required_nested<T>(
        &mut self,
        name: &str,
        read: impl FnOnce(&mut Self) -> T,
    ) -> Option<T> {
        let attributes = self.required(name, "a map", as_map)?;
        Some(self.nested(attributes, &format!("{}{name}", self.path), read))
    }

    /// A field whose name is our guess, found in any spelling of it (`due_date`, `DueDate`). A value
    /// that does not fit shows that the guess is wrong, not the item: it stays among the unknown.
    pub(crate) fn assumed<T>(
        &mut self,
        name: &str,
        read: impl FnOnce(&Value) -> Option<T>,
    ) -> Option<T> {
        let is_alike = |key: &&String| spelling_aside(key) == spelling_aside(name);
        let key = match self.attributes.get_key_value(name) {
            Some((key, _)) => key.clone(),
            None => self.attributes.keys().find(is_alike)?.clone(),
        };
        let value = read(&self.attributes[&key])?;
        self.attributes.remove(&key);
        Some(value)
    }

    /// A map whose name is our guess, each of its fields too.
    pub(crate) fn assumed_nested<T>(
        &mut self,
        name: &str,
        read: impl FnOnce(&mut Self) -> T,
    ) -> Option<T> {
        let attributes = self.assumed(name, as_map)?;
        Some(self.nested(attributes, &format!("{}{name}", self.path), read))
    }

    /// What no field has taken: unknown to the type, kept as it is. An optional field that is null
    /// is none to us, and is kept too: where nothing sets it, it stays null for others.
    pub(crate) fn rest(&mut self) -> Attributes {
        let mut rest = std::mem::take(&mut self.attributes);
        rest.extend(self.nulls.drain(..).map(|name| (name, Value::Null)));
        rest
    }

    /// The same with what was read although another kind of value belongs there, as it is stored: where it
    /// is written again unchanged, it keeps its spelling (see `Encoder::with`).
    pub(crate) fn rest_as_stored(&mut self) -> Attributes {
        let mut rest = self.rest();
        rest.append(&mut self.respelled);
        rest
    }

    fn each<T>(&mut self, name: &str, list: Vec<Value>, read: impl Fn(&mut Self) -> T) -> Vec<T> {
        let mut out = Vec::with_capacity(list.len());
        for (index, value) in list.into_iter().enumerate() {
            let place = format!("{name}[{index}]");
            match value {
                Value::Map(attributes) => {
                    out.push(self.nested(attributes, &format!("{}{place}", self.path), &read));
                }
                other => self.wrong(&place, "a map", &other),
            }
        }
        out
    }

    fn nested<T>(
        &mut self,
        attributes: Attributes,
        place: &str,
        read: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let mut inner = Self::new(attributes, format!("{place}."));
        let value = read(&mut inner);
        self.problems.append(&mut inner.problems);
        self.notices.append(&mut inner.notices);
        value
    }

    fn required<T>(
        &mut self,
        name: &str,
        expected: &str,
        read: impl Fn(&Value) -> Option<T>,
    ) -> Option<T> {
        let Some(value) = self.take(name) else {
            self.problems.push(Problem {
                path: format!("{}{name}", self.path),
                what: Fault::Missing,
            });
            return None;
        };
        if let Some(read) = read(&value) {
            return Some(read);
        }
        let Some((other, kind)) = respelled(&value) else {
            self.wrong(name, expected, &value);
            return None;
        };
        let Some(read) = read(&other) else {
            self.wrong(name, expected, &value);
            return None;
        };
        self.noted(name, described(&value), kind);
        self.respelled.insert(name.to_owned(), value);
        Some(read)
    }

    /// A time that may be missing. Go writes one that isn't set as an empty text, as year 1 or as 0.
    fn optional_time<T>(
        &mut self,
        name: &str,
        expected: &str,
        read: impl Fn(&Value) -> Option<T>,
    ) -> Option<T> {
        let Some(value) = self.attributes.get(name).filter(|it| is_no_moment(it)) else {
            return self.optional(name, expected, read);
        };
        let found = match value {
            Value::Text(text) if text.is_empty() => "empty".to_owned(),
            value => described(value),
        };
        self.noted(name, found, "not set");
        let value = self.take(name)?;
        self.respelled.insert(name.to_owned(), value);
        None
    }

    /// Absent and null alike are nothing; a wrong kind is a fault.
    pub(crate) fn optional<T>(
        &mut self,
        name: &str,
        expected: &str,
        read: impl Fn(&Value) -> Option<T>,
    ) -> Option<T> {
        match self.attributes.get(name) {
            None => None,
            Some(Value::Null) => {
                self.take(name);
                self.nulls.push(name.to_owned());
                None
            }
            Some(_) => self.required(name, expected, read),
        }
    }

    fn noted(&mut self, name: &str, found: String, read_as: &str) {
        self.notices.push(Problem {
            path: format!("{}{name}", self.path),
            what: Fault::ReadAs {
                found,
                read_as: read_as.to_owned(),
            },
        });
    }

    pub(crate) fn take(&mut self, name: &str) -> Option<Value> {
        self.attributes.remove(name)
    }

    fn wrong(&mut self, name: &str, expected: &str, found: &Value) {
        let path = format!("{}{name}", self.path);
        self.problems.push(misplaced(path, expected, found));
    }
}

/// The problem of a value that is of another kind than belongs there.
fn misplaced(path: String, expected: &str, found: &Value) -> Problem {
    Problem {
        path,
        what: Fault::Is {
            expected: expected.to_owned(),
            found: described(found),
        },
    }
}

/// Stands in for a moment that could not be read; the item is broken then and never used.
const EPOCH: Instant = Instant::EPOCH;

/// A name without what spellings differ in: `due_date`, `DueDate` and `dueDate` are one.
fn spelling_aside(name: &str) -> String {
    name.replace('_', "").to_lowercase()
}

/// The kind of a value, and the value itself where it is short.
fn described(value: &Value) -> String {
    match value {
        Value::Text(text) if text.chars().count() <= 40 => {
            format!("the text \u{201c}{text}\u{201d}")
        }
        Value::Number(number) => format!("the number {number}"),
        other => other.kind().to_owned(),
    }
}

#[cfg(test)]
mod tests;
