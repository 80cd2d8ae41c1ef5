//! The `float-desk` command.

use clap::Parser;
use server::cli::{Cli, Command};
use server::commands;
use std::error::Error;
use std::process::ExitCode;

#[tokio::main]
async fn main() -> ExitCode {
    let cli = Cli::parse();
    server::start_logging();
    match run(cli.command).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("float-desk: {problem}");
            ExitCode::FAILURE
        }
    }
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
