//! Holds and closed profiles: who may lift them, what a new version that closes a user ends, and how the
//! timeline tells it.

use crate::desk::desk;
use crate::visitor::{Answer, Visitor};
use app::api::profile_versions::VersionForm;
use app::api::temporary_profiles::Overrides;
use app::api::timeline::TimelinePage;
use app::error::AppError;
use domain::id::UserId;
use domain::override_draft::LIFT_REASON;
use domain::timeline::{Detail, Event};

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

async fn save(visitor: &Visitor, user: &str, draft: &str) -> Answer {
    let seen = form_of(visitor, user).await;
    let version = seen.stamp.version.to_string();
    let form = [
        ("user_id", user),
        ("draft", draft),
        ("form", &seen.stamp.form),
        ("version", &version),
        ("confirmed", "yes"),
    ];
    visitor.post("/rpc/save_override", &form).await
}

/// What is done to the one temporary profile of a user.
async fn change(visitor: &Visitor, user: &str, path: &str, fields: &[(&str, &str)]) -> Answer {
    let seen = form_of(visitor, user).await;
    let [standing] = seen.context.standing.as_slice() else {
        panic!("{:?}", seen.context.standing)
    };
    let version = seen.stamp.version.to_string();
    let mut form = vec![
        ("user_id", user),
        ("of", &standing.held.sort),
        ("form", &seen.stamp.form),
        ("version", &version),
    ];
    form.extend(fields);
    visitor.post(path, &form).await
}

async fn replacing(visitor: &Visitor, user: &str, draft: &str) -> String {
    let seen = form_of(visitor, user).await;
    let sort = seen.context.standing[0].held.sort.replace('#', "%23");
    format!("{draft}&replaces={sort}")
}

const HOLD: &str = "start=&expires=in 2 weeks&reason=Compliance hold&tier=1";
const PROMOTION: &str = "start=&expires=in 3 weeks&reason=Spring&floats=on&tier=1&tier=2&tier=3";

#[tokio::test]
async fn a_hold_is_lifted_by_an_admin_alone_and_with_a_reason_of_its_own() {
    let user = "http-hold";
    let (support, admin) = (signed_in("support").await, signed_in("admin").await);
    let held = save(&support, user, HOLD).await;
    assert_eq!(held.status, 200, "{}", held.body);

    let silent = replacing(&admin, user, PROMOTION).await;
    let answer = save(&admin, user, &silent).await;
    let AppError::Rejected { errors, .. } = answer.unpack() else {
        panic!("{}", answer.body)
    };
    assert!(errors.at(LIFT_REASON).is_some(), "{errors}");
    let lifting = format!("{silent}&lift_reason=cleared by compliance");
    assert_eq!(save(&support, user, &lifting).await.status, 403);
    let cancel = [("reason", "over")];
    let answer = change(&support, user, "/rpc/cancel_override", &cancel).await;
    assert_eq!(answer.status, 403, "cancelling lifts it too");
    let sooner = [("expires", "in 1 day"), ("reason", "over")];
    let answer = change(&support, user, "/rpc/move_override_end", &sooner).await;
    assert_eq!(answer.status, 403, "as does an end that comes sooner");
    let later = [("expires", "in 30 days"), ("reason", "still open")];
    let answer = change(&support, user, "/rpc/move_override_end", &later).await;
    assert_eq!(answer.status, 200, "{}", answer.body);

    let lifting = replacing(&admin, user, PROMOTION).await;
    let lifting = format!("{lifting}&lift_reason=cleared by compliance");
    let answer = save(&admin, user, &lifting).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    let now = form_of(&admin, user).await;
    assert_eq!(now.context.standing[0].profile.reason, "Spring");
}

#[tokio::test]
async fn user_rosa_closed_by_risk_is_not_reopened_by_a_support_agent() {
    let support = signed_in("support").await;
    let answer = save(&support, "user-rosa", PROMOTION).await;
    let AppError::Rejected { errors, .. } = answer.unpack() else {
        panic!("{}", answer.body)
    };
    assert!(errors.at(LIFT_REASON).is_some(), "{errors}");
    let reopening = format!("{PROMOTION}&lift_reason=they called");
    assert_eq!(save(&support, "user-rosa", &reopening).await.status, 403);
}

async fn version_form(admin: &Visitor, user: &str) -> VersionForm {
    let form = [("user_id", user)];
    admin.post("/rpc/read_version_form", &form).await.unpack()
}

/// Closes a user who has no version yet.
async fn close(admin: &Visitor, user: &str, more: &str) -> Answer {
    let form = version_form(admin, user).await;
    let version = form.stamp.version.to_string();
    let draft = format!("reason=Closed by risk&notes=&tier=1&tier=2{more}");
    let fields = [
        ("user_id", user),
        ("draft", draft.as_str()),
        ("base", "none"),
        ("confirmed", "yes"),
        ("form", &form.stamp.form),
        ("version", &version),
    ];
    admin.post("/rpc/save_version", &fields).await
}

