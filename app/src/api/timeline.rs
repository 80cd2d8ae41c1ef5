//! A user's timeline: what happened, and what counted at any instant.

#[cfg(feature = "ssr")]
mod at;
#[cfg(feature = "ssr")]
mod gather;
#[cfg(feature = "ssr")]
mod parts;
#[cfg(feature = "ssr")]
mod temporary;
#[cfg(feature = "ssr")]
mod wording;

use crate::error::AppError;
use domain::effective::EffectiveProfile;
use domain::id::UserId;
use domain::instant::Instant;
use domain::item::{BrokenItem, Problem};
use domain::timeline::{Event, Kind};
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

/// A page of what happened, newest first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimelinePage {
    pub user_id: UserId,
    pub now: Instant,
    /// Only this kind was asked for.
    pub kind: Option<Kind>,
    pub events: Vec<Event>,
    /// The next page has what happened before this; nothing at the end.
    pub next: Option<Instant>,
    /// What could not be read, in words.
    pub missing: Vec<String>,
    pub broken: Vec<BrokenItem>,
    pub notices: Vec<Problem>,
}

/// What counted at an instant.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProfileAt {
    pub user_id: UserId,
    pub now: Instant,
    pub profile: EffectiveProfile,
    /// The versions around that instant, oldest first.
    pub versions: Vec<VersionMark>,
    pub broken: Vec<BrokenItem>,
    pub notices: Vec<Problem>,
}

/// A version as a place to go to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct VersionMark {
    pub at: Instant,
    pub reason: String,
}

crate::effect::reads!(ReadTimeline);
/// What happened to a user, of one kind or of all, before a moment or up to the newest.
#[server(prefix = "/rpc", endpoint = "read_timeline", output = crate::wire::Answer)]
pub async fn read_timeline(
    user_id: String,
    kind: Option<String>,
    before: Option<String>,
) -> Result<TimelinePage, AppError> {
    let permit = crate::request::permit::<domain::role::LookUpUsers>().await?;
    let user_id = UserId::parse(&user_id).map_err(|error| AppError::Invalid(error.to_string()))?;
    let kind = kind
        .map(|word| {
            Kind::from_word(&word).ok_or_else(|| invalid("There is no such kind of event."))
        })
        .transpose()?;
    let before = before.map(|text| moment(&text)).transpose()?;
    gather::read(&permit, user_id, kind, before).await
}

crate::effect::reads!(ReadProfileAt);
/// The profile that was in force at an instant.
#[server(prefix = "/rpc", endpoint = "read_profile_at", output = crate::wire::Answer)]
pub async fn read_profile_at(user_id: String, at: String) -> Result<ProfileAt, AppError> {
    let permit = crate::request::permit::<domain::role::LookUpUsers>().await?;
    let user_id = UserId::parse(&user_id).map_err(|error| AppError::Invalid(error.to_string()))?;
    at::read(&permit, user_id, moment(&at)?).await
}

#[cfg(feature = "ssr")]
fn invalid(why: &str) -> AppError {
    AppError::Invalid(why.to_owned())
}

/// A moment as an address carries it, or as people and date fields write it.
#[cfg(feature = "ssr")]
fn moment(text: &str) -> Result<Instant, AppError> {
    domain::typed_moment::read(text, crate::request::now())
        .ok_or_else(|| invalid(domain::typed_moment::HELP))
}
