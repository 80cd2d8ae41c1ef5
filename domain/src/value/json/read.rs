//! Reads JSON.

use super::{BINARIES, BINARY, JsonError, NUMBER, NUMBERS, TEXTS, is_json_number};
use crate::value::{Attributes, Number, Value};

/// DynamoDB nests 32 deep.
const DEEPEST: usize = 40;

pub(super) struct Reader<'a> {
    text: &'a str,
    at: usize,
    depth: usize,
}

type Read<T> = Result<T, JsonError>;

impl<'a> Reader<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self {
            text,
            at: 0,
            depth: 0,
        }
    }

    pub(super) fn document(mut self) -> Read<Value> {
        let value = self.value()?;
        self.blank();
        if self.rest().is_empty() {
            Ok(value)
        } else {
            self.fail("something stands behind the end")
        }
    }

    fn value(&mut self) -> Read<Value> {
        self.blank();
        match self.peek() {
            Some('{') => self.nested(Self::map),
            Some('[') => self.nested(Self::list).map(Value::List),
            Some('"') => self.text().map(Value::Text),
            Some('t') => self.word("true", Value::Bool(true)),
            Some('f') => self.word("false", Value::Bool(false)),
            Some('n') => self.word("null", Value::Null),
            Some('-' | '0'..='9') => self.number(),
            Some(_) => self.fail("a value is missing here, or a text without its quotation marks"),
            None => self.fail("the text ends where a value belongs"),
        }
    }

    fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return self.fail("this is nested too deep");
        }
        self.at += 1;
        let value = read(self)?;
        self.depth -= 1;
        Ok(value)
    }

    fn list(&mut self) -> Read<Vec<Value>> {
        let mut list = Vec::new();
        loop {
            self.blank();
            if list.is_empty() && self.took(']') {
                return Ok(list);
            }
            list.push(self.value()?);
            self.blank();
            if self.took(']') {
                return Ok(list);
            }
            if !self.took(',') {
                return self.fail("a comma or the end of the list is missing");
            }
        }
    }

    fn map(&mut self) -> Read<Value> {
        let mut map = Attributes::new();
        loop {
            self.blank();
            if map.is_empty() && self.took('}') {
                return Ok(Value::Map(map));
            }
            if self.peek() != Some('"') {
                return self.fail("a name in quotation marks is missing");
            }
            let name = self.text()?;
            self.blank();
            if !self.took(':') {
                return self.fail("a colon is missing");
            }
            let value = self.value()?;
            if map.insert(name, value).is_some() {
                return self.fail("the same name stands twice in a map");
            }
            self.blank();
            if self.took('}') {
                return self.unwrapped(map);
            }
            if !self.took(',') {
                return self.fail("a comma or the end of the map is missing");
            }
        }
    }

    /// What stands for a kind that JSON lacks.
    fn unwrapped(&self, map: Attributes) -> Read<Value> {
        if map.len() != 1 {
            return Ok(Value::Map(map));
        }
        let value =
            match map.first_key_value() {
                Some((name, value)) if name.starts_with("$$") => Some(Value::Map(
                    Attributes::from([(name[1..].to_owned(), value.clone())]),
                )),
                Some((name, Value::Text(text))) if name == NUMBER => {
                    Some(Value::Number(Number::from_stored(text.clone())))
                }
                Some((name, Value::Text(text))) if name == BINARY => bytes(text).map(Value::Binary),
                Some((name, Value::List(list))) if name == TEXTS => {
                    texts(list).map(|texts| Value::TextSet(texts.map(str::to_owned).collect()))
                }
                Some((name, Value::List(list))) if name == NUMBERS => texts(list)
                    .map(|texts| Value::NumberSet(texts.map(Number::from_stored).collect())),
                Some((name, Value::List(list))) if name == BINARIES => texts(list)
                    .and_then(|texts| texts.map(bytes).collect())
                    .map(Value::BinarySet),
                Some((name, _)) if name.starts_with('$') => None,
                _ => return Ok(Value::Map(map)),
            };
        value.map_or_else(
            || self.fail("a name with $ stands for a kind, and this value is none of that kind"),
            Ok,
        )
    }

    fn number(&mut self) -> Read<Value> {
        let is_part = |c: char| c.is_ascii_digit() || "+-.eE".contains(c);
        let rest = self.rest();
        let text = &rest[..rest.find(|c| !is_part(c)).unwrap_or(rest.len())];
        if !is_json_number(text) {
            return self.fail("this is not a number");
        }
        self.at += text.len();
        Ok(Value::Number(Number::from_stored(text)))
    }

    fn word(&mut self, word: &str, value: Value) -> Read<Value> {
        if self.rest().starts_with(word) {
            self.at += word.len();
            Ok(value)
        } else {
            self.fail("true, false, null, or a text in quotation marks belongs here")
        }
    }

    fn text(&mut self) -> Read<String> {
        self.at += 1;
        let mut out = String::new();
        loop {
            let Some(character) = self.next() else {
                return self.fail("a closing quotation mark is missing");
            };
            match character {
                '"' => return Ok(out),
                '\\' => out.push(self.escaped()?),
                '\n' => {
                    self.at -= 1;
                    return self.fail("a closing quotation mark is missing");
                }
                other => out.push(other),
            }
        }
    }

    fn escaped(&mut self) -> Read<char> {
        Ok(match self.next() {
            Some(it @ ('"' | '\\' | '/')) => it,
            Some('n') => '\n',
            Some('t') => '\t',
            Some('r') => '\r',
            Some('b') => '\u{8}',
            Some('f') => '\u{c}',
            Some('u') => return self.code_point(),
            _ => return self.fail("a backslash stands before nothing it can stand before"),
        })
    }

    fn code_point(&mut self) -> Read<char> {
        let first = self.four_digits()?;
        let code = if (0xd800..0xdc00).contains(&first) && self.rest().starts_with("\\u") {
            self.at += 2;
            let second = self.four_digits()?;
            0x1_0000 + ((first - 0xd800) << 10) + (second.wrapping_sub(0xdc00) & 0x3ff)
        } else {
            first
        };
        char::from_u32(code).map_or_else(|| self.fail("\\u stands before no character"), Ok)
    }

    fn four_digits(&mut self) -> Read<u32> {
        let digits = self.rest().get(..4);
        let Some(code) = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok()) else {
            return self.fail("\\u needs four hexadecimal digits");
        };
        self.at += 4;
        Ok(code)
    }

    fn blank(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start_matches([' ', '\n', '\r', '\t']).len();
    }

    fn took(&mut self, wanted: char) -> bool {
        let is_there = self.peek() == Some(wanted);
        if is_there {
            self.at += wanted.len_utf8();
        }
        is_there
    }

    fn next(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.at += next.len_utf8();
        Some(next)
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn fail<T>(&self, what: &'static str) -> Read<T> {
        let before = self.text.get(..self.at).unwrap_or(self.text);
        Err(JsonError {
            line: before.matches('\n').count() + 1,
            what,
        })
    }
}

fn texts(list: &[Value]) -> Option<impl Iterator<Item = &str>> {
    let text = |value: &Value| matches!(value, Value::Text(_));
    list.iter().all(text).then(|| {
        list.iter().filter_map(|value| match value {
            Value::Text(text) => Some(text.as_str()),
            _ => None,
        })
    })
}

fn bytes(text: &str) -> Option<Vec<u8>> {
    if !text.is_ascii() || !text.len().is_multiple_of(2) {
        return None;
    }
    (0..text.len())
        .step_by(2)
        .map(|at| u8::from_str_radix(&text[at..at + 2], 16).ok())
        .collect()
}
