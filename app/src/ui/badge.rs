//! A state in a word, a shape and a colour.

use leptos::prelude::*;
use lucide_leptos::{Check, Minus, TriangleAlert, X};

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
}

/// The shape of a meaning, for those who do not see its colour.
#[component]
pub fn Shape(meaning: Meaning, #[prop(default = 14)] size: usize) -> impl IntoView {
    let shape = match meaning {
        Meaning::Good => view! { <Check size /> }.into_any(),
        Meaning::Bad => view! { <X size /> }.into_any(),
        Meaning::Attention => view! { <TriangleAlert size /> }.into_any(),
        Meaning::Ended => view! { <Minus size /> }.into_any(),
    };
    view! { <span class="shape" aria-hidden="true">{shape}</span> }
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
