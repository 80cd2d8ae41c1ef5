//! Drafts of changes: what the form starts from, and keeping what was typed as a proposal that only
//! its author works on. From there it is previewed, published or put up for review.

#[cfg(feature = "ssr")]
mod save;
#[cfg(feature = "ssr")]
mod work;

#[cfg(feature = "ssr")]
pub(crate) use work::{discussed, no_proposal, read, redraft};

use crate::api::rulebooks::Drift;
use crate::error::AppError;
use domain::rulebook::Rulebook;
use domain::rulebook_draft::Catalogue;
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

/// What the form starts from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DraftForm {
    /// The rulebook as it is; nothing for a new one.
    pub base: Option<Rulebook>,
    pub draft: Rulebook,
    pub known: Catalogue,
    /// The proposal that is being edited, and its version.
    pub proposal: Option<(String, i64)>,
    pub drift: Option<Drift>,
    /// Bytes that the next snapshot may still grow by.
    pub room: u64,
}

/// Where a draft is kept now: the form to go on with, and the preview.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedDraft {
    pub form: String,
    pub preview: String,
}

crate::effect::reads!(ReadDraftForm);
/// For one of: an existing rulebook, a copy of one, a rulebook of a proposal, or a new one.
#[server(prefix = "/rpc", endpoint = "read_draft_form", output = crate::wire::Answer)]
pub async fn read_draft_form(
    id: Option<String>,
    copy_of: Option<String>,
    proposal: Option<String>,
) -> Result<DraftForm, AppError> {
    let permit = crate::request::permit::<domain::role::ProposeRulebooks>().await?;
    let some = |text: Option<String>| text.filter(|text| !text.is_empty());
    work::form(&permit, some(id), some(copy_of), some(proposal)).await
}

crate::effect::writes!(SaveDraft);
/// Keeps a draft; without JavaScript it leads to the preview itself. `draft` and `base` are JSON; without `base` it is new.
/// `was` is the id under which an edited proposal has it: a new rulebook may get another one.
#[server(prefix = "/rpc", endpoint = "save_draft", output = crate::wire::Answer)]
pub async fn save_draft(
    draft: String,
    base: String,
    proposal: String,
    version: i64,
    #[server(default)] was: String,
) -> Result<SavedDraft, AppError> {
    let permit = crate::request::permit::<domain::role::ProposeRulebooks>().await?;
    let saved = save::save(&permit, (&draft, &base), (&proposal, version), &was).await;
    saved.map_err(|error| error.with_typed([("draft", draft), ("base", base)]))
}

crate::effect::writes!(DraftDeletion);
/// Drafts the deletion of a rulebook, and leads to its preview.
#[server(prefix = "/rpc", endpoint = "draft_deletion", output = crate::wire::Answer)]
pub async fn draft_deletion(id: String) -> Result<(), AppError> {
    let permit = crate::request::permit::<domain::role::ProposeRulebooks>().await?;
    work::delete(&permit, &domain::id::RulebookId::new(id)).await
}

crate::effect::writes!(DraftRestore);
/// Drafts going back to a snapshot, of everything or of one rulebook, and leads to its preview.
#[server(prefix = "/rpc", endpoint = "draft_restore", output = crate::wire::Answer)]
pub async fn draft_restore(update: String, rulebook: String) -> Result<(), AppError> {
    let permit = crate::request::permit::<domain::role::ProposeRulebooks>().await?;
    let only = Some(rulebook)
        .filter(|id| !id.is_empty())
        .map(domain::id::RulebookId::new);
    work::restore(&permit, &domain::id::UpdateId::new(update), only).await
}
