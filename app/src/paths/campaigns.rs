//! Links to campaigns.

use super::{query_value, segment, with_fields};
use domain::id::CampaignId;

pub const CAMPAIGNS: &str = "/campaigns";

pub fn campaign(id: &CampaignId) -> String {
    format!("{CAMPAIGNS}/{}", segment(id.as_str()))
}

/// The campaigns from behind a place in their list.
pub fn campaigns_after(after: &str) -> String {
    format!("{CAMPAIGNS}?after={}", query_value(after))
}

/// A campaign's users, of one state where that is asked for, from behind a place among them.
pub fn campaign_users(id: &CampaignId, state: Option<&str>, after: Option<&str>) -> String {
    let fields: Vec<_> = [("state", state), ("after", after)]
        .into_iter()
        .filter_map(|(name, value)| Some((name, value?.to_owned())))
        .collect();
    with_fields(&campaign(id), &fields)
}
