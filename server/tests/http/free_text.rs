//! How long what staff write may be: every function that takes text of their own refuses what is longer,
//! says so at the field, and brings back all of it.

use crate::desk::Desk;
use crate::drafting::{demo, draft, live, step, with_priority};
use crate::permissions::{Written, changed_since, sources};
use crate::visitor::Visitor;
use app::api::temporary_profiles::Overrides;
use app::effect::{self, Effect};
use app::error::AppError;
use domain::audit::{Action, AuditList};
use leptos::server_fn::axum::server_fn_paths;
use std::collections::{BTreeMap, BTreeSet};
use store::audit;

/// Limits as people are told them.
const REASON: usize = 1_000;
const COMMENT: usize = 4_000;
const NOTE: usize = 4_000;
const TICKET: usize = 2_000;
const PROFILE_NOTES: usize = 1_000;
const CAMPAIGN_NAME: usize = 100;
const VIEW_NAME: usize = 60;
const TOKEN_NAME: usize = 80;

/// One text that a function takes.
struct Text {
    function: &'static str,
    field: &'static str,
    longest: usize,
    /// Where a form is sent as in an address, its parameter: such a form's page has all that was typed.
    draft: Option<&'static str>,
    /// What else the function wants before it looks at the text.
    form: &'static [(&'static str, &'static str)],
}

const fn text(
    function: &'static str,
    field: &'static str,
    longest: usize,
    form: &'static [(&'static str, &'static str)],
) -> Text {
    Text {
        function,
        field,
        longest,
        draft: None,
        form,
    }
}

const fn in_draft(
    function: &'static str,
    field: &'static str,
    longest: usize,
    form: &'static [(&'static str, &'static str)],
) -> Text {
    Text {
        draft: Some("draft"),
        ..text(function, field, longest, form)
    }
}

const USER: (&str, &str) = ("user_id", "free-text");
/// Nothing is stored of any of these users.
const CONFIRMED: (&str, &str) = ("confirmed", "yes");
const STAMP: [(&str, &str); 2] = [("form", "f"), ("version", "0")];
const BYPASS: &[(&str, &str)] = &[
    USER,
    ("operation", "free-text"),
    ("seen", "none"),
    ("last_day", "yesterday"),
    ("note", "x"),
];
const CAMPAIGN: &[(&str, &str)] = &[
    ("operation", "free-text"),
    ("name", "x"),
    ("list", ""),
    ("start", ""),
    ("expires", ""),
    ("reason", "x"),
];
const LOWERED: &[(&str, &str)] = &[("id", "none"), ("lowered", "on")];
const REOPENED: &[(&str, &str)] = &[("id", "none"), ("reopened", "on")];
const HOLDS: &[(&str, &str)] = &[("id", "none"), ("hold_replaced", "on")];
const TOKEN: &[(&str, &str)] = &[("name", "x"), ("scope", "metrics"), ("reason", "x")];
const PERSON: (&str, &str) = ("name", "nobody-of-that-name");

const IDENTITY: [(&str, &str); 2] = [("issuer", "https://id.example"), ("subject", "none")];

