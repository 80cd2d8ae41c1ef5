//! The way to every part of Float Desk that a person may see.

use crate::paths;
use crate::ui::icon::{Glyph, Icon};
use domain::role::{LookUpUsers, ManageStaff, ReadAudit, ReadDecisions, Staff};
use leptos::prelude::*;
use leptos_router::hooks::use_location;

#[component]
pub fn SideBar(staff: Staff) -> impl IntoView {
    let is_at = |part: &'static [&'static str]| {
        let path = use_location().pathname;
        move || {
            let path = path.read();
            let is_here =
                |prefix: &&str| *path == **prefix || prefix.len() > 1 && path.starts_with(*prefix);
            part.iter().any(is_here).then_some("page")
        }
    };
    let decisions = staff.may::<ReadDecisions>().then(|| {
        view! {
            <a href=paths::RULEBOOKS aria-current=is_at(&[paths::RULEBOOKS, paths::NEW_RULEBOOK])>
                <Icon glyph=Glyph::Rulebooks />
                <span>"Rulebooks"</span>
            </a>
            <a href=paths::HISTORY aria-current=is_at(&[paths::HISTORY])>
                <Icon glyph=Glyph::History />
                <span>"History"</span>
            </a>
            <a href=paths::PROPOSALS aria-current=is_at(&[paths::PROPOSALS])>
                <Icon glyph=Glyph::Proposals />
                <span>"Proposals"</span>
            </a>
        }
    });
    let override_pages = staff.may::<LookUpUsers>().then(|| {
        view! {
            <a href=paths::CAMPAIGNS aria-current=is_at(&[paths::CAMPAIGNS])>
                <Icon glyph=Glyph::Campaigns />
                <span>"Campaigns"</span>
            </a>
            <a href=paths::CALENDAR aria-current=is_at(&[paths::CALENDAR])>
                <Icon glyph=Glyph::Calendar />
                <span>"Calendar"</span>
            </a>
        }
    });
    let audit = staff.may::<ReadAudit>().then(|| {
        view! {
            <a href=paths::AUDIT aria-current=is_at(&[paths::AUDIT])>
                <Icon glyph=Glyph::List />
                <span>"Audit"</span>
            </a>
        }
    });
    let people = staff.may::<ManageStaff>().then(|| {
        view! {
            <a href=paths::STAFF aria-current=is_at(&[paths::STAFF])>
                <Icon glyph=Glyph::Staff />
                <span>"Staff"</span>
            </a>
        }
    });
    view! {
        <a href=paths::HOME aria-current=is_at(&[paths::HOME, paths::SEARCH, paths::USERS])>
            <Icon glyph=Glyph::Users />
            <span>"Users"</span>
        </a>
        {override_pages}
        {decisions}
        {audit}
        {people}
    }
}
