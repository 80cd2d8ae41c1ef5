//! Reads one page of a user's timeline: every kind at the same time, each by its own range of keys
//! and no further than the page needs, then the collections of the floats that the page is about.

use super::TimelinePage;
use super::wording;
use crate::audit;
use crate::error::AppError;
use crate::request::{contents, failure, now, store};
use crate::sieve::Sieve;
use domain::audit::AuditList;
use domain::historical_evaluation::HistoricalEvaluation;
use domain::id::UserId;
use domain::instant::Instant;
use domain::item::Stored;
use domain::profile::FloatProfile;
use domain::role::{LookUpUsers, Permit};
use domain::timeline::{Event, Kind, Part, merge};
use futures::future::join_all;
use futures::try_join;
use store::{
    PageRequest, Store, StoreError, TableId, bypass, collection_attempt, evaluation,
    historical_evaluation, override_copy, profile, temporary_profile,
};

/// Events on a page, and versions that are read for it, with one more to compare the last one with.
const PAGE: u32 = 25;
/// Checks are kept for 32 days; of so many most users have no more.
const CHECKS: u32 = 60;
/// Entries of the audit log. Most are looks, which are no events.
const ENTRIES: u32 = 60;
/// The last attempt to collect a float comes within so many days of its being taken.
const COLLECTED_WITHIN: i64 = 120;
/// How often it is read on where nothing at all happened.
const ROUNDS: usize = 5;

/// What is asked of one page.
struct Asked<'a> {
    store: &'a Store,
    user: &'a UserId,
    kind: Option<Kind>,
    before: Option<Instant>,
    now: Instant,
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
            checks.map_or_else(Part::default, |checks| checks.part(&mut sieve)),
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

    fn wants(&self, kind: Kind) -> bool {
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
    fn part(&self, events: Vec<Event>) -> Part {
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
        Ok(Overrides { stored, copies })
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
        Ok(Checks {
            goes_on: page.next.is_some(),
            items: page.items,
        })
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

/// Each version against the one before it; the last that was read is only compared with.
fn versions(items: &[Stored<FloatProfile>], latest: Instant) -> Part {
    let place = |stored: &Stored<FloatProfile>| match stored {
        Ok(record) => profile::place(&record.key).unwrap_or(record.value.created_on),
        Err(broken) => profile::place(&broken.key).unwrap_or(latest),
    };
    let shown = items.len().min(PAGE as usize);
    let events = items[..shown]
        .iter()
        .enumerate()
        .map(|(index, stored)| {
            let older = items[index + 1..]
                .iter()
                .find_map(|stored| stored.as_ref().ok());
            wording::version(stored, older.map(|record| &record.value), place(stored))
        })
        .collect();
    match items.get(shown) {
        Some(next) => Part::until(events, place(next)),
        None => Part::whole(events),
    }
}

/// Temporary profiles that are stored, and Float Desk's copies of those that it wrote.
struct Overrides {
    stored: Vec<Stored<domain::temporary_profile::TemporaryProfile>>,
    copies: Vec<Stored<domain::override_copy::OverrideCopy>>,
}

impl Overrides {
    fn part(self, asked: &Asked, sieve: &mut Sieve) -> Part {
        let (copies, stored) = (sieve.all(self.copies), sieve.all(self.stored));
        let others = stored
            .iter()
            .filter(|stored| !copies.iter().any(|copy| copy.is_of(stored)));
        let events = copies
            .iter()
            .flat_map(|copy| wording::copied_override(copy, asked.now))
            .chain(others.flat_map(|stored| wording::stored_override(stored, asked.now)))
            .collect();
        asked.part(events)
    }
}

struct Checks {
    items: Vec<Stored<domain::evaluation::EvaluationResult>>,
    goes_on: bool,
}

impl Checks {
    /// Those that came out otherwise than the check of the same account before. Of the last that was
    /// read, the one before is not known.
    fn part(self, sieve: &mut Sieve) -> Part {
        let checks = sieve.all(self.items);
        let events = checks
            .iter()
            .enumerate()
            .filter_map(|(index, check)| {
                let older = &checks[index + 1..];
                let same_account =
                    |it: &&domain::evaluation::EvaluationResult| it.account_id == check.account_id;
                let previous = older.iter().find(same_account);
                match (previous, self.goes_on) {
                    (None, true) => wording::check(check, older.first()?),
                    (None, false) => Some(wording::first_check(check)),
                    (Some(previous), _) => wording::check(check, previous),
                }
            })
            .collect();
        match checks.last() {
            Some(last) if self.goes_on => Part::until(events, wording::begun(last)),
            _ => Part::whole(events),
        }
    }
}

struct Entries {
    items: Vec<Stored<domain::audit::AuditEvent>>,
    goes_on: bool,
}

impl Entries {
    fn part(self, asked: &Asked, sieve: &mut Sieve) -> Part {
        let entries = sieve.all(self.items);
        let events = entries
            .iter()
            .filter_map(wording::entry)
            .filter(|event| asked.wants(event.kind))
            .collect();
        match entries.last() {
            Some(last) if self.goes_on => Part::until(events, last.at),
            _ => Part::whole(events),
        }
    }
}
