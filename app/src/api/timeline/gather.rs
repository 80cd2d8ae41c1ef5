//! Reads one page of a user's timeline: every kind at the same time, each by its own range of keys
//! and no further than the page needs, then the collections of the floats that the page is about.

use super::parts::{Checks, Entries, Overrides, PAGE, is_same_account, versions};
use super::{TimelinePage, wording};
use crate::audit;
use crate::error::AppError;
use crate::request::{contents, failure, now, store};
use crate::sieve::Sieve;
use domain::audit::AuditList;
use domain::evaluation::EvaluationResult;
use domain::historical_evaluation::HistoricalEvaluation;
use domain::id::{CampaignId, UserId};
use domain::instant::Instant;
use domain::item::Stored;
use domain::role::{LookUpUsers, Permit};
use domain::timeline::{CampaignLink, Event, Kind, Part, merge};
use futures::future::{join_all, try_join_all};
use futures::try_join;
use store::{
    PageRequest, Store, StoreError, TableId, bypass, campaign, collection_attempt, evaluation,
    historical_evaluation, override_copy, profile, temporary_profile,
};

/// Checks are kept for 32 days; of so many most users have no more.
const CHECKS: u32 = 60;
/// Entries of the audit log. Most are looks, which are no events.
const ENTRIES: u32 = 60;
/// Versions that temporary profiles are compared with: one that began before all of these is shown
/// without a comparison.
const VERSIONS: u32 = 50;
/// The last attempt to collect a float comes within so many days of its being taken.
const COLLECTED_WITHIN: i64 = 120;
/// How often it is read on where nothing at all happened.
const ROUNDS: usize = 5;

/// What is asked of one page.
pub(super) struct Asked<'a> {
    store: &'a Store,
    user: &'a UserId,
    kind: Option<Kind>,
    before: Option<Instant>,
    pub(super) now: Instant,
}

/// What one page came to.
#[derive(Default)]
struct Found {
    sieve: Sieve,
    missing: Vec<String>,
}

pub(super) async fn read(
    permit: &Permit<LookUpUsers>,
    user_id: UserId,
    kind: Option<Kind>,
    before: Option<Instant>,
) -> Result<TimelinePage, AppError> {
    let (store, now) = (store()?, now());
    let mut found = Found::default();
    let mut asked = Asked {
        store: &store,
        user: &user_id,
        kind,
        before,
        now,
    };
    let pages = async {
        let mut page = asked.page(&mut found).await?;
        for _ in 1..ROUNDS {
            let (true, Some(next)) = (page.0.is_empty(), page.1) else {
                break;
            };
            asked.before = Some(next);
            page = asked.page(&mut found).await?;
        }
        Ok(page)
    };
    let ((events, next), ()) = try_join!(pages, audit::looked_at(permit.staff(), &user_id))?;
    Ok(TimelinePage {
        user_id,
        now,
        kind,
        events,
        next,
        missing: found.missing,
        broken: found.sieve.broken,
        notices: found.sieve.notices,
    })
}

