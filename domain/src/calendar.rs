//! What starts and what ends in the days to come.

use crate::campaign::{Campaign, CampaignState, Tally};
use crate::day::Day;
use crate::id::{CampaignId, UserId};
use crate::instant::Instant;
use crate::schedule::{ScheduleState, ScheduledStart};
use serde::{Deserialize, Serialize};

/// How far the calendar looks ahead.
pub const DAYS: i64 = 30;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CalendarEntry {
    pub at: Instant,
    pub turn: Turn,
    pub of: Subject,
    pub reason: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Turn {
    Starts,
    Ends,
}

/// Whose temporary profile it is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Subject {
    User(UserId),
    /// So many of a campaign's users at once.
    Campaign {
        id: CampaignId,
        name: String,
        users: u64,
        state: CampaignState,
    },
}

/// A day on which something happens.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CalendarDay {
    pub day: Day,
    pub entries: Vec<CalendarEntry>,
}

/// The start and the end of a campaign, as far as they are still to come about. While it runs they are
/// for everybody on its list; what no longer runs ends for those who have it, whom `tally` counts.
pub fn of_campaign(campaign: &Campaign, tally: &Tally) -> Vec<CalendarEntry> {
    let entry = |at, turn, users| CalendarEntry {
        at,
        turn,
        of: Subject::Campaign {
            id: campaign.id.clone(),
            name: campaign.name.clone(),
            users,
            state: campaign.state.clone(),
        },
        reason: campaign.reason.clone(),
    };
    match campaign.state {
        CampaignState::Running => {
            let all = campaign.users;
            let start = campaign.starts_on.map(|at| entry(at, Turn::Starts, all));
            let end = entry(campaign.expires_on, Turn::Ends, all);
            start.into_iter().chain([end]).collect()
        }
        CampaignState::Stopped | CampaignState::Finished | CampaignState::Undoing
            if tally.done > 0 =>
        {
            vec![entry(campaign.expires_on, Turn::Ends, tally.done)]
        }
        // Nothing of it is in force, and nothing will be by itself.
        _ => Vec::new(),
    }
}

/// The start and the end of a planned temporary profile, as long as it waits.
pub fn of_start(planned: &ScheduledStart) -> Vec<CalendarEntry> {
    if planned.state != ScheduleState::Waiting {
        return Vec::new();
    }
    [
        (planned.start_on, Turn::Starts),
        (planned.expires_on, Turn::Ends),
    ]
    .into_iter()
    .map(|(at, turn)| CalendarEntry {
        at,
        turn,
        of: Subject::User(planned.user_id.clone()),
        reason: planned.reason.clone(),
    })
    .collect()
}

/// What lies between now and the end of the calendar, day by day, soonest first.
pub fn by_day(entries: impl IntoIterator<Item = CalendarEntry>, now: Instant) -> Vec<CalendarDay> {
    let end = now.plus_days(DAYS);
    let mut entries: Vec<_> = entries
        .into_iter()
        .filter(|entry| now <= entry.at && entry.at <= end)
        .collect();
    entries.sort_by_key(|entry| (entry.at, entry.turn));
    let mut days: Vec<CalendarDay> = Vec::new();
    for entry in entries {
        let day = entry.at.day();
        match days.last_mut().filter(|last| last.day == day) {
            Some(last) => last.entries.push(entry),
            None => days.push(CalendarDay {
                day,
                entries: vec![entry],
            }),
        }
    }
    days
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::campaign::tests::campaign;

    fn entry(at: &str, turn: Turn) -> CalendarEntry {
        CalendarEntry {
            at: Instant::parse(at).unwrap(),
            turn,
            of: Subject::User(UserId::new("mia")),
            reason: String::new(),
        }
    }

    #[test]
    fn a_stopped_campaign_ends_for_those_who_have_it_and_for_nobody_else() {
        let stopped = campaign(CampaignState::Stopped);
        assert_eq!(of_campaign(&stopped, &Tally::default()), []);
        let had_by_two = Tally {
            done: 2,
            waiting: 1,
            ..Tally::default()
        };
        let ends = of_campaign(&stopped, &had_by_two);
        assert_eq!(ends.len(), 1);
        assert_eq!((ends[0].turn, ends[0].at), (Turn::Ends, stopped.expires_on));
        assert!(matches!(ends[0].of, Subject::Campaign { users: 2, .. }));
    }

    #[test]
    fn days_come_in_order_and_hold_what_lies_ahead_only() {
        let now = Instant::parse("2026-11-16T12:00:00Z").unwrap();
        let days = by_day(
            [
                entry("2026-11-20T18:00:00Z", Turn::Ends),
                entry("2026-11-16T11:59:59Z", Turn::Ends),
                entry("2026-11-20T09:00:00Z", Turn::Starts),
                entry("2026-11-17T00:00:00Z", Turn::Starts),
                entry("2026-12-17T00:00:00Z", Turn::Ends),
            ],
            now,
        );
        let said: Vec<_> = days
            .iter()
            .map(|day| (day.day.stored(), day.entries.len()))
            .collect();
        assert_eq!(
            said,
            [("2026-11-17".to_owned(), 1), ("2026-11-20".to_owned(), 2)]
        );
        assert_eq!(days[1].entries[0].turn, Turn::Starts);
    }
}
