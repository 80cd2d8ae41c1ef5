//! The rulebooks as they stand: what is live, what the record says, and whether the two agree.

use super::Drift;
use crate::diff_view;
use crate::error::AppError;
use crate::request::failure;
use domain::configuration::Configuration;
use domain::id::UpdateId;
use domain::role::{PublishRulebooks, Staff};
use domain::rulebook_diff::compare;
use futures::try_join;
use store::rulebook::{self, Live};
use store::{Store, rulebook_update};

pub(crate) struct Standing {
    pub(crate) live: Live,
    pub(crate) configuration: Configuration,
    /// The newest snapshot, if it can be read, without what cannot be read now.
    pub(crate) newest: Option<(UpdateId, Configuration)>,
}

impl Standing {
    pub(crate) async fn read(store: &Store) -> Result<Self, AppError> {
        let (live, newest) = try_join!(rulebook::live(store), rulebook_update::latest(store))
            .map_err(|error| failure(&error))?;
        let newest = newest.and_then(|(id, stored)| {
            let recorded = stored.ok()?.value.rulebooks.into_iter();
            // What cannot be read is not gone: it is told as broken, and not as a difference.
            let readable = recorded.filter(|rulebook| !live.is_broken(&rulebook.rulebook_id));
            Some((id, readable.collect()))
        });
        Ok(Self {
            configuration: live.configuration(),
            live,
            newest,
        })
    }

    /// Nothing where what is live is what the newest snapshot says.
    pub(crate) fn drift(&self, staff: &Staff) -> Option<Drift> {
        let none = Configuration::default();
        let recorded = self.newest.as_ref().map_or(&none, |(_, recorded)| recorded);
        if compare(recorded, &self.configuration)
            .of_substance()
            .is_empty()
        {
            return None;
        }
        Some(Drift {
            newest: self.newest.as_ref().map(|(id, _)| id.clone()),
            diff: diff_view::of_configurations(recorded, &self.configuration),
            may_record: staff.may::<PublishRulebooks>(),
        })
    }
}
