//! What a change to a user's overrides would do, in words: until when, and what after.

use super::{OverrideContext, OverridePlan, Standing};
use crate::effective::ProfileSources;
use crate::id::UserId;
use crate::instant::Instant;
use crate::offer::offer;
use crate::temporary_profile::TemporaryProfile;

/// What a new override would do.
pub fn starting(context: &OverrideContext, plan: &OverridePlan) -> Vec<String> {
    let start = plan.start_on.unwrap_or(context.now);
    let mut sources = context.sources();
    let before = offer(&sources.effective_at(start));
    let mut replaced = None;
    if let Some(held) = &plan.replaces {
        for (profile, standing) in sources.temporary.iter_mut().zip(&context.standing) {
            if standing.held == *held {
                replaced = Some(profile.clone());
                // Until then it counts as before.
                profile.expires_on = start;
            }
        }
    }
    sources
        .temporary
        .push(plan.profile(&UserId::new(""), start));
    sources.temporary.sort_by_key(|one| one.expires_on);
    let during = offer(&sources.effective_at(start));
    let from = match plan.start_on {
        Some(start) => format!("From {start}"),
        None => "From now".to_owned(),
    };
    let mut sentences = Vec::new();
    if plan.start_on.is_some() {
        let now = offer(&sources.effective_at(context.now));
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
    sentences.push(after(&sources, plan.expires_on));
    sentences.extend(replaced.map(|old| {
        format!(
            "It takes the place of \u{201c}{}\u{201d}, which would have lasted until {}.",
            old.reason, old.expires_on
        )
    }));
    sentences
}

/// What another end would do.
pub fn moving(context: &OverrideContext, of: &Standing, expires_on: Instant) -> Vec<String> {
    let mut sources = context.sources();
    move_or_remove(&mut sources, context, of, Some(expires_on));
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
        format!("Until then: {}.", offer(&sources.effective_at(context.now))),
        after(&sources, expires_on),
    ]
}

/// What ending an override at once would do.
pub fn cancelling(context: &OverrideContext, of: &Standing) -> String {
    let mut sources = context.sources();
    let before = offer(&sources.effective_at(context.now));
    move_or_remove(&mut sources, context, of, None);
    let after = offer(&sources.effective_at(context.now));
    if before == after {
        format!("Nothing changes for the user now: {after}.")
    } else {
        format!("From now on: {after}. With it: {before}.")
    }
}

fn move_or_remove(
    sources: &mut ProfileSources,
    context: &OverrideContext,
    of: &Standing,
    expires_on: Option<Instant>,
) {
    let standing = context.standing.iter();
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
}

fn after(sources: &ProfileSources, end: Instant) -> String {
    format!("After that: {}.", offer(&sources.effective_at(end)))
}
