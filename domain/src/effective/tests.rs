use super::*;
use crate::id::UserId;
use proptest::prelude::*;

fn at(text: &str) -> Instant {
    Instant::parse(text).unwrap()
}

fn floats(on: &[&str]) -> Vec<FloatSetting> {
    FLOAT_TIERS
        .iter()
        .map(|tier| FloatSetting::new(tier.id, tier.amount, on.contains(&tier.id)))
        .collect()
}

fn version(created_on: &str, on: &[&str]) -> FloatProfile {
    FloatProfile {
        user_id: UserId::new("user-12345"),
        is_float_enabled: true,
        is_loan_enabled: false,
        cfi_enabled: true,
        floats: floats(on),
        loans: vec![LoanSetting::new("1", Cents(20000), true)],
        created_on: at(created_on),
        reason: "CFI limit increase to $30".to_owned(),
        notes: String::new(),
    }
}

fn promotion(created_on: &str, expires_on: &str, on: &[&str]) -> TemporaryProfile {
    TemporaryProfile {
        user_id: UserId::new("user-12345"),
        created_on: at(created_on),
        expires_on: at(expires_on),
        reason: "promotional_campaign_presidents_day".to_owned(),
        is_float_enabled: Some(true),
        is_loan_enabled: None,
        floats: Some(floats(on)),
        loans: None,
        ttl: Some(at(expires_on)),
    }
}

fn presidents_day() -> ProfileSources {
    ProfileSources {
        temporary: vec![promotion(
            "2024-02-10T14:30:00Z",
            "2024-02-24T00:00:00Z",
            &["1", "2", "3", "4"],
        )],
        versions: vec![version("2024-01-01T00:00:00Z", &["1", "2"])],
    }
}

#[test]
fn without_anything_stored_the_default_counts() {
    let profile = ProfileSources::default().effective_at(at("2024-02-15T00:00:00Z"));
    assert!(profile.is_default());
    assert!(profile.floats_enabled.value && !profile.loans_enabled.value);
    assert!(profile.cfi_enabled.value, "new users grow by CFI");
    assert_eq!(profile.offered_floats(), [Cents(1000), Cents(2000)]);
    assert_eq!(profile.floats.value.len(), 7, "no $200 tier by default");
}

#[test]
fn an_override_counts_from_its_creation_until_and_not_at_its_end() {
    let sources = presidents_day();
    let limit = |instant| sources.effective_at(at(instant)).limit();
    assert_eq!(limit("2024-02-10T14:29:59Z"), Some(Cents(2000)));
    assert_eq!(limit("2024-02-10T14:30:00Z"), Some(Cents(4000)));
    assert_eq!(limit("2024-02-23T23:59:59Z"), Some(Cents(4000)));
    assert_eq!(limit("2024-02-24T00:00:00Z"), Some(Cents(2000)));
}

#[test]
fn what_an_override_leaves_out_comes_from_the_version() {
    let profile = presidents_day().effective_at(at("2024-02-15T00:00:00Z"));
    assert!(matches!(profile.floats.source, Source::Temporary { .. }));
    assert!(matches!(profile.loans.source, Source::Version { .. }));
    assert!(matches!(
        profile.loans_enabled.source,
        Source::Version { .. }
    ));
    assert!(profile.cfi_enabled.value, "an override has no say in CFI");
}

#[test]
fn a_tier_that_an_override_does_not_list_is_not_offered() {
    let mut sources = presidents_day();
    sources.temporary[0].floats = Some(vec![FloatSetting::new("1", Cents(1000), true)]);
    let profile = sources.effective_at(at("2024-02-15T00:00:00Z"));
    assert_eq!(profile.limit(), Some(Cents(1000)));
    assert_eq!(profile.floats.value[1].switch, Switch::NotListed);
}

#[test]
fn of_several_overrides_the_one_that_ends_first_counts() {
    let mut sources = presidents_day();
    sources.temporary.insert(
        0,
        promotion("2024-02-01T00:00:00Z", "2024-02-20T00:00:00Z", &["1"]),
    );
    let profile = sources.effective_at(at("2024-02-15T00:00:00Z"));
    assert_eq!(
        (profile.limit(), profile.active_overrides),
        (Some(Cents(1000)), 2)
    );
    let forecast = sources.forecast(at("2024-02-15T00:00:00Z"), &[]);
    let change = forecast.next_change().unwrap();
    assert_eq!(
        (change.at, change.limit),
        (at("2024-02-20T00:00:00Z"), Some(Cents(4000)))
    );
}

#[test]
fn of_several_versions_the_newest_created_by_then_counts() {
    let sources = ProfileSources {
        temporary: Vec::new(),
        versions: vec![
            version("2024-03-05T00:00:00Z", &["1", "2", "3", "4", "5"]),
            version("2024-02-10T00:00:00Z", &["1", "2", "3"]),
        ],
    };
    assert_eq!(
        sources.effective_at(at("2024-03-01T00:00:00Z")).limit(),
        Some(Cents(3000))
    );
    assert_eq!(
        sources.effective_at(at("2024-03-05T00:00:00Z")).limit(),
        Some(Cents(5000))
    );
}

#[test]
fn the_next_change_names_the_amounts_and_the_reason() {
    let forecast = presidents_day().forecast(at("2024-02-15T00:00:00Z"), &[]);
    let change = forecast.next_change().unwrap();
    assert_eq!(change.at, at("2024-02-24T00:00:00Z"));
    assert_eq!(change.lost, [Cents(3000), Cents(4000)]);
    assert!(change.gained.is_empty());
    assert_eq!(
        change.ends.as_deref(),
        Some("promotional_campaign_presidents_day")
    );
}

#[test]
fn an_override_that_changes_nothing_is_no_change() {
    let mut sources = presidents_day();
    sources.temporary[0].floats = Some(floats(&["1", "2"]));
    let forecast = sources.forecast(at("2024-02-15T00:00:00Z"), &[]);
    assert_eq!(forecast.next_change(), None);
}

#[test]
fn an_unknown_tier_is_shown_as_stored_without_a_fee() {
    let mut sources = presidents_day();
    sources.versions[0]
        .floats
        .push(FloatSetting::new("elite", Cents(12345), true));
    let profile = sources.effective_at(at("2024-03-01T00:00:00Z"));
    let odd = profile.floats.value.last().unwrap();
    assert_eq!(
        (odd.amount, odd.fee, odd.total()),
        (Cents(12345), None, None)
    );
}

proptest! {
    #[test]
    fn nothing_changes_between_now_and_the_next_change(offset in -40i64..40, step in 0i64..400) {
        let mut sources = presidents_day();
        sources.temporary.push(promotion("2024-02-20T00:00:00Z", "2024-03-10T00:00:00Z", &["1", "7"]));
        let now = at("2024-02-15T00:00:00Z").plus_days(offset);
        let then = now.plus_seconds(step * 7_000);
        let forecast = sources.forecast(now, &[]);
        if forecast.next_change().is_none_or(|change| then < change.at) {
            prop_assert_eq!(
                forecast.now().offered_floats(),
                forecast.at(then).offered_floats()
            );
        }
    }
}
