//! How many users a support agent starts campaigns for in one day (UTC): as many as one small campaign has,
//! so that many small ones don't come to a large one.

use super::{Campaign, SMALL};
use crate::id::CampaignId;
use crate::money::grouped;
use std::fmt;

/// The campaigns that somebody started in one day.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct StartedToday {
    pub campaigns: Vec<CampaignId>,
    /// How many users they have together.
    pub users: u64,
}

impl StartedToday {
    /// How many users are left for today.
    pub fn left(&self) -> u64 {
        SMALL.saturating_sub(self.users)
    }

    /// With one more campaign. One that goes on after a stop counts once.
    pub fn with(&self, campaign: &Campaign) -> Result<Self, OverDayLimit> {
        let mut next = self.clone();
        if next.campaigns.contains(&campaign.id) {
            return Ok(next);
        }
        if campaign.users > self.left() {
            return Err(OverDayLimit {
                users: campaign.users,
                left: self.left(),
            });
        }
        next.campaigns.push(campaign.id.clone());
        next.users += campaign.users;
        Ok(next)
    }
}

/// A campaign has more users than are left for today.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OverDayLimit {
    pub users: u64,
    pub left: u64,
}

impl fmt::Display for OverDayLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let left = match self.left {
            0 => "none are left".to_owned(),
            1 => "1 is left".to_owned(),
            left => format!("{} are left", grouped(left)),
        };
        write!(
            f,
            "You can start campaigns for {SMALL} users a day. Today {left}, and this campaign has {}. \
             Ask an admin to start it, or start it after midnight UTC. Nothing was changed.",
            grouped(self.users)
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::campaign::CampaignState;
    use crate::campaign::tests::campaign;

    fn of(id: &str, users: u64) -> Campaign {
        Campaign {
            id: CampaignId::new(id),
            users,
            ..campaign(CampaignState::Ready)
        }
    }

    #[test]
    fn the_users_of_a_day_add_up_to_the_limit_and_no_further() {
        let morning = StartedToday::default().with(&of("a", 60)).unwrap();
        assert_eq!(morning.left(), 40);
        let over = morning.with(&of("b", 41)).unwrap_err();
        assert_eq!(
            over.to_string(),
            "You can start campaigns for 100 users a day. Today 40 are left, and this campaign has 41. \
             Ask an admin to start it, or start it after midnight UTC. Nothing was changed."
        );
        let full = morning.with(&of("b", 40)).unwrap();
        assert_eq!(full.left(), 0);
        assert_eq!(full.with(&of("c", 1)).unwrap_err().left, 0);
    }

    #[test]
    fn a_campaign_that_goes_on_after_a_stop_counts_once() {
        let started = StartedToday::default().with(&of("a", 100)).unwrap();
        assert_eq!(started.with(&of("a", 100)), Ok(started));
    }
}
