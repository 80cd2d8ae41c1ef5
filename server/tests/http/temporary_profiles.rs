//! Temporary profiles over HTTP: what is wrong is told, what is sent twice is done once, and who was
//! faster is named.

use crate::desk::desk;
use crate::visitor::{Answer, Visitor};
use app::api::profile_versions::{BegunWith, VersionForm};
use app::api::temporary_profiles::Overrides;
use app::api::timeline::{ProfileAt, TimelinePage};
use app::error::AppError;
use domain::audit::{Action, AuditList};
use domain::id::UserId;
use domain::instant::Instant;
use domain::profile::FloatProfile;
use domain::temporary_profile::TemporaryProfile;
use domain::value::{Attributes, Value};
use std::time::SystemTime;
use store::{TableId, audit, temporary_profile};

async fn signed_in(role: &str) -> Visitor {
    let mut visitor = Visitor::to(desk());
    assert_eq!(visitor.sign_in(role, "/").await.status, 303);
    visitor
}

async fn form_of(visitor: &Visitor, user: &str) -> Overrides {
    let answer = visitor
        .post("/rpc/read_override_form", &[("user_id", user)])
        .await;
    answer.unpack()
}

async fn save(visitor: &Visitor, seen: &Overrides, draft: &str) -> Answer {
    let version = seen.stamp.version.to_string();
    let form = [
        ("user_id", seen.user_id.as_str()),
        ("draft", draft),
        ("form", &seen.stamp.form),
        ("version", &version),
        ("confirmed", "yes"),
    ];
    visitor.post("/rpc/save_override", &form).await
}

async fn deeds(user: &str) -> Vec<Action> {
    let of = AuditList::OfUser(UserId::new(user));
    let entries = audit::list(&desk().store, &of, 100, None).await.unwrap();
    let actions = entries
        .events
        .into_iter()
        .map(|one| one.unwrap().value.action);
    actions
        .filter(|action| *action != Action::LookedAt)
        .collect()
}

const TWO_WEEKS: &str = "start=&expires=in 2 weeks&reason=Spring&floats=on&tier=1&tier=2&tier=3";

#[tokio::test]
async fn what_is_wrong_is_told_at_its_field_and_nothing_is_written() {
    let visitor = signed_in("support").await;
    let seen = form_of(&visitor, "http-wrong").await;
    for (draft, field) in [
        ("expires=2020-01-01&reason=x", "expires"),
        ("start=2999-01-01&expires=in 1 day&reason=x", "start"),
        ("start=in 3 days&expires=in 9 years&reason=x", "expires"),
        (
            "start=in 3 days&expires=2020-01-01T00:00-05:00&reason=x",
            "expires",
        ),
        ("expires=in 2 weeks&reason=%20", "reason"),
        ("expires=in 2 weeks&reason=x&tier=8", "tier"),
        ("expires=in 2 weeks&reason=x&loan=5", "loan"),
    ] {
        let answer = save(&visitor, &seen, draft).await;
        assert_eq!(answer.status, 400, "{draft}");
        let AppError::Rejected { errors, .. } = answer.unpack() else {
            panic!("{draft}: {}", answer.body)
        };
        assert!(errors.at(field).is_some(), "{draft}: {errors}");
        // The page that is reached by the same fields says the same, and keeps them.
        let path = format!("/users/http-wrong/temporary-profiles/new?preview=1&{draft}");
        let page = visitor.get(&path.replace(' ', "+")).await;
        let said = page.text_of(&format!("id=\"{field}-error\""), "</p>");
        assert_eq!(Some(said.as_str()), errors.at(field), "{draft}");
    }
    assert_eq!(deeds("http-wrong").await, []);
}

#[tokio::test]
async fn a_double_click_a_retry_and_the_back_button_have_one_effect() {
    let visitor = signed_in("support").await;
    let seen = form_of(&visitor, "http-twice").await;
    let (one, other) = tokio::join!(
        save(&visitor, &seen, TWO_WEEKS),
        save(&visitor, &seen, TWO_WEEKS)
    );
    assert_eq!((one.status, other.status), (200, 200));
    assert_eq!(save(&visitor, &seen, TWO_WEEKS).await.status, 200);
    // Gone back to a form that the server has made anew.
    let again = form_of(&visitor, "http-twice").await;
    assert_eq!(again.context.standing.len(), 1);
    assert_eq!(save(&visitor, &again, TWO_WEEKS).await.status, 400);
    assert_eq!(deeds("http-twice").await, [Action::OverrideStarted]);

    let one = &again.context.standing[0];
    let version = again.stamp.version.to_string();
    let cancel = [
        ("user_id", "http-twice"),
        ("of", one.held.sort.as_str()),
        ("reason", "done"),
        ("form", &again.stamp.form),
        ("version", &version),
    ];
    for _ in 0..2 {
        assert_eq!(
            visitor.post("/rpc/cancel_override", &cancel).await.status,
            200
        );
    }
    let ended = form_of(&visitor, "http-twice").await;
    assert_eq!((ended.context.standing.len(), ended.ended.len()), (0, 1));
    // Within one second the log has no order of its own.
    let deeds = deeds("http-twice").await;
    assert_eq!(deeds.len(), 2);
    assert!(deeds.contains(&Action::OverrideCancelled));
}

