//! Campaigns over HTTP, and one whose server is killed again and again.

use crate::accounts::{PASSWORD, sign_in};
use crate::desk::{Desk, Engine, built_site, config_by, engine};
use crate::process::{Running, add_staff, float_desk};
use crate::visitor::{Answer, Visitor};
use app::api::campaigns::{CampaignPage, CampaignsPage, Progress};
use app::error::AppError;
use domain::audit::{Action, AuditList};
use domain::campaign::{Campaign, CampaignState, Choices, Tally, UserState};
use domain::id::{CampaignId, StaffId, UserId};
use domain::instant::Instant;
use domain::offer_change::Group;
use domain::role::{Role, Staff};
use domain::value::Value;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, SystemTime};
use std::{env, iter};
use store::campaign::run;
use store::embedded::{Embedded, Sweeping};
use store::{Store, campaign, guard, override_copy, temporary_profile};
use tempfile::TempDir;

async fn as_role(desk: &Desk, role: &str) -> Visitor {
    let mut visitor = Visitor::to(desk);
    visitor.sign_in(role, "/").await;
    visitor
}

async fn operation(visitor: &Visitor) -> String {
    let answer = patiently(visitor, "/rpc/list_campaigns", &[]).await;
    let page: CampaignsPage = answer.unpack();
    page.operation
}

fn ids(prefix: &str, count: usize) -> Vec<String> {
    (1..=count).map(|n| format!("{prefix}-{n:05}")).collect()
}

/// Sends the form; what comes back leads to the campaign where it was taken.
async fn create(visitor: &Visitor, operation: &str, list: &str, expires: &str) -> Answer {
    let form = [
        ("operation", operation),
        ("name", "Thanksgiving"),
        ("list", list),
        ("change[floats]", "raise"),
        ("change[amount]", "30"),
        ("start", ""),
        ("expires", expires),
        ("reason", "promotion"),
    ];
    patiently(visitor, "/rpc/create_campaign", &form).await
}

/// The id of the campaign that was made.
fn made(answer: &Answer) -> String {
    assert_eq!(answer.status, 200, "{}", answer.body);
    let (_, id) = answer.location().split_once("/campaigns/").unwrap();
    id.to_owned()
}

/// Asks again where a busy machine did not answer in time, as a person would: nothing is done twice.
async fn patiently(visitor: &Visitor, path: &str, form: &[(&str, &str)]) -> Answer {
    loop {
        let answer = visitor.post(path, form).await;
        if answer.status != 503 {
            return answer;
        }
    }
}

async fn progress(visitor: &Visitor, id: &str) -> Progress {
    let answer = patiently(visitor, "/rpc/read_campaign_progress", &[("id", id)]).await;
    let progress: Option<Progress> = answer.unpack();
    progress.unwrap()
}

#[tokio::test]
async fn without_javascript_a_long_list_comes_back_with_what_is_wrong_beside_it() {
    let desk = Desk::open(&engine().config()).await;
    let visitor = as_role(&desk, "admin").await;
    let list = ids("a-rather-long-id-of-a-user", 5_000).join("\r\n");
    let operation = operation(&visitor).await;
    let form = [
        ("operation", operation.as_str()),
        ("name", "Thanksgiving"),
        ("list", list.as_str()),
        ("start", ""),
        ("expires", "yesterday"),
        ("reason", "promotion"),
    ];
    let answer = visitor
        .submit("/campaigns?after=x", "/rpc/create_campaign", &form)
        .await;
    assert_eq!(answer.status, 200);
    assert!(answer.has_frame());
    assert!(answer.body.contains("a-rather-long-id-of-a-user-05000"));
    assert!(!answer.text_of("id=\"expires-error\"", "</p>").is_empty());
    // Its address is not its own, so that the browser's half would show another page.
    assert!(!answer.body.contains(".wasm"));
    // A short one comes back by its address, as ever.
    let short = form.map(|(name, value)| (name, if name == "list" { "mia" } else { value }));
    let answer = visitor
        .submit("/campaigns", "/rpc/create_campaign", &short)
        .await;
    assert_eq!(answer.status, 302);
    assert!(answer.location().starts_with("/campaigns?"));
}

#[tokio::test]
async fn a_support_agent_makes_small_campaigns_and_no_large_one() {
    let desk = Desk::open(&engine().config()).await;
    let (support, admin) = (
        as_role(&desk, "support").await,
        as_role(&desk, "admin").await,
    );
    for (visitor, count, status) in [
        (&support, 100, 200),
        (&support, 101, 403),
        (&admin, 101, 200),
    ] {
        let operation = operation(visitor).await;
        let list = ids("size", count).join("\n");
        let answer = create(visitor, &operation, &list, "in 2 weeks").await;
        assert_eq!(answer.status, status, "{count}: {}", answer.body);
        if status == 200 {
            let id = CampaignId::new(made(&answer));
            assert!(campaign::get(&desk.store, &id).await.unwrap().is_some());
        }
    }
}

