//! How answers travel to the browser, within a page and by themselves: packed by position. A reader
//! that goes by the names of fields is several times the code, for each type, and that code would be
//! most of what a first visit loads.
//!
//! In exchange both halves must come from the same sources. Each answer begins with their fingerprint,
//! so that a page that is older than the server says so instead of misreading an amount.

use leptos::prelude::Resource;
use leptos::server::codee;
use leptos::server_fn::codec::Post;
use leptos::server_fn::{Bytes, ContentType, Decodes, Encodes, Format, FormatType};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::future::Future;

/// The `output` of every server function.
pub type Answer = Post<Packed>;

/// The form in which answers travel.
pub struct Packed;

const MARK: &[u8] = b"float-desk ";
const HEADER: &[u8] = concat!("float-desk ", env!("FLOAT_DESK_SOURCES"), "\n").as_bytes();

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unread {
    #[error("{}", Self::OTHER_SOURCES)]
    OtherSources,
    #[error("not an answer of Float Desk")]
    Foreign,
    #[error("{0}")]
    Damaged(#[from] postcard::Error),
}

impl Unread {
    /// The one that people are told apart from the others, of which Leptos hands on only this text.
    pub const OTHER_SOURCES: &str = "an answer of another version of Float Desk";
}

fn pack<T: Serialize>(answer: &T) -> Result<Vec<u8>, postcard::Error> {
    postcard::to_extend(answer, HEADER.to_vec())
}

/// The answer that was packed.
pub fn unpack<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Unread> {
    match bytes.strip_prefix(HEADER) {
        Some(packed) => Ok(postcard::from_bytes(packed)?),
        None if bytes.starts_with(MARK) => Err(Unread::OtherSources),
        None => Err(Unread::Foreign),
    }
}

impl ContentType for Packed {
    const CONTENT_TYPE: &'static str = "application/octet-stream";
}

impl FormatType for Packed {
    const FORMAT_TYPE: Format = Format::Binary;
}

impl<T: Serialize> Encodes<T> for Packed {
    type Error = postcard::Error;

    fn encode(answer: &T) -> Result<Bytes, Self::Error> {
        pack(answer).map(Bytes::from)
    }
}

impl<T: DeserializeOwned> Decodes<T> for Packed {
    type Error = Unread;

    fn decode(bytes: Bytes) -> Result<T, Self::Error> {
        unpack(&bytes)
    }
}

/// Within a page an answer is text.
impl<T: Serialize> codee::Encoder<T> for Packed {
    type Error = postcard::Error;
    type Encoded = String;

    fn encode(answer: &T) -> Result<String, Self::Error> {
        Ok(pack(answer)?.into_iter().map(letter).collect())
    }
}

impl<T: DeserializeOwned> codee::Decoder<T> for Packed {
    type Error = Unread;
    type Encoded = str;

    fn decode(text: &str) -> Result<T, Self::Error> {
        let bytes: Vec<_> = text.chars().map(byte).collect();
        unpack(&bytes)
    }
}

/// An answer as text, for what is sent line by line.
pub fn to_text<T: Serialize>(answer: &T) -> String {
    let packed = <Packed as codee::Encoder<T>>::encode(answer);
    // What answers are made of can always be packed.
    packed.unwrap_or_default()
}

pub fn from_text<T: DeserializeOwned>(text: &str) -> Result<T, Unread> {
    <Packed as codee::Decoder<T>>::decode(text)
}

/// Where the letters begin that stand for bytes which are no letters themselves.
const SHIFT: u32 = 0x100;

/// What is plain text stays so, and compresses like it. Everything that a script in a page would have
/// to escape is shifted to where Unicode has nothing but letters.
fn letter(byte: u8) -> char {
    match byte {
        b'<' | b'"' | b'\\' => shifted(byte),
        b' '..=b'~' => char::from(byte),
        _ => shifted(byte),
    }
}

fn shifted(byte: u8) -> char {
    char::from_u32(SHIFT + u32::from(byte)).unwrap_or(char::REPLACEMENT_CHARACTER)
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "what is cut off is the shift"
)]
fn byte(letter: char) -> u8 {
    u32::from(letter) as u8
}

/// What a server function answers, read on the server and handed to the browser within the page.
#[track_caller]
pub fn resource<S, T, Fut>(
    source: impl Fn() -> S + Send + Sync + 'static,
    fetch: impl Fn(S) -> Fut + Send + Sync + 'static,
) -> Resource<T, Packed>
where
    S: Clone + PartialEq + Send + Sync + 'static,
    T: Serialize + DeserializeOwned + Send + Sync + 'static,
    Fut: Future<Output = T> + Send + 'static,
{
    Resource::new_with_options(source, fetch, false)
}

/// The same, where the page cannot begin without it.
#[track_caller]
pub fn blocking_resource<S, T, Fut>(
    source: impl Fn() -> S + Send + Sync + 'static,
    fetch: impl Fn(S) -> Fut + Send + Sync + 'static,
) -> Resource<T, Packed>
where
    S: Clone + PartialEq + Send + Sync + 'static,
    T: Serialize + DeserializeOwned + Send + Sync + 'static,
    Fut: Future<Output = T> + Send + 'static,
{
    Resource::new_with_options(source, fetch, true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use codee::{Decoder, Encoder};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn every_byte_comes_back_from_a_page_s_text(bytes: Vec<u8>, words: String) {
            let answer = (bytes, words);
            let text = <Packed as Encoder<_>>::encode(&answer).unwrap();
            prop_assert_eq!(<Packed as Decoder<_>>::decode(&text), Ok(answer));
        }

        #[test]
        fn a_page_s_text_needs_no_escaping_in_a_script(bytes: Vec<u8>) {
            let text = <Packed as Encoder<_>>::encode(&bytes).unwrap();
            prop_assert_eq!(format!("{text:?}"), format!("\"{text}\""));
            prop_assert!(!text.contains('<'));
        }
    }

    #[test]
    fn an_answer_of_another_version_is_told_from_what_is_no_answer() {
        let other = b"float-desk 0123\n\x01";
        assert_eq!(unpack::<u8>(other), Err(Unread::OtherSources));
        assert_eq!(unpack::<u8>(b"<html>502"), Err(Unread::Foreign));
    }
}
