//! People whom an identity provider vouches for: known by who they are, whatever they are called.

use crate::accounts::{PASSWORD, add, change, event, permit, sign_in};
use crate::desk::{Desk, Engine};
use crate::drafting::{draft, live, proposal, step, with_priority};
use crate::identity_provider::{COOKIE_NAME, IdentityProvider, UnderWay};
use crate::visitor::{Answer, Visitor};
use domain::audit::{Action, AuditEvent, AuditList};
use domain::id::StaffId;
use domain::instant::Instant;
use domain::proposal::ReviewRule;
use domain::role::{Role, Staff};
use domain::staff_account::{KeptBy, StaffAccount};
use reqwest::header::SET_COOKIE;
use serde_json::{Value, json};
use server::secret::Signer;
use std::collections::BTreeMap;
use store::Store;
use store::session::{self, StoredSession};
use store::staff_account::{self, StoredAccount};
use tower_sessions::session::Id;

struct World {
    provider: IdentityProvider,
    desk: Desk,
    _engine: Engine,
}

impl World {
    async fn on(engine: Engine) -> Self {
        let provider = IdentityProvider::start().await;
        // As `serve` does before anybody can ask.
        let signer = Signer::new(Store::connect(&engine.config()).await);
        signer.prepare().await.unwrap();
        let desk = Desk::open_with_provider(&engine.config(), &provider.issuer).await;
        Self {
            provider,
            desk,
            _engine: engine,
        }
    }

    async fn start() -> Self {
        Self::on(Engine::start_with(BTreeMap::new()).await).await
    }

    /// Signs the person with this subject in, under a name and with a role.
    async fn sign_in(&self, subject: &str, name: &str, role: &str) -> (Visitor, Answer) {
        let claims = json!({"sub": subject, "preferred_username": name, "roles": [role]});
        self.provider.sign_in(&self.desk, &claims).await
    }

    /// An account of an earlier version: from the provider, and known by its name only.
    async fn add_unlinked(&self, name: &str, role: Role) {
        let account = StaffAccount {
            kept_by: KeptBy::Provider,
            ..StaffAccount::local(StaffId::new(name), role, Instant::EPOCH)
        };
        let stored = StoredAccount {
            account,
            password_hash: None,
        };
        staff_account::add(&self.desk.store, &permit(), &stored, &event(name))
            .await
            .unwrap();
    }

    async fn account(&self, id: &str) -> StaffAccount {
        let found = staff_account::get(&self.desk.store, &StaffId::new(id)).await;
        found.unwrap().unwrap().unwrap().value.account
    }

    async fn ids(&self) -> Vec<String> {
        let all = staff_account::all(&self.desk.store).await.unwrap();
        let ids = all
            .into_iter()
            .map(|it| it.unwrap().value.account.id.to_string());
        ids.collect()
    }

    async fn events(&self, action: Action) -> Vec<AuditEvent> {
        let of = AuditList::OfAction(action);
        let page = store::audit::list(&self.desk.store, &of, 50, None).await;
        let events = page.unwrap().events.into_iter();
        events.map(|event| event.unwrap().value).collect()
    }

    async fn admin(&self) -> Visitor {
        add(&self.desk.store, "root", Role::Admin).await;
        let mut admin = Visitor::to(&self.desk);
        sign_in(&mut admin, "root", PASSWORD).await;
        assert!(admin.session.is_some());
        admin
    }

    /// An admin's decision on the person with this subject.
    async fn decide(
        &self,
        admin: &Visitor,
        (how, subject): (&str, &str),
        more: &[(&str, &str)],
    ) -> Answer {
        let whom = [
            ("issuer", self.provider.issuer.as_str()),
            ("subject", subject),
        ];
        let form = [&whom, more].concat();
        admin.post(&format!("/rpc/{how}_identity"), &form).await
    }
}

async fn who(visitor: &Visitor) -> Option<Staff> {
    visitor.post("/rpc/signed_in", &[]).await.unpack()
}

async fn name_of(visitor: &Visitor) -> (String, String) {
    let staff = who(visitor).await.unwrap();
    (staff.id.to_string(), staff.label)
}

fn called(id: &str, label: &str) -> (String, String) {
    (id.to_owned(), label.to_owned())
}

fn problem(answer: &Answer) -> &str {
    assert_eq!(answer.status, 303, "{}", answer.body);
    assert_eq!(answer.session(), None);
    answer
        .location()
        .split("problem=")
        .nth(1)
        .unwrap_or_default()
}

const BECAUSE: (&str, &str) = ("reason", "she told me on the phone");

