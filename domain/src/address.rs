//! The fields of an address: how a page's view of something is read from them.

use crate::day::Day;

/// The fields as they stand in an address. An empty value is none.
#[derive(Debug, Clone, Copy)]
pub struct Fields<'a>(pub &'a [(String, String)]);

/// Why an address is no view.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AddressError {
    #[error("\u{201c}{0}\u{201d} is no day; write 2026-11-16.")]
    NoDay(String),
    #[error("\u{201c}{field}={text}\u{201d} cannot be chosen.")]
    NoWord { field: &'static str, text: String },
    #[error("The first day, {0}, comes after the last, {1}.")]
    Backwards(Day, Day),
    #[error("{days} days are too many at once; choose {most} at most.")]
    TooMany { days: i64, most: i64 },
}

impl<'a> Fields<'a> {
    pub fn all(self, name: &str) -> impl DoubleEndedIterator<Item = &'a str> {
        let values = self.0.iter().filter(move |(field, _)| field == name);
        let values = values.map(|(_, value)| value.trim());
        values.filter(|value| !value.is_empty())
    }

    /// Where a field is named twice, the last counts.
    pub fn last(self, name: &str) -> Option<&'a str> {
        self.all(name).next_back()
    }

    pub fn day(self, name: &str) -> Result<Option<Day>, AddressError> {
        let read =
            |text: &str| Day::parse(text).ok_or_else(|| AddressError::NoDay(text.to_owned()));
        self.last(name).map(read).transpose()
    }

    pub fn word<T>(
        self,
        field: &'static str,
        parse: impl Fn(&str) -> Option<T>,
    ) -> Result<Option<T>, AddressError> {
        let read = |text: &str| {
            parse(text).ok_or_else(|| AddressError::NoWord {
                field,
                text: text.to_owned(),
            })
        };
        self.last(field).map(read).transpose()
    }
}

/// Choices that stand in an address as a word each; the first is the usual one.
macro_rules! words {
    ( $( $(#[$doc:meta])* $name:ident { $( $variant:ident = $word:literal, $label:literal; )+ } )+ ) => { $(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        pub enum $name {
            #[default]
            $( $variant, )+
        }

        impl $name {
            pub const ALL: &[Self] = &[ $( Self::$variant, )+ ];

            /// The word that stands in the address.
            pub fn word(self) -> &'static str {
                match self { $( Self::$variant => $word, )+ }
            }

            pub fn label(self) -> &'static str {
                match self { $( Self::$variant => $label, )+ }
            }

            fn parse(word: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|it| it.word() == word)
            }
        }
    )+ };
}
pub(crate) use words;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_value_is_none_and_the_last_one_counts() {
        let pairs = [("a", "1"), ("b", "x"), ("a", " 2 "), ("a", ""), ("c", " ")];
        let pairs = pairs.map(|(name, value)| (name.to_owned(), value.to_owned()));
        let fields = Fields(&pairs);
        assert_eq!(fields.last("a"), Some("2"));
        assert_eq!(fields.all("a").collect::<Vec<_>>(), ["1", "2"]);
        assert_eq!((fields.last("c"), fields.last("d")), (None, None));
        let said = fields.day("a").unwrap_err().to_string();
        assert_eq!(said, "\u{201c}2\u{201d} is no day; write 2026-11-16.");
        let said = fields.word("b", |_| None::<()>).unwrap_err().to_string();
        assert_eq!(said, "\u{201c}b=x\u{201d} cannot be chosen.");
        assert_eq!(fields.word("d", |_| None::<()>), Ok(None));
    }
}
