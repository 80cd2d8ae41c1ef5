//! Hand-written cases: amounts in dollars, ends in days from now.

use super::*;
use crate::id::UserId;
use crate::tier::{FloatSetting, LoanSetting};

fn now() -> Instant {
    Instant::parse("2026-11-18T12:00:00Z").unwrap()
}

/// Settings that offer just these amounts; `None` for loans that are switched off.
fn offering(floats: &[i64], loans: Option<&[i64]>) -> Settings {
    let mut settings = Settings::default().complete();
    settings.is_float_enabled = !floats.is_empty();
    for tier in &mut settings.floats {
        tier.is_enabled = floats.contains(&(tier.amount.0 / 100));
    }
    settings.is_loan_enabled = loans.is_some();
    for tier in &mut settings.loans {
        tier.is_enabled = loans.is_some_and(|loans| loans.contains(&(tier.amount.0 / 100)));
    }
    settings
}

fn version(days_ago: i64, reason: &str, settings: &Settings) -> FloatProfile {
    FloatProfile {
        user_id: UserId::new("mia"),
        is_float_enabled: settings.is_float_enabled,
        is_loan_enabled: settings.is_loan_enabled,
        cfi_enabled: true,
        floats: settings.floats.clone(),
        loans: settings.loans.clone(),
        created_on: now().plus_days(-days_ago),
        reason: reason.to_owned(),
        notes: String::new(),
    }
}

fn temporary(days: i64, reason: &str, settings: &Settings) -> TemporaryProfile {
    TemporaryProfile {
        user_id: UserId::new("mia"),
        created_on: now().plus_days(-1),
        expires_on: now().plus_days(days),
        reason: reason.to_owned(),
        is_float_enabled: Some(settings.is_float_enabled),
        is_loan_enabled: Some(settings.is_loan_enabled),
        floats: Some(settings.floats.clone()),
        loans: Some(settings.loans.clone()),
        ttl: Some(now().plus_days(days)),
    }
}

const HUNDRED: [i64; 7] = [10, 20, 30, 40, 50, 80, 100];

/// A change for 14 days.
fn change(
    versions: &[FloatProfile],
    replaced: Option<&TemporaryProfile>,
    new: &Settings,
) -> OfferChange {
    let closed = Closed::of(versions);
    let profiles = Profiles {
        version: versions.first(),
        closed: closed.as_ref(),
        replaced,
        is_known: true,
    };
    let new = NewSettings {
        settings: new,
        expires_on: now().plus_days(14),
    };
    classify(profiles, new)
}

#[test]
fn more_is_raised_less_is_lowered_and_the_same_is_unchanged() {
    let regular = [version(9, "start", &offering(&[10, 20], None))];
    let group = |new: &Settings| change(&regular, None, new).group();
    assert_eq!(group(&offering(&[10, 20, 30], None)), Group::Raised);
    assert_eq!(group(&offering(&[10, 20], Some(&[200]))), Group::Raised);
    assert_eq!(group(&offering(&[10], None)), Group::Lowered);
    assert_eq!(group(&offering(&[10, 20], None)), Group::Unchanged);
    // A higher limit that takes $10 away takes something away.
    assert_eq!(group(&offering(&[20, 30], None)), Group::Lowered);
}

#[test]
fn thirty_dollars_for_two_weeks_lower_a_hundred_and_switch_loans_off() {
    let regular = [version(9, "elite", &offering(&HUNDRED, Some(&[200, 250])))];
    let change = change(&regular, None, &offering(&[10, 20, 30], None));
    assert_eq!(change.group(), Group::Lowered);
    assert!(!change.is_protected());
    assert_eq!(change.before.label(), "floats to $100, loans to $250");
    assert_eq!(change.after.label(), "floats to $30, no loans");
    assert_eq!(
        change.warnings(),
        [
            "This lowers floats from $100 to $30.",
            "This switches loans off; $250 was the limit."
        ]
    );
}

#[test]
fn a_user_closed_by_risk_is_reopened_and_protected() {
    let versions = [
        version(2, "note corrected", &offering(&[], None)),
        version(5, "Closed by risk", &offering(&[], None)),
        version(90, "start", &offering(&[10, 20], None)),
    ];
    let change = change(&versions, None, &offering(&[10, 20, 30], None));
    assert_eq!(change.group(), Group::Reopened);
    assert!(change.is_protected());
    let closed = change.closed.as_ref().unwrap();
    assert_eq!((closed.floats, closed.loans), (true, false));
    assert_eq!(closed.on, now().plus_days(-5), "the version that closed it");
    assert_eq!(
        change.warnings(),
        [format!(
            "Floats were switched off on {}: \u{201c}Closed by risk\u{201d}.",
            now().plus_days(-5)
        )]
    );
}

