//! Works a what-if out, part by part. The page without JavaScript takes the newest days, the stream
//! behind the page with it takes all of them; dropping either ends the work.

use crate::api::drafts::no_proposal;
use crate::api::what_if::{OfProposal, Progress};
use crate::{ledger_list, paths};
use domain::configuration::Configuration;
use domain::day::Day;
use domain::decision::attribution::settled_by;
use domain::evaluation::Product;
use domain::id::{StaffId, UpdateId};
use domain::instant::Instant;
use domain::looked::Looked;
use domain::rulebook_update::RulebookUpdate;
use domain::what_if::WhatIf;
use domain::what_if::change::{Changes, FieldProblem};
use domain::what_if::findings::Findings;
use domain::what_if::unestimated::Unestimated;
use domain::what_if::view::WhatIfView;
use futures::stream::{self, BoxStream};
use futures::{Stream, StreamExt, TryStreamExt, try_join};
use std::collections::HashMap;
use std::time::{Duration, Instant as Clock};
use store::ledger::{self, Chunk};
use store::rulebook_update::{self, Found};
use store::{Store, StoreError, proposal, rulebook};

/// The stream tells how far it is so often.
const EVERY: Duration = Duration::from_millis(150);
/// So many snapshots are read at the same time.
const AT_ONCE: usize = 8;
/// Without JavaScript, about so many evaluations of the newest days are worked out.
const PLAIN_ENTRIES: u64 = 2_000;
const PLAIN_DAYS: usize = 3;

/// What is to be tried, read and understood.
#[derive(Debug, Clone)]
pub struct Wanted {
    pub view: WhatIfView,
    pub days: (Day, Day),
    /// The rulebooks as they are.
    pub now: Configuration,
    pub changes: Changes,
    pub problems: Vec<FieldProblem>,
    pub proposal: Option<OfProposal>,
}

/// Why there is nothing to be tried.
#[derive(Debug, thiserror::Error)]
pub enum NotWanted {
    #[error("{0}")]
    Invalid(String),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Reads an address: the changes are its own, or those of the proposal that it names.
pub async fn wanted(
    store: &Store,
    reader: &StaffId,
    query: &str,
    now: Instant,
) -> Result<Wanted, NotWanted> {
    let view = WhatIfView::parse(&paths::fields(query));
    let live = rulebook::all(store).await?;
    let live: Configuration = live
        .into_iter()
        .flatten()
        .map(|record| record.value)
        .collect();
    let (mut changes, mut problems) = view.changes(&live);
    problems.extend(view.days_problem());
    let mut of_proposal = None;
    if let Some(id) = &view.proposal {
        let invalid = |why: String| NotWanted::Invalid(why);
        let stored = proposal::get(store, id).await?;
        let missing = || invalid(no_proposal(id));
        let stored = stored.ok_or_else(missing)?;
        let broken = |broken| invalid(format!("The proposal cannot be read: {broken}"));
        let proposal = stored.map_err(broken)?.value.proposal;
        if !proposal.may_read(reader) {
            return Err(missing());
        }
        let proposed = Changes::of_proposal(&proposal.changes);
        // What was typed on top of it counts, also where that is as it is now: the form sends every field
        // of a rulebook, and the proposal's change may have been taken back there.
        for (id, change) in proposed.0 {
            if !view.names(&id) {
                changes.0.insert(id, change);
            }
        }
        of_proposal = Some(OfProposal {
            id: id.clone(),
            line: proposal.line,
            unestimated: Unestimated::of(&proposal.changes),
        });
    }
    Ok(Wanted {
        days: view.range(now.day()),
        view,
        now: live,
        changes,
        problems,
        proposal: of_proposal,
    })
}

/// What there is to work out, made ready.
pub struct Run {
    what_if: WhatIf,
    days: (Day, Day),
    /// About how many evaluations there are.
    expected: u64,
}

impl Run {
    pub async fn prepare(store: &Store, wanted: &Wanted) -> Result<Self, StoreError> {
        let (from, to) = wanted.days;
        let (updates, expected) = try_join!(updates(store, from), expected(store, from, to))?;
        Ok(Self {
            what_if: WhatIf::new(&updates, &wanted.changes, store.no_results()),
            days: wanted.days,
            expected,
        })
    }

