//! What somebody did in Float Desk: who, when, from where, on whom, and why.

use crate::day::Day;
use crate::id::{StaffId, UserId};
use crate::instant::Instant;
use crate::role::Role;
use crate::stored_enum::stored_enum;
use crate::value::{Attributes, Value};
use serde::{Deserialize, Serialize};

/// One entry of the audit log. Entries are never changed and never expire.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AuditEvent {
    /// Tells two events of the same second apart.
    pub id: String,
    pub at: Instant,
    /// The staff member who acted, or the ID that somebody tried to sign in with.
    pub who: StaffId,
    /// What they were called at the time, where that isn't their ID.
    pub label: Option<String>,
    /// Absent where nobody was signed in, such as at a failed sign-in.
    pub role: Option<Role>,
    /// The address that the request came from; empty for the command line.
    pub from: String,
    pub action: Action,
    /// The customer it was about, if it was about one.
    pub user: Option<UserId>,
    /// What else it was about: a member of staff, a rulebook, an address that was refused.
    pub subject: String,
    pub reason: String,
    /// What was there before and after, for a write.
    pub before: Option<Attributes>,
    pub after: Option<Attributes>,
}

stored_enum! {
    /// What was done.
    Action {
        SignedIn = "signed_in", "signed in";
        SignInFailed = "sign_in_failed", "tried to sign in";
        SignedOut = "signed_out", "signed out";
        Refused = "refused", "was refused";
        LookedAt = "looked_at", "looked at";
        TokenMade = "token_made", "made the API token";
        TokenRevoked = "token_revoked", "revoked the API token";
        RawItemsOpened = "raw_items_opened", "opened the raw items of";
        Exported = "exported", "exported";
        Pinned = "pinned", "pinned";
        StaffAdded = "staff_added", "added to the staff";
        RoleChanged = "role_changed", "changed the role of";
        StaffDisabled = "staff_disabled", "disabled the account of";
        StaffEnabled = "staff_enabled", "enabled the account of";
        StaffRetired = "staff_retired", "retired the account of";
        StaffRenamed = "staff_renamed", "updated the name of";
        IdentityHeld = "identity_held", "asked an admin to decide on";
        IdentityLinked = "identity_linked", "linked a person to the account of";
        IdentityRejected = "identity_rejected", "rejected";
        RulebooksPublished = "rulebooks_published", "published rulebooks";
        RulebooksRestored = "rulebooks_restored", "restored rulebooks";
        DriftRecorded = "drift_recorded", "recorded what was changed outside Float Desk in";
        GlassBroken = "glass_broken", "published without review";
        // What earlier versions called the four that follow.
        ProposalWritten = "proposal_written", "wrote the proposal";
        ProposalDrafted = "proposal_drafted", "drafted the proposal";
        ProposalEdited = "proposal_edited", "edited the proposal";
        ProposalMerged = "proposal_merged", "brought up to date the proposal";
        ProposalSubmitted = "proposal_submitted", "submitted for review the proposal";
        ProposalApproved = "proposal_approved", "approved the proposal";
        ProposalRejected = "proposal_rejected", "rejected the proposal";
        ProposalWithdrawn = "proposal_withdrawn", "withdrew the proposal";
        ProposalReviewed = "proposal_reviewed", "reviewed afterwards";
        Commented = "commented", "commented on";
        SessionsEnded = "sessions_ended", "ended the sessions of";
        OverrideStarted = "override_started", "put a temporary profile into force for";
        OverrideReplaced = "override_replaced", "replaced the temporary profile of";
        OverrideMoved = "override_moved", "changed the end of the temporary profile of";
        OverrideCancelled = "override_cancelled", "cancelled the temporary profile of";
        OverrideUndone = "override_undone", "took back a campaign's temporary profile of";
        OverrideOverruled = "override_overruled", "overruled the temporary profile of";
        StartScheduled = "start_scheduled", "scheduled a temporary profile for";
        ScheduleChanged = "schedule_changed", "changed the scheduled temporary profile of";
        ScheduleCancelled = "schedule_cancelled", "cancelled the scheduled temporary profile of";
        ScheduleStarted = "schedule_started", "started the scheduled temporary profile of";
        ScheduleFailed = "schedule_failed", "could not start the scheduled temporary profile of";
        ProfileWritten = "profile_written", "wrote a profile version for";
        BypassIntended = "bypass_intended", "set out to change the bypass of";
        BypassGranted = "bypass_granted", "granted a bypass to";
        BypassChanged = "bypass_changed", "changed the bypass of";
        BypassRemoved = "bypass_removed", "removed the bypass of";
        CampaignCreated = "campaign_created", "created the campaign";
        CampaignStarted = "campaign_started", "started the campaign";
        CampaignStopped = "campaign_stopped", "stopped the campaign";
        CampaignFinished = "campaign_finished", "came to the end of the campaign";
        CampaignUndoing = "campaign_undoing", "began to undo the campaign";
        CampaignUndone = "campaign_undone", "came to the end of undoing the campaign";
        BypassNotChanged = "bypass_not_changed", "did not get to change the bypass of";
        IncomeRevealed = "income_revealed", "saw the verified income of";
        ViewSaved = "view_saved", "saved the view";
        ViewForgotten = "view_forgotten", "forgot the view";
        NoteWritten = "note_written", "wrote a note on";
        NoteUnpinned = "note_unpinned", "unpinned a warning on";
    }
}

