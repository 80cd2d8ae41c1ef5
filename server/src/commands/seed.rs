//! `float-desk seed`: fills the tables with made-up users.

use crate::cli::SeedArgs;
use crate::database::{Contents, Database, OpenError};
use domain::instant::Instant;
use domain::value::Attributes;
use fixtures::LargePlan;
use indicatif::{ProgressBar, ProgressStyle};
use std::time::SystemTime;
use store::{Store, TableId};

#[derive(Debug, thiserror::Error)]
pub enum SeedError {
    #[error(transparent)]
    Open(#[from] OpenError),
    #[error("the embedded database refused the items: {0}")]
    Import(String),
}

pub async fn run(args: SeedArgs) -> Result<(), SeedError> {
    let database = Database::open(&args.store, Contents::Kept).await?;
    let plan = LargePlan {
        users: args.users,
        evaluations_per_user: args.evaluations_per_user,
        history: args.history,
    };
    let now = Instant::from(SystemTime::now());
    let rulebooks = if args.replace_rulebooks || has_no_rulebooks(&database.store).await? {
        LargePlan::rulebooks(now)
    } else {
        println!("the rulebooks that are there are left alone; --replace-rulebooks replaces them");
        Vec::new()
    };
    let bar = progress(plan.user_items() + rulebooks.len() as u64);
    for (table, items) in plan.chunks_with(now, rulebooks) {
        write(&database, table, items, &bar).await?;
    }
    bar.finish();
    println!(
        "{} users with {} items are there: load-000001 and on",
        plan.users,
        bar.position()
    );
    Ok(())
}

/// Whoever decides about real money is not to find other rules because somebody tried something at size.
async fn has_no_rulebooks(store: &Store) -> Result<bool, OpenError> {
    Ok(store::rulebook::all(store).await?.is_empty())
}

async fn write(
    database: &Database,
    table: TableId,
    items: Vec<Attributes>,
    bar: &ProgressBar,
) -> Result<(), SeedError> {
    let table = database.store.table(table);
    match &database.embedded {
        Some(engine) => {
            let count = items.len() as u64;
            engine
                .import(&table.name, items)
                .map_err(SeedError::Import)?;
            bar.inc(count);
        }
        None => table
            .put_all(items, |count| bar.inc(count))
            .await
            .map_err(OpenError::from)?,
    }
    Ok(())
}

fn progress(total: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:40} {human_pos}/{human_len} items, {eta} left");
    ProgressBar::new(total).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
