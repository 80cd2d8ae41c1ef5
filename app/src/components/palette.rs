//! What the search box offers while it has the focus: what can be done for the user on the page, whom
//! one opened lately, and every part of Float Desk that one may see.

use crate::api::recent_users::list_recent_users;
use crate::components::places::places;
use crate::components::user_header::TABS;
use crate::error::AppError;
use crate::paths;
use crate::wire::Packed;
use domain::id::UserId;
use domain::role::{OverrideProfiles, ProposeRulebooks, Staff, WriteProfiles};
use leptos::prelude::*;
use leptos_router::components::A;
use leptos_router::hooks::use_location;

/// Who is signed in, as the frame reads it.
pub type SignedIn = Resource<Result<Option<Staff>, AppError>, Packed>;

/// One thing to choose, by what it says and where it leads.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Choice {
    name: String,
    href: String,
}

impl Choice {
    fn new(name: &str, href: String) -> Self {
        Self {
            name: name.to_owned(),
            href,
        }
    }

    /// Whether it has every word that was typed.
    fn fits(&self, typed: &str) -> bool {
        let name = self.name.to_lowercase();
        typed.split_whitespace().all(|word| name.contains(word))
    }
}

/// What can be done for a user, and the pages about them.
fn for_user(staff: &Staff, user: &UserId) -> Vec<Choice> {
    let deeds = [
        (
            staff.may::<OverrideProfiles>(),
            "New temporary profile",
            paths::new_temporary_profile(user, &[]),
        ),
        (
            staff.may::<WriteProfiles>(),
            "New profile version",
            paths::new_version(user, &[]),
        ),
    ];
    let deeds = deeds
        .into_iter()
        .filter_map(|(may, name, href)| may.then(|| Choice::new(name, href)));
    let pages = TABS
        .iter()
        .map(|(name, path)| Choice::new(name, path(user)));
    deeds.chain(pages).collect()
}

/// Every part of Float Desk that somebody may see, and what they can begin anywhere.
fn anywhere(staff: &Staff) -> Vec<Choice> {
    let places = places(staff);
    let places = places
        .iter()
        .map(|place| Choice::new(place.name, place.href.to_owned()));
    let new_rulebook = staff
        .may::<ProposeRulebooks>()
        .then(|| Choice::new("New rulebook", paths::NEW_RULEBOOK.to_owned()));
    places.chain(new_rulebook).collect()
}

/// Whom one opened lately is asked for when the box is entered, and again after another page: a page
/// that nobody searches from costs nothing.
#[component]
pub fn Palette(
    text: RwSignal<String>,
    staff: SignedIn,
    /// On whose page one is.
    user: Signal<Option<UserId>>,
) -> impl IntoView {
    let recent = Action::new(|(): &()| list_recent_users());
    let path = use_location().pathname;
    let asked_on = StoredValue::new(None::<String>);
    // Once the page is the browser's: what the server renders has no choices yet.
    let known = RwSignal::new(None::<Staff>);
    Effect::new(move || known.set(staff.get().and_then(Result::ok).flatten()));
    let node = NodeRef::<leptos::html::Div>::new();
    Effect::new(move || {
        let handle = window_event_listener(leptos::ev::focusin, move |_| {
            let is_inside = node.get_untracked().is_some_and(|list| {
                let form = list.parent_element();
                form.is_some_and(|form| form.contains(document().active_element().as_deref()))
            });
            let here = Some(path.get_untracked());
            if is_inside && asked_on.get_value() != here {
                asked_on.set_value(here);
                recent.dispatch(());
            }
        });
        on_cleanup(move || handle.remove());
    });
    let opened_lately = move || {
        let users = recent.value().get().and_then(Result::ok);
        let users = users.map(|recent| recent.users).unwrap_or_default();
        users
            .into_iter()
            .map(|recent| Choice::new(recent.user_id.as_str(), paths::user(&recent.user_id)))
            .collect()
    };
    let of_user = move || match (known.get(), user.get()) {
        (Some(staff), Some(user)) => for_user(&staff, &user),
        _ => Vec::new(),
    };
    let places = move || known.get().map_or_else(Vec::new, |staff| anywhere(&staff));
    view! {
        // A list that scrolls would be a stop of the Tab key; the arrow keys go through it.
        <div node_ref=node class="palette" tabindex="-1">
            <Group title="This user" choices=Signal::derive(of_user) text />
            <Group title="Opened lately" choices=Signal::derive(opened_lately) text class="id" />
            <Group title="Go to" choices=Signal::derive(places) text />
            <p class="quiet">
                <kbd>"Enter"</kbd> " looks the id up, " <kbd>"\u{2193}"</kbd> " goes through the list. Outside a field, " <kbd>"?"</kbd> " lists all keys."
            </p>
        </div>
    }
}

/// Those of a kind that fit what is typed.
#[component]
fn Group(
    title: &'static str,
    choices: Signal<Vec<Choice>>,
    text: RwSignal<String>,
    #[prop(optional)] class: &'static str,
) -> impl IntoView {
    move || {
        let typed = text.read().to_lowercase();
        let links: Vec<_> = choices
            .get()
            .into_iter()
            .filter(|choice| choice.fits(&typed))
            .map(|Choice { name, href }| {
                view! { <li><A href attr:class=format!("palette-link {class}") attr:tabindex="-1">{name}</A></li> }
            })
            .collect();
        (!links.is_empty()).then(|| {
            view! {
                <p class="label">{title}</p>
                <ul>{links}</ul>
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::id::StaffId;
    use domain::role::Role;

    fn names(choices: Vec<Choice>) -> Vec<String> {
        choices.into_iter().map(|choice| choice.name).collect()
    }

    fn staff(role: Role) -> Staff {
        Staff::new(StaffId::new("sam"), role)
    }

    #[test]
    fn only_what_a_person_may_do_is_offered() {
        let user = UserId::new("user-ben");
        let offered = |role| names(for_user(&staff(role), &user));
        assert_eq!(offered(Role::Support)[0], "New temporary profile");
        assert!(!offered(Role::Support).contains(&"New profile version".to_owned()));
        assert_eq!(offered(Role::Analyst)[0], "Overview");
        assert_eq!(offered(Role::Admin)[1], "New profile version");
        assert!(!names(anywhere(&staff(Role::Support))).contains(&"New rulebook".to_owned()));
        assert!(names(anywhere(&staff(Role::Analyst))).contains(&"New rulebook".to_owned()));
    }

    #[test]
    fn every_word_that_is_typed_narrows_the_choice() {
        let choice = Choice::new("New temporary profile", String::new());
        assert!(choice.fits(""));
        assert!(choice.fits("temp new"));
        assert!(!choice.fits("temp version"));
    }
}
