//! Another end for an override that stands.

use super::{EXPIRES, OverrideContext, REASON, Standing, check_end};
use crate::form::{FieldErrors, reason};
use crate::instant::Instant;
use serde::{Deserialize, Serialize};

/// A new end for an override, as it is filled in.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct EndDraft {
    pub expires: String,
    pub reason: String,
}

impl EndDraft {
    /// The new end and why, or everything that is wrong.
    pub fn check(
        &self,
        of: &Standing,
        context: &OverrideContext,
    ) -> Result<(Instant, String), FieldErrors> {
        let mut errors = FieldErrors::default();
        let expires_on = check_end(&self.expires, context.now, context.now, &mut errors);
        if let Some(expires_on) = expires_on {
            if expires_on == of.profile.expires_on {
                errors.add(EXPIRES, "That is when it ends already.");
            } else if context
                .standing
                .iter()
                .any(|one| one.profile.expires_on == expires_on)
            {
                errors.add(
                    EXPIRES,
                    "Another temporary profile ends at that very moment.",
                );
            } else if let Some(window) = context.planned_within(context.now, expires_on) {
                errors.add(EXPIRES, window.is_taken());
            }
        }
        let reason = reason(&self.reason).unwrap_or_else(|problem| {
            errors.add(REASON, problem);
            String::new()
        });
        errors.or((expires_on.unwrap_or(Instant::EPOCH), reason))
    }
}
