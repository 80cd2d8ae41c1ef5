//! The `float-desk` command.

use clap::Parser;
use server::cli::{Cli, Command};
use server::commands;
use std::error::Error;
use std::process::ExitCode;
use std::thread::available_parallelism;
use tokio::runtime::{Builder, Runtime};

/// On a machine with few cores, some more threads than cores: then a page that takes long to compute leaves
/// a thread for health checks.
const FEWEST_THREADS: usize = 4;

fn main() -> ExitCode {
    let cli = Cli::parse();
    server::start_logging();
    let done = runtime().map_err(Into::into).and_then(|runtime| {
        let done = runtime.block_on(run(cli.command));
        // Whatever still computes has nobody to tell its result to.
        runtime.shutdown_background();
        done
    });
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("float-desk: {problem}");
            ExitCode::FAILURE
        }
    }
}

fn runtime() -> Result<Runtime, std::io::Error> {
    let cores = available_parallelism().map_or(1, usize::from);
    Builder::new_multi_thread()
        .worker_threads(cores.max(FEWEST_THREADS))
        .enable_all()
        .build()
}

async fn run(command: Command) -> Result<(), Box<dyn Error>> {
    match command {
        Command::Serve(args) => commands::serve::run(*args).await?,
        Command::Index(args) => commands::index::run(args).await?,
        Command::Seed(args) => commands::seed::run(args).await?,
        Command::Staff(args) => commands::staff::run(args).await?,
        Command::Tables(args) => commands::tables::run(args).await?,
    }
    Ok(())
}
