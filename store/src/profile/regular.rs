//! A user's regular profile, and whether it is closed.

use super::history;
use crate::{PageRequest, Store, StoreError};
use domain::id::UserId;
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

/// By the documented query: the newest version, whatever its date.
pub async fn regular(store: &Store, user: &UserId) -> Result<Regular, StoreError> {
    let request = PageRequest::first(VERSIONS);
    let versions = history(store, user, request).await?.items;
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