#[test]
fn loans_that_were_never_on_are_not_closed() {
    let never = [version(9, "start", &offering(&[10, 20], None))];
    let with_loans = offering(&[10, 20], Some(&[200]));
    assert_eq!(change(&never, None, &with_loans).group(), Group::Raised);
    let switched_off = [
        version(3, "Regulatory hold", &offering(&[10, 20], None)),
        version(9, "loans on", &with_loans),
    ];
    let reopened = change(&switched_off, None, &with_loans);
    assert_eq!(reopened.group(), Group::Reopened);
    assert_eq!(reopened.closed.unwrap().products(), "loans");
    // A profile that somebody closed isn't opened further in bulk, not even in its other part.
    let raised = change(&switched_off, None, &offering(&[10, 20, 30], None));
    assert!(raised.is_protected());
    // Nothing is reopened by what gives no more.
    let same = change(&switched_off, None, &offering(&[10, 20], None));
    assert_eq!(
        (same.group(), same.is_protected()),
        (Group::Unchanged, false)
    );
}

#[test]
fn a_user_without_any_tier_is_reopened_but_nobody_closed_them() {
    let mut none_on = offering(&[10], None);
    none_on
        .floats
        .iter_mut()
        .for_each(|it| it.is_enabled = false);
    let change = change(
        &[version(9, "start", &none_on)],
        None,
        &offering(&[10], None),
    );
    assert_eq!(
        (change.group(), change.is_protected()),
        (Group::Reopened, false)
    );
}

#[test]
fn a_hold_is_lifted_by_offering_more_or_by_ending_sooner() {
    let regular = [version(9, "start", &offering(&[10, 20, 30], None))];
    let hold = |days| temporary(days, "Compliance hold", &offering(&[10], None));
    let more = change(&regular, Some(&hold(5)), &offering(&[10, 20, 30], None));
    assert_eq!(
        (more.group(), more.is_protected()),
        (Group::HoldReplaced, true)
    );
    // As strict, and for longer: it stays a hold.
    let strict = change(&regular, Some(&hold(5)), &offering(&[10], None));
    assert_eq!(
        (strict.group(), strict.is_protected()),
        (Group::HoldReplaced, false)
    );
    let sooner = change(&regular, Some(&hold(15)), &offering(&[], None));
    assert!(sooner.is_protected());
    assert!(is_hold(&offering(&[10, 20], None), &hold(1)));
    assert!(!is_hold(&offering(&[10], None), &hold(1)));
}

#[test]
fn a_promotion_that_would_last_longer_is_taken_away_by_a_shorter_change() {
    let regular = [version(9, "start", &offering(&[10, 20], None))];
    let promotion = |days| temporary(days, "Black Friday", &offering(&[10, 20, 30], None));
    let fifty = offering(&[10, 20, 30, 40, 50], None);
    let sooner_over = change(&regular, Some(&promotion(30)), &fifty);
    assert_eq!(sooner_over.group(), Group::Lowered);
    assert!(sooner_over.warnings()[1].starts_with("After its end"));
    let longer = change(&regular, Some(&promotion(14)), &fifty);
    assert_eq!(longer.group(), Group::Raised);
    assert!(!longer.replaces.unwrap().is_hold);
}

#[test]
fn a_user_of_whom_nothing_is_stored_is_unknown_and_compared_with_the_default() {
    let profiles = Profiles {
        version: None,
        closed: None,
        replaced: None,
        is_known: false,
    };
    let new = NewSettings {
        settings: &offering(&[10], None),
        expires_on: now().plus_days(14),
    };
    let change = classify(profiles, new);
    assert_eq!(change.group(), Group::NoRecord);
    assert_eq!(change.before.floats, [Cents(1_000), Cents(2_000)]);
    assert!(change.lowers, "from $20 to $10");
}

#[test]
fn a_temporary_profile_inherits_what_it_leaves_out() {
    let regular = offering(&[10, 20], Some(&[200]));
    let mut silent = temporary(5, "test", &regular);
    (silent.floats, silent.loans) = (None, None);
    (silent.is_float_enabled, silent.is_loan_enabled) = (None, None);
    assert!(!is_hold(&regular, &silent));
    // A list that is there replaces the list.
    silent.floats = Some(vec![FloatSetting::new("1", Cents(1_000), true)]);
    assert!(is_hold(&regular, &silent));
    silent.floats = None;
    silent.loans = Some(vec![LoanSetting::new("1", Cents(20_000), false)]);
    assert!(is_hold(&regular, &silent));
}
