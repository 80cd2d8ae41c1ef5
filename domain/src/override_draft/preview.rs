//! What a change to a user's overrides would do, in words: until when, and what after.

use super::{OverrideContext, OverridePlan, Standing};
use crate::forecast::Forecast;
use crate::id::UserId;
use crate::instant::Instant;
use crate::offer::offer;
use crate::temporary_profile::TemporaryProfile;

/// What a new override would do.
pub fn starting(context: &OverrideContext, plan: &OverridePlan) -> Vec<String> {
    let start = plan.start_on.unwrap_or(context.now);
    let before = offer(&context.forecast().at(start));
    let mut standing = context.standing.iter();
    let replaced = standing.find(|one| Some(&one.held) == plan.replaces.as_ref());
    let forecast = context.forecast().with(
        plan.profile(&UserId::new(""), start),
        replaced.map(|one| one.profile.created_on),
    );
    let during = offer(&forecast.at(start));
    let from = match plan.start_on {
        Some(start) => format!("From {start}"),
        None => "From now".to_owned(),
    };
    let mut sentences = Vec::new();
    if plan.start_on.is_some() {
        let now = offer(&forecast.now());
        sentences.push(format!("Until then nothing changes: {now}."));
    }
    sentences.push(if during == before {
        format!(
            "{from} until {}: {during}. That is what the user would have anyway.",
            plan.expires_on
        )
    } else {
        format!(
            "{from} until {}: {during}. Without it: {before}.",
            plan.expires_on
        )
    });
    sentences.push(after(&forecast, plan.expires_on));
    sentences.extend(replaced.map(|old| {
        format!(
            "It takes the place of \u{201c}{}\u{201d}, which would have lasted until {}.",
            old.profile.reason, old.profile.expires_on
        )
    }));
    sentences
}

/// What another end would do.
pub fn moving(context: &OverrideContext, of: &Standing, expires_on: Instant) -> Vec<String> {
    let forecast = move_or_remove(context, of, Some(expires_on));
    let TemporaryProfile {
        expires_on: planned,
        reason,
        ..
    } = &of.profile;
    let which = if expires_on > *planned {
        "later"
    } else {
        "sooner"
    };
    vec![
        format!("\u{201c}{reason}\u{201d} ends {which}: on {expires_on} instead of {planned}."),
        format!("Until then: {}.", offer(&forecast.now())),
        after(&forecast, expires_on),
    ]
}

/// What ending an override at once would do.
pub fn cancelling(context: &OverrideContext, of: &Standing) -> String {
    let before = offer(&context.forecast().now());
    let after = offer(&move_or_remove(context, of, None).now());
    if before == after {
        format!("Nothing changes for the user now: {after}.")
    } else {
        format!("From now on: {after}. With it: {before}.")
    }
}

/// What would be in effect where it ended at another moment, or at once.
fn move_or_remove(
    context: &OverrideContext,
    of: &Standing,
    expires_on: Option<Instant>,
) -> Forecast {
    let standing = context.standing.iter();
    let mut sources = context.sources();
    sources.temporary = standing
        .filter_map(|one| {
            let mut profile = one.profile.clone();
            if one.held == of.held {
                profile.expires_on = expires_on?;
                profile.ttl = expires_on;
            }
            Some(profile)
        })
        .collect();
    sources.temporary.sort_by_key(|one| one.expires_on);
    sources.forecast(context.now, &[])
}

fn after(forecast: &Forecast, end: Instant) -> String {
    format!("After that: {}.", offer(&forecast.at(end)))
}
