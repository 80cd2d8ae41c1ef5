//! Links to rulebooks, their history and proposals.

use super::{query_value, segment, with_fields};
use crate::api::history::HistoryFilter;
use domain::id::{ProposalId, RulebookId, UpdateId};
use domain::instant::Instant;

pub const RULEBOOKS: &str = "/rulebooks";
pub const NEW_RULEBOOK: &str = "/new-rulebook";
pub const HISTORY: &str = "/history";
pub const PROPOSALS: &str = "/proposals";

pub fn rulebook(id: &RulebookId) -> String {
    format!("{RULEBOOKS}/{}", segment(id.as_str()))
}

/// The form for a rulebook, or for a proposal's draft of it.
pub fn rulebook_form(id: &RulebookId, proposal: Option<&ProposalId>) -> String {
    let proposal = proposal
        .map(|proposal| format!("?proposal={}", query_value(proposal.as_str())))
        .unwrap_or_default();
    format!("{}/edit{proposal}", rulebook(id))
}

pub fn rulebook_copy(id: &RulebookId) -> String {
    format!("{NEW_RULEBOOK}?copy-of={}", query_value(id.as_str()))
}

/// The configuration as it was at a moment.
pub fn rulebooks_at(at: Instant) -> String {
    format!("{RULEBOOKS}?at={}", query_value(&at.stored()))
}

/// One rulebook as it was at a moment.
pub fn rulebook_at(id: &RulebookId, at: Instant) -> String {
    format!("{}?at={}", rulebook(id), query_value(&at.stored()))
}

pub fn update(id: &UpdateId) -> String {
    format!("{HISTORY}/{}", segment(id.as_str()))
}

/// An update beside any other one.
pub fn update_beside(id: &UpdateId, other: &UpdateId) -> String {
    format!("{}?compare={}", update(id), query_value(other.as_str()))
}

/// The history, filtered, from behind an update.
pub fn history(filter: &HistoryFilter, after: Option<&UpdateId>) -> String {
    let after = after.map(|after| ("after", after.to_string()));
    let fields: Vec<_> = filter.address().into_iter().chain(after).collect();
    with_fields(HISTORY, &fields)
}

pub fn proposal(id: &ProposalId) -> String {
    format!("{PROPOSALS}/{}", segment(id.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_path_is_what_it_was() {
        let book = RulebookId::new("core v2");
        let id = UpdateId::new("2024-02-10T14:30:00Z#admin-jane");
        assert_eq!(rulebook_form(&book, None), "/rulebooks/core~20v2/edit");
        assert_eq!(
            update_beside(&id, &id),
            "/history/2024-02-10T14~3A30~3A00Z~23admin-jane?compare=2024-02-10T14%3A30%3A00Z%23admin-jane"
        );
        let filter = HistoryFilter {
            person: "a b".to_owned(),
            ..HistoryFilter::default()
        };
        assert_eq!(history(&filter, None), "/history?person=a%20b");
        assert_eq!(history(&HistoryFilter::default(), None), "/history");
    }
}
