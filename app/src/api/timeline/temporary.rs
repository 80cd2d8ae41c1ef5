//! What happened to a temporary profile: its start as it was written, each change of its end, when it was
//! replaced and given back, and its end.

use super::wording::event;
use domain::instant::Instant;
use domain::money::{Cents, Spoken};
use domain::override_copy::{Ended, HowEnded, OverrideCopy};
use domain::profile::FloatProfile;
use domain::profile_diff::{Change, diff};
use domain::settings::Settings;
use domain::temporary_profile::TemporaryProfile;
use domain::timeline::{CampaignLink, Detail, Event, Kind};

/// What the lines about temporary profiles need beside them.
pub(super) struct Beside {
    pub(super) now: Instant,
    /// Newest first.
    pub(super) versions: Vec<FloatProfile>,
    pub(super) campaigns: Vec<CampaignLink>,
}

impl Beside {
    pub(super) fn stored(&self, stored: &TemporaryProfile) -> Vec<Event> {
        let start = self.started(stored, stored.expires_on, "", None);
        vec![start, self.end(stored.expires_on, &stored.reason)]
    }

    pub(super) fn copied(&self, copy: &OverrideCopy, has_end: bool) -> Vec<Event> {
        let profile = &copy.profile;
        let campaign = self.campaign_of(copy);
        let by = match (&campaign, &copy.written_by) {
            (Some(campaign), _) => format!(" by the campaign \u{201c}{}\u{201d}", campaign.name),
            (None, Some(who)) => format!(" by {who}"),
            (None, None) => String::new(),
        };
        // The start stays as it was written, whatever became of the end.
        let mut events = vec![self.started(profile, copy.first_end(), &by, campaign.clone())];
        events.extend(copy.moves.iter().map(|moved| {
            let line = format!("End changed by {}: {} → {}", moved.by, moved.from, moved.to);
            event(moved.at, Kind::Override, line, &moved.reason)
        }));
        for out in &copy.interruptions {
            let line = "Replaced by a campaign".to_owned();
            events.push(event(out.from, Kind::Override, line, &profile.reason));
            let line = format!("Given back by {}, until {}", out.by, profile.expires_on);
            events.push(event(out.until, Kind::Override, line, &out.reason));
        }
        match &copy.ended {
            Some(ended) => events.push(ended_early(copy, ended, campaign)),
            None if has_end => events.push(self.end(profile.expires_on, &profile.reason)),
            None => {}
        }
        events
    }

    fn campaign_of(&self, copy: &OverrideCopy) -> Option<CampaignLink> {
        let id = copy.campaign.as_ref()?;
        self.campaigns.iter().find(|it| it.id == *id).cloned()
    }

    fn end(&self, at: Instant, reason: &str) -> Event {
        let end = if at > self.now { "Ends" } else { "Ended" };
        event(at, Kind::Override, end.to_owned(), reason)
    }

    fn started(
        &self,
        profile: &TemporaryProfile,
        until: Instant,
        by: &str,
        campaign: Option<CampaignLink>,
    ) -> Event {
        let begins = if profile.created_on > self.now {
            "Starts"
        } else {
            "Started"
        };
        let line = format!(
            "{begins}{by}, until {until}: {}, {}",
            floats(profile),
            loans(profile)
        );
        Event {
            detail: Detail::Temporary {
                changes: self.changes(profile),
                campaign,
            },
            ..event(profile.created_on, Kind::Override, line, &profile.reason)
        }
    }

    /// Against the regular profile that was in effect when it began.
    fn changes(&self, profile: &TemporaryProfile) -> Vec<Change> {
        let mut versions = self.versions.iter();
        let version = versions.find(|version| version.created_on <= profile.created_on);
        let regular = version.map_or_else(Settings::default, Settings::from);
        diff(
            &regular.clone().complete(),
            &regular.under(profile).complete(),
        )
    }
}

fn ended_early(copy: &OverrideCopy, ended: &Ended, campaign: Option<CampaignLink>) -> Event {
    let line = match (&ended.how, &campaign) {
        (HowEnded::Undone, Some(campaign)) => format!(
            "Ended early: the campaign \u{201c}{}\u{201d} was undone by {}",
            campaign.name, ended.by
        ),
        _ => format!("Ended early: {} by {}", ended.how.in_words(), ended.by),
    };
    let detail = campaign.map_or(Detail::None, |campaign| Detail::Temporary {
        changes: Vec::new(),
        campaign: Some(campaign),
    });
    Event {
        detail,
        ..event(copy.until(), Kind::Override, line, &ended.reason)
    }
}

fn floats(profile: &TemporaryProfile) -> String {
    let on = profile.floats.as_ref().map(|floats| {
        let on = floats.iter().filter(|it| it.is_enabled);
        on.map(|it| it.amount).collect()
    });
    offered("floats", profile.is_float_enabled, on)
}

fn loans(profile: &TemporaryProfile) -> String {
    let on = profile.loans.as_ref().map(|loans| {
        let on = loans.iter().filter(|it| it.is_enabled);
        on.map(|it| it.amount).collect()
    });
    offered("loans", profile.is_loan_enabled, on)
}

/// What a temporary profile says about floats or loans, as far as it says anything. `on` are the
/// amounts that are on, where it lists any.
fn offered(noun: &str, switch: Option<bool>, on: Option<Vec<Cents>>) -> String {
    let highest = |on: Vec<Cents>| match on.into_iter().max() {
        Some(highest) => format!("{noun} up to {}", Spoken(highest)),
        None => format!("no {noun}"),
    };
    match (switch, on) {
        (Some(false), _) => format!("{noun} switched off"),
        (_, Some(on)) => highest(on),
        (Some(true), None) => format!("{noun} switched on"),
        (None, None) => format!("{noun} as in the regular profile"),
    }
}
