//! A user's temporary profiles: which there are, and what staff may change about them.

use crate::api::stamp::Stamp;
use crate::api::users::MayChange;
use crate::error::AppError;
use domain::answer::{Answer, AnswerFacts, answer};
use domain::forecast::Forecast;
use domain::id::UserId;
use domain::instant::Instant;
use domain::item::{BrokenItem, Problem};
use domain::offer_change::Closed;
use domain::override_copy::Ended;
use domain::override_draft::{OverrideContext, OverrideDraft, OverridePlan, Standing};
use domain::schedule::ScheduledStart;
use domain::temporary_profile::TemporaryProfile;
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

/// Everything that the pages about a user's temporary profiles show, reckoned at one moment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Overrides {
    pub user_id: UserId,
    pub context: OverrideContext,
    /// Starts that wait for their time, soonest first.
    pub waiting: Vec<ScheduledStart>,
    /// Starts that came to nothing, latest first.
    pub given_up: Vec<ScheduledStart>,
    /// Overrides that are over, latest first.
    pub ended: Vec<EndedOverride>,
    /// What else bears on what the user can take now; nothing where the page has no use for it.
    pub facts: AnswerFacts,
    /// What the newest version switched off, since when and why.
    pub closed: Option<Closed>,
    pub may: MayChange,
    pub stamp: Stamp,
    /// Why no override can be written: something that it would stand on or beside cannot be read.
    pub in_the_way: Option<String>,
    pub broken: Vec<BrokenItem>,
    pub notices: Vec<Problem>,
}

/// An override that no longer counts, as far as it is still known.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EndedOverride {
    pub profile: TemporaryProfile,
    pub until: Instant,
    /// At whose hand, where it did not just run out.
    pub ended: Option<Ended>,
    /// It should still be stored, and is not: another service deleted it, nobody knows when.
    pub is_gone: bool,
}

impl Overrides {
    /// What is known where one planned start is being changed: it is not in its own way.
    pub fn context_without(&self, id: &str) -> OverrideContext {
        let others = self.waiting.iter().filter(|one| one.id != id);
        OverrideContext {
            waiting: others.map(ScheduledStart::window).collect(),
            ..self.context.clone()
        }
    }

    /// What is in effect from now on, without the planned start that is being changed.
    pub fn forecast_without(&self, id: &str) -> Forecast {
        let others = self.waiting.iter().filter(|one| one.id != id);
        let others: Vec<_> = others.cloned().collect();
        self.context.sources().forecast(self.context.now, &others)
    }

    /// Whether the user can take a float now.
    pub fn answer(&self) -> Answer {
        answer(&self.forecast_without(""), &self.facts)
    }

    /// The same, where this plan were saved.
    pub fn answer_with(&self, plan: &OverridePlan, changed: &str) -> Answer {
        let start = plan.start_on.unwrap_or(self.context.now);
        let forecast = self.forecast_without(changed).with(
            plan.profile(&self.user_id, start),
            plan.replaces.as_ref().map(|held| held.created_on),
        );
        answer(&forecast, &self.facts)
    }

    /// The form that would plan the same start again, agreed to replace what it was agreed to.
    pub fn draft_of(&self, plan: &ScheduledStart) -> OverrideDraft {
        let mut standing = self.context.standing.iter();
        let agreed = standing.find(|one| Some(one.held.created_on) == plan.replaces);
        OverrideDraft {
            replaces: agreed.map(|one| one.held.sort.clone()).unwrap_or_default(),
            ..plan.draft()
        }
    }

    /// The stored override with that sort key.
    pub fn standing(&self, sort: &str) -> Option<&Standing> {
        self.context
            .standing
            .iter()
            .find(|one| one.held.sort == sort)
    }
}

crate::effect::reads!(ReadOverrides);
#[server(prefix = "/rpc", endpoint = "read_overrides", output = crate::wire::Answer)]
pub async fn read_overrides(user_id: String) -> Result<Overrides, AppError> {
    let permit = crate::request::permit::<domain::role::LookUpUsers>().await?;
    read::overrides(permit.staff(), &user_id).await
}

crate::effect::reads!(ReadOverrideForm);
/// The same, for a page with a form: only for those who may send it.
#[server(prefix = "/rpc", endpoint = "read_override_form", output = crate::wire::Answer)]
pub async fn read_override_form(user_id: String) -> Result<Overrides, AppError> {
    let permit = crate::request::permit::<domain::role::OverrideProfiles>().await?;
    read::overrides(permit.staff(), &user_id).await
}

crate::effect::writes!(SaveOverride);
/// Puts an override into force, or plans it, as `draft` says: the fields of its form as in an
/// address. `plan` is the id of the planned start that is changed by it, if it is one.
#[server(prefix = "/rpc", endpoint = "save_override", output = crate::wire::Answer)]
pub async fn save_override(
    user_id: String,
    draft: String,
    #[server(default)] plan: String,
    form: String,
    version: i64,
    confirmed: Option<String>,
) -> Result<(), AppError> {
    let permit = crate::request::permit::<domain::role::OverrideProfiles>().await?;
    let stamp = Stamp { form, version };
    write::save(
        &permit,
        &user_id,
        &draft,
        &plan,
        &stamp,
        confirmed.as_deref(),
    )
    .await
}

crate::effect::writes!(MoveOverrideEnd);
/// Lets an override end at another moment.
#[server(prefix = "/rpc", endpoint = "move_override_end", output = crate::wire::Answer)]
pub async fn move_override_end(
    user_id: String,
    of: String,
    expires: String,
    reason: String,
    form: String,
    version: i64,
) -> Result<(), AppError> {
    let permit = crate::request::permit::<domain::role::OverrideProfiles>().await?;
    let draft = domain::override_draft::EndDraft { expires, reason };
    let stamp = Stamp { form, version };
    write::move_end(&permit, &user_id, &of, &draft, &stamp).await
}

crate::effect::writes!(CancelOverride);
/// Ends an override at once.
#[server(prefix = "/rpc", endpoint = "cancel_override", output = crate::wire::Answer)]
pub async fn cancel_override(
    user_id: String,
    of: String,
    reason: String,
    form: String,
    version: i64,
) -> Result<(), AppError> {
    let permit = crate::request::permit::<domain::role::OverrideProfiles>().await?;
    let stamp = Stamp { form, version };
    write::cancel(&permit, &user_id, &of, &reason, &stamp).await
}

crate::effect::writes!(CancelPlannedStart);
/// Gives up a planned start.
#[server(prefix = "/rpc", endpoint = "cancel_planned_start", output = crate::wire::Answer)]
pub async fn cancel_planned_start(
    user_id: String,
    plan: String,
    reason: String,
    form: String,
    version: i64,
) -> Result<(), AppError> {
    let permit = crate::request::permit::<domain::role::OverrideProfiles>().await?;
    let stamp = Stamp { form, version };
    write::cancel_plan(&permit, &user_id, &plan, &reason, &stamp).await
}

#[cfg(feature = "ssr")]
mod closed;
#[cfg(feature = "ssr")]
mod read;
#[cfg(feature = "ssr")]
mod repaid;
#[cfg(feature = "ssr")]
mod write;
#[cfg(feature = "ssr")]
pub(crate) use closed::closed;
#[cfg(feature = "ssr")]
pub(crate) use repaid::has_repaid_special;
