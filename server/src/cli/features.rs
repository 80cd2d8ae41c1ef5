//! The options for GrowthBook's features, from which loan fees come.

use crate::features::{Attribute, ClientKey, Names, RequiredFlag, Source};
use crate::outbound::CallError;
use clap::Args;
use std::path::{Path, PathBuf};

/// Where loan fees and the switch for all loans are read.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Loan fees (GrowthBook features)")]
pub struct FeatureArgs {
    /// A file with features as GrowthBook gives them; without it, features.json in the data directory
    #[arg(long, env = "FLOAT_DESK_FEATURES", value_name = "FILE")]
    pub features: Option<PathBuf>,
    /// Ask GrowthBook's API here instead of reading a file
    #[arg(
        long,
        env = "FLOAT_DESK_GROWTHBOOK_HOST",
        value_name = "URL",
        requires = "growthbook_key",
        conflicts_with = "features"
    )]
    pub growthbook_host: Option<String>,
    /// The client key of the connection at GrowthBook; others can read a command line, so better set
    /// the variable
    #[arg(
        long,
        env = "FLOAT_DESK_GROWTHBOOK_KEY",
        hide_env_values = true,
        value_name = "KEY",
        value_parser = parse_key
    )]
    pub growthbook_key: Option<ClientKey>,
    /// The feature with the loan fees by term
    #[arg(
        long,
        env = "FLOAT_DESK_LOAN_FEES_FEATURE",
        value_name = "NAME",
        default_value = "loan-fee-schedule"
    )]
    pub loan_fees_feature: String,
    /// The feature that switches loans on or off for everybody
    #[arg(
        long,
        env = "FLOAT_DESK_LOANS_FEATURE",
        value_name = "NAME",
        default_value = "loans-enabled"
    )]
    pub loans_feature: String,
    /// A feature flag that a loan requires, as LOAN=FEATURE (loan_350=loan-350); more than one with commas
    #[arg(
        long = "loan-flag",
        env = "FLOAT_DESK_LOAN_FLAGS",
        value_name = "LOAN=FEATURE",
        value_delimiter = ','
    )]
    pub loan_flags: Vec<RequiredFlag>,
    /// What GrowthBook is told about a user, as NAME=VALUE; {user_id} stands for the user's ID; more than one
    /// with commas
    #[arg(
        long = "growthbook-attribute",
        env = "FLOAT_DESK_GROWTHBOOK_ATTRIBUTES",
        value_name = "NAME=VALUE",
        value_delimiter = ',',
        default_value = "id={user_id},user_id={user_id}"
    )]
    pub growthbook_attributes: Vec<Attribute>,
    /// The term whose loan fees machines are told
    #[arg(
        long,
        env = "FLOAT_DESK_LOAN_TERM",
        value_name = "TERM",
        default_value = "4_weeks"
    )]
    pub loan_term: String,
}

impl FeatureArgs {
    /// What was named; else the demo's example, or the file in the data directory, which somebody may
    /// put there while Float Desk runs.
    pub(crate) fn source(&self, is_demo: bool, data_dir: &Path) -> Result<Source, CallError> {
        if let (Some(host), Some(key)) = (&self.growthbook_host, &self.growthbook_key) {
            return Source::api(host, key.clone());
        }
        if let Some(file) = &self.features {
            return Ok(Source::File(file.clone()));
        }
        Ok(if is_demo {
            Source::Example
        } else {
            Source::Usual(data_dir.join("features.json"))
        })
    }

    pub(crate) fn names(&self) -> Names {
        Names {
            loan_fees: self.loan_fees_feature.clone(),
            loans_enabled: self.loans_feature.clone(),
            loan_flags: self.loan_flags.clone(),
            attributes: self.growthbook_attributes.clone(),
        }
    }
}

/// Only what is empty is refused: the message repeats what was given. The type prints nothing.
fn parse_key(key: &str) -> Result<ClientKey, &'static str> {
    let given = (!key.is_empty()).then(|| ClientKey(key.to_owned()));
    given.ok_or("leave it out if there is none")
}
