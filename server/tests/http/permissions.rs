//! Who gets what answer: every page, server function and endpoint, for everybody there is.

use crate::accounts::{PASSWORD, add, address_of, change, sign_in};
use crate::desk::{Desk, engine};
use crate::drafting::demo;
use crate::visitor::Visitor;
use app::effect::{self, Effect};
use app::paths;
use domain::audit::{Action, AuditList};
use domain::id::{StaffId, UpdateId, UserId};
use domain::instant::Instant;
use domain::role::Role;
use domain::rulebook_update::RulebookUpdate;
use leptos::server_fn::axum::server_fn_paths;
use reqwest::{Method, RequestBuilder};
use server::router::page_routes;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use store::session::{self, StoredSession};
use store::{Operation, Store, TableId, rulebook_update, update_summary};
use tower_sessions::session::Id;

/// In the order of the columns below.
struct Everybody {
    nobody: Visitor,
    expired: Visitor,
    disabled: Visitor,
    support: Visitor,
    analyst: Visitor,
    admin: Visitor,
}

struct Row {
    method: &'static str,
    path: &'static str,
    form: &'static [(&'static str, &'static str)],
    /// nobody, expired session, disabled account, support, analyst, admin.
    expected: [u16; 6],
}

const fn page(path: &'static str, expected: [u16; 6]) -> Row {
    Row {
        method: "GET",
        path,
        form: &[],
        expected,
    }
}

const fn call(
    path: &'static str,
    form: &'static [(&'static str, &'static str)],
    expected: [u16; 6],
) -> Row {
    Row {
        method: "POST",
        path,
        form,
        expected,
    }
}

