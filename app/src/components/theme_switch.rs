//! Light or dark: a form, so that it works without JavaScript.

use crate::api::theme::{SetTheme, Theme};
use crate::ui::icon::{Glyph, Icon};
use leptos::ev::MouseEvent;
use leptos::prelude::*;
use server_fn::ServerFn;

#[component]
pub fn ThemeSwitch() -> impl IntoView {
    let set_theme = ServerAction::<SetTheme>::new();
    // With JavaScript the page changes at once, and stays as it is otherwise.
    let turn = move |theme: Theme| {
        move |event: MouseEvent| {
            event.prevent_default();
            if let Some(root) = document().document_element() {
                let _ = root.set_attribute("data-theme", theme.as_str());
            }
            set_theme.dispatch(SetTheme { theme });
        }
    };
    view! {
        <form class="theme-switch" method="post" action=SetTheme::url()>
            <button class="icon-button to-dark" name="theme" value=Theme::Dark.as_str() title="Dark theme" aria-label="Dark theme" on:click=turn(Theme::Dark)>
                <Icon glyph=Glyph::Moon />
            </button>
            <button class="icon-button to-light" name="theme" value=Theme::Light.as_str() title="Light theme" aria-label="Light theme" on:click=turn(Theme::Light)>
                <Icon glyph=Glyph::Sun />
            </button>
        </form>
    }
}
