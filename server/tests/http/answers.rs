//! What a page says about whether a user can take a float: one answer, the same everywhere on it.

use crate::desk::desk;
use crate::visitor::{Answer, Visitor};
use app::api::bypass::BypassPage;
use app::api::profile_versions::VersionForm;
use app::api::temporary_profiles::Overrides;
use app::api::users::UserOverview;
use app::error::AppError;
use app::paths;
use domain::answer::Tone;
use domain::form::CONFIRMED;
use domain::id::UserId;
use domain::instant::Instant;
use domain::money::Cents;
use domain::profile::FloatProfile;
use domain::tier::FloatSetting;
use std::time::SystemTime;
use store::TableId;

async fn signed_in(role: &str) -> Visitor {
    let mut visitor = Visitor::to(desk());
    assert_eq!(visitor.sign_in(role, "/").await.status, 303);
    visitor
}

async fn page(visitor: &Visitor, user: &str) -> Answer {
    visitor.get(&paths::user(&UserId::new(user))).await
}

async fn sentence(visitor: &Visitor, user: &str) -> String {
    let page = page(visitor, user).await;
    let sentence = page.text_of("class=\"answer-sentence\"", "<button");
    sentence.trim().to_owned()
}

fn now() -> Instant {
    Instant::from(SystemTime::now())
}

#[tokio::test]
async fn each_story_hears_its_own_sentence() {
    let visitor = Visitor::signed_in_to(desk()).await;
    for (user, expected) in [
        // Denied, and requirements are bypassed.
        ("user-bea", "You can take a float of up to $20 right now."),
        (
            "user-lou",
            "We may be collecting a payment from you right now. Please try again in a few minutes.",
        ),
        (
            "user-rosa",
            "You can\u{2019}t take a float right now because floats are switched off for you. No date is set for that to change.",
        ),
        (
            "user-zoe",
            "You can\u{2019}t take a float right now because no float amount is switched on for you. No date is set for that to change.",
        ),
        (
            "user-ada",
            "No record of this ID. A new user starts with floats of up to $20.",
        ),
        // The documents' own user: approved in 2024, which has expired, with a float that was never
        // collected.
        (
            "user-12345",
            "You still owe $34 for the float you took on Feb 10, 2024. We can\u{2019}t tell from here whether you can take another float first. If you can, it\u{2019}s up to $20.",
        ),
    ] {
        assert_eq!(sentence(&visitor, user).await, expected, "{user}");
    }
    let nora = sentence(&visitor, "user-nora").await;
    assert!(nora.contains("wasn\u{2019}t approved"), "{nora}");
}

#[tokio::test]
async fn a_bypass_and_the_headline_say_the_same() {
    let visitor = Visitor::signed_in_to(desk()).await;
    let text = page(&visitor, "user-bea").await.text();
    assert!(text.contains("Requirements are bypassed through"), "{text}");
    assert!(
        text.contains("so the evaluation isn\u{2019}t applied"),
        "{text}"
    );
    assert!(!text.contains("can\u{2019}t take a float"), "{text}");
}

/// A row that says "Available", beside the head of the column, which says "Available now".
fn has_available_row(table: &str) -> bool {
    table.replace("Available now", "").contains("Available")
}

#[tokio::test]
async fn the_tier_table_offers_nothing_that_the_headline_does_not() {
    let visitor = Visitor::signed_in_to(desk()).await;
    let mut seen = [0; 2];
    for person in fixtures::people() {
        let table = page(&visitor, &person.id).await;
        let table = table.text_of("aria-label=\"Float tiers\"", "</table>");
        let form = [("user_id", person.id.as_str())];
        let overview: UserOverview = visitor.post("/rpc/read_overview", &form).await.unpack();
        let offered = has_available_row(&table);
        let (id, tone) = (&person.id, overview.answer.tone);
        assert_eq!(offered, tone == Tone::Yes, "{id}: {table}");
        seen[usize::from(offered)] += 1;
    }
    assert!(seen.iter().all(|count| *count > 5), "{seen:?}");
}

#[tokio::test]
async fn what_was_approved_limits_the_table_and_the_headline_alike() {
    let visitor = Visitor::signed_in_to(desk()).await;
    let text = page(&visitor, "user-sam").await.text();
    assert!(
        text.contains("You can take a float of up to $10 right now."),
        "{text}"
    );
    assert!(text.contains("On, but more than was approved"), "{text}");
}

