//! The command line: what can be asked of `float-desk`, and where its data is.

pub mod connections;
pub mod features;
pub mod ledger;
pub mod provider;
pub mod public_url;

use crate::wall::Transport;
use clap::{Args, Parser, Subcommand, ValueEnum, value_parser};
use connections::ConnectionArgs;
use domain::decision::NoResultsReading;
use domain::insight::balance_settings::LowBalanceUnit;
use domain::role::Role;
use features::FeatureArgs;
use ledger::LedgerArgs;
use provider::ProviderArgs;
use public_url::PublicUrl;
use std::net::{IpAddr, SocketAddr};
use std::num::NonZeroU32;
use std::path::PathBuf;
use store::{Assumptions, Endpoint, Place, StoreConfig, TableId};

/// See and steer a cash-advance company's underwriting data.
///
/// To look around: float-desk serve --demo
#[derive(Debug, Parser)]
#[command(name = "float-desk", version, arg_required_else_help = true)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Start the web server
    Serve(Box<ServeArgs>),
    /// Fill the decision ledger now, with a progress bar; goes on where it was stopped
    Index(IndexArgs),
    /// Fill the tables with made-up users, for trying things out at size
    Seed(SeedArgs),
    /// Add and list accounts of an installation that keeps its own
    Staff(StaffArgs),
    /// Check the tables, or create those that are Float Desk's own
    Tables(TablesArgs),
}

#[derive(Debug, Args)]
pub struct ServeArgs {
    /// Start with made-up people and one-click sign-in; data is reset at every start
    #[arg(long)]
    pub demo: bool,
    /// Where to listen; port 0 takes any free one
    #[arg(long, env = "FLOAT_DESK_ADDR", default_value = "127.0.0.1:3000")]
    pub addr: SocketAddr,
    /// How browsers reach this server
    #[arg(
        long,
        env = "FLOAT_DESK_TRANSPORT",
        value_enum,
        default_value = "loopback"
    )]
    pub transport: Transport,
    /// Where browsers reach this server: the one name that it answers to beside this machine's own
    /// (needed behind TLS)
    #[arg(long, env = "FLOAT_DESK_PUBLIC_URL", value_name = "URL", value_parser = public_url::parse)]
    pub public_url: Option<PublicUrl>,
    /// The address of what speaks TLS before this server, which then says where a request came from
    /// (X-Forwarded-For); can be repeated
    #[arg(
        long = "trusted-proxy",
        env = "FLOAT_DESK_TRUSTED_PROXIES",
        value_name = "IP",
        value_delimiter = ','
    )]
    pub trusted_proxies: Vec<IpAddr>,
    /// The folder with the built site (style sheet, scripts, wasm)
    #[arg(long, env = "LEPTOS_SITE_ROOT", default_value = "target/site")]
    pub site_root: PathBuf,
    /// Whether rulebook changes need a second pair of eyes; on, except in the demo
    #[arg(long, env = "FLOAT_DESK_REVIEW", value_enum)]
    pub review: Option<Switch>,
    /// How many requests in a second a machine may make with one token
    #[arg(
        long,
        env = "FLOAT_DESK_API_RATE",
        value_name = "NUMBER",
        default_value = "20"
    )]
    pub api_rate: NonZeroU32,
    #[command(flatten)]
    pub connections: ConnectionArgs,
    #[command(flatten)]
    pub features: FeatureArgs,
    #[command(flatten)]
    pub provider: ProviderArgs,
    #[command(flatten)]
    pub ledger: LedgerArgs,
    #[command(flatten)]
    pub store: StoreArgs,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Switch {
    On,
    Off,
}

#[derive(Debug, Args)]
pub struct IndexArgs {
    #[command(flatten)]
    pub ledger: LedgerArgs,
    #[command(flatten)]
    pub store: StoreArgs,
}

/// More of anything would not end in a lifetime, or be counted.
const MOST_MADE_UP: u64 = 1_000_000_000;

#[derive(Debug, Args)]
pub struct SeedArgs {
    /// How many users to make up
    #[arg(long, default_value_t = 100, value_parser = value_parser!(u64).range(..=MOST_MADE_UP))]
    pub users: u64,
    /// Evaluations for each of them, over the last 31 days
    #[arg(long, default_value_t = 30, value_parser = value_parser!(u64).range(..=MOST_MADE_UP))]
    pub evaluations_per_user: u64,
    /// Profile versions for each of them
    #[arg(long, default_value_t = 3, value_parser = value_parser!(u64).range(..=MOST_MADE_UP))]
    pub history: u64,
    /// Put the made-up rulebooks over those that are there; without it they are left alone
    #[arg(long)]
    pub replace_rulebooks: bool,
    #[command(flatten)]
    pub store: StoreArgs,
}

