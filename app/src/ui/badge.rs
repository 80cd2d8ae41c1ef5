//! A state in a word, a shape and a colour.

use crate::ui::icon::{Glyph, Icon};
use leptos::prelude::*;

/// The four meanings that colour has here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Meaning {
    Good,
    Bad,
    Attention,
    Ended,
}

impl Meaning {
    pub fn class(self) -> &'static str {
        match self {
            Self::Good => "good",
            Self::Bad => "bad",
            Self::Attention => "attention",
            Self::Ended => "ended",
        }
    }

    /// For those who do not see the colour.
    fn glyph(self) -> Glyph {
        match self {
            Self::Good => Glyph::Check,
            Self::Bad => Glyph::Cross,
            Self::Attention => Glyph::Attention,
            Self::Ended => Glyph::Dash,
        }
    }
}

/// The shape of a meaning.
#[component]
pub fn Shape(meaning: Meaning, #[prop(default = 14)] size: u8) -> impl IntoView {
    view! { <Icon glyph=meaning.glyph() size /> }
}

#[component]
pub fn Badge(meaning: Meaning, #[prop(into)] text: String) -> impl IntoView {
    view! {
        <span class=format!("badge {}", meaning.class())>
            <Shape meaning />
            {text}
        </span>
    }
}
