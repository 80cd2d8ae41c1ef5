//! Opens the database that the command line names.

use crate::cli::{StoreArgs, StoreKind};
use store::embedded::{Embedded, EmbeddedError, Sweeping};
use store::schema::{Asking, TableReport, check, create_missing};
use store::{Endpoint, ErrorKind, Operation, Store, StoreError, TableId};

/// The tables, and the engine behind them where it runs in this process.
pub struct Database {
    pub store: Store,
    pub embedded: Option<Embedded>,
}

/// Which data the embedded engine opens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Contents {
    /// What was kept from the last time.
    Kept,
    /// A fresh file of its own beside the kept one, for the demo world.
    Demo,
}

/// Why there is no database to work on, in one line for the terminal.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    #[error(transparent)]
    Embedded(#[from] EmbeddedError),
    #[error("the table {name} in {region} cannot be used: {why}")]
    Table {
        name: String,
        region: String,
        why: String,
    },
    #[error(
        "a call to the database failed: {operation} on {table}: {kind}; RUST_LOG=debug tells more"
    )]
    Call {
        table: TableId,
        operation: Operation,
        kind: ErrorKind,
    },
}

impl From<StoreError> for OpenError {
    fn from(error: StoreError) -> Self {
        tracing::debug!(%error, "a call to the database failed");
        let StoreError {
            table,
            operation,
            kind,
            ..
        } = error;
        Self::Call {
            table,
            operation,
            kind,
        }
    }
}

impl Database {
    /// Opens the database; the embedded one with every table it lacks.
    pub async fn open(args: &StoreArgs, contents: Contents) -> Result<Self, OpenError> {
        if args.store == StoreKind::Aws {
            let store = Store::connect(&args.config(Endpoint::Aws)).await;
            return Ok(Self {
                store,
                embedded: None,
            });
        }
        let name = match contents {
            Contents::Kept => "float-desk",
            Contents::Demo => "demo",
        };
        if contents == Contents::Demo {
            Embedded::forget(&args.data_dir, name)?;
        }
        let embedded = Embedded::start(&args.data_dir, name, Sweeping::InBackground)?;
        let store = Store::connect(&args.config(Endpoint::At(embedded.url.clone()))).await;
        create_missing(&store, &TableId::ALL).await?;
        Ok(Self {
            store,
            embedded: Some(embedded),
        })
    }

    /// Makes sure that serving makes sense. Without its own table Float Desk can do nothing; what is
    /// wrong with any other is logged, and shown on the pages that need it.
    pub async fn check_for_serving(&self) -> Result<(), OpenError> {
        let (ours, others): (Vec<_>, Vec<_>) = check(&self.store, Asking::ForACommand)
            .await
            .into_iter()
            .filter(|report| !report.is_fine())
            .partition(|report| report.id.is_ours());
        // Ours first: where nothing can be reached, one line says so and not eleven.
        if let Some(report) = ours.into_iter().next() {
            let why = said(&report);
            let TableReport { name, region, .. } = report;
            return Err(OpenError::Table { name, region, why });
        }
        for report in others {
            let why = said(&report);
            tracing::warn!(
                table = report.name,
                region = report.region,
                why,
                "a table cannot be used"
            );
        }
        Ok(())
    }
}

/// A table's findings in one line.
pub fn said(report: &TableReport) -> String {
    match &report.outcome {
        Ok(findings) => {
            let findings: Vec<_> = findings.iter().map(ToString::to_string).collect();
            findings.join("; ")
        }
        Err(error) => error.kind.to_string(),
    }
}
