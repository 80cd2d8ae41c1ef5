//! `float-desk staff`: the accounts of an installation that keeps its own.

use crate::cli::{StaffAction, StaffArgs, StoreArgs};
use crate::database::{Contents, Database, OpenError};
use crate::sign_in::password::{self, PasswordError};
use domain::audit::{Action, AuditEvent};
use domain::id::StaffId;
use domain::instant::Instant;
use domain::role::{Authority, Permit, Role};
use domain::staff_account::StaffAccount;
use std::io::{IsTerminal, stdin};
use std::time::SystemTime;
use store::ErrorKind;
use store::staff_account::{self, StoredAccount};

#[derive(Debug, thiserror::Error)]
pub enum StaffError {
    #[error(transparent)]
    Open(#[from] OpenError),
    #[error("a name has 1 to 64 characters, letters, digits and . _ @ - only")]
    Name,
    #[error(transparent)]
    Password(#[from] PasswordError),
    #[error("the two passwords differ; nothing was added")]
    Differs,
    #[error("no password was given: {0}")]
    Unread(std::io::Error),
    #[error("there is already an account of that name, or of one that differs in case only")]
    Taken,
}

pub async fn run(args: StaffArgs) -> Result<(), StaffError> {
    match args.action {
        StaffAction::Add { name, role, store } => add(&store, &name, role).await,
        StaffAction::List(store) => list(&store).await,
    }
}

async fn add(args: &StoreArgs, name: &str, role: Role) -> Result<(), StaffError> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "._@-".contains(c);
    if name.is_empty() || name.len() > 64 || !name.chars().all(is_plain) {
        return Err(StaffError::Name);
    }
    let password_hash = Some(password::hash(ask()?).await?);
    let database = Database::open(args, Contents::Kept).await?;
    let now = Instant::from(SystemTime::now()).whole_seconds();
    let account = StaffAccount::local(StaffId::new(name), role, now);
    let event = added(&account);
    let new = StoredAccount {
        account,
        password_hash,
    };
    // Whoever can run this command has the database itself.
    let permit = Permit::on_authority_of(Authority::CommandLine);
    match staff_account::add(&database.store, &permit, &new, &event).await {
        Ok(()) => {
            println!("{name} can sign in as {role}");
            Ok(())
        }
        Err(error) if error.kind == ErrorKind::Conflict => Err(StaffError::Taken),
        Err(error) => Err(OpenError::from(error).into()),
    }
}

fn added(account: &StaffAccount) -> AuditEvent {
    AuditEvent {
        id: format!("{}-{}", Action::StaffAdded, account.id),
        at: account.created_on,
        who: Authority::CommandLine.id(),
        label: None,
        role: None,
        from: String::new(),
        action: Action::StaffAdded,
        user: None,
        subject: account.id.to_string(),
        reason: format!("float-desk staff add, as {}", account.role),
        before: None,
        after: Some(account.described()),
    }
}

/// Twice where somebody types, once where a line is piped in.
fn ask() -> Result<String, StaffError> {
    if !stdin().is_terminal() {
        let mut line = String::new();
        stdin().read_line(&mut line).map_err(StaffError::Unread)?;
        return Ok(line.trim_end_matches(['\n', '\r']).to_owned());
    }
    let ask = |prompt| rpassword::prompt_password(prompt).map_err(StaffError::Unread);
    let first = ask(format!(
        "Password (at least {} characters): ",
        password::SHORTEST
    ))?;
    if ask("The same again: ".to_owned())? == first {
        Ok(first)
    } else {
        Err(StaffError::Differs)
    }
}

async fn list(args: &StoreArgs) -> Result<(), StaffError> {
    let database = Database::open(args, Contents::Kept).await?;
    let accounts = staff_account::all(&database.store)
        .await
        .map_err(OpenError::from)?;
    for stored in accounts {
        match stored {
            Ok(record) => {
                let account = record.value.account;
                let state = if account.is_disabled { "disabled" } else { "" };
                println!("{:<24} {:<8} {state}", account.id, account.role);
            }
            Err(broken) => println!("{}: {broken}", broken.key),
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_account_that_the_command_line_added_is_on_record_as_it_is() {
        let account = StaffAccount::local(StaffId::new("dana"), Role::Analyst, Instant::EPOCH);
        let event = added(&account);
        assert_eq!(
            (event.before, event.after),
            (None, Some(account.described()))
        );
    }
}
