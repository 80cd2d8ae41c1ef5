//! A change of a user's offer in words.

use super::{Closed, OfferChange, Offered, Replaced};
use crate::money::{Cents, Spoken};

impl Offered {
    /// In short: `floats to $30, loans to $250`.
    pub fn label(&self) -> String {
        let part = |noun: &str, highest: Option<Cents>| {
            highest.map_or_else(
                || format!("no {noun}"),
                |it| format!("{noun} to {}", Spoken(it)),
            )
        };
        let floats = part("floats", self.limit());
        format!("{floats}, {}", part("loans", self.highest_loan()))
    }
}

impl Closed {
    /// What is off: `floats and loans`.
    pub fn products(&self) -> &'static str {
        match (self.floats, self.loans) {
            (true, true) => "floats and loans",
            (true, false) => "floats",
            _ => "loans",
        }
    }

    /// `Floats were switched off on Nov 2, 2026 …: “Closed by risk”.`
    pub fn describe(&self) -> String {
        let products = self.products();
        let (first, rest) = products.split_at(1);
        let Self { on, reason, .. } = self;
        format!(
            "{}{rest} were switched off on {on}: \u{201c}{reason}\u{201d}.",
            first.to_uppercase()
        )
    }
}

impl Replaced {
    /// `This replaces a hold, “Compliance review”, that ends …`.
    pub fn describe(&self) -> String {
        let what = if self.is_hold {
            "a hold"
        } else {
            "a temporary profile"
        };
        let Self {
            reason, expires_on, ..
        } = self;
        format!("This replaces {what}, \u{201c}{reason}\u{201d}, that ends on {expires_on}.")
    }
}

impl OfferChange {
    /// What somebody should know before it is written, one sentence each; none where nothing is taken
    /// away, reopened or replaced.
    pub fn warnings(&self) -> Vec<String> {
        let mut warnings = Vec::new();
        if self.reopens {
            warnings.push(match &self.closed {
                Some(closed) => closed.describe(),
                None => "This user is offered no floats now.".to_owned(),
            });
        }
        warnings.extend(self.replaces.as_ref().map(Replaced::describe));
        if self.lowers {
            warnings.extend(self.losses());
        }
        warnings
    }

    fn losses(&self) -> Vec<String> {
        let Self { before, after, .. } = self;
        let products = [
            ("floats", &before.floats, &after.floats),
            ("loans", &before.loans, &after.loans),
        ];
        let mut losses: Vec<_> = products
            .into_iter()
            .filter_map(|(noun, before, after)| lost(noun, before, after))
            .collect();
        if losses.is_empty() {
            // Nothing is lost now, but later: what it replaces would have lasted longer.
            let after =
                "After its end, this user is offered less than what it replaces would give.";
            losses.push(after.to_owned());
        }
        losses
    }
}

fn lost(noun: &str, before: &[Cents], after: &[Cents]) -> Option<String> {
    let missing: Vec<_> = before.iter().filter(|it| !after.contains(it)).collect();
    let lowest_missing = missing.first()?;
    let highest = before.last()?;
    Some(match after.last() {
        None => format!(
            "This switches {noun} off; {} was the limit.",
            Spoken(*highest)
        ),
        Some(limit) if limit < highest => {
            format!(
                "This lowers {noun} from {} to {}.",
                Spoken(*highest),
                Spoken(*limit)
            )
        }
        Some(_) => format!("This takes {noun} of {} away.", Spoken(**lowest_missing)),
    })
}