#[derive(Debug, Args)]
pub struct StaffArgs {
    #[command(subcommand)]
    pub action: StaffAction,
}

#[derive(Debug, Subcommand)]
pub enum StaffAction {
    /// Add an account; the password is asked for, or read from standard input
    Add {
        /// The name to sign in with
        name: String,
        /// What the person is here for
        #[arg(long, value_parser = parse_staff_role)]
        role: Role,
        #[command(flatten)]
        store: StoreArgs,
    },
    /// List the accounts
    List(StoreArgs),
}

#[derive(Debug, Args)]
pub struct TablesArgs {
    #[command(subcommand)]
    pub action: TablesAction,
}

#[derive(Debug, Subcommand)]
pub enum TablesAction {
    /// Compare each table's keys, indexes and TTL with what is expected, and say what differs
    Check(StoreArgs),
    /// Create what is missing: on AWS only Float Desk's own table, embedded all of them
    Create(StoreArgs),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum StoreKind {
    /// An engine inside this process, with its file in the data directory
    Embedded,
    /// Amazon DynamoDB, or whatever `AWS_ENDPOINT_URL_DYNAMODB` names
    Aws,
}

/// Where the data is.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Where the data is")]
pub struct StoreArgs {
    /// The database to work on
    #[arg(long, env = "FLOAT_DESK_STORE", value_enum, default_value = "embedded")]
    pub store: StoreKind,
    /// The folder of the embedded database
    #[arg(long, env = "FLOAT_DESK_DATA_DIR", default_value = "data")]
    pub data_dir: PathBuf,
    /// The prefix of the newer tables' names: "prod" for prod-underwriting
    #[arg(long, env = "FLOAT_DESK_ENVIRONMENT", default_value = "prod", value_parser = parse_name)]
    pub environment: String,
    /// The region of the newer tables
    #[arg(long, env = "DYNAMO_REGION", default_value = "us-east-2", value_parser = parse_region)]
    pub region: String,
    /// The region of the older tables
    #[arg(long, env = "DYNAMO_LEGACY_REGION", default_value = "us-east-1", value_parser = parse_region)]
    pub legacy_region: String,
    /// The region of the locks, if not the older tables'
    #[arg(long, env = "DYNAMO_LOCK_REGION", value_parser = parse_region)]
    pub lock_region: Option<String>,
    /// A table's own name and region, as ROLE=NAME or ROLE=NAME@REGION; can be repeated
    #[arg(long = "table", env = "FLOAT_DESK_TABLES", value_delimiter = ',', value_parser = parse_table)]
    pub tables: Vec<(TableId, Place)>,
    /// The attribute by which a table's items expire, as ROLE=ATTRIBUTE; can be repeated
    #[arg(long = "ttl", env = "FLOAT_DESK_TTL", value_delimiter = ',', value_parser = parse_ttl)]
    pub ttl: Vec<(TableId, String)>,
    /// What stands before the user id in fmdatacapture's partition key
    #[arg(long, env = "FLOAT_DESK_DATA_CAPTURE_PREFIX", default_value = "USER#")]
    pub data_capture_prefix: String,
    /// The partition key of user-balance-settings
    #[arg(
        long,
        env = "FLOAT_DESK_BALANCE_SETTINGS_KEY",
        default_value = "user_id"
    )]
    pub balance_settings_key: String,
    /// In what user-balance-settings holds `LowBalanceAlert`: cents or dollars; until that is said, the
    /// number is shown as stored and no line is drawn
    #[arg(long, env = "FLOAT_DESK_LOW_BALANCE_UNIT", value_parser = parse_unit)]
    pub low_balance_unit: Option<LowBalanceUnit>,
    /// Leave out of a temporary profile what it doesn't change: for services that take it from the
    /// regular profile
    #[arg(
        long = "temporary-profile-omits-unchanged",
        env = "FLOAT_DESK_TEMPORARY_PROFILE_OMITS_UNCHANGED"
    )]
    pub temporary_profiles_inherit: bool,
    /// What a decision means that is OK, not approved, and has no rulebook results: not-evaluated, or denied
    /// where the service omits the results of denials
    #[arg(
        long,
        env = "FLOAT_DESK_NO_RESULTS",
        value_name = "DECISION",
        default_value = "not-evaluated",
        value_parser = parse_no_results
    )]
    pub no_results: NoResultsReading,
}