#[tokio::test]
async fn a_renamed_person_keeps_their_account_and_is_no_second_pair_of_eyes() {
    let world = World::on(Engine::start().await).await;
    let (author, _) = world.sign_in("1", "ada", "admin").await;
    let core = live(&world.desk.store, "core_v2").await.unwrap();
    let address = draft(&author, Some(&core), &with_priority(&core, 77)).await;
    assert_eq!(step(&author, &address, "submit", "1").await.status, 200);

    let (renamed, _) = world.sign_in("1", "augusta", "admin").await;
    assert_eq!(name_of(&renamed).await, called("ada", "augusta"));
    let refused = step(&renamed, &address, "approve", "2").await;
    assert_eq!(refused.status, 400, "{}", refused.body);
    let rule = ReviewRule::NotOnesOwn.to_string();
    assert!(refused.body.contains(&rule), "{}", refused.body);
    assert!(
        proposal(&renamed, &address)
            .await
            .proposal
            .approval
            .is_none()
    );
    // It's still theirs, and the session that began under the old name goes on under the new one.
    assert_eq!(name_of(&author).await, called("ada", "augusta"));
    let events = world.events(Action::StaffRenamed).await;
    assert_eq!((events.len(), events[0].subject.as_str()), (1, "ada"));

    // Somebody else who has the name by now is somebody else.
    let (namesake, _) = world.sign_in("2", "ada", "admin").await;
    assert_eq!(name_of(&namesake).await, called("ada-2", "ada"));
    let approved = step(&namesake, &address, "approve", "2").await;
    assert_eq!(approved.status, 200, "{}", approved.body);
    let approval = proposal(&author, &address).await.proposal.approval;
    assert_eq!(approval.unwrap().by.as_str(), "ada-2");
}

#[tokio::test]
async fn a_disabled_person_stays_out_under_any_name() {
    let world = World::start().await;
    let (vic, _) = world.sign_in("1", "vic", "support").await;
    assert_eq!(vic.get("/").await.status, 200);
    let disable = |account: &mut StaffAccount| account.is_disabled = true;
    change(&world.desk.store, "vic", disable).await;
    for name in ["vic", "victor", "VIC"] {
        let (_, answer) = world.sign_in("1", name, "admin").await;
        assert_eq!(problem(&answer), "provider", "{name}");
    }
    assert_eq!(world.ids().await, ["vic"]);

    // One of an earlier version, who is known by name only, and has another by now.
    world.add_unlinked("old", Role::Support).await;
    change(&world.desk.store, "old", disable).await;
    for name in ["new", "new", "newer"] {
        let (_, answer) = world.sign_in("2", name, "support").await;
        assert_eq!(problem(&answer), "held", "{name}");
    }
    assert_eq!(world.ids().await, ["old", "vic"]);
    let held = world.events(Action::IdentityHeld).await;
    assert_eq!(held.len(), 1, "a decision is asked for once");
}

#[tokio::test]
async fn two_people_of_one_name_are_two_accounts() {
    let world = World::start().await;
    for (subject, id) in [
        ("1", "dana"),
        ("2", "dana-2"),
        ("1", "dana"),
        ("2", "dana-2"),
    ] {
        let (dana, _) = world.sign_in(subject, "dana", "support").await;
        assert_eq!(name_of(&dana).await, called(id, "dana"));
    }
    let (shouting, _) = world.sign_in("3", "DANA", "support").await;
    assert_eq!(name_of(&shouting).await, called("DANA-3", "DANA"));
}

#[tokio::test]
async fn an_account_of_an_earlier_version_is_linked_at_the_next_sign_in() {
    let world = World::start().await;
    world.add_unlinked("dana", Role::Support).await;
    world.add_unlinked("vic", Role::Support).await;
    let before = world.session_of_earlier_version("dana", 1).await;
    assert_eq!(name_of(&before).await, called("dana", "dana"));

    let (dana, _) = world.sign_in("1", "dana", "support").await;
    assert_eq!(name_of(&dana).await, called("dana", "dana"));
    let linked = world.account("dana").await.link.unwrap();
    assert_eq!(linked.identity.subject, "1");
    assert!(linked.is_by_name);
    // Whoever began it was known by name only.
    assert_eq!(who(&before).await, None);
    let events = world.events(Action::IdentityLinked).await;
    assert_eq!((events.len(), events[0].subject.as_str()), (1, "dana"));
    assert_eq!(events[0].who.as_str(), "(identity provider)");

    // The account is dana's by name only, so that another dana makes it doubtful.
    let (_, answer) = world.sign_in("2", "dana", "support").await;
    assert_eq!(problem(&answer), "held");
    // And somebody with a name of their own could be vic.
    let (_, answer) = world.sign_in("3", "kim", "support").await;
    assert_eq!(problem(&answer), "held");
    let page = Visitor::to(&world.desk).get(answer.location()).await.text();
    assert!(page.contains("an admin has to confirm"), "{page}");
    assert_eq!(world.ids().await, ["dana", "vic"]);
}