#[tokio::test]
async fn a_form_sent_twice_makes_one_campaign_and_one_event() {
    let desk = Desk::open(&engine().config()).await;
    let admin = as_role(&desk, "admin").await;
    let operation = operation(&admin).await;
    let once = made(&create(&admin, &operation, "a\nb", "in 2 weeks").await);
    let twice = made(&create(&admin, &operation, "a\nb", "in 2 weeks").await);
    assert_eq!(once, twice);
    let list = AuditList::OfAction(Action::CampaignCreated);
    let entries = store::audit::list(&desk.store, &list, 200, None).await;
    let events = entries.unwrap().events.into_iter();
    let events = events.map(|event| event.unwrap().value);
    let of_it: Vec<_> = events
        .filter(|event| event.id.starts_with(&operation))
        .collect();
    let [created] = of_it.as_slice() else {
        panic!("{of_it:?}")
    };
    let after = created.after.as_ref().unwrap();
    assert_eq!(after["users"], Value::text("2"));
    assert_eq!(after["floats"], Value::text("raised to at least $30"));
    assert!(after.contains_key("expires_on"));
    // Put right after a lost answer, it is another one: what was put right is not lost.
    let changed = made(&create(&admin, &operation, "a\nb\nc", "in 2 weeks").await);
    let found = campaign::get(&desk.store, &CampaignId::new(changed)).await;
    let changed = found.unwrap().unwrap().campaign.unwrap().value;
    assert_eq!(changed.users, 3);
}

#[tokio::test]
async fn what_is_wrong_with_a_campaign_is_said_at_its_field_and_nothing_is_made() {
    let desk = Desk::open(&engine().config()).await;
    let admin = as_role(&desk, "admin").await;
    let operation = operation(&admin).await;
    for (list, expires, field) in [
        ("", "in 2 weeks", "list"),
        ("a", "2020-01-01", "expires"),
        ("a", "2090-01-01", "expires"),
        ("a", "soon", "expires"),
    ] {
        let answer = create(&admin, &operation, list, expires).await;
        assert_eq!(answer.status, 400, "{list} {expires}");
        let error: AppError = answer.unpack();
        let AppError::Rejected { ref errors, .. } = error else {
            panic!("{error:?}")
        };
        assert!(errors.at(field).is_some(), "{errors}");
        assert_eq!(error.typed("expires"), Some(expires));
    }
    let list = AuditList::OfAction(Action::CampaignCreated);
    let entries = store::audit::list(&desk.store, &list, 200, None).await;
    let mut events = entries.unwrap().events.into_iter();
    assert!(!events.any(|event| event.unwrap().value.id.starts_with(&operation)));
}

#[tokio::test]
async fn nothing_starts_before_it_was_checked_and_nobody_else_s_is_undone_by_support() {
    let desk = Desk::open(&engine().config()).await;
    let (support, admin) = (
        as_role(&desk, "support").await,
        as_role(&desk, "admin").await,
    );
    let operation = operation(&support).await;
    let made = made(&create(&support, &operation, "a\nb", "in 2 weeks").await);
    let id = [("id", made.as_str()), ("reason", "x"), ("why", "x")];
    assert_eq!(
        support.post("/rpc/start_campaign", &id[..1]).await.status,
        400
    );
    assert_eq!(
        support.post("/rpc/stop_campaign", &id[..2]).await.status,
        400
    );
    // Nobody started it, so it is nobody's to undo but an admin's; who has nothing to undo yet.
    assert_eq!(support.post("/rpc/undo_campaign", &id).await.status, 403);
    assert_eq!(admin.post("/rpc/undo_campaign", &id).await.status, 400);
}

