//! A user's balances as a file: exactly the days and accounts that the page lists.

use super::{Row, Wanted, export, json, optional};
use app::{balance_list, paths};
use axum::Router;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use domain::balance::history::ListedBalance;
use domain::balance::view::BalanceView;
use domain::instant::Instant;
use domain::item::BrokenItem;
use domain::money::Cents;
use domain::role::LookUpUsers;
use futures::stream;
use http::StatusCode;
use std::time::SystemTime;

pub(super) fn routes<S: Clone + Send + Sync + 'static>() -> Router<S> {
    Router::new()
        .route("/users/{user_id}/balances.csv", get(file))
        .route("/users/{user_id}/balances.jsonl", get(file))
}

async fn file(wanted: Wanted) -> Response {
    let now = Instant::from(SystemTime::now());
    let view = BalanceView::parse(&paths::fields(&wanted.query))
        .and_then(|view| view.range(now.day()).map(|range| (view, range)));
    let ((view, range), user) = match (view, wanted.user.clone()) {
        (Ok(view), Some(user)) => (view, user),
        (Err(error), _) => return (StatusCode::BAD_REQUEST, error.to_string()).into_response(),
        (_, None) => return StatusCode::NOT_FOUND.into_response(),
    };
    let accounts: Vec<_> = view
        .accounts
        .iter()
        .map(|id| format!(" account={id}"))
        .collect();
    let subject = format!(
        "balances {} to {}{}",
        range.from,
        range.to,
        accounts.concat()
    );
    let store = wanted.store.clone();
    // A month of balances is one part.
    let part = stream::once(async move {
        let found = balance_list::read(&store, &user, range, now).await?;
        let rows = found
            .history
            .newest_first(&view)
            .into_iter()
            .map(Line::Balance);
        Ok(rows
            .chain(found.broken.into_iter().map(Line::Broken))
            .collect())
    });
    export::<LookUpUsers, _>(wanted, "balances", subject, part).await
}

enum Line {
    Balance(ListedBalance),
    Broken(BrokenItem),
}

impl Row for Line {
    const HEAD: &'static [&'static str] = &[
        "account_id",
        "taken",
        "available_cents",
        "current_cents",
        "limit_cents",
        "currency",
        "expired",
        "problem",
    ];

    fn cells(&self) -> Vec<String> {
        let listed = match self {
            Self::Balance(listed) => listed,
            Self::Broken(broken) => {
                let mut cells = vec![String::new(); Self::HEAD.len()];
                cells[0] = broken.key.to_string();
                cells[Self::HEAD.len() - 1] = broken.to_string();
                return cells;
            }
        };
        let cents = |cents: Option<Cents>| optional(cents.map(|cents| cents.0));
        let point = &listed.point;
        vec![
            listed.account.to_string(),
            point.taken.stored(),
            cents(point.available),
            cents(point.current),
            cents(point.limit),
            optional(listed.currency.as_ref()),
            point.is_expired.to_string(),
            String::new(),
        ]
    }

    fn json(&self) -> serde_json::Value {
        match self {
            Self::Balance(listed) => serde_json::json!({
                "account_id": listed.account,
                "taken": listed.point.taken.stored(),
                "available_cents": listed.point.available,
                "current_cents": listed.point.current,
                "limit_cents": listed.point.limit,
                "currency": listed.currency,
                "expired": listed.point.is_expired,
            }),
            Self::Broken(broken) => {
                serde_json::json!({ "key": json(&broken.key), "problem": broken.to_string() })
            }
        }
    }
}