/// The one list. A text that is missing here fails a test below.
const TEXTS: &[Text] = &[
    text(
        "write_note",
        "text",
        NOTE,
        &[USER, ("ticket", ""), ("operation", "o")],
    ),
    text(
        "write_note",
        "ticket",
        TICKET,
        &[USER, ("text", "x"), ("operation", "o")],
    ),
    text("unpin_note", "reason", REASON, &[USER, ("note", "none")]),
    text(
        "pin_evaluation",
        "reason",
        REASON,
        &[USER, ("result_id", "none")],
    ),
    text("save_bypass", "note", REASON, BYPASS),
    text("save_bypass", "reason", REASON, BYPASS),
    text(
        "remove_bypass",
        "why",
        REASON,
        &[USER, ("operation", "o"), ("seen", "none")],
    ),
    text("create_campaign", "name", CAMPAIGN_NAME, CAMPAIGN),
    text("create_campaign", "reason", REASON, CAMPAIGN),
    text("start_campaign", "lowered_reason", REASON, LOWERED),
    text("start_campaign", "reopened_reason", REASON, REOPENED),
    text("start_campaign", "hold_replaced_reason", REASON, HOLDS),
    text("stop_campaign", "reason", REASON, &[("id", "none")]),
    text("undo_campaign", "why", REASON, &[("id", "none")]),
    in_draft(
        "save_override",
        "reason",
        REASON,
        &[USER, STAMP[0], STAMP[1], ("draft", "expires=")],
    ),
    in_draft(
        "save_override",
        "special_reason",
        REASON,
        &[USER, STAMP[0], STAMP[1], ("draft", "expires=")],
    ),
    // `of` is put in by the test: this one looks for its temporary profile first.
    Text {
        draft: Some(""),
        ..text(
            "move_override_end",
            "reason",
            REASON,
            &[("expires", "2020-01-01")],
        )
    },
    text(
        "cancel_override",
        "reason",
        REASON,
        &[USER, STAMP[0], STAMP[1], ("of", "none")],
    ),
    text(
        "cancel_planned_start",
        "reason",
        REASON,
        &[USER, STAMP[0], STAMP[1], ("plan", "none")],
    ),
    in_draft(
        "save_version",
        "reason",
        REASON,
        &[
            USER,
            STAMP[0],
            STAMP[1],
            ("base", "none"),
            ("draft", "notes="),
        ],
    ),
    in_draft(
        "save_version",
        "notes",
        PROFILE_NOTES,
        &[
            USER,
            STAMP[0],
            STAMP[1],
            ("base", "none"),
            ("draft", "reason=x"),
        ],
    ),
    in_draft(
        "save_version",
        "special_reason",
        REASON,
        &[
            USER,
            STAMP[0],
            STAMP[1],
            ("base", "none"),
            ("draft", "notes="),
        ],
    ),
    text("save_view", "name", VIEW_NAME, &[("query", "")]),
    text("make_token", "name", TOKEN_NAME, TOKEN),
    text("make_token", "reason", REASON, TOKEN),
    text("revoke_token", "reason", REASON, &[("id", "none")]),
    text(
        "change_role",
        "reason",
        REASON,
        &[PERSON, ("role", "admin")],
    ),
    text(
        "set_disabled",
        "reason",
        REASON,
        &[PERSON, ("disabled", "true")],
    ),
    text(
        "end_sessions",
        "reason",
        REASON,
        &[PERSON, ("generation", "1")],
    ),
    text("retire_account", "reason", REASON, &[PERSON]),
    text(
        "link_identity",
        "reason",
        REASON,
        &[IDENTITY[0], IDENTITY[1], ("account", "none")],
    ),
    text("add_identity", "reason", REASON, &IDENTITY),
    text("reject_identity", "reason", REASON, &IDENTITY),
    text("record_drift", "reason", REASON, &[]),
    text(
        "discuss_proposal",
        "reason",
        REASON,
        &[("id", "none"), ("version", "1"), ("step", "submit")],
    ),
    text(
        "discuss_proposal",
        "reason",
        REASON,
        &[("id", "none"), ("version", "1"), ("step", "withdraw")],
    ),
    text(
        "discuss_proposal",
        "reason",
        COMMENT,
        &[("id", "none"), ("version", "1"), ("step", "comment")],
    ),
    text(
        "decide_proposal",
        "reason",
        REASON,
        &[("id", "none"), ("version", "1"), ("step", "publish")],
    ),
    text(
        "decide_proposal",
        "urgency",
        REASON,
        &[
            ("id", "none"),
            ("version", "1"),
            ("step", "break_glass"),
            ("reason", "x"),
        ],
    ),
];

/// What is picked or made by the page and isn't anybody's own words: ids, stamps, moments, whole forms
/// whose texts are above, and rulebooks and lists of users, which have limits of their own.
const NOT_TEXTS: &[(&str, &[&str])] = &[
    (
        "write_note",
        &["user_id", "pinned", "operation", "confirmed"],
    ),
    ("unpin_note", &["user_id", "note"]),
    ("pin_evaluation", &["user_id", "result_id"]),
    (
        "save_bypass",
        &["user_id", "operation", "seen", "last_day", "confirmed"],
    ),
    ("remove_bypass", &["user_id", "operation", "seen"]),
    (
        "create_campaign",
        &["operation", "list", "layout", "change", "start", "expires"],
    ),
    (
        "start_campaign",
        &[
            "id",
            "with_unknown",
            "replace",
            "lowered",
            "reopened",
            "hold_replaced",
        ],
    ),
    ("stop_campaign", &["id"]),
    ("undo_campaign", &["id"]),
    (
        "save_override",
        &["user_id", "draft", "plan", "form", "confirmed"],
    ),
    ("move_override_end", &["user_id", "of", "expires", "form"]),
    ("cancel_override", &["user_id", "of", "form"]),
    ("cancel_planned_start", &["user_id", "plan", "form"]),
    (
        "save_version",
        &["user_id", "draft", "base", "form", "confirmed"],
    ),
    ("save_view", &["query"]),
    ("forget_view", &["name"]),
    ("make_token", &["scope"]),
    ("revoke_token", &["id"]),
    ("change_role", &["name"]),
    ("set_disabled", &["name"]),
    ("end_sessions", &["name"]),
    ("retire_account", &["name"]),
    ("link_identity", &["issuer", "subject", "account"]),
    ("add_identity", &["issuer", "subject"]),
    ("reject_identity", &["issuer", "subject"]),
    ("save_draft", &["draft", "base", "proposal", "was"]),
    ("draft_deletion", &["id"]),
    ("draft_restore", &["update", "rulebook"]),
    ("discuss_proposal", &["id", "step"]),
    ("bring_up_to_date", &["id", "seen", "choices"]),
    ("decide_proposal", &["id", "step"]),
];

