//! No page makes an element of what somebody stored, typed, or put into an address.

#[path = "injection/fill.rs"]
mod fill;
#[path = "injection/names.rs"]
mod names;
#[path = "injection/people.rs"]
mod people;
#[path = "injection/poison.rs"]
mod poison;
#[path = "injection/walk.rs"]
mod walk;

use crate::accounts;
use crate::desk::{Desk, Engine};
use crate::drafting::{self, renamed};
use crate::markup::FieldKind;
use app::effect::{self, Effect};
use app::error::AppError;
use app::machinery::WorkerBoard;
use app::paths;
use domain::form::FieldErrors;
use domain::id::UserId;
use domain::instant::Instant;
use domain::role::Role;
use domain::value::{Attributes, Value};
use fill::Filling;
use fixtures::World;
use leptos::server_fn::axum::server_fn_paths;
use leptos::server_fn::error::ServerFnUrlError;
use poison::{Items, PAYLOAD, SHORT, id};
use server::secret::{Purpose, Signer};
use server::workers::indexer::Index;
use server::workers::{Worker, Workers};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, SystemTime};
use store::indexer::{Settings, position};
use store::ledger::Retention;
use store::rulebook;
use walk::{Walk, field};

/// People of the demo world who between them have everything that a user can have.
const PEOPLE: [&str; 14] = [
    "user-12345",
    "user-hana",
    "user-mia",
    "user-theo",
    "user-piet",
    "user-lou",
    "user-bea",
    "user-paula",
    "user-petra",
    "user-carl",
    "user-max",
    "user-hugo",
    "user-lena",
    "user-broken-types",
];

/// Forms store what is about the first that a walk comes to.
const CHANGED: usize = 4;

/// So many fields of other pages are in an address at once.
const TOGETHER: usize = 6;

/// The name of the admin who walks: plain at first, and then with the payload. The last of all, since
/// forms change the account that comes first.
const ADMIN: &str = "zoe";

/// Pages that show nothing of what people type: tables and workers, and who signs in how.
const SILENT: [&str; 2] = ["/system", "/sign-in"];

/// Shown only where a temporary profile that the walk can't save is in effect; its texts are those of
/// `save_override`.
const NOT_SENT: [&str; 1] = ["/rpc/move_override_end"];

struct Poisoned {
    desk: Desk,
    walk: Walk,
    /// Runs for as long as this is kept.
    _engine: Engine,
}

impl Poisoned {
    async fn open(items: Items) -> Self {
        let mut world = World::demo(now());
        for items in world.items.values_mut() {
            items.retain(is_of_people);
        }
        let engine = Engine::start_with(poison::world(&world, items)).await;
        let desk = Desk::open_without_demo(&engine.config()).await;
        accounts::add(&desk.store, &id("kim"), Role::Support).await;
        people::add(&desk.store).await;
        fill_ledger(&desk).await;
        let admin = drafting::signed_in(&desk, ADMIN, Role::Admin).await;
        let walk = Walk::new(admin.careless());
        Self {
            desk,
            walk,
            _engine: engine,
        }
    }

    /// From now on somebody else walks.
    async fn sign_in(&mut self, name: &str, role: Role) {
        let visitor = drafting::signed_in(&self.desk, name, role).await;
        self.walk.visitor = visitor.careless();
        assert_eq!(self.walk.visitor.get("/").await.status, 200, "{name}");
    }

    /// Past Float Desk, as a script does: nobody recorded it, and drafts are out of date.
    async fn change_rulebooks(&self) {
        let store = &self.desk.store;
        let rulebooks = rulebook::all(store).await.unwrap().into_iter();
        let rulebooks = rulebooks.filter_map(|it| Some(it.ok()?.value));
        let changed = rulebooks.map(|it| rulebook::encode(&renamed(&it, &id("by a script"))));
        drafting::script(store, changed.collect()).await;
    }

    /// Opens every page that a link leads to, so many that differ in what they are about alone.
    async fn walk(&mut self, alike: usize) {
        let fixed = self.walk.routes.iter().filter(|it| !it.contains('{'));
        let fixed: Vec<_> = fixed.cloned().collect();
        let people = PEOPLE.map(|person| paths::user(&UserId::new(id(person))));
        self.walk.from(fixed.into_iter().chain(people), alike).await;
    }
}

