//! The rulebooks as they stand: what is live, what the record says, and whether the two agree.

use super::Drift;
use crate::diff_view;
use crate::diff_view::DiffView;
use crate::error::AppError;
use crate::request::failure;
use domain::configuration::Configuration;
use domain::id::{RulebookId, UpdateId};
use domain::proposal::Proposal;
use domain::role::{PublishRulebooks, Staff};
use domain::rulebook::Rulebook;
use domain::rulebook_draft::Catalogue;
use domain::rulebook_drift;
use domain::rulebook_update::Recorded;
use store::rulebook::{self, Live};
use store::rulebook_update::{self, Found};
use store::{Store, off_thread};

/// How often both are read again while others publish.
const RACED_READS: u32 = 5;

pub(crate) struct Standing {
    pub(crate) live: Live,
    pub(crate) configuration: Configuration,
    /// The newest update, with what the newest snapshot that can be read says.
    pub(crate) newest: Option<(UpdateId, Recorded)>,
    /// Why the newest snapshot cannot be read.
    unread: Option<String>,
    /// What was changed outside Float Desk, and the same to be shown.
    outside: Option<(rulebook_drift::Drift, DiffView)>,
}

impl Standing {
    pub(crate) async fn read(store: &Store) -> Result<Self, AppError> {
        let mut standing = Self::read_once(store).await?;
        // A publish between the two reads looks like a change from outside, until both are read again.
        for _ in 0..RACED_READS {
            let seems_changed = standing.outside.is_some();
            if !seems_changed || !standing.is_overtaken(store).await? {
                break;
            }
            standing = Self::read_once(store).await?;
        }
        Ok(standing)
    }

    async fn read_once(store: &Store) -> Result<Self, AppError> {
        // In this order: what is published in between then changes what is live, and is noticed.
        let read = async {
            let live = rulebook::live(store).await?;
            let newest = rulebook_update::latest(store).await?;
            let said = rulebook_update::readable(store, newest.clone()).await?;
            Ok((live, newest, said))
        };
        let (live, newest, said) = read.await.map_err(|error| failure(&error))?;
        let said = said.map(|(_, update)| Recorded::from(&update));
        Ok(off_thread(move || Self::of(live, newest, said)).await)
    }

    async fn is_overtaken(&self, store: &Store) -> Result<bool, AppError> {
        let published = rulebook::has_published_since(store, &self.live).await;
        published.map_err(|error| failure(&error))
    }

    fn of(live: Live, newest: Option<Found>, said: Option<Recorded>) -> Self {
        let unread = newest.as_ref().and_then(|(_, it)| it.as_ref().err());
        let unread = unread.map(ToString::to_string);
        let said = said.unwrap_or_default();
        let configuration = live.configuration();
        let is_there = |id: &RulebookId| live.is_there(id);
        let broken = live.broken_ids();
        let outside = rulebook_drift::Drift::between(&said, &configuration, &broken, is_there);
        let outside = outside.map(|drift| {
            let diff = diff_view::of_configurations(&drift.recorded, &configuration);
            (drift, diff)
        });
        Self {
            newest: newest.map(|(id, _)| (id, said)),
            configuration,
            live,
            unread,
            outside,
        }
    }

    /// Whether something was changed outside Float Desk that a proposal doesn't restore: published now, it would
    /// be blamed on whoever publishes.
    pub(crate) fn is_blocked(&self, proposal: &Proposal) -> bool {
        let outside = self.outside.as_ref();
        self.unread.is_some() || outside.is_some_and(|(drift, _)| !proposal.restores_over(drift))
    }

    /// A live rulebook, or why there is none to show.
    pub(crate) fn find(&self, id: &RulebookId) -> Result<&Rulebook, AppError> {
        let missing = || {
            AppError::Invalid(match self.live.broken_at(id) {
                Some(broken) => format!(
                    "{id} is stored, but cannot be read: {broken}. Nothing of it was changed. Go back to an update in which it could be read: the history knows."
                ),
                None if self.has_on_record(id) => format!(
                    "There is no rulebook {id} any more, though the newest update has it: somebody, perhaps a script, removed it without recording that. Going back to that update brings it back."
                ),
                None => format!(
                    "There is no rulebook {id}. It may have been deleted: the history knows."
                ),
            })
        };
        self.configuration.get(id).ok_or_else(missing)
    }

    fn has_on_record(&self, id: &RulebookId) -> bool {
        let newest = self.newest.as_ref();
        newest.is_some_and(|(_, it)| it.configuration.get(id).is_some())
    }

    /// What is known about rules and ids.
    pub(crate) fn known(&self) -> Catalogue {
        Catalogue::of(&self.configuration).with_unreadable(self.live.broken_ids())
    }

    /// What was stored since a snapshot was taken and cannot be read: going back to that leaves it as it is.
    pub(crate) fn broken_since(&self, snapshot: &Configuration) -> Vec<RulebookId> {
        let mut ids = self.live.broken_ids();
        ids.retain(|id| snapshot.get(id).is_none());
        ids
    }

    /// Nothing where what is live is what the newest snapshot says, which can be read.
    pub(crate) fn drift(&self, staff: &Staff) -> Option<Drift> {
        if self.unread.is_none() && self.outside.is_none() {
            return None;
        }
        let (drift, diff) = self.outside.clone().unzip();
        let (lost, gone, came) = drift
            .map(|drift| (drift.lost, drift.gone, drift.came))
            .unwrap_or_default();
        Some(Drift {
            newest: self.newest.as_ref().map(|(id, _)| id.clone()),
            unread: self.unread.clone(),
            diff: diff.unwrap_or_default(),
            lost,
            gone,
            came,
            may_record: staff.may::<PublishRulebooks>(),
        })
    }
}
