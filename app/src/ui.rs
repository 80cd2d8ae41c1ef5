//! How things look in general; nothing here knows the product.

#[cfg(feature = "hydrate")]
pub mod as_typed;
pub mod badge;
pub mod bytes;
pub mod call_form;
pub mod copy_button;
pub mod failure;
pub mod field;
pub mod filter_field;
pub mod icon;
pub mod kept_form;
pub mod kept_text;
pub mod moment;
pub mod page_title;
pub mod panel;
pub mod pick_two;
pub mod preview_form;
pub mod sent_form;
pub mod text_box;
pub mod view_choice;
