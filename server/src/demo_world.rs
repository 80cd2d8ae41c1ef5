//! Fills a fresh database with the demo world: its customers, and a few more members of staff.

mod overrides;

use crate::database::Database;
use app::api::demo::{DemoPeople, DemoPerson};
use domain::audit::{Action, AuditEvent};
use domain::id::{StaffId, UserId};
use domain::instant::Instant;
use domain::role::{Authority, Permit, Role};
use domain::staff_account::StaffAccount;
use fixtures::World;
use std::sync::Arc;
use std::time::SystemTime;
use store::staff_account::{self, StoredAccount};

/// Members of staff for the staff page to show. They have no password, so none of them can sign in.
const STAFF: [(&str, Role, bool); 4] = [
    ("kim", Role::Support, false),
    ("lee", Role::Analyst, false),
    ("max", Role::Admin, false),
    ("noor", Role::Support, true),
];

/// Writes the world, and says who is in it.
pub(crate) async fn fill(database: &Database) -> Result<DemoPeople, String> {
    let now = Instant::from(SystemTime::now());
    let world = World::demo(now);
    match &database.embedded {
        Some(engine) => world.import(engine, &database.store)?,
        None => world
            .write(&database.store)
            .await
            .map_err(|error| error.to_string())?,
    }
    let permit = Permit::on_authority_of(Authority::DemoWorld);
    for (name, role, is_disabled) in STAFF {
        let created_on = now.plus_days(-90).whole_seconds();
        let account = StaffAccount {
            is_disabled,
            ..StaffAccount::local(StaffId::new(name), role, created_on)
        };
        let new = StoredAccount {
            account,
            password_hash: None,
        };
        staff_account::add(&database.store, &permit, &new, &added(name, created_on))
            .await
            .map_err(|error| error.to_string())?;
    }
    overrides::write(&database.store, now)
        .await
        .map_err(|error| error.to_string())?;
    let people = fixtures::people()
        .into_iter()
        .map(|person| DemoPerson {
            id: UserId::new(person.id),
            story: person.story.to_owned(),
        })
        .collect();
    Ok(DemoPeople(Arc::new(people)))
}

fn added(name: &str, at: Instant) -> AuditEvent {
    AuditEvent {
        id: format!("demo-{name}"),
        at,
        who: Authority::DemoWorld.id(),
        label: None,
        role: None,
        from: String::new(),
        action: Action::StaffAdded,
        user: None,
        subject: name.to_owned(),
        reason: "the demo world".to_owned(),
        before: None,
        after: None,
    }
}
