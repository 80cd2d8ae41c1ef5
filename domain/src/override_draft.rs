//! A temporary profile on its way: what somebody has filled in, what is wrong with it, and what it
//! would do. The same functions run in the browser and again on the server.

mod preview;

pub use preview::{cancelling, moving, starting};

use crate::effective::ProfileSources;
use crate::form::{FieldErrors, reason};
use crate::id::UserId;
use crate::instant::Instant;
use crate::profile::FloatProfile;
use crate::settings::Settings;
use crate::switches::{Switches, whole_reason};
use crate::temporary_profile::{Held, TemporaryProfile};
use crate::typed_moment;
use serde::{Deserialize, Serialize};

/// Field names, in forms and in addresses.
pub const START: &str = "start";
pub const EXPIRES: &str = "expires";
pub const REASON: &str = "reason";
pub const REPLACES: &str = "replaces";

/// An override further away than this is a mistake in the year.
const LONGEST_DAYS: i64 = 366;

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

/// What is known of a user where an override is made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OverrideContext {
    pub now: Instant,
    /// The newest regular profile by now, if any.
    pub version: Option<FloatProfile>,
    /// Overrides that have not ended, soonest end first.
    pub standing: Vec<Standing>,
    /// Starts that wait for their time, without the one that is being changed.
    pub waiting: Vec<Window>,
    /// Whether the user has taken and repaid $200 before.
    pub has_repaid_special: bool,
}

/// An override that is stored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Standing {
    pub held: Held,
    pub profile: TemporaryProfile,
}

/// A time that is taken.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Window {
    pub start_on: Instant,
    pub expires_on: Instant,
    pub reason: String,
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

impl OverrideContext {
    /// The regular profile's settings with every tier listed, from which the switches start.
    pub fn regular(&self) -> Settings {
        self.version
            .as_ref()
            .map_or_else(Settings::default, Settings::from)
            .complete()
    }

    pub fn sources(&self) -> ProfileSources {
        ProfileSources {
            temporary: self
                .standing
                .iter()
                .map(|standing| standing.profile.clone())
                .collect(),
            versions: self.version.iter().cloned().collect(),
        }
    }

    /// The override that counts now.
    pub fn active(&self) -> Option<&Standing> {
        self.standing
            .iter()
            .find(|standing| standing.profile.is_active_at(self.now))
    }
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
            reason: whole_reason(&reason, &self.switches.special_reason),
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
        if let Some(window) = overlapping(&context.waiting, start, expires_on) {
            let field = if window.start_on > start {
                EXPIRES
            } else {
                START
            };
            errors.add(field, taken(window));
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
            } else if let Some(window) = overlapping(&context.waiting, context.now, expires_on) {
                errors.add(EXPIRES, taken(window));
            }
        }
        let reason = reason(&self.reason).unwrap_or_else(|problem| {
            errors.add(REASON, problem);
            String::new()
        });
        errors.or((expires_on.unwrap_or(Instant::EPOCH), reason))
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

/// Nothing for at once; `None` where it is wrong.
#[expect(
    clippy::option_option,
    reason = "wrong, at once, and later are three things"
)]
pub(crate) fn check_start(
    text: &str,
    now: Instant,
    errors: &mut FieldErrors,
) -> Option<Option<Instant>> {
    let text = text.trim();
    if text.is_empty() || text.eq_ignore_ascii_case("now") {
        return Some(None);
    }
    let Some(start) = typed_moment::read(text, now) else {
        errors.add(START, typed_moment::HELP);
        return None;
    };
    if start <= now {
        errors.add(
            START,
            format!("{start} has passed. Leave this empty for a start at once."),
        );
        return None;
    }
    if is_too_far(start, now) {
        errors.add(START, format!("{start} is more than a year away."));
        return None;
    }
    Some(Some(start))
}

/// The end, which is ahead and behind the start.
pub(crate) fn check_end(
    text: &str,
    start: Instant,
    now: Instant,
    errors: &mut FieldErrors,
) -> Option<Instant> {
    let Some(end) = typed_moment::read(text, start) else {
        errors.add(EXPIRES, typed_moment::HELP);
        return None;
    };
    let problem = if end <= now {
        format!("{end} has passed.")
    } else if end <= start {
        format!("{end} is before the start on {start}.")
    } else if is_too_far(end, now) {
        format!("{end} is more than a year away.")
    } else {
        return Some(end);
    };
    errors.add(EXPIRES, problem);
    None
}

fn is_too_far(moment: Instant, now: Instant) -> bool {
    moment > now.plus_days(LONGEST_DAYS)
}

fn overlapping(windows: &[Window], start: Instant, end: Instant) -> Option<&Window> {
    windows
        .iter()
        .find(|window| start < window.expires_on && window.start_on < end)
}

fn taken(window: &Window) -> String {
    let Window {
        start_on,
        expires_on,
        reason,
    } = window;
    format!(
        "\u{201c}{reason}\u{201d} is scheduled from {start_on} until {expires_on}. Keep clear of that, or change or cancel it first."
    )
}

#[cfg(test)]
mod tests;