/// The one list. A server function or page that is missing here fails the test below.
const TABLE: &[Row] = &[
    page("/healthz", [200, 200, 200, 200, 200, 200]),
    page("/readyz", [200, 200, 200, 200, 200, 200]),
    page("/metrics", [200, 200, 200, 200, 200, 200]),
    page("/sign-in", [200, 200, 200, 200, 200, 200]),
    page("/", [303, 303, 303, 200, 200, 200]),
    page("/search", [303, 303, 303, 400, 400, 400]),
    page("/users/:user_id", [303, 303, 303, 200, 200, 200]),
    page("/users/:user_id/bypass", [303, 303, 303, 200, 200, 200]),
    page(
        "/users/:user_id/temporary-profiles",
        [303, 303, 303, 200, 200, 200],
    ),
    page(
        "/users/:user_id/temporary-profiles/new",
        [303, 303, 303, 200, 403, 200],
    ),
    page(
        "/users/:user_id/temporary-profiles/end",
        [303, 303, 303, 400, 403, 400],
    ),
    page(
        "/users/:user_id/new-version",
        [303, 303, 303, 403, 403, 200],
    ),
    page(
        "/users/:user_id/evaluations",
        [303, 303, 303, 200, 200, 200],
    ),
    page(
        "/users/:user_id/evaluations/:result_id",
        [303, 303, 303, 404, 404, 404],
    ),
    page(
        "/users/:user_id/rule-outcomes",
        [303, 303, 303, 200, 200, 200],
    ),
    page("/users/:user_id/floats", [303, 303, 303, 200, 200, 200]),
    page("/users/:user_id/balances", [303, 303, 303, 200, 200, 200]),
    page("/users/:user_id/insights", [303, 303, 303, 200, 200, 200]),
    page("/users/mia/balances.csv", [303, 303, 303, 200, 200, 200]),
    page("/users/mia/balances.jsonl", [303, 303, 303, 200, 200, 200]),
    page("/users/mia/evaluations.csv", [303, 303, 303, 200, 200, 200]),
    page(
        "/users/mia/evaluations.jsonl",
        [303, 303, 303, 200, 200, 200],
    ),
    page(
        "/users/mia/rule-outcomes.csv",
        [303, 303, 303, 200, 200, 200],
    ),
    page(
        "/users/mia/rule-outcomes.jsonl",
        [303, 303, 303, 200, 200, 200],
    ),
    page("/users/mia/floats.csv", [303, 303, 303, 200, 200, 200]),
    page("/users/mia/floats.jsonl", [303, 303, 303, 200, 200, 200]),
    page("/users/:user_id/raw", [303, 303, 303, 403, 200, 200]),
    page("/users/:user_id/timeline", [303, 303, 303, 200, 200, 200]),
    page("/rulebooks", [303, 303, 303, 403, 200, 200]),
    page("/rulebooks/:rulebook_id", [303, 303, 303, 403, 200, 200]),
    page(
        "/rulebooks/:rulebook_id/edit",
        [303, 303, 303, 403, 200, 200],
    ),
    page("/new-rulebook", [303, 303, 303, 403, 200, 200]),
    page("/history", [303, 303, 303, 403, 200, 200]),
    page("/history/:update", [303, 303, 303, 403, 200, 200]),
    page("/proposals", [303, 303, 303, 403, 200, 200]),
    page("/proposals/:proposal_id", [303, 303, 303, 403, 400, 400]),
    page("/evaluations", [303, 303, 303, 403, 200, 200]),
    page("/evaluations.csv", [303, 303, 303, 403, 200, 200]),
    page("/evaluations.jsonl", [303, 303, 303, 403, 200, 200]),
    page("/rates", [303, 303, 303, 403, 200, 200]),
    page("/rates.csv", [303, 303, 303, 403, 200, 200]),
    page("/rates.jsonl", [303, 303, 303, 403, 200, 200]),
    page("/repayment", [303, 303, 303, 403, 200, 200]),
    page("/repayment.csv", [303, 303, 303, 403, 200, 200]),
    page("/repayment.jsonl", [303, 303, 303, 403, 200, 200]),
    page("/what-if", [303, 303, 303, 403, 200, 200]),
    page("/what-if/run", [303, 303, 303, 403, 200, 200]),
    page("/campaigns", [303, 303, 303, 200, 200, 200]),
    page("/campaigns/:id", [303, 303, 303, 404, 404, 404]),
    page("/calendar", [303, 303, 303, 200, 200, 200]),
    page("/audit", [303, 303, 303, 403, 200, 200]),
    page("/staff", [303, 303, 303, 403, 403, 200]),
    page("/system", [303, 303, 303, 200, 200, 200]),
    // Machines show a token; a session opens nothing here.
    page(
        "/api/v1/users/:user_id/float-profile",
        [401, 401, 401, 401, 401, 401],
    ),
    page("/api/v1/openapi.json", [200, 200, 200, 200, 200, 200]),
    page("/api/:*any", [404, 404, 404, 404, 404, 404]),
    page("/*any", [303, 303, 303, 404, 404, 404]),
    page(
        "/audit/export.csv?by=day&value=2020-01-01",
        [303, 303, 303, 403, 403, 200],
    ),
    page(
        "/audit/export.jsonl?by=day&value=2020-01-01",
        [303, 303, 303, 403, 403, 200],
    ),
    call("/rpc/signed_in", &[], [200, 200, 200, 200, 200, 200]),
    call("/rpc/ways_to_sign_in", &[], [200, 200, 200, 200, 200, 200]),
    call(
        "/rpc/set_theme",
        &[("theme", "dark")],
        [200, 200, 200, 200, 200, 200],
    ),
    call("/rpc/list_demo_people", &[], [401, 401, 401, 200, 200, 200]),
    call(
        "/rpc/read_overview",
        &[("user_id", "mia")],
        [401, 401, 401, 200, 200, 200],
    ),
    call(
        "/rpc/read_bypass",
        &[("user_id", "mia")],
        [401, 401, 401, 200, 200, 200],
    ),
    call(
        "/rpc/read_raw_items",
        &[("user_id", "mia")],
        [401, 401, 401, 403, 200, 200],
    ),
    call(
        "/rpc/list_evaluations",
        &[("user_id", "mia"), ("query", "")],
        [401, 401, 401, 200, 200, 200],
    ),
    call(
        "/rpc/read_evaluation",
        &[("user_id", "mia"), ("result_id", "x")],
        [401, 401, 401, 200, 200, 200],
    ),
    call(
        "/rpc/compare_evaluations",
        &[
            ("user_id", "mia"),
            ("left", "x"),
            ("right", "y"),
            ("only_differences", "true"),
        ],
        [401, 401, 401, 200, 200, 200],
    ),
    call(
        "/rpc/pin_evaluation",
        &[("user_id", "mia"), ("result_id", "x"), ("reason", "y")],
        [401, 401, 401, 403, 400, 400],
    ),
    call(
        "/rpc/list_rule_outcomes",
        &[("user_id", "mia")],
        [401, 401, 401, 200, 200, 200],
    ),
    call(
        "/rpc/save_bypass",
        &[
            ("user_id", "mia"),
            ("operation", "table"),
            ("seen", "none"),
            ("last_day", "yesterday"),
            ("note", "x"),
        ],
        [401, 401, 401, 400, 403, 400],
    ),
    call(
        "/rpc/remove_bypass",
        &[
            ("user_id", "mia"),
            ("operation", "table-remove"),
            ("seen", "none"),
            ("why", ""),
        ],
        [401, 401, 401, 400, 403, 400],
    ),
    call("/rpc/read_calendar", &[], [401, 401, 401, 200, 200, 200]),
    call("/rpc/list_campaigns", &[], [401, 401, 401, 200, 200, 200]),
    call(
        "/rpc/read_campaign",
        &[("id", "no-such")],
        [401, 401, 401, 200, 200, 200],
    ),
    call(
        "/rpc/read_campaign_progress",
        &[("id", "no-such")],
        [401, 401, 401, 200, 200, 200],
    ),
    call(
        "/rpc/create_campaign",
        &[
            ("operation", "table"),
            ("name", ""),
            ("list", ""),
            ("start", ""),
            ("expires", ""),
            ("reason", ""),
        ],
        [401, 401, 401, 400, 403, 400],
    ),
    call(
        "/rpc/start_campaign",
        &[("id", "no-such")],
        [401, 401, 401, 400, 403, 400],
    ),
    call(
        "/rpc/stop_campaign",
        &[("id", "no-such"), ("reason", "x")],
        [401, 401, 401, 400, 403, 400],
    ),
    call(
        "/rpc/undo_campaign",
        &[("id", "no-such"), ("why", "x")],
        [401, 401, 401, 403, 403, 400],
    ),
    call(
        "/rpc/settle_lock",
        &[
            ("user_id", "mia"),
            ("version", "1"),
            ("seen", "2026-01-01T00:00:00Z"),
        ],
        [401, 401, 401, 200, 200, 200],
    ),
    call(
        "/rpc/list_floats",
        &[("user_id", "mia")],
        [401, 401, 401, 200, 200, 200],
    ),
    call(
        "/rpc/read_balances",
        &[("user_id", "mia"), ("days", "")],
        [401, 401, 401, 200, 200, 200],
    ),
    call(
        "/rpc/read_insights",
        &[("user_id", "mia")],
        [401, 401, 401, 200, 200, 200],
    ),
    call(
        "/rpc/reveal_income",
        &[("user_id", "mia")],
        [401, 401, 401, 200, 200, 200],
    ),
    call(
        "/rpc/read_overrides",
        &[("user_id", "mia")],
        [401, 401, 401, 200, 200, 200],
    ),
    call(
        "/rpc/read_override_form",
        &[("user_id", "mia")],
        [401, 401, 401, 200, 403, 200],
    ),
    // Nothing is filled in, so nobody gets further than the check.
    call(
        "/rpc/save_override",
        &[
            ("user_id", "mia"),
            ("draft", "expires="),
            ("form", "f"),
            ("version", "0"),
        ],
        [401, 401, 401, 400, 403, 400],
    ),
    call(
        "/rpc/move_override_end",
        &[
            ("user_id", "mia"),
            ("of", "none"),
            ("expires", "in 1 day"),
            ("reason", "x"),
            ("form", "f"),
            ("version", "0"),
        ],
        [401, 401, 401, 400, 403, 400],
    ),
    call(
        "/rpc/cancel_override",
        &[
            ("user_id", "mia"),
            ("of", "none"),
            ("reason", "x"),
            ("form", "f"),
            ("version", "0"),
        ],
        [401, 401, 401, 400, 403, 400],
    ),
    call(
        "/rpc/cancel_planned_start",
        &[
            ("user_id", "mia"),
            ("plan", "none"),
            ("reason", "x"),
            ("form", "f"),
            ("version", "0"),
        ],
        [401, 401, 401, 400, 403, 400],
    ),
    call(
        "/rpc/read_version_form",
        &[("user_id", "mia")],
        [401, 401, 401, 403, 403, 200],
    ),
    call(
        "/rpc/save_version",
        &[
            ("user_id", "mia"),
            ("draft", "notes="),
            ("base", "none"),
            ("form", "f"),
            ("version", "0"),
        ],
        [401, 401, 401, 403, 403, 400],
    ),
    call(
        "/rpc/find",
        &[("typed", "mia")],
        [401, 401, 401, 200, 200, 200],
    ),
    call(
        "/rpc/list_recent_users",
        &[],
        [401, 401, 401, 200, 200, 200],
    ),
    call(
        "/rpc/read_timeline",
        &[("user_id", "mia")],
        [401, 401, 401, 200, 200, 200],
    ),
    call(
        "/rpc/read_profile_at",
        &[("user_id", "mia"), ("at", "2024-02-15T00:00:00Z")],
        [401, 401, 401, 200, 200, 200],
    ),
    call(
        "/rpc/write_note",
        &[
            ("user_id", "mia"),
            ("text", ""),
            ("ticket", ""),
            ("operation", "x"),
        ],
        [401, 401, 401, 400, 400, 400],
    ),
    call(
        "/rpc/unpin_note",
        &[("user_id", "mia"), ("note", "no-such"), ("reason", "x")],
        [401, 401, 401, 400, 400, 400],
    ),
    call(
        "/rpc/read_audit",
        &[("by", "day"), ("value", "2020-01-01")],
        [401, 401, 401, 403, 200, 200],
    ),
    call("/rpc/list_notices", &[], [401, 401, 401, 200, 200, 200]),
    call("/rpc/read_rulebooks", &[], [401, 401, 401, 403, 200, 200]),
    call(
        "/rpc/read_rulebook",
        &[("id", "core_v2")],
        [401, 401, 401, 403, 200, 200],
    ),
    call(
        "/rpc/record_drift",
        &[("reason", "")],
        [401, 401, 401, 403, 403, 400],
    ),
    call(
        "/rpc/read_history",
        &[("filter[person]", "nobody")],
        [401, 401, 401, 403, 200, 200],
    ),
    call(
        "/rpc/read_ledger",
        &[("query", "")],
        [401, 401, 401, 403, 200, 200],
    ),
    call(
        "/rpc/save_view",
        &[("name", ""), ("query", "")],
        [401, 401, 401, 403, 400, 400],
    ),
    call(
        "/rpc/forget_view",
        &[("name", "")],
        [401, 401, 401, 403, 400, 400],
    ),
    call(
        "/rpc/read_rates",
        &[("query", "")],
        [401, 401, 401, 403, 200, 200],
    ),
    call(
        "/rpc/read_repayment",
        &[("query", "")],
        [401, 401, 401, 403, 200, 200],
    ),
    call(
        "/rpc/read_what_if",
        &[("query", "")],
        [401, 401, 401, 403, 200, 200],
    ),
    call(
        "/rpc/read_update",
        &[("id", "no-such")],
        [401, 401, 401, 403, 400, 400],
    ),
    call(
        "/rpc/read_draft_form",
        &[("id", "core_v2")],
        [401, 401, 401, 403, 200, 200],
    ),
    call(
        "/rpc/save_draft",
        &[
            ("draft", "{"),
            ("base", ""),
            ("proposal", ""),
            ("version", "0"),
        ],
        [401, 401, 401, 403, 400, 400],
    ),
    call(
        "/rpc/draft_deletion",
        &[("id", "no-such")],
        [401, 401, 401, 403, 400, 400],
    ),
    call(
        "/rpc/draft_restore",
        &[("update", "no-such"), ("rulebook", "")],
        [401, 401, 401, 403, 400, 400],
    ),
    call("/rpc/list_proposals", &[], [401, 401, 401, 403, 200, 200]),
    call(
        "/rpc/read_proposal",
        &[("id", "no-such")],
        [401, 401, 401, 403, 400, 400],
    ),
    call(
        "/rpc/discuss_proposal",
        &[
            ("id", "no-such"),
            ("version", "1"),
            ("step", "comment"),
            ("reason", "x"),
        ],
        [401, 401, 401, 403, 400, 400],
    ),
    call(
        "/rpc/bring_up_to_date",
        &[("id", "no-such"), ("version", "1")],
        [401, 401, 401, 403, 400, 400],
    ),
    call(
        "/rpc/decide_proposal",
        &[
            ("id", "no-such"),
            ("version", "1"),
            ("step", "publish"),
            ("reason", "x"),
        ],
        [401, 401, 401, 403, 403, 400],
    ),
    call("/rpc/read_system", &[], [401, 401, 401, 200, 200, 200]),
    call("/rpc/list_tokens", &[], [401, 401, 401, 403, 403, 200]),
    call(
        "/rpc/make_token",
        &[("name", ""), ("scope", "metrics"), ("reason", "x")],
        [401, 401, 401, 403, 403, 400],
    ),
    call(
        "/rpc/revoke_token",
        &[("id", "no-such"), ("reason", "x")],
        [401, 401, 401, 403, 403, 400],
    ),
    call("/rpc/list_staff", &[], [401, 401, 401, 403, 403, 200]),
    call(
        "/rpc/change_role",
        &[("name", "no-such"), ("role", "admin"), ("reason", "x")],
        [401, 401, 401, 403, 403, 400],
    ),
    call(
        "/rpc/set_disabled",
        &[("name", "no-such"), ("disabled", "true"), ("reason", "x")],
        [401, 401, 401, 403, 403, 400],
    ),
    call(
        "/rpc/end_sessions",
        &[("name", "no-such"), ("generation", "1"), ("reason", "x")],
        [401, 401, 401, 403, 403, 400],
    ),
    call(
        "/sign-in/demo",
        &[("role", "admin")],
        [404, 404, 404, 404, 404, 404],
    ),
    call(
        "/sign-in/password",
        &[("name", "no-such"), ("password", "not the password")],
        [303, 303, 303, 303, 303, 303],
    ),
    page(
        "/users/:user_id/balances.csv",
        [303, 303, 303, 200, 200, 200],
    ),
    page(
        "/users/:user_id/balances.jsonl",
        [303, 303, 303, 200, 200, 200],
    ),
    page("/users/:user_id/floats.csv", [303, 303, 303, 200, 200, 200]),
    page(
        "/users/:user_id/floats.jsonl",
        [303, 303, 303, 200, 200, 200],
    ),
    page(
        "/users/:user_id/evaluations.csv",
        [303, 303, 303, 200, 200, 200],
    ),
    page(
        "/users/:user_id/evaluations.jsonl",
        [303, 303, 303, 200, 200, 200],
    ),
    page(
        "/users/:user_id/rule-outcomes.csv",
        [303, 303, 303, 200, 200, 200],
    ),
    page(
        "/users/:user_id/rule-outcomes.jsonl",
        [303, 303, 303, 200, 200, 200],
    ),
    // No provider is configured.
    page("/sign-in/provider", [404, 404, 404, 404, 404, 404]),
    page("/sign-in/return", [404, 404, 404, 404, 404, 404]),
    // These lead to signing in, whoever asks; each is asked with a session that is no other row's.
    call("/sign-out", &[], [303, 303, 303, 303, 303, 303]),
    call("/sign-out/everywhere", &[], [303, 303, 303, 303, 303, 303]),
];

