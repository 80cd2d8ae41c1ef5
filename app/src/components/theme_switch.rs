//! Light or dark: a form, so that it works without JavaScript.

use crate::api::theme::{SetTheme, Theme};
use crate::ui::icon::{Glyph, Icon};
use leptos::form::ActionForm;
use leptos::prelude::*;

#[component]
pub fn ThemeSwitch() -> impl IntoView {
    let set_theme = ServerAction::<SetTheme>::new();
    // With JavaScript the page changes at once, and stays as it is otherwise.
    Effect::new(move || {
        let wanted = set_theme.input().read().as_ref().map(|input| input.theme);
        if let (Some(theme), Some(root)) = (wanted, document().document_element()) {
            let _ = root.set_attribute("data-theme", theme.as_str());
        }
    });
    view! {
        <ActionForm action=set_theme attr:class="theme-switch">
            <button class="icon-button to-dark" name="theme" value=Theme::Dark.as_str() title="Dark theme" aria-label="Dark theme">
                <Icon glyph=Glyph::Moon />
            </button>
            <button class="icon-button to-light" name="theme" value=Theme::Light.as_str() title="Light theme" aria-label="Light theme">
                <Icon glyph=Glyph::Sun />
            </button>
        </ActionForm>
    }
}