impl Asked<'_> {
    async fn page(&self, found: &mut Found) -> Result<(Vec<Event>, Option<Instant>), AppError> {
        let (versions, overrides, taken, checks, entries, bypass) = try_join!(
            self.if_wanted(&[Kind::Version], self.versions()),
            self.if_wanted(&[Kind::Override], self.overrides()),
            self.if_wanted(&[Kind::Float, Kind::Collection], self.taken()),
            self.if_wanted(&[Kind::Check], self.checks()),
            self.if_wanted(&[Kind::Edit, Kind::Bypass], self.entries()),
            self.if_wanted(&[Kind::Bypass], self.bypass()),
        )
        .map_err(|error| failure(&error))?;

        let mut sieve = std::mem::take(&mut found.sieve);
        let taken = sieve.all(taken.unwrap_or_default());
        let floats = self.part(wording::taken(&taken));
        let mut parts = vec![
            versions.unwrap_or_default(),
            overrides.map_or_else(Part::default, |overrides| overrides.part(self, &mut sieve)),
            checks.map_or_else(Part::default, |checks| {
                checks.part(&mut sieve, self.store.no_results())
            }),
            entries.map_or_else(Part::default, |entries| entries.part(self, &mut sieve)),
        ];
        match bypass {
            Some(Ok(bypass)) => {
                let bypass = bypass.and_then(|stored| sieve.sound(stored));
                parts.push(
                    self.part(
                        bypass
                            .map(|it| wording::bypass(it, self.now))
                            .into_iter()
                            .collect(),
                    ),
                );
            }
            Some(Err(())) => found.miss(TableId::RequirementsBypass),
            None => {}
        }
        // How far back this page reaches, before collections have a say in it.
        let reach = {
            let mut parts = parts.clone();
            parts.push(floats.clone());
            merge(parts, PAGE as usize).next
        };
        if self.wants(Kind::Float) {
            parts.push(floats);
        }
        if self.wants(Kind::Collection) {
            parts.push(self.collections(&taken, reach, found, &mut sieve).await);
        }
        found.sieve = sieve;
        let merged = merge(parts, PAGE as usize);
        Ok((merged.events, merged.next))
    }

    pub(super) fn wants(&self, kind: Kind) -> bool {
        self.kind.is_none_or(|wanted| wanted == kind)
    }

    async fn if_wanted<T>(
        &self,
        kinds: &[Kind],
        read: impl Future<Output = Result<T, StoreError>>,
    ) -> Result<Option<T>, StoreError> {
        if kinds.iter().any(|kind| self.wants(*kind)) {
            read.await.map(Some)
        } else {
            Ok(None)
        }
    }

    /// Everything of a kind that is read whole, as far as it belongs on this page or a later one.
    pub(super) fn part(&self, events: Vec<Event>) -> Part {
        let is_before = |event: &Event| self.before.is_none_or(|before| event.place < before);
        Part::whole(events.into_iter().filter(is_before).collect())
    }

    async fn versions(&self) -> Result<Part, StoreError> {
        let request = PageRequest::first(PAGE + 1);
        let page = match self.before {
            Some(before) => {
                profile::history_at(self.store, self.user, before.plus_seconds(-1), request).await?
            }
            None => profile::history(self.store, self.user, request).await?,
        };
        Ok(versions(&page.items, self.before.unwrap_or(self.now)))
    }

    async fn overrides(&self) -> Result<Overrides, StoreError> {
        let (stored, copies) = try_join!(
            temporary_profile::all(self.store, self.user),
            override_copy::of_user(self.store, self.user),
        )?;
        if stored.is_empty() && copies.is_empty() {
            return Ok(Overrides::default());
        }
        let request = PageRequest::first(VERSIONS);
        let versions = profile::history(self.store, self.user, request).await?;
        let mut ids: Vec<_> = copies
            .iter()
            .flatten()
            .filter_map(|copy| copy.value.campaign.clone())
            .collect();
        ids.sort_unstable();
        ids.dedup();
        let campaigns = ids.into_iter().map(|id| self.campaign(id));
        let versions = versions.items.into_iter().flatten();
        Ok(Overrides {
            stored,
            copies,
            versions: versions.map(|record| record.value).collect(),
            campaigns: try_join_all(campaigns).await?,
        })
    }

    /// By its ID where its name can't be read.
    async fn campaign(&self, id: CampaignId) -> Result<CampaignLink, StoreError> {
        let found = campaign::get(self.store, &id).await?;
        let head = found.and_then(|found| found.campaign.ok());
        let name = head.map_or_else(|| id.to_string(), |record| record.value.name);
        Ok(CampaignLink { id, name })
    }

    async fn taken(&self) -> Result<Vec<Stored<HistoricalEvaluation>>, StoreError> {
        historical_evaluation::all(self.store, self.user).await
    }

    async fn checks(&self) -> Result<Checks, StoreError> {
        let request = PageRequest::first(CHECKS);
        let page = match self.before {
            Some(before) => {
                evaluation::begun_before(self.store, self.user, before, request).await?
            }
            None => evaluation::recent(self.store, self.user, request).await?,
        };
        let goes_on = page.next.is_some();
        let before = if goes_on {
            self.before_those(&page.items).await?
        } else {
            Vec::new()
        };
        Ok(Checks {
            goes_on,
            before,
            items: page.items,
        })
    }

    /// Of each account, what the oldest of its checks here is to be held against.
    async fn before_those(
        &self,
        items: &[Stored<EvaluationResult>],
    ) -> Result<Vec<Stored<EvaluationResult>>, StoreError> {
        let mut oldest: Vec<&EvaluationResult> = Vec::new();
        for check in items.iter().rev().flatten().map(|record| &record.value) {
            if !oldest.iter().any(|older| is_same_account(older, check)) {
                oldest.push(check);
            }
        }
        let reads = oldest
            .into_iter()
            .map(|check| evaluation::before_in_account(self.store, check));
        let found = try_join_all(reads).await?;
        Ok(found.into_iter().flatten().collect())
    }

    async fn entries(&self) -> Result<Entries, StoreError> {
        let list = AuditList::OfUser(self.user.clone());
        let before = self.before.map(Instant::stored);
        let entries = store::audit::list(self.store, &list, ENTRIES, before.as_deref()).await?;
        Ok(Entries {
            goes_on: entries.next.is_some(),
            items: entries.events,
        })
    }

    /// In another region: a page can do without it.
    async fn bypass(
        &self,
    ) -> Result<Result<Option<Stored<domain::bypass::Bypass>>, ()>, StoreError> {
        let read = bypass::of_user(self.store, self.user).await;
        Ok(read.map_err(|error| drop(failure(&error))))
    }

    /// The attempts on those floats that can have one on this page.
    async fn collections(
        &self,
        taken: &[HistoricalEvaluation],
        reach: Option<Instant>,
        found: &mut Found,
        sieve: &mut Sieve,
    ) -> Part {
        let is_near = |taken: &&HistoricalEvaluation| {
            self.before.is_none_or(|before| taken.created_date < before)
                && reach
                    .is_none_or(|reach| taken.created_date >= reach.plus_days(-COLLECTED_WITHIN))
        };
        let reads = taken.iter().filter(is_near).filter_map(|taken| {
            let float = taken.float_id.as_ref()?;
            Some(async move {
                let attempts = collection_attempt::of_float(self.store, float).await;
                attempts.map(|attempts| (taken, attempts))
            })
        });
        let mut events = Vec::new();
        let mut is_missing = false;
        for read in join_all(reads).await {
            match read {
                Ok((taken, attempts)) => {
                    let attempts = sieve.all(attempts);
                    events.extend(attempts.iter().filter_map(|it| wording::attempt(it, taken)));
                }
                Err(error) => {
                    failure(&error);
                    is_missing = true;
                }
            }
        }
        if is_missing {
            found.miss(TableId::CollectionHistory);
        }
        Part {
            complete_from: reach,
            ..self.part(events)
        }
    }
}

impl Found {
    fn miss(&mut self, table: TableId) {
        let what = contents(table).to_owned();
        if !self.missing.contains(&what) {
            self.missing.push(what);
        }
    }
}