/// The addresses that are neither pages nor server functions, by the names that the code has for them;
/// what it writes out is found by itself.
const ENDPOINTS: &[(&str, &str)] = &[
    ("paths::SIGN_IN_TO_DEMO", paths::SIGN_IN_TO_DEMO),
    ("paths::SIGN_IN_BY_PASSWORD", paths::SIGN_IN_BY_PASSWORD),
    ("paths::SIGN_IN_PROVIDER", paths::SIGN_IN_PROVIDER),
    ("paths::SIGN_IN_RETURN", paths::SIGN_IN_RETURN),
    ("paths::SIGN_OUT", paths::SIGN_OUT),
    ("paths::SIGN_OUT_EVERYWHERE", paths::SIGN_OUT_EVERYWHERE),
];

impl Everybody {
    async fn at(desk: &Desk) -> Self {
        let nobody = Visitor::to(desk).from(address_of("tab-nobody"));
        let signed_in = async |name: &str, role| {
            add(&desk.store, name, role).await;
            let mut visitor = Visitor::to(desk).from(address_of(name));
            sign_in(&mut visitor, name, PASSWORD).await;
            assert!(visitor.session.is_some(), "{name}");
            visitor
        };
        let expired = signed_in("tab-expired", Role::Admin).await;
        let id = expired.session.clone().unwrap();
        let now = Instant::from(std::time::SystemTime::now());
        let stored: StoredSession = session::load(&desk.store, &id, now).await.unwrap().unwrap();
        let over = StoredSession {
            expires: now.plus_seconds(-1),
            ..stored
        };
        session::save(&desk.store, &id, &over).await.unwrap();

        let disabled = signed_in("tab-disabled", Role::Admin).await;
        change(&desk.store, "tab-disabled", |account| {
            account.is_disabled = true;
        })
        .await;
        Self {
            nobody,
            expired,
            disabled,
            support: signed_in("tab-support", Role::Support).await,
            analyst: signed_in("tab-analyst", Role::Analyst).await,
            admin: signed_in("tab-admin", Role::Admin).await,
        }
    }

