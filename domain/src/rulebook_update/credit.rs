//! Who is behind a change of the rulebooks: who wrote it, who approved it, who published it, and why.

use super::UpdateSummary;
use crate::id::{ProposalId, StaffId, UpdateId};
use crate::instant::Instant;
use crate::proposal::{Approval, Proposal};
use serde::{Deserialize, Serialize};

/// How a change came about that Float Desk published.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Provenance {
    /// It was proposed; the update names who published it.
    Proposed(Authorship),
    /// It was made outside Float Desk; the update names who recorded it.
    Outside,
}

/// What a proposal says of itself when it is published.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Authorship {
    pub proposal: ProposalId,
    pub author: StaffId,
    /// Why its author submitted it; empty where it was published from a draft.
    pub reason: String,
    pub approval: Option<Approval>,
}

impl From<&Proposal> for Authorship {
    fn from(proposal: &Proposal) -> Self {
        Self {
            proposal: proposal.id.clone(),
            author: proposal.author.clone(),
            reason: proposal.reason.clone(),
            approval: proposal.approval.clone(),
        }
    }
}

/// An update, and who is behind it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Credit {
    pub update: UpdateId,
    pub at: Instant,
    /// Who published or recorded it; for an update of a script, the name that the script gave.
    pub by: StaffId,
    /// Why it was published or recorded.
    pub reason: Option<String>,
    /// Not known of updates that scripts or earlier versions of Float Desk wrote.
    pub provenance: Option<Provenance>,
}

/// One person's part in a change, and the reason they gave.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part<'a> {
    /// What they did: `Written by`.
    pub did: &'static str,
    pub who: &'a StaffId,
    pub why: Option<&'a str>,
}

impl UpdateSummary {
    pub fn credit(&self) -> Credit {
        Credit {
            update: self.id.clone(),
            at: self.at,
            by: self.by.clone(),
            reason: self.reason.clone(),
            provenance: self.provenance.clone(),
        }
    }
}

impl Credit {
    /// One of which only the update itself is known.
    pub fn of_update(update: UpdateId, by: StaffId, at: Instant) -> Self {
        Self {
            update,
            at,
            by,
            reason: None,
            provenance: None,
        }
    }

    pub fn proposal(&self) -> Option<&ProposalId> {
        self.authorship().map(|authorship| &authorship.proposal)
    }

    fn authorship(&self) -> Option<&Authorship> {
        match &self.provenance {
            Some(Provenance::Proposed(authorship)) => Some(authorship),
            _ => None,
        }
    }

    /// Whether somebody had a part in it.
    pub fn names(&self, person: &str) -> bool {
        self.parts().iter().any(|part| part.who.as_str() == person)
    }

    /// Whose change it is, in short: `ann, approved by bea, published by cleo`.
    pub fn label(&self) -> String {
        let Some(authorship) = self.authorship() else {
            return match &self.provenance {
                Some(Provenance::Outside) => format!("outside Float Desk, recorded by {}", self.by),
                _ => self.by.to_string(),
            };
        };
        let author = &authorship.author;
        match authorship.approval.as_ref().map(|approval| &approval.by) {
            Some(approver) if *approver == self.by => {
                format!("{author}, approved and published by {approver}")
            }
            Some(approver) => format!("{author}, approved by {approver}, published by {}", self.by),
            None if *author == self.by => author.to_string(),
            None => format!("{author}, published by {}", self.by),
        }
    }

    /// Everybody's part, each with their reason.
    pub fn parts(&self) -> Vec<Part<'_>> {
        let mut parts = Vec::new();
        if let Some(authorship) = self.authorship() {
            parts.push(Part {
                did: "Written by",
                who: &authorship.author,
                why: reason(&authorship.reason),
            });
            parts.extend(authorship.approval.as_ref().map(|approval| Part {
                did: "Approved by",
                who: &approval.by,
                why: reason(&approval.why),
            }));
        }
        let did = match &self.provenance {
            Some(Provenance::Proposed(_)) => "Published by",
            Some(Provenance::Outside) => "Changed outside Float Desk, recorded by",
            None => "Changed by",
        };
        parts.push(Part {
            did,
            who: &self.by,
            why: self.reason.as_deref().and_then(reason),
        });
        parts
    }
}

/// Nothing where nobody gave one.
fn reason(text: &str) -> Option<&str> {
    Some(text).filter(|text| !text.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn credit(author: &str, approver: Option<&str>, publisher: &str) -> Credit {
        let approval = approver.map(|name| Approval {
            by: StaffId::new(name),
            at: Instant::EPOCH,
            why: "looks right".to_owned(),
        });
        Credit {
            update: UpdateId::new("1"),
            at: Instant::EPOCH,
            by: StaffId::new(publisher),
            reason: Some("as agreed".to_owned()),
            provenance: Some(Provenance::Proposed(Authorship {
                proposal: ProposalId::new("p"),
                author: StaffId::new(author),
                reason: "less risk".to_owned(),
                approval,
            })),
        }
    }

    #[test]
    fn the_author_comes_first_and_everybody_is_named_once() {
        for (author, approver, publisher, expected) in [
            ("ann", None, "ann", "ann"),
            ("ann", None, "bea", "ann, published by bea"),
            (
                "ann",
                Some("bea"),
                "bea",
                "ann, approved and published by bea",
            ),
            (
                "ann",
                Some("bea"),
                "cleo",
                "ann, approved by bea, published by cleo",
            ),
        ] {
            assert_eq!(credit(author, approver, publisher).label(), expected);
        }
        let outside = Credit {
            provenance: Some(Provenance::Outside),
            ..credit("x", None, "ada")
        };
        assert_eq!(outside.label(), "outside Float Desk, recorded by ada");
        let script = Credit::of_update(UpdateId::new("1"), StaffId::new("script"), Instant::EPOCH);
        assert_eq!(script.label(), "script");
    }

    #[test]
    fn each_part_has_its_own_reason() {
        let credit = credit("ann", Some("bea"), "cleo");
        let said: Vec<_> = credit
            .parts()
            .iter()
            .map(|part| format!("{} {}: {}", part.did, part.who, part.why.unwrap()))
            .collect();
        assert_eq!(
            said,
            [
                "Written by ann: less risk",
                "Approved by bea: looks right",
                "Published by cleo: as agreed"
            ]
        );
        assert!(credit.names("ann") && credit.names("bea") && credit.names("cleo"));
        assert!(!credit.names("dora"));
    }
}
