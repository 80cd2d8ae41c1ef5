//! Writes JSON.

use super::{BINARIES, BINARY, NUMBER, NUMBERS, TEXTS, is_json_number, needs_escape};
use crate::value::{Attributes, Number, Value};
use std::fmt::Write;

pub(super) fn value(out: &mut String, value: &Value, depth: usize) {
    match value {
        Value::Null => out.push_str("null"),
        Value::Bool(true) => out.push_str("true"),
        Value::Bool(false) => out.push_str("false"),
        Value::Number(number) if is_json_number(number.as_str()) => out.push_str(number.as_str()),
        Value::Number(number) => tagged(out, NUMBER, |out| text(out, number.as_str())),
        Value::Text(it) => text(out, it),
        Value::Binary(bytes) => tagged(out, BINARY, |out| text(out, &hexadecimal(bytes))),
        Value::List(list) => block(out, '[', ']', depth, list.iter(), |out, one| {
            self::value(out, one, depth + 1);
        }),
        Value::Map(it) => map(out, it, depth),
        Value::TextSet(set) => tagged(out, TEXTS, |out| line(out, set.iter().map(String::as_str))),
        Value::NumberSet(set) => {
            tagged(out, NUMBERS, |out| {
                line(out, set.iter().map(Number::as_str));
            });
        }
        Value::BinarySet(set) => {
            let texts: Vec<_> = set.iter().map(|bytes| hexadecimal(bytes)).collect();
            tagged(out, BINARIES, |out| {
                line(out, texts.iter().map(String::as_str));
            });
        }
    }
}

pub(super) fn map(out: &mut String, map: &Attributes, depth: usize) {
    let escape = if needs_escape(map) { "$" } else { "" };
    block(out, '{', '}', depth, map.iter(), |out, (name, one)| {
        text(out, &format!("{escape}{name}"));
        out.push_str(": ");
        value(out, one, depth + 1);
    });
}

pub(super) fn block<T>(
    out: &mut String,
    open: char,
    close: char,
    depth: usize,
    items: impl ExactSizeIterator<Item = T>,
    write: impl Fn(&mut String, T),
) {
    out.push(open);
    let is_empty = items.len() == 0;
    for (index, item) in items.enumerate() {
        out.push_str(if index == 0 { "\n" } else { ",\n" });
        indent(out, depth + 1);
        write(out, item);
    }
    if !is_empty {
        out.push('\n');
        indent(out, depth);
    }
    out.push(close);
}

fn line<'a>(out: &mut String, texts: impl Iterator<Item = &'a str>) {
    out.push('[');
    for (index, one) in texts.enumerate() {
        out.push_str(if index == 0 { "" } else { ", " });
        text(out, one);
    }
    out.push(']');
}

fn tagged(out: &mut String, tag: &str, write: impl FnOnce(&mut String)) {
    out.push('{');
    text(out, tag);
    out.push_str(": ");
    write(out);
    out.push('}');
}

pub(super) fn text(out: &mut String, text: &str) {
    out.push('"');
    for character in text.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            // Writing to a String cannot fail.
            control if control < ' ' => drop(write!(out, "\\u{:04x}", u32::from(control))),
            other => out.push(other),
        }
    }
    out.push('"');
}

fn hexadecimal(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(bytes.len() * 2);
    for byte in bytes {
        for nibble in [byte >> 4, byte & 15] {
            out.extend(char::from_digit(u32::from(nibble), 16));
        }
    }
    out
}

fn indent(out: &mut String, depth: usize) {
    for _ in 0..depth {
        out.push_str("  ");
    }
}
