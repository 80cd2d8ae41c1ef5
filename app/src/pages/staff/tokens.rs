//! Tokens on `/staff`: which machines are let in, making a token, and revoking one.

use crate::api::api_tokens::{MadeToken, MakeToken, RevokeToken, TokensPage, list_tokens};
use crate::components::reason_field::ReasonField;
use crate::error::AppError;
use crate::ui::badge::{Badge, Meaning};
use crate::ui::copy_button::CopyButton;
use crate::ui::failure::Failure;
use crate::ui::field::FieldError;
use crate::ui::kept_form::{KeptForm, last_done};
use crate::ui::moment::Moment;
use crate::ui::panel::{Panel, Skeleton};
use crate::ui::sent_form::{Answered, Tried};
use crate::wire::resource;
use domain::api_token::{ApiToken, TokenScope};
use domain::free_text::TOKEN_NAME;
use domain::instant::Instant;
use leptos::form::ActionForm;
use leptos::prelude::*;

#[component]
pub fn Tokens() -> impl IntoView {
    let (make, revoke) = (
        ServerAction::<MakeToken>::new(),
        ServerAction::<RevokeToken>::new(),
    );
    let done = (last_done(make), last_done(revoke));
    let page = resource(move || (done.0.get(), done.1.get()), |_| list_tokens());
    let failure = move || {
        let failed = make.value().get().and_then(Result::err);
        let failed = failed.or_else(|| revoke.value().get().and_then(Result::err));
        let failed = failed.filter(|error| !matches!(error, AppError::Rejected { .. }));
        failed.map(|error| view! { <Failure error /> })
    };
    let shown = move || {
        let token = make.value().get().and_then(Result::ok);
        token.map(|token| view! { <Made token /> })
    };
    view! {
        <Panel title="API tokens">
            <p class="quiet page-note">"A token lets a machine read without signing in: float profiles at " <code>"/api/v1/users/{user_id}/float-profile"</code> " (described at " <a href="/api/v1/openapi.json" rel="external">"openapi.json"</a> "), or this server's metrics. Only a hash of it is kept."</p>
            {failure}
            {shown}
            <Suspense fallback=|| view! { <Skeleton lines=4 /> }>
                {move || Suspend::new(async move {
                    match page.await {
                        Ok(page) => view! { <List page revoke /> }.into_any(),
                        Err(error) => view! { <Failure error /> }.into_any(),
                    }
                })}
            </Suspense>
            <MakeForm action=make />
        </Panel>
    }
}

/// The only time that a token is seen.
#[component]
fn Made(token: MadeToken) -> impl IntoView {
    let MadeToken { name, secret } = token;
    view! {
        <div class="made-token" role="status">
            <p>{format!("{name} is made. Copy it now: it is not shown again.")}</p>
            <p><code class="secret">{secret.clone()}</code> <CopyButton text=secret label="Copy the token" /></p>
        </div>
    }
}

#[component]
fn List(page: TokensPage, revoke: ServerAction<RevokeToken>) -> impl IntoView {
    let TokensPage {
        now,
        tokens,
        unreadable,
    } = page;
    let broken = (unreadable > 0)
        .then(|| view! { <p class="quiet">{format!("{unreadable} stored tokens cannot be read. They let nobody in.")}</p> });
    if tokens.is_empty() {
        return view! { <p class="empty">"There are no tokens yet."</p> {broken} }.into_any();
    }
    let rows = tokens
        .into_iter()
        .map(|token| view! { <Row token now revoke /> })
        .collect_view();
    view! {
        <div class="table-scroll" tabindex="0" role="region" aria-label="Every token">
            <table class="table">
                <thead>
                    <tr>
                        <th scope="col">"Token"</th>
                        <th scope="col">"Opens"</th>
                        <th scope="col">"State"</th>
                        <th scope="col" class="wide-only">"Made"</th>
                        <th scope="col" class="wide-only">"Last used"</th>
                        <th scope="col">"Change"</th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
        {broken}
    }
    .into_any()
}

#[component]
fn Row(token: ApiToken, now: Instant, revoke: ServerAction<RevokeToken>) -> impl IntoView {
    let (meaning, state) = match &token.revoked {
        None => (Meaning::Good, "Good".to_owned()),
        Some(revoked) => (Meaning::Ended, format!("Revoked by {}", revoked.by)),
    };
    let last_used = match token.last_used_on {
        Some(at) => view! { <Moment at now /> }.into_any(),
        None => view! { <span class="quiet">"never"</span> }.into_any(),
    };
    let change = match &token.revoked {
        None => view! { <RevokeForm id=token.id.clone() name=token.name.clone() action=revoke /> }
            .into_any(),
        Some(revoked) => view! { <Moment at=revoked.on now /> }.into_any(),
    };
    view! {
        <tr>
            <th scope="row">{token.name}</th>
            <td>{token.scope.in_words().to_owned()}</td>
            <td><Badge meaning text=state /></td>
            <td class="wide-only"><Moment at=token.made_on now /> {format!(" by {}", token.made_by)}</td>
            <td class="wide-only">{last_used}</td>
            <td>{change}</td>
        </tr>
    }
}

#[component]
fn RevokeForm(id: String, name: String, action: ServerAction<RevokeToken>) -> impl IntoView {
    let form = format!("revoke-{id}");
    let field = format!("reason-{form}");
    let failure = move || action.value().get().and_then(Result::err);
    let answered = Answered::new(failure, "id", id.clone());
    view! {
        <details class="changes-menu" open=answered.is_wrong()>
            <summary>{format!("Revoke {name}")}</summary>
            <KeptForm id=form done=last_done(action)>
                <ActionForm action attr:class="stacked">
                    <input type="hidden" name="id" value=id />
                    <p class="quiet">"Whoever uses it is refused from the next request on. This cannot be taken back."</p>
                    <ReasonField id=field value=answered.typed("reason") errors=answered.errors() />
                    <button class="secondary" disabled=action.pending()>"Revoke the token"</button>
                </ActionForm>
            </KeptForm>
        </details>
    }
}

/// Only where JavaScript runs: the token is in the answer, and without it there would be nowhere to
/// show it.
#[component]
fn MakeForm(action: ServerAction<MakeToken>) -> impl IntoView {
    let scopes = TokenScope::ALL
        .iter()
        .map(|scope| view! { <option value=scope.as_stored()>{scope.in_words()}</option> })
        .collect_view();
    let errors = Tried::new(move || action.value().get().and_then(Result::err)).errors;
    view! {
        <div class="needs-js">
            <KeptForm id="make-token".to_owned() done=last_done(action)>
                <ActionForm action attr:class="inline-form make-token">
                    <label for="token-name">"New token for"</label>
                    <input id="token-name" name="name" required maxlength=TOKEN_NAME.longest.to_string() autocomplete="off" placeholder="billing service" aria-describedby="token-name-error" />
                    <FieldError name="name" id="token-name".to_owned() errors />
                    <label for="token-scope">"Opens"</label>
                    <select id="token-scope" name="scope">{scopes}</select>
                    <ReasonField id="token-reason" errors />
                    <button class="secondary" disabled=action.pending()>"Make a token"</button>
                </ActionForm>
            </KeptForm>
        </div>
        <noscript><p class="quiet">"Making a token needs JavaScript: it is shown once, where it was made."</p></noscript>
    }
}