#[tokio::test]
async fn an_id_without_a_record_is_said_to_have_none_and_shows_the_defaults_as_such() {
    let visitor = Visitor::signed_in_to(desk()).await;
    let text = page(&visitor, "answers-nobody").await.text();
    for said in [
        "No record of this ID",
        "Limit for new users $20",
        "Floats for new users",
        "On for new users",
    ] {
        assert!(text.contains(said), "{said}: {text}");
    }
    assert!(!text.contains("You can take a float"), "{text}");
}

/// The field that an answer complains about.
fn refused(answer: &Answer) -> String {
    match answer.unpack() {
        AppError::Rejected { errors, .. } => errors.0[0].field.clone(),
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn nothing_is_written_to_an_id_without_a_record_unless_somebody_confirms_it() {
    let ada = signed_in("admin").await;
    let user = "answers-typo";
    let by_user = [("user_id", user)];
    let seen: Overrides = ada.post("/rpc/read_override_form", &by_user).await.unpack();
    assert!(!seen.facts.has_record);
    let version = seen.stamp.version.to_string();
    let temporary = [
        ("user_id", user),
        (
            "draft",
            "start=&expires=in 2 weeks&reason=Spring&floats=on&tier=1",
        ),
        ("form", &seen.stamp.form),
        ("version", &version),
    ];
    let form: VersionForm = ada.post("/rpc/read_version_form", &by_user).await.unpack();
    assert!(!form.has_record);
    let regular = [
        ("user_id", user),
        ("draft", "notes=&reason=first&floats=on&cfi=on&tier=1"),
        ("base", "none"),
        ("form", &form.stamp.form),
        ("version", &version),
    ];
    let bypass: BypassPage = ada.post("/rpc/read_bypass", &by_user).await.unpack();
    let last_day = now().day().plus_days(3).stored();
    let bypass = [
        ("user_id", user),
        ("operation", bypass.operation.as_str()),
        ("seen", bypass.seen.as_str()),
        ("last_day", last_day.as_str()),
        ("note", "outage"),
    ];
    let note = [
        ("user_id", user),
        ("text", "Call back"),
        ("ticket", ""),
        ("operation", "answers-typo"),
    ];
    let forms: [(&str, &[(&str, &str)]); 4] = [
        ("/rpc/write_note", &note),
        ("/rpc/save_bypass", &bypass),
        ("/rpc/save_version", &regular),
        ("/rpc/save_override", &temporary),
    ];
    for (path, form) in forms {
        let answer = ada.post(path, form).await;
        assert_eq!(answer.status, 400, "{path}: {}", answer.body);
        assert_eq!(refused(&answer), CONFIRMED, "{path}");
    }
    let known = store::user::is_known(&desk().store, &UserId::new(user)).await;
    assert!(!known.unwrap());
    let preview = "preview=1&start=&expires=in+2+weeks&reason=Spring&floats=on&tier=1";
    let preview = format!("/temporary-profiles/new?{preview}");
    for path in ["", "/bypass", &preview] {
        let page = ada.get(&format!("/users/{user}{path}")).await;
        assert!(page.body.contains("name=\"confirmed\""), "{path}");
    }

    for (path, form) in forms {
        let confirmed: Vec<_> = form.iter().copied().chain([(CONFIRMED, "yes")]).collect();
        let answer = ada.post(path, &confirmed).await;
        // It was filled in before the version was written.
        let is_late = path == "/rpc/save_override";
        let expected = if is_late { 409 } else { 200 };
        assert_eq!(answer.status, expected, "{path}: {}", answer.body);
    }
    let page = ada.get(&format!("/users/{user}")).await;
    assert!(!page.body.contains("name=\"confirmed\""));
    assert!(!page.text().contains("No record of this ID"));
}

#[tokio::test]
async fn a_user_with_a_record_is_written_to_without_a_confirmation() {
    let visitor = signed_in("support").await;
    let note = [
        ("user_id", "user-ben"),
        ("text", "Called"),
        ("ticket", ""),
        ("operation", "answers-known"),
    ];
    assert_eq!(visitor.post("/rpc/write_note", &note).await.status, 200);
}

#[tokio::test]
async fn a_new_user_s_first_version_keeps_cfi_on_and_the_form_says_so() {
    let ada = signed_in("admin").await;
    let page = ada.get("/users/answers-first/new-version").await;
    let (before, after) = page.body.split_once("name=\"cfi\"").unwrap();
    let tag = before.rsplit_once('<').unwrap().1.to_owned() + after.split_once('>').unwrap().0;
    assert!(tag.contains("checked"), "{tag}");
    assert!(
        page.text()
            .contains("On by default: new users grow by CFI.")
    );
}

#[tokio::test]
async fn a_version_dated_ahead_is_in_effect_by_the_documented_query_and_flagged() {
    let user = "answers-ahead";
    let version = |days: i64, dollars: i64| FloatProfile {
        user_id: UserId::new(user),
        is_float_enabled: true,
        is_loan_enabled: false,
        cfi_enabled: false,
        floats: vec![FloatSetting::new("1", Cents::from_dollars(dollars), true)],
        loans: Vec::new(),
        created_on: now().plus_days(days).whole_seconds(),
        reason: format!("${dollars} opened"),
        notes: String::new(),
    };
    let table = desk().store.table(TableId::Underwriting);
    let items = [version(-3, 10), version(2, 30)];
    let items = items.iter().map(store::profile::encode).collect();
    table.put_all(items, |_| {}).await.unwrap();
    let visitor = Visitor::signed_in_to(desk()).await;
    let text = page(&visitor, user).await.text();
    assert!(text.contains("Profile limit $30"), "{text}");
    assert!(text.contains("In effect, but dated"), "{text}");
    let form = [("user_id", user)];
    let seen: Overrides = visitor.post("/rpc/read_overrides", &form).await.unpack();
    assert_eq!(seen.context.version.unwrap().reason, "$30 opened");
}

#[tokio::test]
async fn a_temporary_profile_dated_ahead_is_in_effect_too() {
    let visitor = Visitor::signed_in_to(desk()).await;
    let page = page(&visitor, "user-gus").await;
    let text = page.text();
    assert!(text.contains("Profile limit $50"), "{text}");
    assert!(text.contains("In effect, but dated"), "{text}");
    let list = visitor.get("/users/user-gus/temporary-profiles").await;
    assert!(
        list.text()
            .contains("In effect, though it\u{2019}s dated ahead")
    );
}

/// What the form of one temporary profile or version warns of, filled in like this.
async fn warned(path: &str) -> String {
    let ada = signed_in("admin").await;
    let page = ada.get(path).await;
    assert_eq!(page.status, 200, "{path}");
    if !page.body.contains("aria-label=\"Warnings\"") {
        return String::new();
    }
    page.text_of("aria-label=\"Warnings\"", "</section>")
}

#[tokio::test]
async fn a_form_warns_of_what_it_takes_away_reopens_or_replaces() {
    let form = "temporary-profiles/new?preview=1&start=&expires=in+2+weeks&reason=Spring&floats=on";
    let thirty = "tier=1&tier=2&tier=3";
    // Closed by risk three weeks ago.
    let rosa = warned(&format!("/users/user-rosa/{form}&{thirty}")).await;
    assert!(rosa.contains("Floats were switched off on"), "{rosa}");
    assert!(rosa.contains("Closed by risk: repeated disputes"), "{rosa}");
    let rosa = warned("/users/user-rosa/new-version?preview=1&notes=&reason=x&floats=on&tier=1");
    assert!(rosa.await.contains("Closed by risk: repeated disputes"));
    // Has up to $80.
    let cleo = warned(&format!("/users/user-cleo/{form}&{thirty}")).await;
    assert!(
        cleo.contains("This lowers floats from $80 to $30."),
        "{cleo}"
    );
    // A compliance hold leaves $10.
    let seen: Overrides = {
        let ada = signed_in("admin").await;
        let form = [("user_id", "user-otto")];
        ada.post("/rpc/read_override_form", &form).await.unpack()
    };
    let held = seen.context.standing[0].held.sort.replace('#', "%23");
    let otto = warned(&format!("/users/user-otto/{form}&{thirty}&replaces={held}")).await;
    assert!(otto.contains("This replaces a hold"), "{otto}");
    assert!(otto.contains("Compliance hold: identity review"), "{otto}");
    // Takes nothing away.
    let ben = warned(&format!("/users/user-ben/{form}&{thirty}")).await;
    assert!(!ben.contains("lowers"), "{ben}");
}

#[tokio::test]
async fn the_page_of_temporary_profiles_gives_the_same_answer() {
    let visitor = Visitor::signed_in_to(desk()).await;
    for user in ["user-bea", "user-mia", "user-nora", "user-lou", "user-ada"] {
        let address = format!("/users/{user}/temporary-profiles");
        let list = visitor.get(&address).await;
        let said = list.text_of("class=\"answer-sentence\"", "<button");
        assert_eq!(said.trim(), sentence(&visitor, user).await, "{user}");
    }
}