impl World {
    /// As the first version stored it: by name, with the account's generation.
    async fn session_of_earlier_version(&self, name: &str, generation: i64) -> Visitor {
        let id = Id::default().to_string();
        let now = Instant::from(std::time::SystemTime::now());
        let data = json!({
            "axum-login.data": {
                "user_id": {"way": "Account", "name": name},
                "auth_hash": generation.to_string().as_bytes(),
            },
            "started": now.epoch_seconds(),
            "used": now.epoch_seconds(),
        });
        let stored = StoredSession {
            data: data.to_string(),
            expires: now.plus_seconds(600),
            owner: Some(StaffId::new(name)),
        };
        session::create(&self.desk.store, &id, &stored)
            .await
            .unwrap();
        Visitor::to(&self.desk).with_session(id)
    }
}

#[tokio::test]
async fn an_admin_says_whose_account_it_is() {
    let world = World::start().await;
    let admin = world.admin().await;
    world.add_unlinked("vic", Role::Support).await;
    for (subject, name) in [("1", "victor"), ("2", "kim"), ("3", "eve")] {
        let (_, answer) = world.sign_in(subject, name, "analyst").await;
        assert_eq!(problem(&answer), "held", "{name}");
    }
    let staff = admin.get("/staff").await.text();
    for name in ["victor", "kim", "eve"] {
        assert!(staff.contains(&format!("Decide on {name}")), "{staff}");
    }
    // Without a reason nothing happens; with one it happens once, however often it is sent.
    let to_vic = ("account", "vic");
    let blank = [to_vic, ("reason", " ")];
    let without = world.decide(&admin, ("link", "1"), &blank).await;
    assert_eq!(without.status, 400);
    for _ in 0..2 {
        let form = [to_vic, BECAUSE];
        assert_eq!(world.decide(&admin, ("link", "1"), &form).await.status, 200);
        assert_eq!(
            world.decide(&admin, ("add", "2"), &[BECAUSE]).await.status,
            200
        );
        assert_eq!(
            world
                .decide(&admin, ("reject", "3"), &[BECAUSE])
                .await
                .status,
            200
        );
    }
    let (vic, _) = world.sign_in("1", "victor", "analyst").await;
    assert_eq!(name_of(&vic).await, called("vic", "victor"));
    let (kim, _) = world.sign_in("2", "kim", "analyst").await;
    assert_eq!(name_of(&kim).await, called("kim", "kim"));
    let (_, eve) = world.sign_in("3", "eve", "analyst").await;
    assert_eq!(problem(&eve), "provider");

    let decided = [
        (Action::IdentityLinked, "vic"),
        (Action::StaffAdded, "kim"),
        (Action::IdentityRejected, "eve"),
    ];
    for (action, subject) in decided {
        let events = world.events(action).await.into_iter();
        let by_admin: Vec<_> = events
            .filter(|event| event.who.as_str() == "root")
            .collect();
        assert_eq!(by_admin.len(), 1, "{subject}: {by_admin:?}");
        assert_eq!(by_admin[0].subject, subject);
        assert_eq!(by_admin[0].reason, BECAUSE.1);
        assert!(by_admin[0].after.is_some());
    }
    // Who was rejected can still be added.
    assert_eq!(
        world.decide(&admin, ("add", "3"), &[BECAUSE]).await.status,
        200
    );
    let (eve, _) = world.sign_in("3", "eve", "analyst").await;
    assert_eq!(name_of(&eve).await, called("eve", "eve"));
}

#[tokio::test]
async fn whoever_had_the_account_so_far_waits_in_their_turn() {
    let world = World::start().await;
    let admin = world.admin().await;
    world.add_unlinked("dana", Role::Support).await;
    let (first, _) = world.sign_in("1", "dana", "support").await;
    world.sign_in("2", "dana", "support").await;
    let form = [("account", "dana"), BECAUSE];
    let linked = world.decide(&admin, ("link", "2"), &form).await;
    assert_eq!(linked.status, 200, "{}", linked.body);
    assert_eq!(who(&first).await, None, "the session is over");
    let (_, answer) = world.sign_in("1", "someone", "support").await;
    assert_eq!(problem(&answer), "held");
    let (dana, _) = world.sign_in("2", "dana", "support").await;
    assert_eq!(name_of(&dana).await, called("dana", "dana"));
    assert_eq!(world.ids().await, ["dana", "root"]);
}