    fn in_order(&self) -> [&Visitor; 6] {
        [
            &self.nobody,
            &self.expired,
            &self.disabled,
            &self.support,
            &self.analyst,
            &self.admin,
        ]
    }
}

/// The same person, with a session of its own.
async fn again(desk: &Desk, visitor: &Visitor) -> Visitor {
    let Some(id) = &visitor.session else {
        return visitor.clone();
    };
    let long_ago = Instant::EPOCH;
    let stored = session::load(&desk.store, id, long_ago).await.unwrap();
    let copy = Id::default().to_string();
    if let Some(stored) = stored {
        session::create(&desk.store, &copy, &stored).await.unwrap();
    }
    visitor.with_session(copy)
}

impl Row {
    fn address(&self) -> String {
        self.address_for("mia")
    }

    fn address_for(&self, user: &str) -> String {
        self.path
            .replace(":user_id", user)
            .replace(":result_id", "x")
            .replace(":rulebook_id", "core_v2")
            .replace(":update", "2024-02-10T14~3A30~3A00Z~23admin-jane")
            .replace(":proposal_id", "no-such")
            .replace(":id", "no-such")
            .replace(":*any", "nowhere")
            .replace("*any", "nowhere")
    }
}

async fn status(visitor: &Visitor, row: &Row) -> u16 {
    let path = row.address();
    match row.method {
        "GET" => visitor.get(&path).await.status,
        _ => visitor.post(&path, row.form).await.status,
    }
}

