//! Float Desk from outside: its pages and server functions over HTTP on a real engine with the demo
//! world, and its command line as a process.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "helpers of tests"
)]

#[path = "http/desk.rs"]
mod desk;
#[path = "http/drafting.rs"]
mod drafting;
#[path = "http/kept.rs"]
mod kept;
#[path = "http/ledger.rs"]
mod ledger;
#[path = "http/markup.rs"]
mod markup;
#[path = "http/process.rs"]
mod process;
#[path = "http/road.rs"]
mod road;
#[path = "http/visitor.rs"]
mod visitor;

#[path = "http/accounts.rs"]
mod accounts;
#[path = "http/addresses.rs"]
mod addresses;
#[path = "http/answers.rs"]
mod answers;
#[path = "http/balances.rs"]
mod balances;
#[path = "http/break_glass.rs"]
mod break_glass;
#[path = "http/bypass.rs"]
mod bypass;
#[path = "http/calls.rs"]
mod calls;
#[path = "http/campaigns.rs"]
mod campaigns;
#[path = "http/command_line.rs"]
mod command_line;
#[path = "http/decisions.rs"]
mod decisions;
#[path = "http/drafts.rs"]
mod drafts;
#[path = "http/drill_down.rs"]
mod drill_down;
#[path = "http/evaluations.rs"]
mod evaluations;
#[path = "http/faults.rs"]
mod faults;
#[path = "http/floats.rs"]
mod floats;
#[path = "http/forgery.rs"]
mod forgery;
#[path = "http/form_answers.rs"]
mod form_answers;
#[path = "http/free_text.rs"]
mod free_text;
#[path = "http/health.rs"]
mod health;
#[path = "http/history.rs"]
mod history;
#[path = "http/indexing.rs"]
mod indexing;
#[path = "http/injection.rs"]
mod injection;
#[path = "http/insights.rs"]
mod insights;
#[path = "http/locks.rs"]
mod locks;
#[path = "http/machine_api.rs"]
mod machine_api;
#[path = "http/markup_sources.rs"]
mod markup_sources;
#[path = "http/notes.rs"]
mod notes;
#[path = "http/observatory.rs"]
mod observatory;
#[path = "http/overload.rs"]
mod overload;
#[path = "http/people.rs"]
mod people;
#[path = "http/permissions.rs"]
mod permissions;
#[path = "http/proposals.rs"]
mod proposals;
#[path = "http/rates.rs"]
mod rates;
#[path = "http/raw_items.rs"]
mod raw_items;
#[path = "http/repayment.rs"]
mod repayment;
#[path = "http/repository.rs"]
mod repository;
#[path = "http/rulebooks.rs"]
mod rulebooks;
#[path = "http/search.rs"]
mod search;
#[path = "http/secrets.rs"]
mod secrets;
#[path = "http/sessions.rs"]
mod sessions;
#[path = "http/shutdown.rs"]
mod shutdown;
#[path = "http/signatures.rs"]
mod signatures;
#[path = "http/signing_in.rs"]
mod signing_in;
#[path = "http/slots.rs"]
mod slots;
#[path = "http/system.rs"]
mod system;
#[path = "http/temporary_profiles.rs"]
mod temporary_profiles;
#[path = "http/timeline.rs"]
mod timeline;
#[path = "http/unreadable_rulebooks.rs"]
mod unreadable_rulebooks;
#[path = "http/wall.rs"]
mod wall;
#[path = "http/what_if.rs"]
mod what_if;
#[path = "http/workers.rs"]
mod workers;
