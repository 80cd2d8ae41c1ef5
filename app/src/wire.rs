//! How answers travel to the browser: as JSON, read the way in which Leptos reads what a page already
//! carries. With Leptos's own encoding, which reads bytes instead of text, the browser's half would
//! hold two readers for each type.

use leptos::server_fn::codec::Post;
use leptos::server_fn::{Bytes, ContentType, Decodes, Encodes, Format, FormatType};
use serde::Serialize;
use serde::de::{DeserializeOwned, Error};
use std::str;

/// The `output` of every server function.
pub type Answer = Post<Text>;

pub struct Text;

impl ContentType for Text {
    const CONTENT_TYPE: &'static str = "application/json";
}

impl FormatType for Text {
    const FORMAT_TYPE: Format = Format::Text;
}

impl<T: Serialize> Encodes<T> for Text {
    type Error = serde_json::Error;

    fn encode(answer: &T) -> Result<Bytes, Self::Error> {
        serde_json::to_string(answer).map(Bytes::from)
    }
}

impl<T: DeserializeOwned> Decodes<T> for Text {
    type Error = serde_json::Error;

    fn decode(bytes: Bytes) -> Result<T, Self::Error> {
        serde_json::from_str(str::from_utf8(&bytes).map_err(Self::Error::custom)?)
    }
}