type Calls = BTreeMap<(TableId, Operation), u64>;

/// The calls that were made, and how often.
fn made_since(desk: &Desk, before: &Calls) -> Calls {
    let mut made = desk.store.calls().by_table_and_operation();
    for (call, count) in &mut made {
        *count -= before.get(call).unwrap_or(&0);
    }
    made.retain(|_, count| *count > 0);
    made
}

/// The session and its account are read, that it was used is noted, or it is taken away; and the refusal
/// goes on record.
fn most_for_a_refusal(call: (TableId, Operation)) -> u64 {
    match call {
        (TableId::FloatDesk, Operation::Get) => 2,
        (TableId::FloatDesk, Operation::Put | Operation::Delete | Operation::Transact) => 1,
        _ => 0,
    }
}

/// The record of a look, which is all that reading writes: the audit log, the mark that says it is in
/// there for this hour, recently viewed users, and session use.
const LOOK: [&str; 7] = [
    "AUDIT",
    "AUDIT_PERSON",
    "AUDIT_USER",
    "AUDIT_ACTION",
    "LOOK",
    "PERSON",
    "SESSION",
];

pub type Written = BTreeMap<(TableId, String), u64>;

/// What was written that is more than the record of a look.
pub fn changed_since(desk: &Desk, before: &Written) -> Written {
    let mut written = desk.store.calls().written();
    written.retain(|kind, count| before.get(kind).is_none_or(|before| before < count));
    written
        .retain(|(table, kind), _| *table != TableId::FloatDesk || !LOOK.contains(&kind.as_str()));
    written
}

