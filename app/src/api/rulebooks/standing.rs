//! The rulebooks as they stand: what is live, what the record says, and whether the two agree.

use super::Drift;
use crate::diff_view;
use crate::error::AppError;
use crate::request::failure;
use domain::configuration::Configuration;
use domain::id::{RulebookId, UpdateId};
use domain::role::{PublishRulebooks, Staff};
use domain::rulebook::Rulebook;
use domain::rulebook_diff::compare;
use domain::rulebook_draft::Catalogue;
use domain::rulebook_update::Recorded;
use store::rulebook::{self, Live};
use store::{Store, rulebook_update};

pub(crate) struct Standing {
    pub(crate) live: Live,
    pub(crate) configuration: Configuration,
    /// The newest update, with what the newest snapshot that can be read says.
    pub(crate) newest: Option<(UpdateId, Recorded)>,
    /// Why the newest snapshot cannot be read.
    unread: Option<String>,
}

impl Standing {
    pub(crate) async fn read(store: &Store) -> Result<Self, AppError> {
        // In this order: what is published in between then changes what is live, and is noticed.
        let read = async {
            let live = rulebook::live(store).await?;
            let newest = rulebook_update::latest(store).await?;
            let said = rulebook_update::readable(store, newest.clone()).await?;
            Ok((live, newest, said))
        };
        let (live, newest, said) = read.await.map_err(|error| failure(&error))?;
        let unread = newest.as_ref().and_then(|(_, it)| it.as_ref().err());
        let unread = unread.map(ToString::to_string);
        let said = said.map(|(_, update)| Recorded::from(&update));
        let newest = newest.map(|(id, _)| (id, said.unwrap_or_default()));
        Ok(Self {
            configuration: live.configuration(),
            live,
            newest,
            unread,
        })
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
        let nothing = Recorded::default();
        let record = self.newest.as_ref().map_or(&nothing, |(_, it)| it);
        let gone = record.gone(|id| self.live.is_there(id));
        let came = record.lacks(self.live.broken_ids());
        // What cannot be read is not gone: it is told as such, and not as a difference.
        let rulebooks = record.configuration.rulebooks().iter();
        let (lost, recorded): (Vec<_>, Vec<_>) = rulebooks
            .cloned()
            .partition(|rulebook| self.live.is_broken(&rulebook.rulebook_id));
        let recorded = Configuration::from(recorded);
        let is_equal = compare(&recorded, &self.configuration)
            .of_substance()
            .is_empty();
        let unreadable = [lost.is_empty(), gone.is_empty(), came.is_empty()];
        if unreadable == [true; 3] && is_equal && self.unread.is_none() {
            return None;
        }
        Some(Drift {
            newest: self.newest.as_ref().map(|(id, _)| id.clone()),
            unread: self.unread.clone(),
            diff: diff_view::of_configurations(&recorded, &self.configuration),
            lost: lost.into_iter().map(|it| it.rulebook_id).collect(),
            gone,
            came,
            may_record: staff.may::<PublishRulebooks>(),
        })
    }
}