#[tokio::test]
async fn without_javascript_an_empty_reason_is_told_at_that_one_of_several_fields() {
    let visitor = signed_in("support").await;
    let user = "http-cancel";
    let seen = form_of(&visitor, user).await;
    assert_eq!(save(&visitor, &seen, TWO_WEEKS).await.status, 200);
    let seen = form_of(&visitor, user).await;
    let later = "start=in 20 days&expires=in 2 weeks&reason=Later&floats=on&tier=1";
    assert_eq!(save(&visitor, &seen, later).await.status, 200);
    let seen = form_of(&visitor, user).await;
    let version = seen.stamp.version.to_string();
    let cancel = [
        ("user_id", user),
        ("of", seen.context.standing[0].held.sort.as_str()),
        ("reason", "  "),
        ("form", &seen.stamp.form),
        ("version", &version),
    ];
    let page = format!("/users/{user}/temporary-profiles");
    let answer = visitor.submit(&page, "/rpc/cancel_override", &cancel).await;
    assert_eq!(answer.status, 302);
    let answer = visitor.get(answer.location()).await;
    let said = |id: &str| answer.text_of(&format!("id=\"{id}-error\""), "</p>");
    assert!(said("cancel-0-reason").contains("Give a reason"));
    assert_eq!(said("cancel-plan-0-reason"), "");
    assert!(!answer.body.contains("Nothing was saved."));
    assert_eq!(deeds(user).await.len(), 2);
}

#[tokio::test]
async fn of_two_people_on_one_user_the_second_is_told_who_was_faster() {
    let (sam, ada) = (signed_in("support").await, signed_in("admin").await);
    let (seen_by_sam, seen_by_ada) = (
        form_of(&sam, "http-race").await,
        form_of(&ada, "http-race").await,
    );
    assert_eq!(save(&ada, &seen_by_ada, TWO_WEEKS).await.status, 200);
    let late = save(
        &sam,
        &seen_by_sam,
        "expires=in 3 days&reason=Mine&floats=on",
    )
    .await;
    assert_eq!(late.status, 409);
    let AppError::Changed { now, .. } = late.unpack() else {
        panic!("{}", late.body)
    };
    assert!(
        now.starts_with("ada-admin put a temporary profile"),
        "{now}"
    );
    assert_eq!(deeds("http-race").await, [Action::OverrideStarted]);
}

#[tokio::test]
async fn what_another_service_changed_is_not_laid_at_a_colleague_s_door() {
    let ada = signed_in("admin").await;
    let user = "http-elsewhere";
    let seen = form_of(&ada, user).await;
    assert_eq!(save(&ada, &seen, TWO_WEEKS).await.status, 200);
    let form = [("user_id", user)];
    let seen: VersionForm = ada.post("/rpc/read_version_form", &form).await.unpack();
    // Another service writes a version, and a colleague no more than a note.
    let version = FloatProfile {
        user_id: UserId::new(user),
        created_on: seen.now.whole_seconds().plus_seconds(-1),
        is_float_enabled: true,
        is_loan_enabled: false,
        cfi_enabled: false,
        floats: Vec::new(),
        loans: Vec::new(),
        reason: "rank".to_owned(),
        notes: String::new(),
    };
    let table = desk().store.table(TableId::Underwriting);
    let items = vec![store::profile::encode(&version)];
    table.put_all(items, |_| {}).await.unwrap();
    let note = [
        ("user_id", user),
        ("text", "Called"),
        ("ticket", ""),
        ("operation", "elsewhere"),
    ];
    assert_eq!(ada.post("/rpc/write_note", &note).await.status, 200);
    let (version, base) = (seen.stamp.version.to_string(), seen.base());
    let form = [
        ("user_id", user),
        ("draft", "notes=&reason=Hold&tier=1"),
        ("base", &base),
        ("form", &seen.stamp.form),
        ("version", &version),
    ];
    let late = ada.post("/rpc/save_version", &form).await;
    let AppError::Changed { now, .. } = late.unpack() else {
        panic!("{}", late.body)
    };
    assert_eq!(now, "Another service or a colleague changed this user.");
}