/// What can hold no text.
const PLAIN: [&str; 4] = ["i64", "bool", "Role", "Theme"];

/// The parameters of every server function that can hold text, by its name.
fn parameters() -> BTreeMap<String, BTreeSet<String>> {
    let mut found = BTreeMap::new();
    for (_, source) in sources("app") {
        for part in source.split("endpoint = \"").skip(1) {
            let (name, rest) = part.split_once('"').unwrap();
            let (_, rest) = rest.split_once("pub async fn ").unwrap();
            let (_, rest) = rest.split_once('(').unwrap();
            let (list, _) = rest.split_once(") ->").unwrap();
            let list = list.replace("#[server(default)]", "");
            let parameters = list.split(',').filter_map(|one| one.split_once(':'));
            let texts = parameters.filter(|(_, kind)| !PLAIN.contains(&kind.trim()));
            let names = texts.map(|(name, _)| name.trim().to_owned());
            found.insert(name.to_owned(), names.collect());
        }
    }
    found
}

#[tokio::test]
async fn no_text_of_a_writing_function_is_missing_from_the_list() {
    let (_engine, _desk, _admin) = demo().await;
    let parameters = parameters();
    for (path, _) in server_fn_paths() {
        if effect::of(path) != Some(Effect::Writes) {
            continue;
        }
        let function = path.strip_prefix("/rpc/").unwrap();
        let texts = TEXTS.iter().filter(|text| text.function == function);
        let texts = texts.filter(|text| text.draft.is_none_or(str::is_empty));
        let mut listed: BTreeSet<_> = texts.map(|text| text.field.to_owned()).collect();
        let others = NOT_TEXTS.iter().filter(|(name, _)| *name == function);
        listed.extend(others.flat_map(|(_, names)| names.iter().map(|&name| name.to_owned())));
        assert_eq!(parameters[function], listed, "{function}");
    }
}

/// A temporary profile to move the end of: its fields but for the reason.
async fn standing(admin: &Visitor) -> Vec<(&'static str, String)> {
    let user = ("user_id", "free-text-standing");
    let read = async || -> Overrides {
        let answer = admin.post("/rpc/read_override_form", &[user]).await;
        answer.unpack()
    };
    let begun = read().await;
    let version = begun.stamp.version.to_string();
    let form = [
        user,
        ("draft", "expires=in 2 weeks&reason=x"),
        ("form", &begun.stamp.form),
        ("version", &version),
        CONFIRMED,
    ];
    let saved = admin.post("/rpc/save_override", &form).await;
    assert_eq!(saved.status, 200, "{}", saved.body);
    let there = read().await;
    vec![
        (user.0, user.1.to_owned()),
        ("of", there.context.standing[0].held.sort.clone()),
        ("form", there.stamp.form),
        ("version", there.stamp.version.to_string()),
    ]
}

