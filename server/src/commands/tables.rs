//! `float-desk tables`: checks every table, and creates what is ours to create.

use crate::cli::{StoreArgs, StoreKind, TablesAction, TablesArgs};
use crate::database::{Contents, Database, OpenError, said};
use store::TableId;
use store::schema::{Asking, check, create_missing};

#[derive(Debug, thiserror::Error)]
pub enum TablesError {
    #[error(transparent)]
    Open(#[from] OpenError),
    #[error("{0} of {total} tables cannot be used as they are", total = TableId::ALL.len())]
    Findings(usize),
}

pub async fn run(args: TablesArgs) -> Result<(), TablesError> {
    match args.action {
        TablesAction::Check(store) => report(&store).await,
        TablesAction::Create(store) => create(&store).await,
    }
}

async fn report(args: &StoreArgs) -> Result<(), TablesError> {
    let database = Database::open(args, Contents::Kept).await?;
    let mut unusable = 0;
    for report in check(&database.store, Asking::ForACommand).await {
        let findings = said(&report);
        let verdict = match (report.is_fine(), findings.as_str()) {
            (true, "") => "as expected".to_owned(),
            (true, findings) => format!("usable; {findings}"),
            (false, findings) => {
                unusable += 1;
                format!("NOT USABLE: {findings}")
            }
        };
        println!("{:<24} {:<10} {verdict}", report.name, report.region);
    }
    if unusable == 0 {
        Ok(())
    } else {
        Err(TablesError::Findings(unusable))
    }
}

async fn create(args: &StoreArgs) -> Result<(), TablesError> {
    // The embedded engine gets every table when it is opened.
    let database = Database::open(args, Contents::Kept).await?;
    let ours: Vec<_> = match args.store {
        StoreKind::Embedded => TableId::ALL.to_vec(),
        StoreKind::Aws => TableId::ALL.into_iter().filter(|id| id.is_ours()).collect(),
    };
    let created = create_missing(&database.store, &ours)
        .await
        .map_err(OpenError::from)?;
    for id in ours {
        let table = database.store.table(id);
        let word = if created.contains(&id) {
            "created"
        } else {
            "is there"
        };
        println!("{} in {}: {word}", table.name, table.region);
    }
    Ok(())
}
