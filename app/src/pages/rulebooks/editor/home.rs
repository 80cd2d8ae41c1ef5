//! Where what is typed lives: with the form.
//!
//! A field comes and goes, as the fields of a list do when it becomes a text and a list again, and so does
//! the offer to take up what was left behind. What is made by a click in one of them has to outlive it.

use leptos::prelude::*;

#[derive(Clone)]
struct Home(Owner);

/// From here on everything below has its home where this is called.
pub(super) fn found() {
    if let Some(owner) = Owner::current() {
        provide_context(Home(owner));
    }
}

/// Makes something that lives as long as the form.
pub(super) fn make<T>(make: impl FnOnce() -> T) -> T {
    match use_context::<Home>() {
        Some(Home(owner)) => owner.with(make),
        None => make(),
    }
}