#[tokio::test]
async fn an_account_with_a_password_is_taken_over_by_nobody_and_linked_by_another_admin_only() {
    let world = World::start().await;
    let admin = world.admin().await;
    for name in ["root", "Root"] {
        let (_, answer) = world.sign_in("1", name, "support").await;
        assert_eq!(problem(&answer), "held", "{name}");
    }
    let own = [("account", "root"), BECAUSE];
    let refused = world.decide(&admin, ("link", "1"), &own).await;
    assert_eq!(refused.status, 400, "{}", refused.body);
    assert!(world.account("root").await.link.is_none());

    add(&world.desk.store, "second", Role::Admin).await;
    let mut second = Visitor::to(&world.desk);
    sign_in(&mut second, "second", PASSWORD).await;
    assert_eq!(world.decide(&second, ("link", "1"), &own).await.status, 200);
    let mut by_password = Visitor::to(&world.desk);
    let answer = sign_in(&mut by_password, "root", PASSWORD).await;
    assert_eq!(problem(&answer), "wrong", "the password no longer works");
    let (root, _) = world.sign_in("1", "root", "support").await;
    assert_eq!(who(&root).await.unwrap().role, Role::Support);
}

#[tokio::test]
async fn a_retired_account_keeps_nobody_new_out() {
    let world = World::start().await;
    let admin = world.admin().await;
    world.add_unlinked("vic", Role::Support).await;
    let (_, answer) = world.sign_in("1", "kim", "support").await;
    assert_eq!(problem(&answer), "held");
    let form = [("name", "vic"), BECAUSE];
    for _ in 0..2 {
        let retired = admin.post("/rpc/retire_account", &form).await;
        assert_eq!(retired.status, 200, "{}", retired.body);
    }
    assert_eq!(world.events(Action::StaffRetired).await.len(), 1);
    let (lee, _) = world.sign_in("2", "lee", "support").await;
    assert_eq!(name_of(&lee).await, called("lee", "lee"));
    let (_, answer) = world.sign_in("3", "vic", "support").await;
    assert_eq!(problem(&answer), "held", "the retired name is doubtful");
    let in_use = admin.post("/rpc/retire_account", &[("name", "lee"), BECAUSE]);
    assert_eq!(in_use.await.status, 400);
}

#[tokio::test]
async fn a_role_that_the_provider_changed_ends_the_sessions_that_had_the_old_one() {
    let world = World::start().await;
    let (before, _) = world.sign_in("1", "kim", "support").await;
    let (after, _) = world.sign_in("1", "kim", "admin").await;
    assert_eq!(who(&after).await.unwrap().role, Role::Admin);
    assert_eq!(who(&before).await, None);
    let changes = world.events(Action::RoleChanged).await;
    assert_eq!(changes.len(), 1);
    let (role, admin) = ("role".to_owned(), domain::value::Value::text("admin"));
    assert_eq!(changes[0].after.as_ref().unwrap()[&role], admin);
    let (_, answer) = world.sign_in("1", "kim", "guest").await;
    assert_eq!(problem(&answer), "role");
}

#[tokio::test]
async fn an_address_is_a_name_only_if_it_is_verified() {
    let world = World::start().await;
    let mut names = Vec::new();
    for (subject, verified) in [("1", json!(true)), ("2", json!(false)), ("3", Value::Null)] {
        let claims = json!({
            "sub": subject, "email": "boss@x.example", "email_verified": verified, "roles": "support",
        });
        let (visitor, _) = world.provider.sign_in(&world.desk, &claims).await;
        names.push(name_of(&visitor).await.0);
    }
    assert_eq!(names, ["boss@x.example", "2", "3"]);
}

