//! Whether a user's newest profile version has floats or loans switched off, since when, and why.

use crate::instant::Instant;
use crate::profile::FloatProfile;
use serde::{Deserialize, Serialize};

/// A profile that is closed: its newest version has floats off, or has loans off that were on before.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Closed {
    pub floats: bool,
    pub loans: bool,
    /// When the version was written that switched them off, as far back as versions were read.
    pub on: Instant,
    pub reason: String,
}

impl Closed {
    /// `versions` come newest first. Loans that were never on aren't closed: off is the default.
    pub fn of(versions: &[FloatProfile]) -> Option<Self> {
        let newest = versions.first()?;
        let floats = !newest.is_float_enabled;
        let loans = !newest.is_loan_enabled && versions.iter().any(|it| it.is_loan_enabled);
        if !floats && !loans {
            return None;
        }
        let is_still_off = |it: &&FloatProfile| {
            if floats {
                !it.is_float_enabled
            } else {
                !it.is_loan_enabled
            }
        };
        let by = versions.iter().take_while(is_still_off).last();
        let by = by.unwrap_or(newest);
        Some(Self {
            floats,
            loans,
            on: by.created_on,
            reason: by.reason.clone(),
        })
    }
}
