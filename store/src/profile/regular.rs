//! A user's regular profile at one moment, and whether it is closed.

use super::history_at;
use crate::{PageRequest, Store, StoreError};
use domain::id::UserId;
use domain::instant::Instant;
use domain::offer_change::{Closed, Profiles};
use domain::profile::FloatProfile;

/// So many versions tell whether loans that are off were on before.
const VERSIONS: u32 = 25;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Regular {
    pub version: Option<FloatProfile>,
    pub closed: Option<Closed>,
    /// Whether the newest version can be read; otherwise an older one stands here.
    pub is_readable: bool,
}

pub async fn regular_at(store: &Store, user: &UserId, at: Instant) -> Result<Regular, StoreError> {
    let request = PageRequest::first(VERSIONS);
    let versions = history_at(store, user, at, request).await?.items;
    let is_readable = versions.first().is_none_or(Result::is_ok);
    let versions = versions.into_iter().flatten().map(|record| record.value);
    let versions: Vec<_> = versions.collect();
    Ok(Regular {
        closed: Closed::of(&versions),
        version: versions.into_iter().next(),
        is_readable,
    })
}

impl Regular {
    /// With no temporary profile in the way.
    pub fn profiles(&self) -> Profiles<'_> {
        Profiles {
            version: self.version.as_ref(),
            closed: self.closed.as_ref(),
            replaced: None,
            is_known: true,
        }
    }
}