#[tokio::test]
async fn everybody_gets_what_the_table_says() {
    let desk = Desk::open_without_demo(&engine().config()).await;
    let everybody = Everybody::at(&desk).await;
    for row in TABLE {
        let mut got = [0; 6];
        for (got, visitor) in got.iter_mut().zip(everybody.in_order()) {
            let before = desk.store.calls().by_table_and_operation();
            let written = desk.store.calls().written();
            *got = if row.path.starts_with(paths::SIGN_OUT) {
                status(&again(&desk, visitor).await, row).await
            } else {
                status(visitor, row).await
            };
            if row.method == "GET" || effect::of(row.path) == Some(Effect::Reads) {
                let changed = changed_since(&desk, &written);
                assert_eq!(changed, Written::new(), "{} only reads", row.path);
            }
            // A page sends whoever is not signed in to the sign-in page.
            if matches!((row.method, *got), (_, 401 | 403) | ("GET", 303)) {
                for (call, count) in made_since(&desk, &before) {
                    let most = most_for_a_refusal(call);
                    assert!(count <= most, "{}: {call:?} {count} times", row.path);
                }
            }
        }
        assert_eq!(got, row.expected, "{} {}", row.method, row.path);
    }
}

/// Three changes that a script writes; no worker runs here to summarize them.
async fn write_changes(store: &Store) -> Vec<UpdateId> {
    let found = rulebook_update::latest(store).await.unwrap();
    let newest = found.unwrap().1.unwrap().value;
    let updates = (1..=3).map(|minute| RulebookUpdate {
        update_user: StaffId::new("script"),
        update_time: newest.update_time.plus_seconds(60 * minute),
        ..newest.clone()
    });
    let updates: Vec<_> = updates.collect();
    let items = updates.iter().map(rulebook_update::encode).collect();
    let table = store.table(TableId::Underwriting);
    table.put_all(items, |_| {}).await.unwrap();
    updates.iter().map(RulebookUpdate::id).collect()
}

/// Pages that show more, or something else, with a query.
const PAGES_WITH_QUERY: [&str; 12] = [
    "/search?q=user-hana",
    "/history?rulebook=core_v2",
    "/history/2024-02-10T14~3A30~3A00Z~23admin-jane?compare=none",
    "/rulebooks?at=2024-02-15",
    "/rulebooks/core_v2?at=2024-02-15",
    "/rates?change=2024-02-10T14~3A30~3A00Z~23admin-jane",
    "/rates?by=rulebook&arms=yes",
    "/repayment?by=snapshot",
    "/repayment?by=rulebook",
    "/evaluations?view=all",
    "/what-if?run=1",
    "/users/user-hana/timeline?kind=versions",
];

#[tokio::test]
async fn opening_a_page_writes_nothing_but_the_record_of_the_look() {
    let (_engine, desk, admin) = demo().await;
    write_changes(&desk.store).await;
    let pending = update_summary::pending(&desk.store).await.unwrap();
    assert_eq!(pending.len(), 3);
    let pages = TABLE.iter().filter(|row| row.method == "GET");
    let pages = pages.map(|row| row.address_for("user-hana"));
    for page in pages.chain(PAGES_WITH_QUERY.map(str::to_owned)) {
        let before = desk.store.calls().written();
        admin.get(&page).await;
        assert_eq!(changed_since(&desk, &before), Written::new(), "{page}");
    }
    assert_eq!(update_summary::pending(&desk.store).await.unwrap(), pending);
}

#[tokio::test]
async fn pages_say_which_changes_are_being_summarized_until_the_worker_has_done_it() {
    let (engine, desk, admin) = demo().await;
    let ids = write_changes(&desk.store).await;
    let pages = ["/history", "/rulebooks", "/rulebooks/core_v2", "/rates"];
    for page in pages {
        let text = admin.get(page).await.text();
        assert!(text.contains("still being summarized"), "{page}: {text}");
    }
    let history = admin.get("/history").await.body;
    for id in &ids {
        assert!(history.contains(&paths::update(id)), "{id}");
    }
    let change = format!("/rates?change={}", ids[0].as_str().replace('#', "%23"));
    let named = admin.get(&change).await;
    assert_eq!(named.status, 200, "{}", named.body);
    engine.summarize_changes().await;
    for page in pages {
        let text = admin.get(page).await.text();
        assert!(!text.contains("being summarized"), "{page}: {text}");
    }
}