impl Action {
    /// Whether its subject is a proposal.
    pub fn is_about_a_proposal(&self) -> bool {
        matches!(
            self,
            Self::RulebooksPublished
                | Self::RulebooksRestored
                | Self::GlassBroken
                | Self::ProposalWritten
                | Self::ProposalDrafted
                | Self::ProposalEdited
                | Self::ProposalMerged
                | Self::ProposalSubmitted
                | Self::ProposalApproved
                | Self::ProposalRejected
                | Self::ProposalWithdrawn
                | Self::ProposalReviewed
                | Self::Commented
        )
    }

    /// Whether it raised the version of a user's writable data, and so stands in the way of a form that
    /// was begun before. Notes, pins, bypasses and looks do not.
    pub fn raises_guard(&self) -> bool {
        matches!(
            self,
            Self::OverrideStarted
                | Self::OverrideReplaced
                | Self::OverrideMoved
                | Self::OverrideCancelled
                | Self::OverrideUndone
                | Self::OverrideOverruled
                | Self::StartScheduled
                | Self::ScheduleChanged
                | Self::ScheduleCancelled
                | Self::ScheduleStarted
                | Self::ScheduleFailed
                | Self::ProfileWritten
        )
    }
}

/// Which part of the log is wanted. Each is one range of keys.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum AuditList {
    OfDay(Day),
    OfPerson(StaffId),
    OfUser(UserId),
    OfAction(Action),
}

impl AuditList {
    /// The four kinds, by the word that stands in the address.
    pub const KINDS: [&str; 4] = ["day", "person", "user", "action"];

    /// Reads an address; nothing where the value does not fit the kind.
    pub fn parse(by: &str, value: &str) -> Option<Self> {
        match by {
            "day" => Day::parse(value).map(Self::OfDay),
            _ if value.is_empty() => None,
            "person" => Some(Self::OfPerson(StaffId::new(value))),
            "user" => Some(Self::OfUser(UserId::new(value))),
            "action" => Some(Self::OfAction(Action::from_stored(value))),
            _ => None,
        }
    }

    /// The word and the value that stand in the address.
    pub fn address(&self) -> (&'static str, String) {
        match self {
            Self::OfDay(day) => ("day", day.stored()),
            Self::OfPerson(name) => ("person", name.to_string()),
            Self::OfUser(user) => ("user", user.to_string()),
            Self::OfAction(action) => ("action", action.to_string()),
        }
    }
}

/// One field that a write changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FieldChange {
    pub field: String,
    pub before: Option<Value>,
    pub after: Option<Value>,
}

impl AuditEvent {
    /// What a write changed, field by field.
    pub fn changes(&self) -> Vec<FieldChange> {
        let empty = Attributes::new();
        let before = self.before.as_ref().unwrap_or(&empty);
        let after = self.after.as_ref().unwrap_or(&empty);
        let mut fields: Vec<_> = before.keys().chain(after.keys()).collect();
        fields.sort();
        fields.dedup();
        fields
            .into_iter()
            .filter(|field| before.get(*field) != after.get(*field))
            .map(|field| FieldChange {
                field: field.clone(),
                before: before.get(field).cloned(),
                after: after.get(field).cloned(),
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_leads_to_its_list_and_back() {
        for (by, value) in [
            ("day", "2024-02-10"),
            ("person", "dana"),
            ("user", "a#b"),
            ("action", "signed_in"),
        ] {
            let list = AuditList::parse(by, value).unwrap();
            assert_eq!(list.address(), (by, value.to_owned()));
        }
        assert_eq!(AuditList::parse("day", "yesterday"), None);
        assert_eq!(AuditList::parse("person", ""), None);
    }

    #[test]
    fn only_what_differs_is_a_change() {
        let of = |role: &str| {
            Attributes::from([
                ("role".to_owned(), Value::text(role)),
                ("name".to_owned(), Value::text("dana")),
            ])
        };
        let event = AuditEvent {
            id: String::new(),
            at: Instant::EPOCH,
            who: StaffId::new("ada"),
            label: None,
            role: None,
            from: String::new(),
            action: Action::RoleChanged,
            user: None,
            subject: "dana".to_owned(),
            reason: String::new(),
            before: Some(of("support")),
            after: Some(of("admin")),
        };
        let changes = event.changes();
        assert_eq!(changes.len(), 1);
        assert_eq!(changes[0].field, "role");
        assert_eq!(changes[0].after, Some(Value::text("admin")));
    }
}
