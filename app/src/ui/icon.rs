//! Icons: Lucide's drawings, fetched once in one file (scripts/icons.mjs makes it of the names below),
//! so that none of them is part of the program in the browser.

use leptos::prelude::*;

/// The drawings in use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Glyph {
    Attention,
    Calendar,
    Campaigns,
    Check,
    Copy,
    Cross,
    Dash,
    History,
    Ledger,
    List,
    Moon,
    Proposals,
    Rates,
    Repayment,
    Rulebooks,
    Search,
    SignOut,
    Staff,
    Sun,
    System,
    Users,
    WhatIf,
}

impl Glyph {
    /// Lucide's name.
    fn as_str(self) -> &'static str {
        match self {
            Self::Attention => "triangle-alert",
            Self::Calendar => "calendar-days",
            Self::Campaigns => "megaphone",
            Self::Check => "check",
            Self::Copy => "copy",
            Self::Cross => "x",
            Self::Dash => "minus",
            Self::History => "scroll-text",
            Self::Ledger => "list-checks",
            Self::List => "list",
            Self::Moon => "moon",
            Self::Proposals => "notebook-pen",
            Self::Rates => "chart-line",
            Self::Repayment => "hand-coins",
            Self::Rulebooks => "book-text",
            Self::Search => "search",
            Self::SignOut => "log-out",
            Self::Staff => "user-cog",
            Self::Sun => "sun",
            Self::System => "server",
            Self::Users => "users",
            Self::WhatIf => "split",
        }
    }
}

/// An icon beside a word or in a button that has a name: silent to screen readers.
#[component]
pub fn Icon(glyph: Glyph, #[prop(default = 16)] size: u8) -> impl IntoView {
    view! {
        <svg class="icon" aria-hidden="true" width=size height=size>
            <use href=format!("/icons.svg#{}", glyph.as_str()) />
        </svg>
    }
}