#[tokio::test]
async fn every_server_function_declares_whether_it_writes() {
    let _desk = Desk::open_without_demo(&engine().config()).await;
    let undeclared: Vec<_> = server_fn_paths()
        .map(|(path, _)| path)
        .filter(|path| effect::of(path).is_none())
        .collect();
    // Beside each function in app/src/api: `crate::effect::reads!` or `crate::effect::writes!`.
    assert_eq!(undeclared, [""; 0]);
    let reads = |name: &str| effect::of(&format!("/rpc/{name}")) == Some(Effect::Reads);
    for name in ["find", "compare_evaluations", "reveal_income", "signed_in"] {
        assert!(reads(name), "{name}");
    }
    for name in [
        "record_drift",
        "draft_deletion",
        "pin_evaluation",
        "save_view",
    ] {
        assert!(!reads(name), "{name}");
    }
}

#[tokio::test]
async fn no_page_and_no_server_function_is_missing_from_the_table() {
    // The functions are known once a router was made.
    let _desk = Desk::open_without_demo(&engine().config()).await;
    let listed: BTreeSet<_> = TABLE
        .iter()
        .filter_map(|row| row.path.split('?').next())
        .collect();
    let functions = server_fn_paths().map(|(path, _)| path.to_owned());
    let pages = page_routes().into_iter().map(|route| {
        route
            .path()
            .replace("{user_id}", ":user_id")
            .replace("{result_id}", ":result_id")
            .replace("{rulebook_id}", ":rulebook_id")
            .replace("{update}", ":update")
            .replace("{proposal_id}", ":proposal_id")
            .replace("{id}", ":id")
            .replace("{*any}", "*any")
    });
    let missing: Vec<_> = functions
        .chain(pages)
        .filter(|path| !listed.contains(path.as_str()))
        .collect();
    assert_eq!(missing, [""; 0]);
}

/// The sources of a package, without its tests: path and text.
pub fn sources(package: &str) -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let (mut folders, mut found) = (vec![root.join(package).join("src")], Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if !path.ends_with("tests.rs") {
                let name = path.strip_prefix(&root).unwrap().to_str().unwrap();
                let text = fs::read_to_string(&path).unwrap();
                let text = text.split("#[cfg(test)]").next().unwrap();
                found.push((name.to_owned(), text.to_owned()));
            }
        }
    }
    found.sort();
    found
}

#[test]
fn no_endpoint_is_missing_from_the_table() {
    let listed: BTreeSet<_> = TABLE
        .iter()
        .filter_map(|row| row.path.split('?').next())
        .collect();
    for (file, text) in sources("server") {
        for route in text.split(".route(").skip(1) {
            let name = route.trim_start().split(',').next().unwrap();
            let named = ENDPOINTS.iter().find(|(known, _)| *known == name);
            let written = name.trim_matches('"').replace('{', ":").replace('}', "");
            let path = named.map_or(written.as_str(), |(_, path)| path);
            assert!(listed.contains(path), "{file} answers {name}");
        }
    }
}

/// The files outside `domain` that contain this.
fn files_with(text: &str) -> Vec<String> {
    ["app", "fixtures", "frontend", "server", "store"]
        .into_iter()
        .flat_map(sources)
        .filter(|(_, source)| source.contains(text))
        .map(|(file, _)| file)
        .collect()
}

#[test]
fn a_permit_is_had_by_signing_in_and_otherwise_in_three_places_only() {
    assert_eq!(
        files_with("on_authority_of("),
        [
            "server/src/commands/staff.rs",
            "server/src/demo_world.rs",
            "server/src/sign_in/provider/admit.rs",
        ]
    );
    let made_up = [" Staff {", "Staff::new("].map(files_with).concat();
    let made_up: Vec<_> = made_up.iter().filter(|it| it.starts_with("app")).collect();
    assert_eq!(made_up, [""; 0], "no server function makes a person up");
}

