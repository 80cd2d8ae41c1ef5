//! The command line: help for a newcomer, and one clear line for whatever does not work.

use crate::desk::{Desk, built_site, config_by, engine};
use crate::process::{Ended, Running, ended, float_desk, float_desk_on};
use crate::visitor::Visitor;
use std::fs;
use std::net::TcpListener;
use std::path::Path;
use std::process::Stdio;
use store::TableId;
use store::embedded::{Embedded, Sweeping};
use store::schema::create_missing;
use tempfile::TempDir;

/// Nobody listens there.
const NOWHERE: &str = "http://127.0.0.1:9";

fn run(directory: &Path, arguments: &[&str]) -> Ended {
    ended(float_desk(directory, arguments))
}

/// The arguments by which `serve` starts on any port, with a site.
pub fn serve<'a>(site: &'a TempDir, more: &[&'a str]) -> Vec<&'a str> {
    let site = site.path().to_str().unwrap();
    [
        &["serve", "--addr", "127.0.0.1:0", "--site-root", site],
        more,
    ]
    .concat()
}

#[test]
fn every_command_has_help() {
    let here = TempDir::new().unwrap();
    for (command, mentions) in [
        (
            &[][..],
            &[
                "serve",
                "index",
                "seed",
                "staff",
                "tables",
                "float-desk serve --demo",
            ][..],
        ),
        (
            &["serve"],
            &[
                "--demo",
                "--addr",
                "--site-root",
                "--data-dir",
                "--environment",
            ],
        ),
        (
            &["index"],
            &["--ledger-retention-days", "--index-read-units", "--store"],
        ),
        (
            &["seed"],
            &["--users", "--evaluations-per-user", "--history", "--store"],
        ),
        (&["staff"], &["add", "list"]),
        (&["staff", "add"], &["<NAME>", "--role", "--store"]),
        (&["staff", "list"], &["--store", "--data-dir"]),
        (&["tables"], &["check", "create"]),
        (
            &["tables", "check"],
            &["--store", "--table", "DYNAMO_REGION"],
        ),
        (&["tables", "create"], &["--store", "--data-dir"]),
    ] {
        let help = run(here.path(), &[command, &["--help"]].concat());
        help.assert_fine();
        for word in mentions {
            assert!(help.out.contains(word), "{command:?} {word}: {}", help.out);
        }
    }
    assert!(
        fs::read_dir(here.path()).unwrap().next().is_none(),
        "help leaves nothing behind"
    );
}

#[test]
fn what_it_does_not_know_it_names() {
    let here = TempDir::new().unwrap();
    for (arguments, problem) in [
        (&["--colour"][..], "unexpected argument '--colour' found"),
        (
            &["serve", "--prot", "80"],
            "unexpected argument '--prot' found",
        ),
        (&["fly"], "unrecognized subcommand 'fly'"),
        (
            &["serve", "--addr", "here"],
            "invalid value 'here' for '--addr <ADDR>'",
        ),
        (
            &["index", "--ledger-retention-days", "20"],
            "20 is not in 40..",
        ),
        (&["seed", "--users", "-1"], "unexpected argument '-1' found"),
        (
            &["seed", "--users", "18446744073709551615"],
            "18446744073709551615 is not in",
        ),
        (
            &["serve", "--environment", "my env"],
            "letters, digits, hyphens, dots and underscores only",
        ),
        (
            &["tables", "check", "--region", "us east"],
            "a region looks like us-east-2",
        ),
        (
            &["serve", "--store", "paper"],
            "invalid value 'paper' for '--store <STORE>'",
        ),
        (
            &["tables", "check", "--table", "x=y"],
            "no table is called \"x\"",
        ),
    ] {
        let refused = run(here.path(), arguments);
        assert_eq!(
            (refused.code, refused.out.as_str()),
            (Some(2), ""),
            "{arguments:?}"
        );
        let first = refused.err.lines().next().unwrap();
        assert!(
            first.starts_with("error: ") && first.contains(problem),
            "{arguments:?}: {first}"
        );
    }
}

#[test]
fn the_demo_does_not_open_to_the_outside() {
    let here = TempDir::new().unwrap();
    for address in ["0.0.0.0:0", "[::]:0"] {
        let refused = run(here.path(), &["serve", "--demo", "--addr", address]);
        let line = refused.one_line();
        assert!(
            line.contains("loopback only") && line.contains(address),
            "{line}"
        );
    }
    // On loopback, but with a way in: whatever speaks TLS before it would show everybody the buttons.
    for way_in in [
        &["--transport", "tls"][..],
        &["--public-url", "https://desk.example.com"],
        &[
            "--transport",
            "tls",
            "--public-url",
            "https://desk.example.com",
        ],
    ] {
        let refused = run(here.path(), &[&["serve", "--demo"], way_in].concat());
        let line = refused.one_line();
        assert!(
            line.starts_with("the demo lets anybody in") && line.contains("--public-url"),
            "{line}"
        );
    }
}

#[test]
fn the_demo_does_not_write_into_tables_that_are_not_its_own() {
    let (here, site) = (TempDir::new().unwrap(), built_site());
    let empty = Embedded::start(here.path(), "empty", Sweeping::Off).unwrap();
    let demo = serve(&site, &["--demo"]);
    let refused = ended(float_desk_on(&empty.url, here.path(), &demo));
    let line = refused.one_line();
    assert!(line.contains("--store embedded"), "{line}");
    let by_environment = ended({
        let mut command = float_desk(here.path(), &demo);
        command.env("FLOAT_DESK_STORE", "aws");
        command
    });
    assert_eq!(by_environment.one_line(), line);
}

#[test]
fn a_data_directory_that_cannot_be_is_named() {
    let (here, site) = (TempDir::new().unwrap(), built_site());
    fs::write(here.path().join("file"), "").unwrap();
    for command in [
        &serve(&site, &[])[..],
        &serve(&site, &["--demo"]),
        &["seed"],
        &["tables", "check"],
        &["tables", "create"],
    ] {
        let refused = run(
            here.path(),
            &[command, &["--data-dir", "file/data"]].concat(),
        );
        let line = refused.one_line();
        assert!(
            line.starts_with("cannot use the data directory file/data: "),
            "{command:?}: {line}"
        );
    }
}

#[test]
fn what_serving_needs_and_lacks_is_named() {
    let here = TempDir::new().unwrap();
    let no_site = run(
        here.path(),
        &["serve", "--addr", "127.0.0.1:0", "--site-root", "nowhere"],
    );
    assert!(
        no_site.one_line().contains("no built site in nowhere"),
        "{no_site:?}"
    );
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let refused = run(here.path(), &["serve", "--addr", &address]);
    let line = refused.one_line();
    assert!(
        line.starts_with(&format!("cannot listen on {address}: ")),
        "{line}"
    );
}

#[test]
fn an_endpoint_that_cannot_be_reached_gives_one_line() {
    let (here, site) = (TempDir::new().unwrap(), built_site());
    for command in [
        &serve(&site, &[])[..],
        &["seed"],
        &["tables", "check"],
        &["tables", "create"],
    ] {
        let refused = ended(float_desk_on(NOWHERE, here.path(), command));
        let line = refused.one_line();
        let is_clear =
            line.contains("unreachable") || line == "11 of 11 tables cannot be used as they are";
        assert!(is_clear, "{command:?}: {line}");
    }
}

#[test]
fn serving_needs_its_own_table_and_says_which() {
    let (here, site) = (TempDir::new().unwrap(), built_site());
    let empty = Embedded::start(here.path(), "empty", Sweeping::Off).unwrap();
    let missing = ended(float_desk_on(&empty.url, here.path(), &serve(&site, &[])));
    assert_eq!(
        missing.one_line(),
        "the table prod-float-desk in us-east-2 cannot be used: there is no such table"
    );
    let other = ["--table", "float-desk=locks@us-east-1"];
    let wrong = ended(float_desk_on(
        engine().url(),
        here.path(),
        &serve(&site, &other),
    ));
    let line = wrong.one_line();
    let expected = "the table locks in us-east-1 cannot be used: partition key is PartitionKey (text), expected PK (text);";
    assert!(line.starts_with(expected), "{line}");
}

#[test]
fn on_aws_only_its_own_table_is_created() {
    let here = TempDir::new().unwrap();
    let empty = Embedded::start(here.path(), "empty", Sweeping::Off).unwrap();
    let created = ended(float_desk_on(
        &empty.url,
        here.path(),
        &["tables", "create"],
    ));
    created.assert_fine();
    assert_eq!(created.out, "prod-float-desk in us-east-2: created\n");
    let again = ended(float_desk_on(
        &empty.url,
        here.path(),
        &["tables", "create"],
    ));
    assert_eq!(again.out, "prod-float-desk in us-east-2: is there\n");
    let check = ended(float_desk_on(&empty.url, here.path(), &["tables", "check"]));
    // The tenth of the others is used for nothing.
    assert_eq!(
        check.one_line(),
        "9 of 11 tables cannot be used as they are"
    );
    assert_eq!(
        check
            .out
            .matches("NOT USABLE: there is no such table")
            .count(),
        9,
        "{}",
        check.out
    );
}

#[test]
fn checking_names_the_table_that_differs() {
    let here = TempDir::new().unwrap();
    let arguments = ["tables", "check", "--table", "underwriting=locks"];
    let check = ended(float_desk_on(engine().url(), here.path(), &arguments));
    assert_eq!(
        check.one_line(),
        "1 of 11 tables cannot be used as they are"
    );
    let line = check.out.lines().next().unwrap();
    assert!(
        line.contains("NOT USABLE: partition key is PartitionKey"),
        "{line}"
    );
    assert_eq!(
        check.out.matches("as expected").count(),
        10,
        "{}",
        check.out
    );
}

#[test]
fn a_fresh_data_directory_gets_every_table() {
    let here = TempDir::new().unwrap();
    for (command, verdict) in [("check", "as expected"), ("create", "is there")] {
        let listed = run(here.path(), &["tables", command]);
        listed.assert_fine();
        assert_eq!(listed.out.lines().count(), TableId::ALL.len());
        for table in TableId::ALL {
            let line = listed.out.lines().find(|line| line.contains(table.role()));
            assert!(
                line.is_some_and(|line| line.ends_with(verdict)),
                "{table}: {}",
                listed.out
            );
        }
    }
}

#[tokio::test]
async fn seeded_users_are_there() {
    let here = TempDir::new().unwrap();
    let seeded = run(
        here.path(),
        &[
            "seed",
            "--users",
            "3",
            "--evaluations-per-user",
            "2",
            "--history",
            "2",
            "--data-dir",
            ".",
        ],
    );
    assert_eq!(seeded.code, Some(0), "{seeded:?}");
    assert!(seeded.out.starts_with("3 users with "), "{}", seeded.out);

    let embedded = Embedded::start(here.path(), "float-desk", Sweeping::Off).unwrap();
    let desk = Desk::open(&config_by(&embedded.url)).await;
    let visitor = Visitor::signed_in_to(&desk).await;
    for (user, is_there) in [
        ("load-000001", true),
        ("load-000003", true),
        ("load-000004", false),
    ] {
        let page = visitor.get(&format!("/users/{user}")).await;
        assert_eq!(
            !page.text().contains("No record of this ID"),
            is_there,
            "{user}: {}",
            page.text()
        );
    }
}

#[tokio::test]
async fn seeding_leaves_the_rulebooks_alone_that_are_there() {
    let here = TempDir::new().unwrap();
    let engine = Embedded::start(here.path(), "empty", Sweeping::Off).unwrap();
    let store = store::Store::connect(&config_by(&engine.url)).await;
    create_missing(&store, &TableId::ALL).await.unwrap();
    let seed = |more: &[&str]| {
        let arguments = [&["seed", "--users", "1"], more].concat();
        let seeded = ended(float_desk_on(&engine.url, here.path(), &arguments));
        assert_eq!(seeded.code, Some(0), "{seeded:?}");
        seeded.out
    };
    assert!(!seed(&[]).contains("left alone"));
    let changed = || async {
        let id = domain::id::RulebookId::new("stringent_v1");
        let stored = store::rulebook::get(&store, &id).await.unwrap();
        stored.unwrap().unwrap().value
    };
    let mut ours = changed().await;
    ours.priority = 7;
    engine
        .import(
            &store.table(TableId::Underwriting).name,
            vec![store::rulebook::encode(&ours)],
        )
        .unwrap();
    assert!(seed(&[]).contains("left alone"));
    assert_eq!(changed().await.priority, 7);
    seed(&["--replace-rulebooks"]);
    assert_eq!(changed().await.priority, 90);
}

#[tokio::test]
async fn serving_says_where_keeps_its_data_to_itself_and_stops_when_told() {
    let (here, site) = (TempDir::new().unwrap(), built_site());
    let arguments = serve(&site, &["--demo"]);
    let mut command = float_desk(here.path(), &arguments);
    let mut running = Running(
        command
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap(),
    );
    let line = running.first_line();
    let url = line
        .strip_prefix("Float Desk is running at ")
        .unwrap_or_else(|| panic!("{line}"));
    let mut visitor = Visitor::at(url);
    assert_eq!(visitor.sign_in("support", "/").await.status, 303);
    let home = visitor.get("/").await;
    assert!(home.text().contains("user-12345"), "{}", home.text());

    let second = run(here.path(), &arguments);
    assert_eq!(
        second.one_line(),
        "the data in data is in use by another float-desk; stop that one, or name another --data-dir"
    );
    assert_eq!(visitor.get("/").await.status, 200, "the first goes on");

    running.tell_to_stop();
    assert_eq!(running.code(), Some(0));
}

#[test]
fn an_identity_provider_that_cannot_be_used_gives_one_line() {
    let (here, site) = (TempDir::new().unwrap(), built_site());
    let with = |more: &[&str]| {
        let oidc = &["--oidc-issuer", NOWHERE, "--oidc-client-id", "desk"];
        run(here.path(), &[&serve(&site, oidc)[..], more].concat())
    };
    let unreachable = with(&[]);
    let line = unreachable.one_line();
    assert!(line.contains(NOWHERE) && line.contains("refused"), "{line}");
}

#[test]
fn behind_tls_the_name_that_people_use_has_to_be_known() {
    let (here, site) = (TempDir::new().unwrap(), built_site());
    let behind_tls = run(here.path(), &serve(&site, &["--transport", "tls"]));
    assert!(behind_tls.one_line().contains("--public-url"));
}

#[test]
fn nothing_secret_goes_over_plain_http_to_another_machine() {
    let (here, site) = (TempDir::new().unwrap(), built_site());
    for option in ["--oidc-issuer", "--public-url"] {
        let plain = [option, "http://idp.example", "--oidc-client-id", "desk"];
        let refused = run(here.path(), &serve(&site, &plain));
        assert_eq!(refused.code, Some(2), "{refused:?}");
        assert!(refused.err.contains("begins with https://"), "{refused:?}");
    }
}
