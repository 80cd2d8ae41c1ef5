//! What starts and ends in the next 30 days, as far as Float Desk wrote or planned it.

use crate::error::AppError;
use domain::calendar::CalendarDay;
use domain::instant::Instant;
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CalendarPage {
    pub now: Instant,
    pub days: Vec<CalendarDay>,
    /// There were more ends than are read for one page.
    pub is_cut: bool,
}

crate::effect::reads!(ReadCalendar);
#[server(prefix = "/rpc", endpoint = "read_calendar", output = crate::wire::Answer)]
pub async fn read_calendar() -> Result<CalendarPage, AppError> {
    let _permit = crate::request::permit::<domain::role::LookUpUsers>().await?;
    reading::page().await
}

#[cfg(feature = "ssr")]
mod reading {
    use super::{AppError, CalendarPage};
    use crate::request::{failure, now, store};
    use domain::calendar::{CalendarEntry, DAYS, Subject, Turn, by_day, of_campaign, of_start};
    use domain::campaign::{Campaign, Tally};
    use domain::instant::Instant;
    use futures::stream::{self, StreamExt, TryStreamExt};
    use futures::try_join;
    use store::{Store, StoreError, campaign, override_copy, schedule};

    /// So many ends are read for one page; a month of single overrides is far less.
    const MOST: u32 = 1_000;
    const CAMPAIGNS: u32 = 100;
    /// A day is a question of its own; so many are asked at a time.
    const AT_ONCE: usize = 4;
    /// Nothing is planned further ahead than this, so older campaigns are over.
    const OLDEST_DAYS: i64 = 2 * 366;

    pub(super) async fn page() -> Result<CalendarPage, AppError> {
        let (store, now) = (store()?, now());
        let days = (0..=DAYS).map(|ahead| schedule::of_day(&store, now.plus_days(ahead).day()));
        let days = stream::iter(days).buffered(AT_ONCE).try_collect::<Vec<_>>();
        let (ends, campaigns, planned) = try_join!(
            override_copy::ending(&store, now, now.plus_days(DAYS), MOST),
            with_tallies(&store, now),
            days,
        )
        .map_err(|error| failure(&error))?;
        let is_cut = ends.len() >= MOST as usize;
        let ends = ends.into_iter().flatten().map(|copy| {
            let profile = copy.value.profile;
            CalendarEntry {
                at: profile.expires_on,
                turn: Turn::Ends,
                of: Subject::User(profile.user_id),
                reason: profile.reason,
            }
        });
        let of_campaigns = campaigns
            .iter()
            .flat_map(|(campaign, tally)| of_campaign(campaign, tally));
        let planned = planned.into_iter().flatten().flatten();
        let planned = planned.flat_map(|record| of_start(&record.value));
        Ok(CalendarPage {
            now,
            days: by_day(ends.chain(of_campaigns).chain(planned), now),
            is_cut,
        })
    }

    /// The campaigns whose end is on the page, each with how many users have it.
    async fn with_tallies(
        store: &Store,
        now: Instant,
    ) -> Result<Vec<(Campaign, Tally)>, StoreError> {
        let campaigns = campaigns(store, now).await?.into_iter();
        let ending =
            campaigns
                .filter(|campaign| now <= campaign.expires_on)
                .map(async |campaign| {
                    let found = campaign::get(store, &campaign.id).await?;
                    let tally = found.map(|found| found.tally).unwrap_or_default();
                    Ok((campaign, tally))
                });
        stream::iter(ending).buffered(AT_ONCE).try_collect().await
    }

    async fn campaigns(store: &Store, now: Instant) -> Result<Vec<Campaign>, StoreError> {
        let oldest = now.plus_days(-OLDEST_DAYS);
        let mut found = Vec::new();
        let mut after: Option<String> = None;
        loop {
            let part = campaign::list(store, CAMPAIGNS, after.as_deref()).await?;
            let sound = part.campaigns.into_iter().flatten();
            found.extend(sound.map(|record| record.value));
            let is_old = found.last().is_some_and(|last| last.created_on < oldest);
            match part.next {
                Some(next) if !is_old => after = Some(next),
                _ => return Ok(found),
            }
        }
    }
}
