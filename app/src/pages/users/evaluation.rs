//! `/users/{user_id}/evaluations/{result_id}`: why this decision came out so. With `?compare=`, beside
//! another one.

mod surroundings;

use crate::api::evaluations::{EvaluationDetail, EvaluationPage, PinEvaluation, read_evaluation};
use crate::components::broken_items::BrokenItems;
use crate::components::decision_panel::DecisionPanel;
use crate::components::leaf_table::UnknownAttributes;
use crate::components::outcome_badge::in_short;
use crate::components::pin_form::{PinForm, PinLine};
use crate::components::user_header::{UserHeader, use_user_id};
use crate::pages::users::comparison::Comparison;
use crate::paths;
use crate::ui::badge::{Badge, Meaning, Shape};
use crate::ui::copy_button::CopyButton;
use crate::ui::failure::Failure;
use crate::ui::field::beside_fields;
use crate::ui::moment::Moment;
use crate::ui::page_title::TitleOf;
use crate::ui::panel::{Panel, Skeleton};
use crate::wire::resource;
use domain::evaluation::Product;
use domain::id::{ResultId, UserId};
use domain::instant::Instant;
use leptos::prelude::*;
use leptos_router::components::A;
use leptos_router::hooks::{use_location, use_params_map};
use surroundings::{CfiPanel, ConfigurationPanel, KeptPanel, ProfilePanel};

#[component]
pub fn Evaluation() -> impl IntoView {
    let user_id = use_user_id();
    let (params, query) = (use_params_map(), use_location().search);
    let result_id = Memo::new(move |_| {
        paths::from_segment(&params.read().get("result_id").unwrap_or_default())
    });
    let compared = Memo::new(move |_| paths::from_query(&query.read(), "compare"));
    let all =
        Memo::new(move |_| paths::from_query(&query.read(), "show").as_deref() == Some("all"));
    view! {
        <TitleOf id=result_id words=|id| format!("Evaluation {id}") />
        <UserHeader user_id />
        {move || match compared.get() {
            Some(other) => view! { <Comparison user_id=user_id.get() newer=result_id.get() older=other all=all.get() /> }.into_any(),
            None => view! { <One user_id=user_id.get() result_id=result_id.get() /> }.into_any(),
        }}
    }
}

#[component]
fn One(user_id: String, result_id: String) -> impl IntoView {
    let pin = ServerAction::<PinEvaluation>::new();
    let saved = Memo::new(move |before: Option<&usize>| {
        // Asked again only after something was saved.
        match (before, pin.value().get()) {
            (Some(before), Some(Err(_)) | None) => *before,
            _ => pin.version().get(),
        }
    });
    let page = resource(
        move || (user_id.clone(), result_id.clone(), saved.get()),
        |(user_id, result_id, _)| read_evaluation(user_id, result_id),
    );
    let failure = move || beside_fields(pin.value().get());
    view! {
        {move || failure().map(|error| view! { <Failure error /> })}
        <Suspense fallback=|| view! { <Skeleton lines=20 /> }>
            {move || Suspend::new(async move {
                match page.await {
                    Ok(page) => view! { <Body page pin /> }.into_any(),
                    Err(error) => view! { <Failure error /> }.into_any(),
                }
            })}
        </Suspense>
    }
}

