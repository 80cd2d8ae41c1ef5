use super::*;
use crate::effective::Source;
use crate::id::{StaffId, UserId};
use crate::money::Cents;
use crate::role::{Role, Staff};
use crate::schedule::ScheduleState;
use crate::settings::Settings;
use crate::tier::{FLOAT_TIERS, FloatSetting};

fn now() -> Instant {
    Instant::parse("2024-02-15T18:00:00Z").unwrap()
}

fn up_to(dollars: i64) -> Vec<FloatSetting> {
    FLOAT_TIERS
        .iter()
        .map(|t| FloatSetting::new(t.id, t.amount, t.amount <= Cents::from_dollars(dollars)))
        .collect()
}

fn version(day: i64, dollars: i64) -> FloatProfile {
    FloatProfile {
        user_id: UserId::new("mia"),
        is_float_enabled: true,
        is_loan_enabled: false,
        cfi_enabled: false,
        floats: up_to(dollars),
        loans: Vec::new(),
        created_on: now().plus_days(day),
        reason: String::new(),
        notes: String::new(),
    }
}

fn temporary(from: i64, until: i64, dollars: i64) -> TemporaryProfile {
    TemporaryProfile {
        user_id: UserId::new("mia"),
        created_on: now().plus_days(from),
        expires_on: now().plus_days(until),
        reason: format!("${dollars}"),
        is_float_enabled: None,
        is_loan_enabled: None,
        floats: Some(up_to(dollars)),
        loans: None,
        ttl: None,
    }
}

fn scheduled(from: i64, until: i64, dollars: i64, replaces: Option<i64>) -> ScheduledStart {
    ScheduledStart {
        id: String::new(),
        user_id: UserId::new("mia"),
        start_on: now().plus_days(from),
        expires_on: now().plus_days(until),
        reason: format!("${dollars} scheduled"),
        settings: Settings {
            floats: up_to(dollars),
            ..Settings::default()
        },
        replaces: replaces.map(|day| now().plus_days(day)),
        by: Staff::new(StaffId::new("dana"), Role::Support),
        scheduled_on: now(),
        state: ScheduleState::Waiting,
        why: String::new(),
    }
}

fn limits(forecast: &Forecast, days: &[i64]) -> Vec<i64> {
    let limit = |day| forecast.at(now().plus_days(day)).limit();
    days.iter()
        .map(|day| limit(*day).map_or(0, |Cents(cents)| cents / 100))
        .collect()
}

#[test]
fn what_is_stored_is_in_effect_though_it_is_dated_ahead() {
    let sources = ProfileSources {
        temporary: vec![temporary(1, 8, 50)],
        versions: vec![version(-9, 20), version(2, 30)],
    };
    let forecast = sources.forecast(now(), &[]);
    assert_eq!(limits(&forecast, &[0, 7, 8]), [50, 50, 30]);
    assert_eq!(
        forecast.dated_ahead(),
        [now().plus_days(2), now().plus_days(1)]
    );
    let yesterday = sources.effective_at(now().plus_days(-1));
    assert_eq!(
        yesterday.limit(),
        Some(Cents(2_000)),
        "history goes by date"
    );
}

#[test]
fn a_scheduled_start_is_not_in_effect_before_its_time() {
    let sources = ProfileSources {
        temporary: Vec::new(),
        versions: vec![version(-9, 20)],
    };
    let forecast = sources.forecast(now(), &[scheduled(2, 5, 40, None)]);
    assert_eq!(limits(&forecast, &[0, 1, 2, 4, 5]), [20, 20, 40, 40, 20]);
    assert_eq!(forecast.next_change().unwrap().at, now().plus_days(2));
}

#[test]
fn a_scheduled_start_that_replaces_ends_what_it_replaces() {
    let sources = ProfileSources {
        temporary: vec![temporary(-3, 9, 80)],
        versions: vec![version(-9, 20)],
    };
    let forecast = sources.forecast(now(), &[scheduled(2, 5, 30, Some(-3))]);
    assert_eq!(limits(&forecast, &[0, 2, 4, 5, 8]), [80, 30, 30, 20, 20]);
    let next = forecast.next_change().unwrap();
    assert_eq!(
        (next.at, next.limit, next.ends.as_deref()),
        (now().plus_days(2), Some(Cents(3_000)), Some("$80"))
    );
}

#[test]
fn a_scheduled_start_that_meets_another_one_is_told_as_blocked() {
    let sources = ProfileSources {
        temporary: vec![temporary(-3, 9, 80)],
        versions: vec![version(-9, 20)],
    };
    let forecast = sources.forecast(now(), &[scheduled(2, 5, 30, None)]);
    assert_eq!(limits(&forecast, &[0, 2, 8, 9]), [80, 80, 80, 20]);
    assert_eq!(forecast.blocked, ["$30 scheduled"]);
}

#[test]
fn one_whose_time_has_come_starts_at_once_and_one_that_is_over_never() {
    let sources = ProfileSources::default();
    let late = sources.forecast(now(), &[scheduled(-1, 5, 40, None)]);
    assert_eq!(limits(&late, &[0, 1, 5]), [20, 40, 20]);
    let over = sources.forecast(now(), &[scheduled(-5, -1, 40, None)]);
    assert_eq!(limits(&over, &[0, 1]), [20, 20]);
    assert_eq!(over.blocked.len(), 1);
}

#[test]
fn what_the_table_may_delete_is_over_at_its_ttl() {
    let sources = ProfileSources {
        temporary: vec![TemporaryProfile {
            ttl: Some(now().plus_days(1)),
            ..temporary(-3, 9, 80)
        }],
        versions: Vec::new(),
    };
    let forecast = sources.forecast(now(), &[]);
    assert_eq!(limits(&forecast, &[0, 1]), [80, 20]);
    assert!(matches!(
        forecast.at(now().plus_days(1)).floats.source,
        Source::Default
    ));
}