impl Text {
    /// The function's form with this in its field.
    fn form_with(&self, typed: &str, standing: &[(&'static str, String)]) -> Vec<(String, String)> {
        let owned = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
        let mut form: Vec<_> = self.form.iter().map(owned).collect();
        // A user for each text: what is as long as it may be may be saved.
        if let Some((_, user)) = form.iter_mut().find(|field| field.0 == USER.0) {
            *user = format!("{user}-{}-{}", self.function, self.field);
            form.push(owned(&CONFIRMED));
        }
        if self.function == "move_override_end" {
            let rest = standing.iter().cloned();
            form.extend(rest.map(|(name, value)| (name.to_owned(), value)));
        }
        if let Some(name) = self.draft.filter(|name| !name.is_empty()) {
            let (_, draft) = form.iter_mut().find(|(field, _)| field == name).unwrap();
            *draft = format!("{draft}&{}={typed}", self.field);
        } else {
            form.retain(|(name, _)| name != self.field);
            form.push((self.field.to_owned(), typed.to_owned()));
        }
        form
    }

    /// What the server says of it.
    async fn answer(
        &self,
        (desk, admin): (&Desk, &Visitor),
        typed: &str,
        standing: &[(&'static str, String)],
    ) -> (u16, Option<AppError>, Written) {
        let form = self.form_with(typed, standing);
        let form: Vec<_> = form.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
        let before = desk.store.calls().written();
        let path = format!("/rpc/{}", self.function);
        let answer = admin.post(&path, &form).await;
        let error = (answer.status != 200).then(|| answer.unpack());
        (answer.status, error, changed_since(desk, &before))
    }
}

fn grouped(number: usize) -> String {
    match (number / 1_000, number % 1_000) {
        (0, rest) => rest.to_string(),
        (thousands, rest) => format!("{thousands},{rest:03}"),
    }
}

#[tokio::test]
async fn a_text_that_is_too_long_is_refused_at_its_field_and_comes_back_whole() {
    let (_engine, desk, admin) = demo().await;
    let standing = standing(&admin).await;
    for text in TEXTS {
        let Text {
            function,
            field,
            longest,
            ..
        } = text;
        let which = format!("{function}: {field}");
        let long = "é".repeat(longest + 1);
        let (status, error, written) = text.answer((&desk, &admin), &long, &standing).await;
        assert_eq!(status, 400, "{which}");
        let Some(AppError::Rejected { errors, typed }) = error else {
            panic!("{which}: {error:?}")
        };
        let limit = format!(
            "is {} characters long. The limit is {}.",
            grouped(longest + 1),
            grouped(*longest)
        );
        let said = errors
            .at(field)
            .unwrap_or_else(|| panic!("{which}: {errors}"));
        assert!(said.contains(&limit), "{which}: {said}");
        assert_eq!(written, Written::new(), "{which}");
        if text.draft.is_none() {
            let back = typed.iter().find(|(name, _)| name == field);
            assert_eq!(back.map(|(_, text)| text), Some(&long), "{which}");
        }
        // As long as it may be, whatever else is wrong with the form.
        let (_, error, _) = text
            .answer((&desk, &admin), &long[..longest * "é".len()], &standing)
            .await;
        if let Some(AppError::Rejected { errors, .. }) = error {
            let said = errors.at(field).unwrap_or_default();
            assert!(!said.contains("The limit is"), "{which}: {said}");
        }
    }
}

#[tokio::test]
async fn a_view_s_filters_are_not_kept_without_end() {
    let (_engine, desk, admin) = demo().await;
    let before = desk.store.calls().written();
    let query = format!("user={}", "x".repeat(3_000));
    let form = [("name", "long"), ("query", query.as_str())];
    let answer = admin.post("/rpc/save_view", &form).await;
    assert_eq!(answer.status, 400, "{}", answer.body);
    assert_eq!(changed_since(&desk, &before), Written::new());
}

#[tokio::test]
async fn an_export_s_filters_are_not_put_on_record_without_end() {
    let (_engine, desk, admin) = demo().await;
    let address = format!("/evaluations.csv?user={}", "é".repeat(5_000));
    assert_eq!(admin.get(&address).await.status, 200);
    let of = AuditList::OfAction(Action::Exported);
    let entries = audit::list(&desk.store, &of, 10, None).await.unwrap();
    let [exported] = entries.events.as_slice() else {
        panic!("{:?}", entries.events)
    };
    let subject = &exported.as_ref().unwrap().value.subject;
    assert!(subject.starts_with("decision ledger user=é"), "{subject}");
    assert_eq!(subject.chars().count(), 2_001);
    assert!(subject.ends_with('…'));
}

/// The opening tag of the field of this name that comes behind `form` in a page.
fn field_of<'a>(page: &'a str, form: &str, name: &str) -> &'a str {
    let at = page.find(form).unwrap_or_else(|| panic!("no {form}"));
    let mark = format!("name=\"{name}\"");
    let fields = page[at..].split('<').skip(1);
    let mut fields = fields.filter_map(|part| part.split_once('>').map(|(tag, _)| tag));
    fields
        .find(|tag| tag.contains(&mark))
        .unwrap_or_else(|| panic!("no {name} behind {form}"))
}

#[tokio::test]
async fn the_browser_keeps_to_the_same_limits() {
    let (_engine, desk, admin) = demo().await;
    standing(&admin).await;
    let core = live(&desk.store, "core_v2").await.unwrap();
    let preview = draft(&admin, Some(&core), &with_priority(&core, 9)).await;
    assert_eq!(step(&admin, &preview, "submit", "1").await.status, 200);
    let user = "/users/free-text-standing";
    let evaluations = admin.get("/users/user-hana/evaluations").await.body;
    let (_, rest) = evaluations
        .split_once("href=\"/users/user-hana/evaluations/")
        .unwrap();
    let evaluation = format!(
        "/users/user-hana/evaluations/{}",
        rest.split('"').next().unwrap()
    );
    let made = admin
        .post(
            "/rpc/make_token",
            &[("name", "t"), ("scope", "metrics"), ("reason", "x")],
        )
        .await;
    assert_eq!(made.status, 200, "{}", made.body);
    let note = [
        ("user_id", "free-text-standing"),
        ("text", "careful"),
        ("ticket", ""),
        ("pinned", "yes"),
        ("operation", "free-text"),
        CONFIRMED,
    ];
    assert_eq!(admin.post("/rpc/write_note", &note).await.status, 200);
    let new = format!("{user}/temporary-profiles/new");
    let profiles = format!("{user}/temporary-profiles");
    let (version, bypass) = (format!("{user}/new-version"), format!("{user}/bypass"));
    for (page, form, name, longest) in [
        (user, "/rpc/write_note", "text", NOTE),
        (user, "/rpc/write_note", "ticket", TICKET),
        (user, "/rpc/unpin_note", "reason", REASON),
        (&new, "<form", "reason", REASON),
        (&profiles, "/rpc/cancel_override", "reason", REASON),
        (&version, "<form", "reason", REASON),
        (&version, "<form", "notes", PROFILE_NOTES),
        (&bypass, "/rpc/save_bypass", "note", REASON),
        (&evaluation, "/rpc/pin_evaluation", "reason", REASON),
        ("/campaigns", "/rpc/create_campaign", "name", CAMPAIGN_NAME),
        ("/campaigns", "/rpc/create_campaign", "reason", REASON),
        ("/evaluations", "/rpc/save_view", "name", VIEW_NAME),
        ("/staff", "/rpc/make_token", "name", TOKEN_NAME),
        ("/staff", "/rpc/make_token", "reason", REASON),
        ("/staff", "/rpc/revoke_token", "reason", REASON),
        (&preview, "value=\"publish\"", "reason", REASON),
        (&preview, "value=\"comment\"", "reason", COMMENT),
    ] {
        let body = admin.get(page).await.body;
        let tag = field_of(&body, form, name);
        let limit = format!("maxlength=\"{longest}\"");
        assert!(tag.contains(&limit), "{page}: {tag}");
    }
}

#[tokio::test]
async fn without_javascript_the_page_comes_back_with_what_was_typed_and_what_is_wrong_with_it() {
    let (_engine, desk, admin) = demo().await;
    let core = live(&desk.store, "core_v2").await.unwrap();
    let preview = draft(&admin, Some(&core), &with_priority(&core, 9)).await;
    assert_eq!(step(&admin, &preview, "submit", "1").await.status, 200);
    let id = preview.rsplit('/').next().unwrap();
    let long = format!("{}end", "x".repeat(4_000));
    for (taken, function) in [
        ("comment", "/rpc/discuss_proposal"),
        ("publish", "/rpc/decide_proposal"),
    ] {
        let form = [
            ("id", id),
            ("version", "2"),
            ("step", taken),
            ("reason", long.as_str()),
        ];
        let page = admin.submit(&preview, function, &form).await;
        assert_eq!(page.status, 200, "{taken}");
        let mark = format!("id=\"reason-{taken}-error\"");
        let said = page.text_of(&mark, "</p>");
        assert!(said.contains("is 4,003 characters long"), "{taken}: {said}");
        let at = format!("value=\"{taken}\"");
        assert!(
            field_of(&page.body, &at, "reason").contains(&long),
            "{taken}"
        );
    }
}