#[tokio::test]
async fn the_way_to_the_provider_is_in_a_cookie_and_in_no_table() {
    let world = World::start().await;
    let set_out = "/sign-in/provider?next=/users/mia";
    // The first time, the secret to sign with is read.
    Visitor::to(&world.desk).get(set_out).await;
    let before = world.desk.store.calls().by_table_and_operation();
    let answer = Visitor::to(&world.desk).get(set_out).await;
    assert_eq!(world.desk.store.calls().by_table_and_operation(), before);
    assert!(world.desk.store.calls().written().is_empty());
    let cookie = answer.header(SET_COOKIE).unwrap();
    let mut parts: Vec<_> = cookie.split("; ").collect();
    let value = parts
        .remove(0)
        .strip_prefix(&format!("{COOKIE_NAME}="))
        .unwrap();
    parts.sort_unstable();
    assert_eq!(
        parts,
        [
            "HttpOnly",
            "Max-Age=900",
            "Path=/",
            "SameSite=Lax",
            "Secure"
        ]
    );
    assert_eq!(answer.headers.get_all(SET_COOKIE).iter().count(), 1);
    // What is in it can be read by whoever holds it, and proves nothing.
    let payload = value.rsplit('.').next().unwrap();
    let payload = base64::Engine::decode(&base64::prelude::BASE64_URL_SAFE_NO_PAD, payload);
    let payload = String::from_utf8(payload.unwrap()).unwrap();
    let asked = UnderWay::set_out(Visitor::to(&world.desk), "/").await.asked;
    assert_eq!(asked["code_challenge_method"], "S256");
    let payload: Value = serde_json::from_str(&payload).unwrap();
    let fields: Vec<_> = payload.as_object().unwrap().keys().collect();
    assert_eq!(fields, ["seed", "next"]);
    let address = answer.location();
    assert!(!address.contains(payload["seed"].as_str().unwrap()));
}

#[tokio::test]
async fn a_sign_in_is_used_once_and_only_as_it_was_signed() {
    let world = World::start().await;
    let claims = json!({"sub": "1", "preferred_username": "sam", "roles": "support"});
    let set_out = async || UnderWay::set_out(Visitor::to(&world.desk), "/users/mia").await;
    let way = set_out().await;
    let answer = way.come_back(&world.provider.vouch(&way, &claims)).await;
    assert_eq!((answer.status, answer.location()), (303, "/users/mia"));
    assert!(answer.session().is_some());
    let mut cookies = answer.headers.get_all(SET_COOKIE).iter();
    let is_gone = |cookie: &str| cookie.starts_with(COOKIE_NAME) && cookie.contains("Max-Age=0");
    assert!(cookies.any(|cookie| is_gone(cookie.to_str().unwrap())));
    // Even where the browser kept it, and the provider gives another code for it.
    let again = way.come_back(&world.provider.vouch(&way, &claims)).await;
    assert_eq!(problem(&again), "provider");

    let other = set_out().await;
    let mixed = [
        // Another browser's address.
        UnderWay {
            cookie: other.cookie.clone(),
            ..way.clone()
        },
        UnderWay {
            cookie: String::new(),
            ..other.clone()
        },
        UnderWay {
            cookie: other.cookie.replacen('.', ".A", 1),
            ..other.clone()
        },
        UnderWay {
            cookie: format!("9{}", other.cookie),
            ..other.clone()
        },
    ];
    for (number, mixed) in mixed.into_iter().enumerate() {
        let answer = mixed
            .come_back(&world.provider.vouch(&other, &claims))
            .await;
        assert_eq!(problem(&answer), "provider", "{number}");
    }
    // A token for one sign-in is none for another.
    let third = set_out().await;
    let mut stolen = world.provider.vouch(&third, &claims);
    let answer = other.come_back(&stolen).await;
    assert_eq!(problem(&answer), "provider", "the PKCE verifier is another");
    stolen = world.provider.vouch(&other, &json!({
        "sub": "1", "preferred_username": "sam", "roles": "support", "nonce": third.asked["nonce"],
    }));
    let answer = other.come_back(&stolen).await;
    assert_eq!(problem(&answer), "provider", "the nonce is another");
    // What failed wrote nothing that keeps the right one out.
    let answer = other
        .come_back(&world.provider.vouch(&other, &claims))
        .await;
    assert!(answer.session().is_some(), "{}", answer.location());
}

#[tokio::test]
async fn who_comes_back_without_a_voucher_writes_no_more_than_attempts_allow() {
    let world = World::start().await;
    for _ in 0..8 {
        let way = UnderWay::set_out(Visitor::to(&world.desk), "/").await;
        assert_eq!(problem(&way.come_back("made-up").await), "provider");
    }
    let written = world.desk.store.calls().written();
    let kinds: Vec<_> = written.keys().map(|(_, kind)| kind.as_str()).collect();
    assert_eq!(kinds, ["ATTEMPT", "AUDIT", "AUDIT_ACTION", "AUDIT_PERSON"]);
    assert_eq!(world.events(Action::SignInFailed).await.len(), 5);
}
