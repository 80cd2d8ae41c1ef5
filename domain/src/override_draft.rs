//! A temporary profile on its way: what somebody has filled in, what is wrong with it, and what it
//! would do. The same functions run in the browser and again on the server.

mod context;
mod end;
mod moments;
mod preview;

pub use context::{OverrideContext, Standing, Window};
pub use end::EndDraft;
pub(crate) use moments::{check_end, check_start};
pub use preview::{cancelling, moving, starting};

use crate::form::{FieldErrors, reason};
use crate::id::UserId;
use crate::instant::Instant;
use crate::settings::Settings;
use crate::switches::Switches;
use crate::temporary_profile::{Held, TemporaryProfile};
use serde::{Deserialize, Serialize};

/// Field names, in forms and in addresses.
pub const START: &str = "start";
pub const EXPIRES: &str = "expires";
pub const REASON: &str = "reason";
pub const REPLACES: &str = "replaces";

/// A form as it is filled in.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OverrideDraft {
    /// Empty for at once.
    pub start: String,
    pub expires: String,
    pub reason: String,
    /// The sort key of the override that this one is to replace, where the person agreed to that.
    pub replaces: String,
    pub switches: Switches,
}

/// An override that can be written as it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OverridePlan {
    /// Nothing for at once.
    pub start_on: Option<Instant>,
    pub expires_on: Instant,
    pub reason: String,
    /// Every tier listed.
    pub settings: Settings,
    pub replaces: Option<Held>,
}

impl OverrideDraft {
    /// A form that nobody has touched: the regular profile's switches.
    pub fn untouched(context: &OverrideContext) -> Self {
        Self {
            switches: Switches::of(&context.regular()),
            ..Self::default()
        }
    }

    /// Reads a form's fields; nothing where they are not of this form.
    pub fn from_fields<'a>(fields: impl IntoIterator<Item = (&'a str, &'a str)>) -> Option<Self> {
        let mut draft = Self::default();
        let mut is_this_form = false;
        for (name, value) in fields {
            match name {
                START => value.clone_into(&mut draft.start),
                EXPIRES => {
                    value.clone_into(&mut draft.expires);
                    is_this_form = true;
                }
                REASON => value.clone_into(&mut draft.reason),
                REPLACES => value.clone_into(&mut draft.replaces),
                name => drop(draft.switches.take(name, value)),
            }
        }
        is_this_form.then_some(draft)
    }

    /// The fields that [`Self::from_fields`] reads.
    pub fn fields(&self) -> Vec<(&'static str, String)> {
        let mut fields = vec![
            (START, self.start.clone()),
            (EXPIRES, self.expires.clone()),
            (REASON, self.reason.clone()),
        ];
        if !self.replaces.is_empty() {
            fields.push((REPLACES, self.replaces.clone()));
        }
        fields.extend(self.switches.fields());
        fields
    }

    /// The draft with its moments fixed as they were shown, so that what is saved is what was seen.
    #[must_use]
    pub fn fixed(mut self, plan: &OverridePlan) -> Self {
        self.start = plan.start_on.map(Instant::stored).unwrap_or_default();
        self.expires = plan.expires_on.stored();
        self
    }

    /// The override that this form asks for, or everything that is wrong with it.
    pub fn check(&self, context: &OverrideContext) -> Result<OverridePlan, FieldErrors> {
        let mut errors = FieldErrors::default();
        let regular = context.regular();
        let settings = self
            .switches
            .apply(&regular, context.has_repaid_special, &mut errors);
        let start_on = check_start(&self.start, context.now, &mut errors);
        let start = start_on.flatten().unwrap_or(context.now);
        let expires_on = check_end(&self.expires, start, context.now, &mut errors);
        let mut replaces = None;
        if let (Some(_), Some(expires_on)) = (start_on, expires_on) {
            replaces = self.check_place(start, expires_on, context, &mut errors);
        }
        let reason = reason(&self.reason).unwrap_or_else(|problem| {
            errors.add(REASON, problem);
            String::new()
        });
        errors.or(OverridePlan {
            start_on: start_on.flatten(),
            expires_on: expires_on.unwrap_or(Instant::EPOCH),
            reason: self.switches.whole_reason(&reason),
            settings,
            replaces,
        })
    }

    /// Whether the time is free, or is made free with the person's consent.
    fn check_place(
        &self,
        start: Instant,
        expires_on: Instant,
        context: &OverrideContext,
        errors: &mut FieldErrors,
    ) -> Option<Held> {
        if let Some(window) = context.planned_within(start, expires_on) {
            let field = if window.start_on > start {
                EXPIRES
            } else {
                START
            };
            errors.add(field, window.is_taken());
        }
        let in_the_way: Vec<_> = context
            .standing
            .iter()
            .filter(|one| start < one.profile.expires_on && one.profile.created_on < expires_on)
            .collect();
        match in_the_way.as_slice() {
            [] => None,
            [one] if one.held.sort == self.replaces => Some(one.held.clone()),
            [one] => {
                let TemporaryProfile {
                    expires_on, reason, ..
                } = &one.profile;
                errors.add(
                    REPLACES,
                    format!(
                        "Another temporary profile, \u{201c}{reason}\u{201d}, lasts until {expires_on}. Agree to replace it, or choose another time."
                    ),
                );
                None
            }
            several => {
                errors.add(
                    REPLACES,
                    format!(
                        "{} temporary profiles are stored for that time. Cancel all but one first.",
                        several.len()
                    ),
                );
                None
            }
        }
    }
}

impl OverridePlan {
    /// The override as it is written when it comes into force. Every field is there: nothing is left
    /// to be inherited, and `ttl` is the end.
    pub fn profile(&self, user: &UserId, created_on: Instant) -> TemporaryProfile {
        TemporaryProfile {
            user_id: user.clone(),
            created_on: created_on.whole_seconds(),
            expires_on: self.expires_on,
            reason: self.reason.clone(),
            is_float_enabled: Some(self.settings.is_float_enabled),
            is_loan_enabled: Some(self.settings.is_loan_enabled),
            floats: Some(self.settings.floats.clone()),
            loans: Some(self.settings.loans.clone()),
            ttl: Some(self.expires_on),
        }
    }
}

#[cfg(test)]
mod tests;