impl StoreArgs {
    pub fn config(&self, endpoint: Endpoint) -> StoreConfig {
        StoreConfig {
            main_region: self.region.clone(),
            legacy_region: self.legacy_region.clone(),
            lock_region: self.lock_region.clone(),
            overrides: self.tables.iter().cloned().collect(),
            assumptions: Assumptions {
                ttl: self.ttl.iter().cloned().collect(),
                data_capture_prefix: self.data_capture_prefix.clone(),
                balance_settings_key: self.balance_settings_key.clone(),
                low_balance_unit: self.low_balance_unit,
                temporary_profiles_inherit: self.temporary_profiles_inherit,
                no_results: self.no_results,
            },
            ..StoreConfig::new(endpoint, self.environment.clone())
        }
    }
}

fn parse_staff_role(role: &str) -> Result<Role, String> {
    Role::parse(role).ok_or_else(|| "a role is support, analyst or admin".to_owned())
}

fn parse_no_results(word: &str) -> Result<NoResultsReading, String> {
    NoResultsReading::parse(word).ok_or_else(|| "choose not-evaluated or denied".to_owned())
}

fn parse_unit(unit: &str) -> Result<LowBalanceUnit, String> {
    match unit {
        "cents" => Ok(LowBalanceUnit::Cents),
        "dollars" => Ok(LowBalanceUnit::Dollars),
        _ => Err("a unit is cents or dollars".to_owned()),
    }
}

fn parse_role(role: &str) -> Result<TableId, String> {
    TableId::from_role(role).ok_or_else(|| {
        let roles: Vec<_> = TableId::ALL.iter().map(|id| id.role()).collect();
        format!(
            "no table is called {role:?}; there are {}",
            roles.join(", ")
        )
    })
}

/// What a table's name is made of.
fn parse_name(name: &str) -> Result<String, String> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    if !name.is_empty() && name.chars().all(is_plain) {
        Ok(name.to_owned())
    } else {
        Err("letters, digits, hyphens, dots and underscores only".to_owned())
    }
}

fn parse_region(region: &str) -> Result<String, String> {
    let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if !region.is_empty() && region.chars().all(is_plain) {
        Ok(region.to_owned())
    } else {
        Err("a region looks like us-east-2".to_owned())
    }
}

fn parse_table(text: &str) -> Result<(TableId, Place), String> {
    let (role, place) = text
        .split_once('=')
        .ok_or("expected ROLE=NAME or ROLE=NAME@REGION")?;
    let (name, region) = match place.split_once('@') {
        Some((name, region)) => (name, Some(parse_region(region)?)),
        None => (place, None),
    };
    // With a region the usual name may be meant.
    let name = match (name, &region) {
        ("", Some(_)) => None,
        (name, _) => Some(parse_name(name)?),
    };
    Ok((parse_role(role)?, Place { name, region }))
}

fn parse_ttl(text: &str) -> Result<(TableId, String), String> {
    let (role, attribute) = text.split_once('=').ok_or("expected ROLE=ATTRIBUTE")?;
    Ok((parse_role(role)?, attribute.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_sound() {
        Cli::command().debug_assert();
    }

    #[test]
    fn the_readme_names_every_setting_of_the_server() {
        let readme = include_str!("../../README.md");
        let command = Cli::command();
        let serve = command.find_subcommand("serve").unwrap();
        for setting in serve.get_arguments().filter(|one| one.get_env().is_some()) {
            let flag = format!("`--{}", setting.get_long().unwrap());
            assert!(readme.contains(&flag), "{flag}");
        }
    }

    #[test]
    fn a_table_can_be_named_with_and_without_a_region() {
        let (id, place) = parse_table("underwriting=uw@eu-west-1").unwrap();
        assert_eq!(id, TableId::Underwriting);
        assert_eq!(
            (place.name.as_deref(), place.region.as_deref()),
            (Some("uw"), Some("eu-west-1"))
        );
        assert_eq!(parse_table("locks=@us-west-2").unwrap().1.name, None);
        for wrong in ["locks=", "locks=a b", "locks=x@us west"] {
            assert!(parse_table(wrong).is_err(), "{wrong}");
        }
        assert!(
            parse_table("nonsense=x")
                .unwrap_err()
                .contains("collection-history")
        );
    }
}