#[tokio::test]
async fn a_version_that_closes_a_user_ends_the_promotion_in_effect() {
    let (support, admin) = (signed_in("support").await, signed_in("admin").await);
    let scheduled = "start=in 30 days&expires=in 2 weeks&reason=Summer&floats=on&tier=1&tier=3";
    for (user, keeps) in [("http-close", ""), ("http-keep", "&keep_temporary=on")] {
        for draft in [PROMOTION, scheduled] {
            let answer = save(&support, user, draft).await;
            assert_eq!(answer.status, 200, "{}", answer.body);
        }
        let preview = format!(
            "/users/{user}/new-version?preview=1&base=none&notes=&reason=x&tier=1&tier=2{keeps}"
        );
        let text = admin.get(&preview).await.text();
        assert_eq!(
            text.contains("\u{201c}Spring\u{201d}, in effect until"),
            keeps.is_empty(),
            "{text}"
        );
        let answer = close(&admin, user, keeps).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        let left = form_of(&admin, user).await;
        let count = usize::from(!keeps.is_empty());
        assert_eq!(left.context.standing.len(), count, "{user}");
        // The scheduled one left the floats' switch alone, so it overrides nothing: by now it comes to
        // a profile without floats.
        let regular = left.context.regular();
        let [scheduled] = left.waiting.as_slice() else {
            panic!("{:?}", left.waiting)
        };
        assert!(!scheduled.settings_on(&regular).is_float_enabled);
    }
}

#[tokio::test]
async fn a_version_that_switches_loans_off_cancels_a_scheduled_start_that_switches_them_on() {
    let user = "http-loans-off";
    let (support, admin) = (signed_in("support").await, signed_in("admin").await);
    let scheduled = "start=in 30 days&expires=in 2 weeks&reason=Loans&floats=on&tier=1&tier=2&loans=on&loan=1&loan=2";
    assert_eq!(save(&support, user, scheduled).await.status, 200);
    let write = async |draft: &str| {
        let form = version_form(&admin, user).await;
        let (version, base) = (form.stamp.version.to_string(), form.base());
        let fields = [
            ("user_id", user),
            ("draft", draft),
            ("base", &base),
            ("confirmed", "yes"),
            ("form", &form.stamp.form),
            ("version", &version),
        ];
        admin.post("/rpc/save_version", &fields).await
    };
    let on = "reason=Loans on&notes=&floats=on&tier=1&tier=2&loans=on&loan=1";
    assert_eq!(write(on).await.status, 200);
    // Two versions of one second are a conflict.
    tokio::time::sleep(std::time::Duration::from_millis(1_100)).await;
    let off = "reason=Regulatory hold&notes=&floats=on&tier=1&tier=2";
    let answer = write(off).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    let left = form_of(&admin, user).await;
    assert_eq!((left.waiting.len(), left.given_up.len()), (0, 1));
}

async fn events(visitor: &Visitor, user: &str) -> Vec<Event> {
    let form = [("user_id", user), ("kind", "overrides")];
    let page: TimelinePage = visitor.post("/rpc/read_timeline", &form).await.unpack();
    page.events
}

#[tokio::test]
async fn an_extension_shows_both_ends_and_leaves_the_start_as_it_was() {
    let user = "http-extended";
    let support = signed_in("support").await;
    assert_eq!(save(&support, user, PROMOTION).await.status, 200);
    let first = form_of(&support, user).await.context.standing[0].clone();
    let later = [("expires", "in 40 days"), ("reason", "holiday")];
    let answer = change(&support, user, "/rpc/move_override_end", &later).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    let end = form_of(&support, user).await.context.standing[0]
        .profile
        .expires_on;

    let events = events(&support, user).await;
    let line = |words: &str| {
        let mut found = events.iter().filter(|event| event.line.contains(words));
        found
            .next()
            .unwrap_or_else(|| panic!("{words}: {events:?}"))
    };
    let first_end = first.profile.expires_on;
    let started = line("Started");
    assert!(
        started.line.ends_with(&format!(
            "until {first_end}: floats up to $30, loans switched off"
        )),
        "{}",
        started.line
    );
    let Detail::Temporary { changes, campaign } = &started.detail else {
        panic!("{started:?}")
    };
    assert_eq!((changes.len(), campaign), (1, &None));
    let moved = line("End changed");
    assert!(moved.line.ends_with(&format!("{first_end} → {end}")));
    assert_eq!(moved.reason, "holiday");
    assert_eq!(events.len(), 3, "a start, a change of its end, and an end");
    let page = support
        .get(&format!("/users/{}/timeline?kind=edits", UserId::new(user)))
        .await;
    assert!(
        page.text()
            .contains("Only changes by staff are listed here")
    );
}
