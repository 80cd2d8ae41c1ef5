//! Who gets what answer: every page, server function and endpoint, for everybody there is.

use crate::accounts::{PASSWORD, account, change, event, sign_in};
use crate::desk::{Desk, engine};
use crate::visitor::Visitor;
use domain::instant::Instant;
use domain::role::Role;
use leptos::server_fn::axum::server_fn_paths;
use leptos_axum::generate_route_list;
use std::collections::BTreeSet;
use store::session::{self, StoredSession};
use store::{Operation, TableId, staff_account};

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
    page("/audit", [303, 303, 303, 403, 200, 200]),
    page("/staff", [303, 303, 303, 403, 403, 200]),
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
    call(
        "/rpc/list_floats",
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
        "/rpc/read_audit",
        &[("by", "day"), ("value", "2020-01-01")],
        [401, 401, 401, 403, 200, 200],
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
        &[("name", "no-such"), ("reason", "x")],
        [401, 401, 401, 403, 403, 400],
    ),
    call(
        "/sign-in/demo",
        &[("role", "admin")],
        [404, 404, 404, 404, 404, 404],
    ),
];

impl Everybody {
    async fn at(desk: &Desk) -> Self {
        let nobody = Visitor::to(desk);
        let signed_in = async |name: &str, role| {
            let new = account(name, role).await;
            staff_account::add(&desk.store, &new, &event(name))
                .await
                .unwrap();
            let mut visitor = Visitor::to(desk);
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
            // The fifth attempt from this address, and so the last that need not wait.
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

async fn status(visitor: &Visitor, row: &Row) -> u16 {
    let path = row
        .path
        .replace(":user_id", "mia")
        .replace(":result_id", "x")
        .replace("*any", "nowhere");
    match row.method {
        "GET" => visitor.get(&path).await.status,
        _ => visitor.post(&path, row.form).await.status,
    }
}

#[tokio::test]
async fn everybody_gets_what_the_table_says() {
    let desk = Desk::open_without_demo(&engine().config()).await;
    let everybody = Everybody::at(&desk).await;
    for row in TABLE {
        let mut got = [0; 6];
        for (got, visitor) in got.iter_mut().zip(everybody.in_order()) {
            let before = desk.store.calls().by_table_and_operation();
            *got = status(visitor, row).await;
            if matches!(got, 401 | 403) {
                let after = desk.store.calls().by_table_and_operation();
                let made: Vec<_> = after
                    .into_iter()
                    .filter(|(call, count)| before.get(call).unwrap_or(&0) != count)
                    .map(|(call, _)| call)
                    .collect();
                let allowed = [
                    (TableId::FloatDesk, Operation::Get),
                    (TableId::FloatDesk, Operation::Put),
                    (TableId::FloatDesk, Operation::Delete),
                    (TableId::FloatDesk, Operation::Transact),
                ];
                assert!(
                    made.iter().all(|call| allowed.contains(call)),
                    "{}: {made:?}",
                    row.path
                );
            }
        }
        assert_eq!(got, row.expected, "{} {}", row.method, row.path);
    }
}

#[tokio::test]
async fn no_page_and_no_server_function_is_missing_from_the_table() {
    // The functions are known once a router was made.
    let _desk = Desk::open_without_demo(&engine().config()).await;
    let listed: BTreeSet<_> = TABLE.iter().map(|row| row.path.to_owned()).collect();
    let functions = server_fn_paths().map(|(path, _)| path.to_owned());
    let pages = generate_route_list(app::App).into_iter().map(|route| {
        route
            .path()
            .replace("{user_id}", ":user_id")
            .replace("{result_id}", ":result_id")
            .replace("{*any}", "*any")
    });
    let missing: Vec<_> = functions
        .chain(pages)
        .filter(|path| !listed.contains(path.as_str()))
        .collect();
    assert_eq!(missing, [""; 0]);
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