#[tokio::test]
async fn a_support_agent_starts_campaigns_for_a_hundred_users_a_day_and_an_admin_for_more() {
    let engine = Engine::start().await;
    let desk = Desk::open(&engine.config()).await;
    let (support, admin) = (
        as_role(&desk, "support").await,
        as_role(&desk, "admin").await,
    );
    let start = async |visitor: &Visitor, id: &str| {
        let answer = visitor.post("/rpc/start_campaign", &[("id", id)]).await;
        let said = (answer.status != 200).then(|| answer.unpack::<AppError>().to_string());
        (answer.status, said.unwrap_or_default())
    };
    let first = checked_list(&desk, &support, "first", 60).await;
    assert_eq!(start(&support, &first).await.0, 200);
    let second = checked_list(&desk, &support, "second", 41).await;
    let (status, said) = start(&support, &second).await;
    assert_eq!(status, 400);
    assert_eq!(
        said,
        "You can start campaigns for 100 users a day. Today 40 are left, and this campaign has 41. \
         Ask an admin to start it, or start it after midnight UTC. Nothing was changed."
    );
    // In two tabs at once, only one of two fits.
    let (third, fourth) = (
        checked_list(&desk, &support, "third", 30).await,
        checked_list(&desk, &support, "fourth", 30).await,
    );
    let (one, other) = tokio::join!(start(&support, &third), start(&support, &fourth));
    let mut statuses = [one.0, other.0];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 400], "{one:?} {other:?}");
    let (_, said) = if one.0 == 400 { one } else { other };
    assert!(said.contains("Today 10 are left"), "{said}");
    for (prefix, count) in [("large", 101), ("many", 90), ("more", 90)] {
        let id = checked_list(&desk, &admin, prefix, count).await;
        assert_eq!(start(&admin, &id).await.0, 200, "{prefix}");
    }
    // What support may not start any more, an admin may.
    assert_eq!(start(&admin, &second).await.0, 200);
}

/// `float-desk serve` as a process, on data that it keeps.
fn serve(home: &Path, site: &Path) -> (Running, String) {
    let mut server = Running(
        float_desk(home, &["serve", "--addr", "127.0.0.1:0"])
            .arg("--site-root")
            .arg(site)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap(),
    );
    let line = server.first_line();
    let url = line.split(' ').next_back().unwrap().to_owned();
    (server, url)
}

