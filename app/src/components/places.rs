//! The parts of Float Desk, in the order of the side bar: each is one line here, and what a role may not
//! see is absent.

use crate::paths;
use crate::ui::icon::Glyph;
use domain::role::{LookUpUsers, ManageStaff, ReadAudit, ReadDecisions, ReadSystem, Staff};

/// A part of Float Desk.
#[derive(Clone, Copy)]
pub struct Place {
    pub name: &'static str,
    pub href: &'static str,
    pub glyph: Glyph,
    /// What else lies in it.
    also: &'static [&'static str],
}

impl Place {
    /// Whether a page is part of it.
    pub fn holds(&self, path: &str) -> bool {
        // The start page is the beginning of every other one.
        let begins = |prefix: &str| path == prefix || prefix.len() > 1 && path.starts_with(prefix);
        begins(self.href) || self.also.iter().any(|prefix| begins(prefix))
    }
}

/// Those that a person may see.
pub fn places(staff: &Staff) -> Vec<Place> {
    let of = |name, href, glyph| Place {
        name,
        href,
        glyph,
        also: &[],
    };
    let users = Place {
        also: &[paths::SEARCH, paths::USERS],
        ..of("Users", paths::HOME, Glyph::Users)
    };
    let rulebooks = Place {
        also: &[paths::NEW_RULEBOOK],
        ..of("Rulebooks", paths::RULEBOOKS, Glyph::Rulebooks)
    };
    let (looks_up, decides) = (staff.may::<LookUpUsers>(), staff.may::<ReadDecisions>());
    [
        (true, users),
        (
            looks_up,
            of("Campaigns", paths::CAMPAIGNS, Glyph::Campaigns),
        ),
        (looks_up, of("Calendar", paths::CALENDAR, Glyph::Calendar)),
        (decides, of("Evaluations", paths::LEDGER, Glyph::Ledger)),
        (decides, rulebooks),
        (decides, of("Rates", paths::RATES, Glyph::Rates)),
        (decides, of("Repayment", paths::REPAYMENT, Glyph::Repayment)),
        (decides, of("What-if", paths::WHAT_IF, Glyph::WhatIf)),
        (decides, of("History", paths::HISTORY, Glyph::History)),
        (decides, of("Proposals", paths::PROPOSALS, Glyph::Proposals)),
        (
            staff.may::<ReadAudit>(),
            of("Audit", paths::AUDIT, Glyph::List),
        ),
        (
            staff.may::<ManageStaff>(),
            of("Staff", paths::STAFF, Glyph::Staff),
        ),
        (
            staff.may::<ReadSystem>(),
            of("System", paths::SYSTEM, Glyph::System),
        ),
    ]
    .into_iter()
    .filter_map(|(may, place)| may.then_some(place))
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::id::StaffId;
    use domain::role::Role;

    fn seen_by(role: Role) -> Vec<Place> {
        places(&Staff::new(StaffId::new("sam"), role))
    }

    #[test]
    fn what_a_role_may_not_see_is_absent() {
        let names = |role| -> Vec<_> { seen_by(role).iter().map(|place| place.name).collect() };
        assert_eq!(
            names(Role::Support),
            ["Users", "Campaigns", "Calendar", "System"]
        );
        assert!(names(Role::Analyst).contains(&"Rulebooks"));
        assert!(!names(Role::Analyst).contains(&"Staff"));
        assert!(names(Role::Admin).contains(&"Staff"));
    }

    #[test]
    fn every_page_lies_in_one_place() {
        let all = seen_by(Role::Admin);
        for (path, name) in [
            ("/", "Users"),
            ("/search", "Users"),
            ("/users/a/timeline", "Users"),
            ("/new-rulebook", "Rulebooks"),
            ("/rulebooks/core/edit", "Rulebooks"),
            ("/campaigns/c1", "Campaigns"),
            ("/evaluations", "Evaluations"),
        ] {
            let holding: Vec<_> = all.iter().filter(|place| place.holds(path)).collect();
            assert_eq!(holding.len(), 1, "{path}");
            assert_eq!(holding[0].name, name, "{path}");
        }
    }
}
