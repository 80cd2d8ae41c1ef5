//! The rulebook changes that evaluations are put under: kept while reading, without their rules, and no
//! further back than needed.

use crate::page::{Cursor, PageRequest};
use crate::{Store, StoreError, rulebook_update};
use domain::decision::attribution::settled_by;
use domain::id::UpdateId;
use domain::instant::Instant;
use domain::rulebook_update::RulebookUpdate;
use std::collections::HashSet;

/// A snapshot has up to 400 KB: so many are read at once.
const AT_ONCE: u32 = 4;

#[derive(Default)]
pub(super) struct Updates {
    /// Newest first, each with the id under which it is stored.
    known: Vec<(UpdateId, RulebookUpdate)>,
    /// Where older ones begin; nothing before the first look, and at the end.
    older: Option<Cursor>,
    /// Everything that was there at this moment and is younger than the oldest is known.
    looked: Option<Instant>,
    /// Those of the newer ones that cannot be read: fetched once, and not at every look.
    unreadable: HashSet<UpdateId>,
}

impl Updates {
    /// Sees that what evaluations between these moments can have been made under is known.
    pub(super) async fn reach(
        &mut self,
        store: &Store,
        (oldest, newest): (Instant, Instant),
        now: Instant,
    ) -> Result<(), StoreError> {
        match self.looked {
            None => {
                self.read_older(store, None).await?;
                self.looked = Some(now);
            }
            Some(looked) if newest >= looked => {
                self.read_newer(store).await?;
                self.looked = Some(now);
            }
            Some(_) => {}
        }
        while !self.goes_back_to(settled_by(oldest)) {
            let Some(older) = self.older.take() else {
                return Ok(());
            };
            self.read_older(store, Some(older)).await?;
        }
        Ok(())
    }

    /// Those that may have been in use at `at`, newest first.
    pub(super) fn at(&self, at: Instant) -> &[(UpdateId, RulebookUpdate)] {
        let newer = |(_, update): &(UpdateId, RulebookUpdate)| update.update_time > at;
        let first = self.known.partition_point(newer);
        &self.known[first..]
    }

    fn goes_back_to(&self, at: Instant) -> bool {
        self.known
            .last()
            .is_some_and(|(_, update)| update.update_time <= at)
    }

    async fn read_older(&mut self, store: &Store, after: Option<Cursor>) -> Result<(), StoreError> {
        let request = PageRequest {
            size: AT_ONCE,
            after,
        };
        let page = rulebook_update::history(store, request).await?;
        let sound = page.items.into_iter().flatten();
        self.known.extend(sound.map(|record| {
            let id = rulebook_update::id_in(&record.key);
            (id, record.value.without_rules())
        }));
        self.older = page.next;
        Ok(())
    }

    async fn read_newer(&mut self, store: &Store) -> Result<(), StoreError> {
        let newest = self.known.first().map(|(_, update)| update.update_time);
        let ids = rulebook_update::ids_since(store, newest.unwrap_or(Instant::EPOCH)).await?;
        for id in ids {
            if self.unreadable.contains(&id) || self.known.iter().any(|(known, _)| *known == id) {
                continue;
            }
            match rulebook_update::get(store, &id).await? {
                Some((_, Ok(record))) => self.add(id, record.value.without_rules()),
                Some((_, Err(_))) => {
                    self.unreadable.insert(id);
                }
                None => {}
            }
        }
        Ok(())
    }

    fn add(&mut self, id: UpdateId, update: RulebookUpdate) {
        let newer =
            |(_, known): &(UpdateId, RulebookUpdate)| known.update_time > update.update_time;
        let place = self.known.partition_point(newer);
        self.known.insert(place, (id, update));
    }
}
