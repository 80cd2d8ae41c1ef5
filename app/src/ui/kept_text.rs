//! A long text that loses nothing: what was changed is kept in the browser's tab until it is sent, and
//! offered again when somebody comes back to the page.

use leptos::prelude::*;

/// A text that is being kept, and the one that was left behind earlier.
#[derive(Clone, Copy)]
pub struct Kept {
    text: Memo<String>,
    found: RwSignal<Option<String>>,
}

impl Kept {
    /// Keeps `text` for this page from its first change on.
    pub fn new(text: Memo<String>) -> Self {
        let kept = Self {
            text,
            found: RwSignal::new(None),
        };
        Effect::new(move |before: Option<()>| {
            let text = text.get();
            if before.is_none() {
                kept.found
                    .set(storage::read().filter(|found| *found != text));
            } else {
                storage::keep(&text);
            }
        });
        kept
    }

    /// It is on its way.
    pub fn forget(self) {
        storage::forget();
        self.found.set(None);
    }

    /// It did not arrive.
    pub fn keep(self) {
        storage::keep(&self.text.get_untracked());
    }
}

/// Offers what was left behind.
#[component]
pub fn LeftBehind(kept: Kept, take_up: impl Fn(String) + Copy + Send + 'static) -> impl IntoView {
    let offer = move |text: String| {
        let accept = move |_| {
            take_up(text.clone());
            kept.found.set(None);
        };
        view! {
            <section class="panel alert attention" aria-label="Unsent changes">
                <p>"You changed something here earlier and did not send it."</p>
                <button type="button" class="secondary" on:click=accept>"Take it up again"</button>
                " "
                <button type="button" class="secondary" on:click=move |_| kept.forget()>"Discard it"</button>
            </section>
        }
    };
    move || kept.found.get().map(offer)
}

#[cfg(feature = "hydrate")]
mod storage {
    use leptos::prelude::window;
    use web_sys::Storage;

    fn storage() -> Option<Storage> {
        window().session_storage().ok().flatten()
    }

    /// By the whole address: the form of a rulebook and that of a proposal about it differ in the query alone.
    fn key() -> String {
        let place = window().location();
        let (page, query) = (place.pathname(), place.search());
        format!(
            "kept:{}{}",
            page.unwrap_or_default(),
            query.unwrap_or_default()
        )
    }

    pub(super) fn keep(text: &str) {
        if let Some(storage) = storage() {
            // A full storage loses the draft, and nothing else.
            let _ = storage.set_item(&key(), text);
        }
    }

    pub(super) fn read() -> Option<String> {
        storage()?.get_item(&key()).ok().flatten()
    }

    pub(super) fn forget() {
        if let Some(storage) = storage() {
            let _ = storage.remove_item(&key());
        }
    }
}

/// On the server there is no tab to keep anything in.
#[cfg(not(feature = "hydrate"))]
mod storage {
    pub(super) fn keep(_text: &str) {}

    pub(super) fn read() -> Option<String> {
        None
    }

    pub(super) fn forget() {}
}
