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
use futures::try_join;
use store::rulebook::{self, Live};
use store::{Store, rulebook_update};

pub(crate) struct Standing {
    pub(crate) live: Live,
    pub(crate) configuration: Configuration,
    /// The newest snapshot, if it can be read.
    pub(crate) newest: Option<(UpdateId, Configuration)>,
}

impl Standing {
    pub(crate) async fn read(store: &Store) -> Result<Self, AppError> {
        let (live, newest) = try_join!(rulebook::live(store), rulebook_update::latest(store))
            .map_err(|error| failure(&error))?;
        let newest = newest.and_then(|(id, stored)| Some((id, stored.ok()?.value.configuration())));
        Ok(Self {
            configuration: live.configuration(),
            live,
            newest,
        })
    }

    /// A live rulebook, or why there is none to show.
    pub(crate) fn find(&self, id: &RulebookId) -> Result<&Rulebook, AppError> {
        let missing = || {
            AppError::Invalid(match self.live.broken_at(id) {
                Some(broken) => format!(
                    "{id} is stored, but cannot be read: {broken}. Nothing of it was changed. Go back to an update in which it could be read: the history knows."
                ),
                None => format!(
                    "There is no rulebook {id}. It may have been deleted: the history knows."
                ),
            })
        };
        self.configuration.get(id).ok_or_else(missing)
    }

    /// What is known about rules and ids.
    pub(crate) fn known(&self) -> Catalogue {
        Catalogue::of(&self.configuration).with_unreadable(self.live.broken_ids())
    }

    /// Nothing where what is live is what the newest snapshot says.
    pub(crate) fn drift(&self, staff: &Staff) -> Option<Drift> {
        let recorded = self.newest.iter().flat_map(|(_, it)| it.rulebooks());
        // What cannot be read is not gone: it is told as such, and not as a difference.
        let (lost, recorded): (Vec<_>, Vec<_>) = recorded
            .cloned()
            .partition(|rulebook| self.live.is_broken(&rulebook.rulebook_id));
        let recorded = Configuration::from(recorded);
        let is_equal = compare(&recorded, &self.configuration)
            .of_substance()
            .is_empty();
        if lost.is_empty() && is_equal {
            return None;
        }
        Some(Drift {
            newest: self.newest.as_ref().map(|(id, _)| id.clone()),
            diff: diff_view::of_configurations(&recorded, &self.configuration),
            lost: lost.into_iter().map(|it| it.rulebook_id).collect(),
            may_record: staff.may::<PublishRulebooks>(),
        })
    }
}