#[tokio::test]
async fn a_planned_start_can_be_changed_and_cancelled_until_it_begins() {
    let visitor = signed_in("support").await;
    let seen = form_of(&visitor, "http-plan").await;
    let planned = "start=in 3 days&expires=in 2 weeks&reason=Spring&floats=on&tier=1";
    assert_eq!(save(&visitor, &seen, planned).await.status, 200);
    let seen = form_of(&visitor, "http-plan").await;
    assert_eq!(seen.context.standing.len(), 0);
    let plan = seen.waiting[0].clone();
    // The same time is taken now, but not for the plan itself.
    assert_eq!(save(&visitor, &seen, planned).await.status, 400);
    let version = seen.stamp.version.to_string();
    let change = [
        ("user_id", "http-plan"),
        (
            "draft",
            "start=in 4 days&expires=in 1 week&reason=Later&floats=on&tier=1",
        ),
        ("plan", &plan.id),
        ("form", &seen.stamp.form),
        ("version", &version),
        ("confirmed", "yes"),
    ];
    assert_eq!(
        visitor.post("/rpc/save_override", &change).await.status,
        200
    );
    let seen = form_of(&visitor, "http-plan").await;
    assert_eq!(seen.waiting.len(), 1);
    assert_eq!(seen.waiting[0].reason, "Later");
    let version = seen.stamp.version.to_string();
    let cancel = [
        ("user_id", "http-plan"),
        ("plan", &plan.id),
        ("reason", "no more"),
        ("form", &seen.stamp.form),
        ("version", &version),
    ];
    assert_eq!(
        visitor
            .post("/rpc/cancel_planned_start", &cancel)
            .await
            .status,
        200
    );
    let seen = form_of(&visitor, "http-plan").await;
    assert_eq!((seen.waiting.len(), seen.given_up.len()), (0, 1));
}

#[tokio::test]
async fn of_two_new_versions_the_second_keeps_its_words_and_sees_what_the_first_changed() {
    let ada = signed_in("admin").await;
    let read = async || -> VersionForm {
        let answer = ada
            .post("/rpc/read_version_form", &[("user_id", "http-version")])
            .await;
        answer.unpack()
    };
    let seen = read().await;
    assert_eq!(seen.newest, None);
    let write = async |seen: &VersionForm, draft: &str| {
        let (version, base) = (seen.stamp.version.to_string(), seen.base());
        let form = [
            ("user_id", "http-version"),
            ("draft", draft),
            ("base", &base),
            ("form", &seen.stamp.form),
            ("version", &version),
            ("confirmed", "yes"),
        ];
        ada.post("/rpc/save_version", &form).await
    };
    let mine = "notes=&reason=Rank 3&floats=on&tier=1&tier=2&tier=3";
    assert_eq!(write(&seen, mine).await.status, 200);
    assert_eq!(write(&seen, mine).await.status, 200, "the same again");
    let late = write(&seen, "notes=&reason=Hold&tier=1").await;
    assert_eq!(late.status, 409);
    assert_eq!(deeds("http-version").await, [Action::ProfileWritten]);

    let again = [("user_id", "http-version"), ("base", "none")];
    let again: VersionForm = ada.post("/rpc/read_version_form", &again).await.unpack();
    assert_eq!(again.begun_with, Some(BegunWith { version: None }));
    let page = "/users/http-version/new-version?preview=1&base=none&notes=&reason=My+hold&tier=1";
    let page = ada.get(page).await;
    let meanwhile = page.text_of("aria-label=\"Changed meanwhile\"", "</section>");
    assert!(meanwhile.contains("$30 float switched on"), "{meanwhile}");
    assert!(page.body.contains("value=\"My hold\""));
    assert_eq!(
        write(&read().await, "notes=&reason= &tier=1").await.status,
        400
    );
}

/// An item of this user's in underwriting's table that holds its key and hardly more.
async fn put_bare(user: &str, sort: String, item_type: &str) {
    let fields = [
        ("PK", format!("USER#{user}")),
        ("SK", sort),
        ("item_type", item_type.to_owned()),
    ];
    let item = fields.map(|(name, value)| (name.to_owned(), Value::text(value)));
    let table = desk().store.table(TableId::Underwriting);
    table.put_all(vec![item.into()], |_| {}).await.unwrap();
}

