//! The way to every part of Float Desk that a person may see.

use crate::components::places::{Place, places};
use crate::ui::icon::Icon;
use domain::role::Staff;
use leptos::prelude::*;
use leptos_router::hooks::use_location;

#[component]
pub fn SideBar(staff: Staff) -> impl IntoView {
    let path = use_location().pathname;
    places(&staff)
        .into_iter()
        .map(|place| {
            let Place {
                name, href, glyph, ..
            } = place;
            let current = move || place.holds(&path.read()).then_some("page");
            view! {
                <a href=href aria-current=current>
                    <Icon glyph />
                    <span>{name}</span>
                </a>
            }
        })
        .collect_view()
}
