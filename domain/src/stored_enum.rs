//! Closed lists of stored words that stay open: a word nobody documented is kept as it stands.

/// Defines an enum whose variants are stored as fixed words, with a phrase for people beside each.
///
/// Other services own these words and may add to them, so `Unknown` keeps what was stored.
macro_rules! stored_enum {
    (
        $(#[$doc:meta])*
        $name:ident { $( $variant:ident = $word:literal, $phrase:literal; )+ }
    ) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
        pub enum $name {
            $( #[doc = $phrase] $variant, )+
            /// A word that the documents do not list, as stored.
            Unknown(String),
        }

        impl $name {
            /// Every documented value, in the documents' order.
            pub const ALL: &[Self] = &[ $( Self::$variant, )+ ];

            /// The value that a stored word stands for.
            pub fn from_stored(word: &str) -> Self {
                match word {
                    $( $word => Self::$variant, )+
                    other => Self::Unknown(other.to_owned()),
                }
            }

            /// The word as it is stored.
            pub fn as_stored(&self) -> &str {
                match self {
                    $( Self::$variant => $word, )+
                    Self::Unknown(word) => word,
                }
            }

            /// The value in words for a person; an unknown one as stored.
            pub fn in_words(&self) -> &str {
                match self {
                    $( Self::$variant => $phrase, )+
                    Self::Unknown(word) => word,
                }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.as_stored())
            }
        }
    };
}

pub(crate) use stored_enum;
