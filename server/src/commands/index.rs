//! `float-desk index`: fills the decision ledger while somebody watches.

use crate::cli::IndexArgs;
use crate::database::{Contents, Database, OpenError};
use crate::workers::indexer::Index;
use crate::workers::{Worker, Workers};
use app::machinery::{Came, WorkerBoard};
use domain::indexer::Position;
use domain::worker;
use indicatif::{ProgressBar, ProgressStyle};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use store::indexer::{Indexer, Progress, TakenIn, position};
use store::schema::Asking;
use store::{Store, TableId, schema};
use tokio::signal;
use tokio::sync::Notify;

const LOOK: Duration = Duration::from_secs(1);

#[derive(Debug, thiserror::Error)]
pub enum IndexError {
    #[error(transparent)]
    Open(#[from] OpenError),
}

/// How it ended.
enum End {
    Read,
    Stopped,
}

pub async fn run(args: IndexArgs) -> Result<(), IndexError> {
    let database = Database::open(&args.store, Contents::Kept).await?;
    database.check_for_serving().await?;
    let store = &database.store;
    let settings = args.ledger.settings(args.store.store);
    let indexer = Indexer::new(store.clone(), settings);
    indexer.begin().await.map_err(OpenError::from)?;
    let begun = position::read(store).await.map_err(OpenError::from)?;
    let bar = progress_bar(store, &begun).await;
    let (sum, done) = (
        Arc::new(Mutex::new(TakenIn::default())),
        Arc::new(Notify::new()),
    );
    let worker = {
        let (bar, sum, done) = (bar.clone(), Arc::clone(&sum), Arc::clone(&done));
        let tell = move |progress: Progress| {
            bar.inc(progress.looked_at);
            *sum.lock().unwrap_or_else(PoisonError::into_inner) += progress.taken_in;
        };
        let done = move || done.notify_one();
        Arc::new(Index::watched(settings, Box::new(tell), Box::new(done)))
    };
    let (workers, board): (Vec<Arc<dyn Worker>>, _) = (vec![worker], WorkerBoard::default());
    let workers = match &database.embedded {
        Some(_) => Workers::start_alone(store, workers, &board),
        None => Workers::start(store, workers, &board),
    };
    let end = tokio::select! {
        () = done.notified() => End::Read,
        _ = signal::ctrl_c() => End::Stopped,
        never = watch(&board, &bar) => match never {},
    };
    workers.stop().await;
    bar.finish_and_clear();
    let sum = *sum.lock().unwrap_or_else(PoisonError::into_inner);
    println!("{}", said(&end, bar.position(), sum));
    Ok(())
}

/// Says why nothing moves, where nothing does.
async fn watch(board: &WorkerBoard, bar: &ProgressBar) -> std::convert::Infallible {
    loop {
        tokio::time::sleep(LOOK).await;
        let turn = board.last_turn(worker::INDEXER.name);
        bar.set_message(match turn.map(|turn| turn.came) {
            Some(Came::NotToBegin) => "; a server is at it, this waits until it is not",
            Some(Came::ToNothing) => "; the last attempt failed (see the log), the next comes soon",
            Some(Came::ToItsEnd) | None => "",
        });
    }
}

/// As long as the table says it is, which it counts about every six hours.
async fn progress_bar(store: &Store, begun: &Position) -> ProgressBar {
    let reports = schema::check(store, Asking::ForACommand).await;
    let underwriting = reports
        .into_iter()
        .find(|report| report.id == TableId::Underwriting);
    let items = underwriting.and_then(|report| report.shape);
    let items = items.map_or(0, |shape| shape.items.unsigned_abs());
    let template = "{bar:40} {human_pos}/{human_len} items, {eta} left{msg}";
    let style = ProgressStyle::with_template(template);
    let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
    let looked_at: u64 = begun.of_pass().map(|segment| segment.looked_at).sum();
    let bar = ProgressBar::new(items.max(looked_at)).with_style(style);
    bar.set_position(looked_at);
    bar.reset_eta();
    bar.enable_steady_tick(LOOK);
    bar
}

fn said(end: &End, looked_at: u64, sum: TakenIn) -> String {
    let of = sum.evaluations;
    let begins = match end {
        End::Read => "Everything is read",
        End::Stopped => "Stopped; the next time it goes on from here",
    };
    let mut said = format!(
        "{begins}: {looked_at} items, {} evaluations new to the ledger, {} known to it, {} taken \
         floats and loans, {} copies of overrides",
        of.new, of.known, sum.taken, sum.copies
    );
    for (count, what) in [
        (of.too_old, "older than the ledger keeps"),
        (of.refused, "refused by the table"),
        (sum.broken, "that cannot be read"),
    ] {
        if count > 0 {
            said = format!("{said}, {count} {what}");
        }
    }
    said
}