/// Asks until it is so. The test ends by itself where it never is.
async fn until(visitor: &Visitor, id: &str, is_so: impl Fn(&Progress) -> bool) -> Progress {
    loop {
        let progress = progress(visitor, id).await;
        if is_so(&progress) {
            return progress;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

/// 120 users, and 5,000 where the machine has time for it.
fn users() -> Vec<String> {
    let count = if env::var_os("FLOAT_DESK_TORTURE").is_some() {
        5_000
    } else {
        120
    };
    ids("tortured", count)
}

#[tokio::test]
async fn a_campaign_whose_server_is_killed_in_the_middle_does_each_user_exactly_once() {
    let (home, site) = (TempDir::new().unwrap(), built_site());
    add_staff(home.path(), "ada", "admin", PASSWORD);

    let (mut server, url) = serve(home.path(), site.path());
    let mut visitor = Visitor::at(&url);
    sign_in(&mut visitor, "ada", PASSWORD).await;
    let session = visitor.session.clone().unwrap();
    let (users, operation) = (users(), operation(&visitor).await);
    let id = made(&create(&visitor, &operation, &users.join("\n"), "in 2 weeks").await);
    until(&visitor, &id, |now| now.state == CampaignState::Ready).await;
    let start = [("id", id.as_str()), ("with_unknown", "on")];
    let answer = patiently(&visitor, "/rpc/start_campaign", &start).await;
    assert_eq!(answer.status, 200, "{}", answer.body);

    let all = users.len() as u64;
    for part in 1..4 {
        let seen = until(&visitor, &id, |now| now.tally.done >= all * part / 4).await;
        assert_eq!(seen.state, CampaignState::Running, "there is a middle");
        server.0.kill().unwrap();
        server.0.wait().unwrap();
        let (again, url) = serve(home.path(), site.path());
        server = again;
        visitor = Visitor::at(&url).with_session(session.clone());
    }
    let end = until(&visitor, &id, |now| now.state == CampaignState::Finished).await;
    assert_eq!((end.tally.done, end.tally.waiting), (all, 0));
    server.tell_to_stop();
    server.code();
    assert_once_each(home.path(), &id, &users).await;
}

/// Looks into the data itself: what each user has, and what is on record.
async fn assert_once_each(home: &Path, id: &str, users: &[String]) {
    let data = home.join("data");
    let engine = Embedded::start(&data, "float-desk", Sweeping::Off).unwrap();
    let store = Store::connect(&config_by(&engine.url)).await;
    let now = Instant::from(SystemTime::now());
    for user in users.iter().map(UserId::new) {
        let there = temporary_profile::unexpired(&store, &user, now).await;
        assert_eq!(there.unwrap().len(), 1, "{user}");
        let copies = override_copy::of_user(&store, &user).await.unwrap();
        assert_eq!(copies.len(), 1, "{user}");
        assert_eq!(guard::of_user(&store, &user).await.unwrap().version, 1);
    }
    let of_campaign = campaign::user::all(&store, &CampaignId::new(id))
        .await
        .unwrap();
    assert_eq!(of_campaign.len(), users.len());
    assert!(of_campaign.iter().all(|user| user.state == UserState::Done));
    let mut on_record = BTreeMap::new();
    let list = AuditList::OfAction(Action::OverrideStarted);
    let mut after = None;
    loop {
        let part = store::audit::list(&store, &list, 1_000, after.as_deref())
            .await
            .unwrap();
        for event in part.events {
            *on_record
                .entry(event.unwrap().value.user.unwrap())
                .or_insert(0) += 1;
        }
        after = part.next;
        if after.is_none() {
            break;
        }
    }
    let once: BTreeMap<_, _> = users.iter().map(UserId::new).zip(iter::repeat(1)).collect();
    assert_eq!(on_record, once);
}

#[tokio::test]
async fn a_campaign_s_page_shows_its_users_state_by_state() {
    let desk = Desk::open(&engine().config()).await;
    let analyst = as_role(&desk, "analyst").await;
    assert_eq!(analyst.get("/campaigns/no-such-campaign").await.status, 404);
    let support = as_role(&desk, "support").await;
    let operation = operation(&support).await;
    let id = made(&create(&support, &operation, "a\na\n\"open", "in 2 weeks").await);
    let answer = analyst.post("/rpc/read_campaign", &[("id", &id)]).await;
    let page: Option<CampaignPage> = answer.unpack();
    let page = page.unwrap();
    assert_eq!(page.campaign.users, 1);
    let not_taken = page.campaign.not_taken;
    assert_eq!((not_taken.duplicates, not_taken.malformed), (1, 1));
    assert!(page.refused.is_some() && page.refused_undo.is_some());
}

/// A campaign of so many users whose IDs begin alike, checked.
async fn checked_list(desk: &Desk, visitor: &Visitor, prefix: &str, count: usize) -> String {
    let users = ids(prefix, count);
    let users: Vec<_> = users.iter().map(String::as_str).collect();
    checked(desk, visitor, &users).await
}

/// A campaign of these users, checked.
async fn checked(desk: &Desk, visitor: &Visitor, users: &[&str]) -> String {
    let operation = operation(visitor).await;
    let id = made(&create(visitor, &operation, &users.join(", "), "in 2 weeks").await);
    let found = campaign::get(&desk.store, &CampaignId::new(&*id)).await;
    let head = found.unwrap().unwrap().campaign.unwrap().value;
    let users: Vec<_> = users.iter().map(|id| UserId::new(*id)).collect();
    let now = Instant::from(SystemTime::now());
    for some in users.chunks(20) {
        let found = run::check(&desk.store, &head, some, now).await.unwrap();
        campaign::note(&desk.store, &head.id, &Tally::of(&found))
            .await
            .unwrap();
    }
    run::end_of_check(&desk.store, &head).await.unwrap();
    id
}

async fn read_page(visitor: &Visitor, id: &str) -> CampaignPage {
    let answer = visitor.post("/rpc/read_campaign", &[("id", id)]).await;
    let page: Option<CampaignPage> = answer.unpack();
    page.unwrap()
}

#[tokio::test]
async fn the_check_step_shows_each_user_before_and_after_by_group() {
    let desk = Desk::open(&engine().config()).await;
    let support = as_role(&desk, "support").await;
    // By the demo world: closed by risk; a hold of $10 on $80; $20; a limit above $30; unknown.
    let users = ["user-rosa", "user-otto", "user-ben", "user-cleo", "check-1"];
    let id = checked(&desk, &support, &users).await;
    let page = read_page(&support, &id).await;
    let groups: BTreeMap<_, _> = page
        .users
        .iter()
        .flatten()
        .map(|user| {
            let change = user.change.as_ref().unwrap();
            let offers = format!("{} → {}", change.before.label(), change.after.label());
            (user.user_id.as_str(), (change.group(), offers))
        })
        .collect();
    let expected = |group, offers: &str| (group, offers.to_owned());
    assert_eq!(
        groups["user-ben"],
        expected(
            Group::Raised,
            "floats to $20, no loans → floats to $30, no loans"
        )
    );
    assert_eq!(groups["user-rosa"].0, Group::Reopened);
    assert_eq!(
        groups["user-otto"],
        expected(
            Group::HoldReplaced,
            "floats to $10, no loans → floats to $80, no loans"
        )
    );
    assert_eq!(groups["user-cleo"].0, Group::Unchanged);
    assert_eq!(groups["check-1"].0, Group::NoRecord);
    let raised = page.tally.group(&Group::Raised);
    assert_eq!(
        (raised.users, raised.before.0, raised.after.0),
        (1, 2_000, 3_000)
    );
    assert_eq!(page.tally.would_get(&Choices::default()), 1);
    assert!(page.refused_include.is_some(), "support includes nobody");

    let text = support.get(&format!("/campaigns/{id}")).await.text();
    for said in [
        "Closed by risk: repeated disputes",
        "This replaces a hold",
        "$20 → $30",
    ] {
        assert!(text.contains(said), "{said}: {text}");
    }
}

#[tokio::test]
async fn only_an_admin_includes_an_excluded_group_and_only_with_a_reason() {
    let desk = Desk::open(&engine().config()).await;
    let (support, admin) = (
        as_role(&desk, "support").await,
        as_role(&desk, "admin").await,
    );
    let id = checked(&desk, &support, &["user-ben"]).await;
    let start = |reason| [("id", &*id), ("lowered", "on"), ("lowered_reason", reason)];
    let refused = support.post("/rpc/start_campaign", &start("agreed")).await;
    assert_eq!(refused.status, 403, "{}", refused.body);
    let without = admin.post("/rpc/start_campaign", &start(" ")).await;
    assert_eq!(without.status, 400);
    let AppError::Rejected { errors, .. } = without.unpack() else {
        panic!("{}", without.body)
    };
    assert!(errors.at("lowered_reason").is_some());
    let done = admin.post("/rpc/start_campaign", &start("agreed")).await;
    assert_eq!(done.status, 200, "{}", done.body);
    let page = read_page(&admin, &id).await;
    assert_eq!(page.campaign.choices.lowered.as_deref(), Some("agreed"));
}

#[tokio::test]
async fn who_started_a_campaign_undoes_it_and_another_support_agent_does_not() {
    let desk = Desk::open(&engine().config()).await;
    let support = as_role(&desk, "support").await;
    let id = checked(&desk, &support, &["undo-1"]).await;
    let start = support.post("/rpc/start_campaign", &[("id", &id)]).await;
    assert_eq!(start.status, 200, "{}", start.body);
    let stop = [("id", &*id), ("reason", "enough")];
    assert_eq!(support.post("/rpc/stop_campaign", &stop).await.status, 200);
    // The demo has one account of each role, so another one's name is put into the item.
    let found = campaign::get(&desk.store, &CampaignId::new(&*id)).await;
    let mine = found.unwrap().unwrap().campaign.unwrap().value;
    let starter = mine.started_by.clone().unwrap();
    assert_eq!(starter.role, Role::Support);
    let page = read_page(&support, &id).await;
    assert!(page.refused_undo.is_none());
    let why = [("id", &*id), ("why", "by mistake")];
    assert_eq!(support.post("/rpc/undo_campaign", &why).await.status, 200);
    let page = read_page(&support, &id).await;
    assert_eq!(page.campaign.state, CampaignState::Undoing);
    assert_eq!(page.campaign.undo_reason, "by mistake");

    let others = Campaign {
        started_by: Some(Staff::new(StaffId::new("somebody-else"), Role::Support)),
        state: CampaignState::Finished,
        ..mine
    };
    assert!(others.may_be_undone_by(&starter).is_err());
}

#[tokio::test]
async fn ids_on_one_line_are_all_taken() {
    let desk = Desk::open(&engine().config()).await;
    let support = as_role(&desk, "support").await;
    let operation = operation(&support).await;
    let answer = create(&support, &operation, "user-bea, user-boris", "in 2 weeks").await;
    let id = CampaignId::new(made(&answer));
    let listed = campaign::listed(&desk.store, &id).await.unwrap();
    assert_eq!(listed, [UserId::new("user-bea"), UserId::new("user-boris")]);
}

#[tokio::test]
async fn a_place_that_is_none_of_the_list_starts_it_anew() {
    let desk = Desk::open(&engine().config()).await;
    let support = as_role(&desk, "support").await;
    let id = checked(&desk, &support, &["place-1"]).await;
    let whole = support.get(&format!("/campaigns/{id}")).await;
    assert!(whole.text().contains("place-1"), "{}", whole.text());
    let address = format!("/campaigns/{id}?after=%3Cnonsense%3E");
    let odd = support.get(&address).await;
    assert_eq!(odd.status, 200);
    assert!(odd.text().contains("place-1"), "{}", odd.text());
}