#[component]
fn Body(page: EvaluationPage, pin: ServerAction<PinEvaluation>) -> impl IntoView {
    let EvaluationPage {
        user_id,
        result_id,
        now,
        may_pin,
        detail,
        broken,
        notices,
    } = page;
    let Some(detail) = detail else {
        let is_broken = !broken.is_empty();
        return view! {
            <BrokenItems broken notices />
            {(!is_broken).then(|| view! { <NoSuch user_id result_id /> })}
        }
        .into_any();
    };
    let keep = match (&detail.pin, may_pin) {
        (Some(pin), _) => Some(view! { <PinLine pin=pin.clone() now /> }.into_any()),
        (None, true) => Some(
            view! { <PinForm user_id=user_id.clone() result_id=result_id.clone() action=pin /> }
                .into_any(),
        ),
        (None, false) => None,
    };
    let unknown = detail.unknown.clone();
    let has_both = detail.products.len() > 1;
    let missing = Product::ALL
        .into_iter()
        .filter(|product| !detail.products.iter().any(|one| one.product == *product))
        .map(|product| view! { <p class="empty">{format!("No {} part is stored.", product.as_str())}</p> })
        .collect_view();
    let decisions = detail
        .products
        .iter()
        .cloned()
        .map(|detail| view! { <DecisionPanel detail /> })
        .collect_view();
    view! {
        <ResultHeading user_id=user_id.clone() result_id detail=detail.clone() now />
        <AnswerLines detail=detail.clone() />
        <BrokenItems broken notices />
        <div class="decisions" class:side-by-side=has_both>{decisions}</div>
        {missing}
        <div class="surroundings">
            <CfiPanel cfi=detail.cfi.clone() previous=detail.previous.clone() />
            <ConfigurationPanel configuration=detail.configuration.clone() now />
            <ProfilePanel user=user_id.clone() profile=detail.profile.clone() now />
            <Panel title="Kept">
                <KeptPanel user_id detail=detail.clone() now />
                {keep}
            </Panel>
        </div>
        <UnknownAttributes attributes=unknown of="the evaluation" />
    }
    .into_any()
}

#[component]
fn NoSuch(user_id: UserId, result_id: ResultId) -> impl IntoView {
    #[cfg(feature = "ssr")]
    if let Some(response) = use_context::<leptos_axum::ResponseOptions>() {
        response.set_status(http::StatusCode::NOT_FOUND);
    }
    view! {
        <section class="panel" aria-label="No such evaluation">
            <h2><Shape meaning=Meaning::Attention size=18 /> "There is no such evaluation"</h2>
            <p>
                "Nothing is stored under the result id " <code>{result_id.to_string()}</code>
                ". Evaluations are kept for 32 days; those on which something was taken, and pinned ones, for good."
            </p>
            <p><A href=paths::all_evaluations(&user_id)>"All evaluations of this user"</A></p>
        </section>
    }
}

#[component]
fn ResultHeading(
    user_id: UserId,
    result_id: ResultId,
    detail: EvaluationDetail,
    now: Instant,
) -> impl IntoView {
    let compare = detail.previous.map(|previous| {
        let href = paths::comparison(&user_id, &result_id, &previous.result_id, false);
        view! { <span class="no-print"><A href>"Compare with the previous one"</A></span> }
    });
    view! {
        <div class="result-heading">
            <h2>"Evaluation of " <Moment at=detail.created_date now /></h2>
            <p>
                <span class="label">"Result id"</span> " " <span class="id">{result_id.to_string()}</span>
                " " <CopyButton text=result_id.to_string() label="Copy the result id" />
                " " <span class="label">"Account"</span> " " <span class="id">{detail.account_id.to_string()}</span>
                " " <span class="label">"Bank login"</span> " " <span class="id">{detail.item_id.to_string()}</span>
                " " {compare}
            </p>
        </div>
    }
}

/// The answer first: each product in one sentence.
#[component]
fn AnswerLines(detail: EvaluationDetail) -> impl IntoView {
    if detail.products.is_empty() {
        return view! { <p class="empty">"This evaluation holds no decision, neither on floats nor on loans."</p> }.into_any();
    }
    let sentences = detail
        .products
        .into_iter()
        .enumerate()
        .map(|(index, one)| {
            let (meaning, _) = in_short(&one.outcome);
            let class = format!("answer {}", meaning.class());
            let size = if index == 0 { "answer-sentence" } else { "answer-second" };
            view! {
                <div class=class>
                    <Shape meaning size=20 />
                    <p class=size><span class="label">{one.product.title()}</span> " " {one.sentence}</p>
                </div>
            }
        })
        .collect_view();
    view! { <section class="answers" aria-label="The answer">{sentences}</section> }.into_any()
}

/// A badge for something that stays.
fn kept_badge(text: &'static str) -> impl IntoView {
    view! { <Badge meaning=Meaning::Good text /> }
}