    /// The newest days only.
    pub async fn newest(&self, store: &Store) -> Result<Progress, StoreError> {
        let mut progress = self.begin();
        let most = (PLAIN_DAYS, PLAIN_ENTRIES);
        let days = self.days.0..=self.days.1;
        let work = |chunk| self.work(&chunk, &mut progress);
        let looked = ledger_list::newest(store, days, most, work).await?;
        progress.looked = looked;
        progress.is_done = !looked.goes_on;
        Ok(progress)
    }

    /// All of them, with what was found so far every now and then, and at the end.
    pub fn all(
        store: Store,
        wanted: Wanted,
    ) -> impl Stream<Item = Result<Progress, StoreError>> + use<> {
        let begun = async move {
            let run = Self::prepare(&store, &wanted).await?;
            let chunks = ledger::stream_days(&store, run.days.0, run.days.1).await?;
            let work = Work {
                progress: Some(run.begin()),
                run,
                chunks: chunks.boxed(),
            };
            Ok(stream::try_unfold(work, Work::step))
        };
        stream::once(begun).try_flatten()
    }

    fn begin(&self) -> Progress {
        Progress {
            found: Findings::default(),
            expected: self.expected,
            broken: 0,
            looked: Looked::default(),
            is_done: false,
        }
    }

    fn work(&self, chunk: &Chunk<domain::ledger::LedgerEntry>, progress: &mut Progress) {
        self.what_if.work(&chunk.items, &mut progress.found);
        progress.broken += chunk.broken;
    }
}

/// Work under way; nothing is left of it once its end was told.
struct Work {
    run: Run,
    chunks: BoxStream<'static, Result<Chunk<domain::ledger::LedgerEntry>, StoreError>>,
    progress: Option<Progress>,
}

impl Work {
    async fn step(mut self) -> Result<Option<(Progress, Self)>, StoreError> {
        let Some(mut progress) = self.progress.take() else {
            return Ok(None);
        };
        let started = Clock::now();
        while started.elapsed() < EVERY {
            let Some(chunk) = self.chunks.try_next().await? else {
                progress.is_done = true;
                progress.looked.back_to = Some(self.run.days.0);
                return Ok(Some((progress, self)));
            };
            self.run.work(&chunk, &mut progress);
        }
        self.progress = Some(progress.clone());
        Ok(Some((progress, self)))
    }
}

/// About how many evaluations there are: as many as decisions on the product that has more.
async fn expected(store: &Store, from: Day, to: Day) -> Result<u64, StoreError> {
    let mut decisions = HashMap::<Product, u64>::new();
    for count in ledger::daily_counts(store, from, to).await?.counts {
        *decisions.entry(count.product).or_default() += count.decisions;
    }
    Ok(decisions.into_values().max().unwrap_or_default())
}

/// Every configuration that decisions since a day may have been made under, without its rules.
async fn updates(store: &Store, from: Day) -> Result<Vec<(UpdateId, RulebookUpdate)>, StoreError> {
    let since = settled_by(Instant::EPOCH.plus_days(from.number()));
    let (first, ids) = try_join!(
        rulebook_update::in_force_at(store, since),
        rulebook_update::ids_since(store, since)
    )?;
    // Of those that cannot be read the ledger names none: it puts decisions under the one before.
    let first = rulebook_update::readable(store, first).await?;
    let first = first.map(|(id, update)| (id, update.without_rules()));
    let bare = |(id, stored): Found| Some((id, stored.ok()?.value.without_rules()));
    let reads = stream::iter(ids).map(|id| async move {
        let found = rulebook_update::get(store, &id).await?;
        Ok(found.and_then(bare))
    });
    let found: Vec<_> = reads.buffered(AT_ONCE).try_collect().await?;
    let found = found.into_iter().flatten();
    let mut updates: Vec<_> = first.into_iter().chain(found).collect();
    updates.sort_by(|a, b| a.0.cmp(&b.0));
    updates.dedup_by(|a, b| a.0 == b.0);
    Ok(updates)
}