/// Items of everybody else would only be more of the same.
fn is_of_people(item: &Attributes) -> bool {
    match item.get("user_id") {
        Some(Value::Text(user)) => PEOPLE.contains(&user.as_str()),
        _ => true,
    }
}

fn now() -> Instant {
    Instant::from(SystemTime::now())
}

/// What the indexer does in the background.
async fn fill_ledger(desk: &Desk) {
    let settings = Settings {
        retention_days: Retention::DEFAULT_DAYS,
        read_units_per_second: 100_000,
        parts: 1,
        clock: now,
    };
    let worker: Vec<Arc<dyn Worker>> = vec![Arc::new(Index::new(settings))];
    let running = Workers::start(&desk.store, worker, &WorkerBoard::default());
    let is_read = || async {
        let position = position::read(&desk.store).await.unwrap_or_default();
        position.pass.is_some_and(|pass| pass.finished.is_some())
    };
    while !is_read().await {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_stored_typed_or_in_an_address_makes_no_element() {
    let mut poisoned = Poisoned::open(Items::Readable).await;
    poisoned.walk(PEOPLE.len()).await;
    let refused = poisoned.walk.send_forms(Filling::Payload).await;
    let stored = poisoned.walk.send_forms(Filling::Takeable).await;
    // What the forms stored is on the pages now, with forms of its own.
    poisoned.change_rulebooks().await;
    poisoned.walk(CHANGED).await;
    // Every page has the name of whoever looks at it.
    let showing = poisoned.walk.showing.clone();
    poisoned
        .sign_in(&format!("{ADMIN}{SHORT}"), Role::Admin)
        .await;
    let changed = poisoned.walk.send_forms(Filling::Takeable).await;
    poisoned.walk(CHANGED).await;
    poisoned.answer_forms().await;
    poisoned.open_addresses().await;
    for role in [Role::Support, Role::Analyst] {
        poisoned.open_as(role).await;
    }
    assert_eq!(poisoned.walk.made, BTreeSet::new());
    let sent = [refused, stored, changed].concat().into_iter().collect();
    let not_covered = not_covered(&poisoned, &showing, &sent);
    assert_eq!(not_covered, Vec::<String>::new());
}

/// What this test would have to cover, and doesn't.
fn not_covered(
    poisoned: &Poisoned,
    showing: &BTreeSet<String>,
    sent: &BTreeSet<String>,
) -> Vec<String> {
    let walk = &poisoned.walk;
    let pages = || walk.routes.iter().filter(|route| !route.contains('*'));
    let unreached = pages().filter(|it| !walk.pages.contains_key(*it));
    let unreached = unreached.map(|it| format!("no link leads to {it}"));
    let is_silent = |it: &str| !showing.contains(it) && !SILENT.contains(&it);
    let silent = pages().filter(|it| is_silent(it));
    let silent = silent.map(|it| format!("{it} doesn't show the payload"));
    let functions = server_fn_paths().map(|(path, _)| path);
    let writing = functions.filter(|path| effect::of(path) == Some(Effect::Writes));
    let unsent = writing.filter(|path| !sent.contains(*path) && !NOT_SENT.contains(path));
    let unsent = unsent.map(|path| format!("no form was found for {path}"));
    unreached.chain(silent).chain(unsent).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_stored_and_cannot_be_read_makes_no_element() {
    let mut poisoned = Poisoned::open(Items::Broken).await;
    poisoned.walk(PEOPLE.len()).await;
    assert_eq!(poisoned.walk.made, BTreeSet::new());
}

/// A what-if's fields: each names a rulebook behind the dot.
const OF_RULEBOOKS: [&str; 4] = ["drop.", "priority.", "share.", "type."];

impl Poisoned {
    /// Opens every page with the payload in its address.
    async fn open_addresses(&mut self) {
        let of_any_page = names::of_fields();
        for name in ["q", "at", "expires", "copy-of", "problem", "from"] {
            assert!(of_any_page.contains(name), "{name} is in an address");
        }
        let names: Vec<_> = of_any_page
            .into_iter()
            .chain(OF_RULEBOOKS.map(str::to_owned))
            .map(|name| if name.ends_with('.') { id(&name) } else { name })
            .collect();
        let single = names::of_single_fields();
        assert!(single.contains("q") && single.contains("before") && single.len() < 60);
        let walk = &mut self.walk;
        for route in walk.routes.clone() {
            for page in addresses(&route) {
                walk.open(&page).await;
                // All at once, a few at once, and the page's own alone, since a page may stop at the first
                // that is wrong.
                for names in names.chunks(40) {
                    let fields: Vec<_> = names.iter().map(|name| field(name)).collect();
                    walk.open(&format!("{page}?{}", fields.join("&"))).await;
                }
            }
            let page = addresses(&route).remove(0);
            let own = walk.fields.get(&route).cloned().unwrap_or_default();
            for name in &own {
                walk.open(&format!("{page}?{}", field(name))).await;
            }
            let others: Vec<_> = single.difference(&own).collect();
            for names in others.chunks(TOGETHER) {
                let fields: Vec<_> = names.iter().map(|name| field(name)).collect();
                walk.open(&format!("{page}?{}", fields.join("&"))).await;
            }
        }
    }

    /// Opens every page as somebody who may see less of it, or is refused.
    async fn open_as(&mut self, role: Role) {
        self.sign_in(role.as_str(), role).await;
        for pages in self.walk.pages.clone().into_values() {
            for page in pages {
                self.walk.open(&page).await;
            }
        }
    }

    /// Opens every page with a form as if the form had been refused.
    async fn answer_forms(&mut self) {
        let signer = Signer::new(self.desk.store.clone());
        let who = format!("{ADMIN}{SHORT}");
        let walk = &mut self.walk;
        let forms: Vec<_> = walk.forms.values().cloned().collect();
        assert!(
            forms
                .iter()
                .any(|(_, form)| form.action == "/rpc/save_version")
        );
        // The theme can be chosen on every page, and has no texts.
        let asks = |action: &str| action.starts_with("/rpc/") && action != "/rpc/set_theme";
        for (page, form) in forms.iter().filter(|(_, form)| asks(&form.action)) {
            let path = page.split('?').next().unwrap();
            let fields: Vec<_> = form
                .fields
                .iter()
                .map(|field| {
                    let value = match field.kind {
                        FieldKind::Text => PAYLOAD,
                        _ => &field.value,
                    };
                    (field.name.clone(), value.to_owned())
                })
                .collect();
            for answer in answers(&fields) {
                let url = ServerFnUrlError::new(&form.action, answer).to_url("http://desk/");
                let url = url.unwrap();
                let query = url.query().unwrap();
                let error = paths::from_query(query, "__err").unwrap();
                let context = [who.as_str(), path, &form.action, &error];
                let soon = now().plus_seconds(60);
                let signature = signer.sign(Purpose::FormAnswer, &context, b"", soon);
                let signature = paths::query_value(&signature.await.unwrap());
                let separator = if page.contains('?') { '&' } else { '?' };
                let address = format!("{page}{separator}{query}&__sig={signature}");
                let response = walk.visitor.get(&address).await;
                assert_ne!(response.status, 303, "{page} does not take its answer");
                walk.look_at(&address, &response);
            }
        }
    }
}

/// A route with the payload in all of its segments: as our own links have it, and as anybody may write
/// it.
fn addresses(route: &str) -> Vec<String> {
    let filled = |segment: String| {
        let parts = route.split('/').map(|part| {
            if part.starts_with('{') {
                segment.clone()
            } else {
                part.to_owned()
            }
        });
        parts.collect::<Vec<_>>().join("/")
    };
    let ours = paths::segment(PAYLOAD);
    let plain = paths::query_value(PAYLOAD).replace('/', "%2F");
    if route.contains('{') {
        vec![filled(ours), filled(plain)]
    } else {
        vec![route.to_owned()]
    }
}

/// Answers that a form could get, with the payload in every text of theirs.
fn answers(fields: &[(String, String)]) -> Vec<AppError> {
    let typed: Vec<_> = fields.to_vec();
    let mut errors = FieldErrors::default();
    for (name, _) in fields {
        errors.add(name, PAYLOAD);
    }
    let (what, request_id) = (PAYLOAD.to_owned(), PAYLOAD.to_owned());
    vec![
        AppError::Rejected {
            errors,
            typed: typed.clone(),
        },
        AppError::Changed {
            now: PAYLOAD.to_owned(),
            typed,
        },
        AppError::Invalid(PAYLOAD.to_owned()),
        AppError::Unavailable { what, request_id },
    ]
}
