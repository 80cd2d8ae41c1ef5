//! Large configurations: their diff, and a history that has grown long.

use crate::Failure;
use crate::measure::{medians, ratio, said};
use crate::report::Report;
use domain::basis_points::BasisPoints;
use domain::configuration::Configuration;
use domain::id::{RulebookId, StaffId, UpdateId};
use domain::instant::Instant;
use domain::rulebook::{Rule, RuleType, Rulebook, RulebookType};
use domain::rulebook_blame::{Left, Version, Versions, blame};
use domain::rulebook_diff::compare;
use domain::rulebook_update::{Credit, RulebookUpdate};
use domain::value::{Attributes, Value};
use std::hint::black_box;
use store::embedded::{Embedded, Sweeping};
use store::schema::create_missing;
use store::{Endpoint, Store, StoreConfig, TableId, item_size, rulebook_update, update_summary};
use tempfile::TempDir;

/// As many rulebooks as one transaction can hold, about.
const RULEBOOKS: i64 = 90;
const RULES: i64 = 30;
const SHORT: i64 = 10;
const LONG: i64 = 5_000;
/// As a page of the history shows, and as many versions as a rulebook's page reads.
const PAGE: i64 = 50;
const VERSIONS: i64 = 100;

pub(crate) async fn measure(report: &mut Report) -> Result<(), Failure> {
    diff(report).await?;
    blamed(report).await?;
    history(report).await?;
    large_history(report).await
}

fn credit(day: i64) -> Credit {
    let (by, at) = (StaffId::new("bench"), Instant::EPOCH.plus_days(day));
    Credit::of_update(UpdateId::of(at, &by), by, at)
}

/// Who set what, out of as many versions as a page reads.
async fn blamed(report: &mut Report) -> Result<(), Failure> {
    let live = rulebook(0, VERSIONS, RULES);
    let versions = (0..VERSIONS).rev().map(|day| Version {
        credit: credit(day),
        left: Left::As(Box::new(rulebook(0, day, RULES))),
    });
    let versions = Versions {
        versions: versions.collect(),
        is_complete: true,
    };
    let (all, none) = medians(
        async || {
            black_box(blame(&live, &versions));
            Ok(())
        },
        async || {
            let versions = Versions {
                versions: Vec::new(),
                is_complete: true,
            };
            black_box(blame(&live, &versions));
            Ok(())
        },
    )
    .await?;
    report.milliseconds(
        &format!("blame of a rulebook of {RULES} rules in {VERSIONS} versions"),
        all,
        50.0,
        format!("without a version {}", said(none)),
    );
    Ok(())
}

/// A page of the history where each snapshot is as large as they get.
async fn large_history(report: &mut Report) -> Result<(), Failure> {
    let (large, _large_engine) = with_updates(PAGE + SHORT, RULEBOOKS).await?;
    let (small, _small_engine) = with_updates(PAGE + SHORT, 1).await?;
    let (of_large, of_small) = medians(
        async || list(&large, PAGE).await,
        async || list(&small, PAGE).await,
    )
    .await?;
    report.milliseconds(
        &format!("history list of {PAGE}, snapshots of {RULEBOOKS} rulebooks"),
        of_large,
        100.0,
        format!("of one rulebook {}", said(of_small)),
    );
    Ok(())
}

/// Every rulebook differs, in a value and in the order of its rules.
async fn diff(report: &mut Report) -> Result<(), Failure> {
    let (before, after) = (configuration(0), configuration(1));
    let snapshot = rulebook_update::encode(&update(0, before.rulebooks().to_vec()));
    let size = item_size(&snapshot) / 1_000;
    let (differ, same) = medians(
        async || {
            black_box(compare(&before, &after));
            Ok(())
        },
        async || {
            black_box(compare(&before, &before));
            Ok(())
        },
    )
    .await?;
    report.milliseconds(
        &format!("diff of two configurations of {size} KB"),
        differ,
        20.0,
        format!("of one with itself {}", said(same)),
    );
    Ok(())
}

/// What the list of the history asks for, with few and with many updates.
async fn history(report: &mut Report) -> Result<(), Failure> {
    let (short, _short_engine) = with_updates(SHORT, 1).await?;
    let (long, _long_engine) = with_updates(LONG, 1).await?;
    let (many, few) = medians(
        async || list(&long, SHORT).await,
        async || list(&short, SHORT).await,
    )
    .await?;
    report.ratio(
        &format!("history list, {LONG} updates / {SHORT}"),
        ratio(many, few),
        1.25,
        format!("{} / {}", said(many), said(few)),
    );
    Ok(())
}

async fn list(store: &Store, size: i64) -> Result<(), Failure> {
    black_box(update_summary::pending(store).await?);
    black_box(update_summary::list(store, u32::try_from(size)?, None).await?);
    Ok(())
}

async fn with_updates(count: i64, rulebooks: i64) -> Result<(Store, (Embedded, TempDir)), Failure> {
    let folder = tempfile::tempdir()?;
    let engine = Embedded::start(folder.path(), "bench", Sweeping::Off)?;
    let config = StoreConfig::new(Endpoint::At(engine.url.clone()), "bench");
    let store = Store::connect(&config).await;
    create_missing(&store, &TableId::ALL).await?;
    let updates = (0..count).map(|day| {
        let rules = if rulebooks == 1 { 1 } else { RULES };
        let rulebooks = (0..rulebooks).map(|number| rulebook(number, day, rules));
        rulebook_update::encode(&update(day, rulebooks.collect()))
    });
    engine.import(&store.table(TableId::Underwriting).name, updates.collect())?;
    // A batch at a time, as the worker does.
    for _ in 0..=count / 50 {
        update_summary::catch_up(&store).await?;
    }
    Ok((store, (engine, folder)))
}

pub(crate) fn update(day: i64, rulebooks: Vec<Rulebook>) -> RulebookUpdate {
    RulebookUpdate {
        update_user: StaffId::new("bench"),
        update_time: Instant::EPOCH.plus_days(day),
        rulebooks,
        unreadable: Vec::new(),
    }
}

pub(crate) fn configuration(version: i64) -> Configuration {
    (0..RULEBOOKS)
        .map(|number| rulebook(number, version, RULES))
        .collect()
}

fn rulebook(number: i64, version: i64, rules: i64) -> Rulebook {
    let mut rules: Vec<_> = (0..rules).map(|rule| self::rule(rule, version)).collect();
    if version % 2 == 1 {
        rules.rotate_left(1);
    }
    Rulebook {
        rulebook_id: RulebookId::new(format!("rulebook_{number:03}")),
        rulebook_name: format!("The rulebook with the number {number}"),
        kind: RulebookType::Floats,
        rules,
        apply_to: Some(BasisPoints(version % 10_000)),
        priority: number,
        superseding: Some(false),
        last_updated: Some(Instant::EPOCH.plus_days(version).into()),
        ab_group: None,
        unknown: Attributes::new(),
    }
}

fn rule(number: i64, version: i64) -> Rule {
    let props = [
        ("min_days", Value::number(number * 10 + version)),
        ("lookback_days", Value::number(60)),
        (
            "comment",
            Value::text("a sentence that says what this is for"),
        ),
    ];
    Rule {
        rule: format!("RuleNumber{number:02}"),
        rule_arn: Some(String::new()),
        props: Some(props.map(|(name, value)| (name.to_owned(), value)).into()),
        rule_type: RuleType::All,
        ab_group: None,
        unknown: Attributes::new(),
    }
}
