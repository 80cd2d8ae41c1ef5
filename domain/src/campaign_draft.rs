//! What somebody typed to make a campaign, and what is wrong with it.

use crate::form::{FieldErrors, reason};
use crate::free_text::CAMPAIGN_NAME;
use crate::instant::Instant;
use crate::override_draft::{check_end, check_start};
use crate::settings::Settings;
use crate::switches::{Switches, whole_reason};
use crate::user_list::{MOST_BYTES, MOST_USERS, UserList};
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CampaignDraft {
    pub name: String,
    /// The list of user ids as it was pasted.
    pub list: String,
    pub switches: Switches,
    /// A moment, or nothing for at once.
    pub start: String,
    pub expires: String,
    pub reason: String,
}

/// What a draft comes to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CampaignPlan {
    pub name: String,
    pub list: UserList,
    pub settings: Settings,
    pub starts_on: Option<Instant>,
    pub expires_on: Instant,
    pub reason: String,
}

/// What the switches start from: a campaign's users have profiles of all kinds.
pub fn regular() -> Settings {
    Settings::default().complete()
}

impl CampaignDraft {
    pub fn check(&self, now: Instant) -> Result<CampaignPlan, FieldErrors> {
        let mut errors = FieldErrors::default();
        let name = CAMPAIGN_NAME.required(&self.name, "Give the campaign a name.");
        let name = kept(name, "name", &mut errors);
        let list = kept(self.check_list(), "list", &mut errors);
        // Nobody on the list is known here, so $200 are never among the tiers.
        let settings = self.switches.apply(&regular(), false, &mut errors);
        let start = check_start(&self.start, now, &mut errors);
        let from = start.flatten().unwrap_or(now);
        let expires = check_end(&self.expires, from, now, &mut errors);
        let why = kept(reason(&self.reason), "reason", &mut errors);
        match (name, list, start, expires, why) {
            (Some(name), Some(list), Some(starts_on), Some(expires_on), Some(why))
                if errors.is_empty() =>
            {
                Ok(CampaignPlan {
                    name,
                    list,
                    settings,
                    starts_on,
                    expires_on,
                    reason: whole_reason(&why, &self.switches.special_reason),
                })
            }
            _ => Err(errors),
        }
    }

    fn check_list(&self) -> Result<UserList, String> {
        if self.list.len() > MOST_BYTES {
            return Err(format!(
                "That is too long: {} KB, and {} KB are the most. Make two campaigns of it.",
                self.list.len() / 1_000,
                MOST_BYTES / 1_000
            ));
        }
        let list = UserList::parse(&self.list);
        match list.users.len() {
            0 => Err("Paste user ids, one a line.".to_owned()),
            count if count > MOST_USERS => Err(format!(
                "That is too many: {count} users, and {MOST_USERS} are the most. Make two campaigns of it."
            )),
            _ => Ok(list),
        }
    }
}

fn kept<T>(checked: Result<T, String>, field: &str, errors: &mut FieldErrors) -> Option<T> {
    checked.map_err(|message| errors.add(field, message)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn now() -> Instant {
        Instant::parse("2026-11-16T12:00:00Z").unwrap()
    }

    fn draft() -> CampaignDraft {
        CampaignDraft {
            name: "Thanksgiving".to_owned(),
            list: "a\nb\na".to_owned(),
            switches: Switches::of(&regular()),
            start: String::new(),
            expires: "in 2 weeks".to_owned(),
            reason: "promotion".to_owned(),
        }
    }

    fn wrong(draft: &CampaignDraft) -> Vec<String> {
        let FieldErrors(errors) = draft.check(now()).unwrap_err();
        errors.into_iter().map(|error| error.field).collect()
    }

    #[test]
    fn a_whole_draft_becomes_a_plan() {
        let plan = draft().check(now()).unwrap();
        assert_eq!(plan.list.users.len(), 2);
        assert_eq!(plan.expires_on, now().plus_days(14));
        assert_eq!(plan.starts_on, None);
    }

    #[test]
    fn the_end_counts_from_the_start() {
        let later = CampaignDraft {
            start: "2026-11-20 00:00".to_owned(),
            ..draft()
        };
        let plan = later.check(now()).unwrap();
        assert_eq!(plan.expires_on.stored(), "2026-12-04T00:00:00Z");
    }

    #[test]
    fn everything_that_is_wrong_is_named_at_its_field_at_once() {
        let nothing = CampaignDraft::default();
        assert_eq!(wrong(&nothing), ["name", "list", "expires", "reason"]);
        for (starts, expires, field) in [
            ("", "2026-11-16 11:00", "expires"),
            ("", "2028-01-01", "expires"),
            ("2026-12-01", "2026-11-30", "expires"),
            ("2026-11-16 18:00", "2026-11-16 12:30 EST", "expires"),
            ("soon", "in 2 weeks", "start"),
            ("2028-01-01", "in 2 weeks", "start"),
        ] {
            let dated = CampaignDraft {
                start: starts.to_owned(),
                expires: expires.to_owned(),
                ..draft()
            };
            assert!(
                wrong(&dated).contains(&field.to_owned()),
                "{starts} {expires}"
            );
        }
        let mut odd = draft();
        odd.switches.tiers.push("12".to_owned());
        assert_eq!(wrong(&odd), ["tier"]);
    }

    #[test]
    fn a_list_that_is_too_long_says_what_is_the_most() {
        let endless = CampaignDraft {
            list: (0..10_001)
                .map(|n| n.to_string())
                .collect::<Vec<_>>()
                .join("\n"),
            ..draft()
        };
        let errors = endless.check(now()).unwrap_err();
        assert!(errors.at("list").unwrap().contains("10000"), "{errors}");
    }
}
