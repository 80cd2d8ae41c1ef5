//! A temporary override of a user's profile: a promotion, a test, a compliance hold.

use crate::id::UserId;
use crate::instant::Instant;
use crate::item::Record;
use crate::money::{Cents, Spoken};
use crate::settings::Settings;
use crate::tier::{FloatSetting, LoanSetting};
use crate::value::{Attributes, Value};
use serde::{Deserialize, Serialize};

/// Overrides the regular profile from `created_on` until `expires_on`.
///
/// A missing field inherits from the regular profile. A present array replaces the whole array, so
/// a tier it leaves out is not offered: a compliance hold must be able to reduce.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TemporaryProfile {
    pub user_id: UserId,
    pub created_on: Instant,
    pub expires_on: Instant,
    pub reason: String,
    pub is_float_enabled: Option<bool>,
    pub is_loan_enabled: Option<bool>,
    pub floats: Option<Vec<FloatSetting>>,
    pub loans: Option<Vec<LoanSetting>>,
    /// When DynamoDB may delete the item; equals `expires_on` where the writer kept to the rules.
    pub ttl: Option<Instant>,
}

/// Which override somebody has seen: where it lies, and since when it is there. Another one under
/// the same key, which holds the end only, is another one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Held {
    /// The sort key as it is stored.
    pub sort: String,
    pub created_on: Instant,
}

impl From<&Record<TemporaryProfile>> for Held {
    fn from(record: &Record<TemporaryProfile>) -> Self {
        Self {
            sort: record.key.sort.clone().unwrap_or_default(),
            created_on: record.value.created_on,
        }
    }
}

impl TemporaryProfile {
    /// In force from its creation until, and not at, its end. An item whose `ttl` has passed may
    /// be deleted any moment, and counts as ended.
    pub fn is_active_at(&self, at: Instant) -> bool {
        self.created_on <= at && at < self.expires_on && self.ttl.is_none_or(|ttl| at < ttl)
    }

    /// Without what it has in common with the regular profile, which services then take from there.
    #[must_use]
    pub fn without_unchanged(mut self, regular: &Settings) -> Self {
        let is_new = |is_on: &bool, regular: bool| *is_on != regular;
        self.is_float_enabled = self
            .is_float_enabled
            .filter(|it| is_new(it, regular.is_float_enabled));
        self.is_loan_enabled = self
            .is_loan_enabled
            .filter(|it| is_new(it, regular.is_loan_enabled));
        self.floats = self.floats.filter(|floats| *floats != regular.floats);
        self.loans = self.loans.filter(|loans| *loans != regular.loans);
        self
    }

    /// Its settings in short, as they stand in the audit log.
    pub fn described(&self) -> Attributes {
        let switch = |on: Option<bool>| match on {
            Some(true) => "on",
            Some(false) => "off",
            None => "as in the regular profile",
        };
        let amounts = |amounts: Option<Vec<Cents>>| match amounts {
            None => "as in the regular profile".to_owned(),
            Some(amounts) if amounts.is_empty() => "none".to_owned(),
            Some(amounts) => {
                let spoken: Vec<_> = amounts.iter().map(|one| Spoken(*one).to_string()).collect();
                spoken.join(", ")
            }
        };
        let floats = self.floats.as_ref().map(|floats| {
            let on = floats.iter().filter(|one| one.is_enabled);
            on.map(|one| one.amount).collect()
        });
        let loans = self.loans.as_ref().map(|loans| {
            let on = loans.iter().filter(|one| one.is_enabled);
            on.map(|one| one.amount).collect()
        });
        [
            ("created_on", self.created_on.stored()),
            ("expires_on", self.expires_on.stored()),
            ("reason", self.reason.clone()),
            ("floats", switch(self.is_float_enabled).to_owned()),
            ("float tiers on", amounts(floats)),
            ("loans", switch(self.is_loan_enabled).to_owned()),
            ("loan tiers on", amounts(loans)),
        ]
        .into_iter()
        .map(|(name, text)| (name.to_owned(), Value::text(text)))
        .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_out_is_what_the_regular_profile_says() {
        let regular = Settings::default().complete();
        let mut floats = regular.floats.clone();
        floats[2].is_enabled = true;
        let written = TemporaryProfile {
            user_id: UserId::new("mia"),
            created_on: Instant::EPOCH,
            expires_on: Instant::EPOCH.plus_days(14),
            reason: "promotion".to_owned(),
            is_float_enabled: Some(true),
            is_loan_enabled: Some(false),
            floats: Some(floats.clone()),
            loans: Some(regular.loans.clone()),
            ttl: None,
        };
        let short = written.clone().without_unchanged(&regular);
        assert_eq!(
            (short.is_float_enabled, short.is_loan_enabled),
            (None, None)
        );
        assert_eq!(
            (short.floats.as_ref(), short.loans.as_ref()),
            (Some(&floats), None)
        );
        // Whoever inherits gets the same.
        assert_eq!(regular.under(&short), regular.under(&written));
    }
}
