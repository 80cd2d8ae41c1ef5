//! `/users/{user_id}/temporary-profiles`: what is in force, what is planned, what is over.

pub mod end;
mod ended;
pub mod new;
mod standing;
mod waiting;

use crate::api::temporary_profiles::{
    CancelOverride, CancelPlannedStart, Overrides, read_overrides,
};
use crate::components::answer_card::AnswerCard;
use crate::components::broken_items::BrokenItems;
use crate::components::profile_deeds::ProfileDeeds;
use crate::components::user_header::{UserHeader, use_user_id};
use crate::error::AppError;
use crate::ui::failure::Failure;
use crate::ui::field::beside_fields;
use crate::ui::page_title::TitleOf;
use crate::ui::panel::{Panel, Skeleton};
use crate::wire::resource;
use domain::offer::offer;
use ended::EndedPanel;
use leptos::prelude::*;
use standing::StandingPanel;
use waiting::WaitingPanel;

/// What can be done on this page itself.
#[derive(Clone, Copy)]
struct Actions {
    cancel: ServerAction<CancelOverride>,
    cancel_plan: ServerAction<CancelPlannedStart>,
}

impl Actions {
    fn failure(self) -> Option<AppError> {
        let failures = [self.cancel.value().get(), self.cancel_plan.value().get()];
        failures.into_iter().find_map(beside_fields)
    }

    fn is_pending(self) -> bool {
        self.cancel.pending().get() || self.cancel_plan.pending().get()
    }
}

#[component]
pub fn TemporaryProfiles() -> impl IntoView {
    let user_id = use_user_id();
    let actions = Actions {
        cancel: ServerAction::new(),
        cancel_plan: ServerAction::new(),
    };
    let asked = move || {
        (
            user_id.get(),
            actions.cancel.version().get() + actions.cancel_plan.version().get(),
        )
    };
    let overrides = resource(asked, |(user_id, _)| read_overrides(user_id));
    view! {
        <TitleOf id=user_id words=|id| format!("Temporary profiles of {id}") />
        <UserHeader user_id />
        // What is wrong with a reason stands at it.
        {move || actions.failure().map(|error| view! { <Failure error /> })}
        <Suspense fallback=|| view! { <Skeleton lines=12 /> }>
            {move || Suspend::new(async move {
                match overrides.await {
                    Ok(overrides) => view! { <Lists overrides actions /> }.into_any(),
                    Err(error) => view! { <Failure error /> }.into_any(),
                }
            })}
        </Suspense>
    }
}

#[component]
fn Lists(overrides: Overrides, actions: Actions) -> impl IntoView {
    let context = &overrides.context;
    let lead = if let Some(why) = &overrides.in_the_way {
        format!("What the profile offers now is in doubt. {why}")
    } else {
        format!(
            "The profile offers now: {}.",
            offer(&context.forecast().now())
        )
    };
    let answer = overrides.answer();
    let (broken, notices) = (overrides.broken.clone(), overrides.notices.clone());
    let (standing, waiting) = (overrides.clone(), overrides.clone());
    view! {
        <AnswerCard answer />
        <p class="lead">{lead}</p>
        <ProfileDeeds user=overrides.user_id.clone() may=overrides.may />
        <BrokenItems broken notices />
        <Panel title="In force and stored"><StandingPanel overrides=standing actions /></Panel>
        <Panel title="Scheduled"><WaitingPanel overrides=waiting actions /></Panel>
        <Panel title="Ended"><EndedPanel overrides /></Panel>
    }
}