/// Ways to send a call that no page of ours has: by what name, how, and the answer.
fn forged(visitor: &Visitor, row: &Row) -> Vec<(&'static str, RequestBuilder, u16)> {
    let path = row.address();
    let post = || visitor.request(Method::POST, &path).form(row.form);
    let plain = visitor.request(Method::POST, &path);
    vec![
        (
            "a foreign Origin",
            post().header("origin", "https://evil.example"),
            403,
        ),
        (
            "no Origin, from another site",
            post().header("sec-fetch-site", "cross-site"),
            403,
        ),
        (
            "text/plain",
            plain
                .header("content-type", "text/plain")
                .body("name=no-such"),
            415,
        ),
        (
            "no type at all",
            visitor.request(Method::POST, &path).body("name=no-such"),
            415,
        ),
        ("a foreign Host", post().header("host", "evil.example"), 421),
        (
            "a name that was made to lead here",
            post()
                .header("host", "evil.example")
                .header("origin", "http://evil.example")
                .header("sec-fetch-site", "same-origin"),
            421,
        ),
        (
            "GET",
            visitor.request(Method::GET, &path).query(row.form),
            405,
        ),
    ]
}

#[tokio::test]
async fn what_none_of_our_pages_sends_is_refused_before_anything_is_written() {
    let desk = Desk::open_without_demo(&engine().config()).await;
    let mut admin = Visitor::to(&desk).from(address_of("forged-admin"));
    add(&desk.store, "forged-admin", Role::Admin).await;
    sign_in(&mut admin, "forged-admin", PASSWORD).await;
    assert_eq!(admin.get("/staff").await.status, 200);
    let calls = TABLE.iter().filter(|row| row.method == "POST");
    for row in calls {
        for (how, request, expected) in forged(&admin, row) {
            let before = desk.store.calls().by_table_and_operation();
            let answer = admin.send(request).await;
            assert_eq!(answer.status, expected, "{} with {how}", row.path);
            let made = made_since(&desk, &before);
            // Who asks is looked up before what they ask for; that a session was used is noted.
            let session = [
                (TableId::FloatDesk, Operation::Get),
                (TableId::FloatDesk, Operation::Put),
            ];
            let allowed = if expected == 405 { &session[..] } else { &[] };
            assert!(
                made.keys().all(|call| allowed.contains(call)),
                "{} with {how}: {made:?}",
                row.path
            );
        }
    }
    assert_eq!(admin.get("/staff").await.status, 200, "still signed in");
}

/// What watches over servers, and machines with a token, ask for an address and not for a name.
const UNDER_ANY_NAME: [&str; 3] = ["/healthz", "/readyz", "/api/"];

#[tokio::test]
async fn no_page_is_shown_under_a_name_that_is_not_ours() {
    let desk = Desk::open_without_demo(&engine().config()).await;
    let mut admin = Visitor::to(&desk).from(address_of("named-admin"));
    add(&desk.store, "named-admin", Role::Admin).await;
    sign_in(&mut admin, "named-admin", PASSWORD).await;
    let is_for_machines = |path: &str| UNDER_ANY_NAME.iter().any(|it| path.starts_with(it));
    let pages = TABLE.iter().filter(|row| row.method == "GET");
    for row in pages.filter(|row| !is_for_machines(row.path)) {
        let before = desk.store.calls().by_table_and_operation();
        let request = admin.request(Method::GET, &row.address());
        let answer = admin.send(request.header("host", "evil.example")).await;
        assert_eq!(answer.status, 421, "{}", row.path);
        assert_eq!(made_since(&desk, &before), Calls::new(), "{}", row.path);
    }
}

#[tokio::test]
async fn whoever_is_shown_anything_about_a_user_is_on_record() {
    let desk = Desk::open_without_demo(&engine().config()).await;
    let mut admin = Visitor::to(&desk).from(address_of("looking-admin"));
    add(&desk.store, "looking-admin", Role::Admin).await;
    sign_in(&mut admin, "looking-admin", PASSWORD).await;
    let of_a_user = TABLE.iter().filter(|row| row.path.contains(":user_id"));
    for (n, row) in of_a_user.enumerate() {
        let user = format!("looked-at-{n}");
        let answer = admin.get(&row.address_for(&user)).await;
        assert_eq!(answer.status, row.expected[5], "{}", row.path);
        let of = AuditList::OfUser(UserId::new(&user));
        let entries = store::audit::list(&desk.store, &of, 50, None).await;
        let entries = entries.unwrap().events.into_iter();
        let done: Vec<_> = entries.map(|event| event.unwrap().value.action).collect();
        // What is more than a look is on record as that, each time.
        let kind = match row.path.rsplit(['/', '.']).next() {
            Some("csv" | "jsonl") => Action::Exported,
            Some("raw") => Action::RawItemsOpened,
            _ => Action::LookedAt,
        };
        let is_on_record = done.contains(&kind) || answer.status != 200;
        assert!(is_on_record, "{}: {done:?}", row.path);
    }
}

#[tokio::test]
async fn no_server_function_answers_get() {
    let desk = Desk::open_without_demo(&engine().config()).await;
    for (path, method) in server_fn_paths() {
        assert_eq!(method.as_str(), "POST", "{path}");
        let answer = Visitor::to(&desk).get(path).await;
        assert!(
            [303, 404, 405].contains(&answer.status),
            "{path}: {}",
            answer.status
        );
    }
}