#[tokio::test]
async fn on_or_beside_what_cannot_be_read_no_temporary_profile_is_written() {
    let visitor = signed_in("support").await;
    let (version, standing, over) = ("http-odd-version", "http-odd-override", "http-odd-over");
    let end = |day: &str| format!("TEMP_FLOAT_PROFILE#EXPIRES#{day}T00:00:00Z");
    let created = "PROFILE#2024-01-01T00:00:00Z".to_owned();
    put_bare(version, created, "float_profile").await;
    put_bare(standing, end("2099-01-01"), "temp_float_profile").await;
    put_bare(over, end("2024-01-01"), "temp_float_profile").await;
    for (user, said) in [
        (version, "The profile version in force cannot be read"),
        (
            standing,
            "A temporary profile that is stored cannot be read",
        ),
    ] {
        let seen = form_of(&visitor, user).await;
        let refused = save(&visitor, &seen, TWO_WEEKS).await;
        assert_eq!(refused.status, 400, "{user}");
        let AppError::Invalid(why) = refused.unpack() else {
            panic!("{user}: {}", refused.body)
        };
        assert!(why.starts_with(said), "{why}");
        assert_eq!(deeds(user).await, []);
        let page = format!("/users/{user}/temporary-profiles");
        let form = visitor.get(&format!("{page}/new")).await;
        assert!(form.text().contains(said), "{}", form.text());
        assert!(!form.body.contains("name=\"expires\""));
        let list = visitor.get(&page).await.text();
        assert!(list.contains("is in doubt"), "{list}");
    }
    let seen = form_of(&visitor, over).await;
    assert_eq!(save(&visitor, &seen, TWO_WEEKS).await.status, 200);
}

#[tokio::test]
async fn an_override_that_is_gone_without_float_desk_is_said_to_be_gone_everywhere() {
    let (visitor, user) = (signed_in("support").await, "http-gone");
    // The copy of an override that another service deleted.
    let now = Instant::from(SystemTime::now()).whole_seconds();
    let copy = TemporaryProfile {
        user_id: UserId::new(user),
        created_on: now.plus_days(-3),
        expires_on: now.plus_days(3),
        reason: "Spring".to_owned(),
        is_float_enabled: Some(false),
        is_loan_enabled: None,
        floats: None,
        loans: None,
        ttl: None,
    };
    let text = |value: String| Value::text(value);
    let (created, expires) = (copy.created_on.stored(), copy.expires_on.stored());
    let item = Attributes::from([
        ("PK".to_owned(), text(format!("OVERRIDE#{user}"))),
        ("SK".to_owned(), text(format!("{created}#{expires}"))),
        ("item_type".to_owned(), text("override_copy".to_owned())),
        ("user_id".to_owned(), text(user.to_owned())),
        (
            "item".to_owned(),
            Value::Map(temporary_profile::encode(&copy)),
        ),
    ]);
    let table = desk().store.table(TableId::FloatDesk);
    table.put_all(vec![item], |_| {}).await.unwrap();
    let seen = form_of(&visitor, user).await;
    assert!(matches!(&seen.ended[..], [one] if one.is_gone), "{seen:?}");
    let page = visitor
        .get(&format!("/users/{user}/temporary-profiles"))
        .await;
    assert!(
        page.text().contains("gone before its end"),
        "{}",
        page.text()
    );
    let at = async |at: Instant| -> ProfileAt {
        let form = [("user_id", user), ("at", &at.stored())];
        visitor.post("/rpc/read_profile_at", &form).await.unpack()
    };
    assert!(at(now.plus_seconds(60)).await.profile.floats_enabled.value);
    assert!(!at(now.plus_days(-1)).await.profile.floats_enabled.value);
    let form = [("user_id", user), ("kind", "overrides")];
    let timeline: TimelinePage = visitor.post("/rpc/read_timeline", &form).await.unpack();
    assert_eq!(timeline.events.len(), 1, "{:?}", timeline.events);
}

#[tokio::test]
async fn amounts_that_the_profile_does_not_store_are_offered_for_a_reason() {
    let mut admin = Visitor::to(desk());
    admin.sign_in("admin", "/").await;
    let form = "preview=1&start=&expires=in+2+weeks&reason=Test&floats=on&tier=1";
    for path in ["temporary-profiles/new", "new-version"] {
        let base = format!("/users/user-12345/{path}?{form}&notes=");
        let page = admin.get(&format!("{base}&other_amount=60")).await;
        let text = page.text();
        assert!(
            text.contains("Say why $60 is offered. The fee schedule doesn't list it."),
            "{path}: {text}"
        );
        assert!(page.body.contains("value=\"60\""), "{path}");
        let page = admin
            .get(&format!("{base}&other_amount=60&other_reason=A%2FB"))
            .await;
        let text = page.text();
        assert!(
            !text.contains("Say why $60") && text.contains("$60"),
            "{path}: {text}"
        );
        let page = admin.get(&format!("{base}&tier=special")).await;
        assert!(page.text().contains("Say why"), "{path}: {}", page.text());
    }
}
