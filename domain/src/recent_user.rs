//! Whom a member of staff opened lately.

use crate::id::UserId;
use crate::instant::Instant;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;

/// So many are offered; more would have to be searched again.
pub const SHOWN: usize = 10;

/// A user, and when somebody opened them. Known to the hour: whoever is opened again within it keeps
/// the place of the first time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecentUser {
    pub user_id: UserId,
    pub at: Instant,
}

/// Each user once, by the latest time; `looks` come newest first.
pub fn each_once(looks: impl IntoIterator<Item = RecentUser>) -> Vec<RecentUser> {
    let mut seen = HashSet::new();
    looks
        .into_iter()
        .filter(|look| seen.insert(look.user_id.clone()))
        .take(SHOWN)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_is_listed_once_by_the_latest_time_and_no_more_than_ten() {
        let look = |id: usize, second| RecentUser {
            user_id: UserId::new(id.to_string()),
            at: Instant::EPOCH.plus_seconds(second),
        };
        let looks = [look(1, 9), look(2, 8), look(1, 7)]
            .into_iter()
            .chain((3..20).map(|id| look(id, 1)));
        let shown = each_once(looks);
        assert_eq!(shown.len(), SHOWN);
        assert_eq!(shown[..2], [look(1, 9), look(2, 8)]);
    }
}
