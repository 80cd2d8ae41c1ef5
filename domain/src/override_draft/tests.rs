use super::moments::LONGEST_DAYS;
use super::*;
use crate::money::Cents;
use crate::profile::FloatProfile;
use crate::switches::{SPECIAL_REASON, TIER};
use crate::tier::{FloatSetting, SPECIAL_AMOUNT};
use crate::typed_moment;
use proptest::prelude::*;

fn now() -> Instant {
    Instant::parse("2026-11-16T12:00:00Z").unwrap()
}

fn context() -> OverrideContext {
    OverrideContext {
        now: now(),
        version: None,
        closed: None,
        standing: Vec::new(),
        waiting: Vec::new(),
        has_repaid_special: false,
    }
}

fn standing(from: i64, until: i64, reason: &str) -> Standing {
    let plan = draft("in 1 day").check(&context()).unwrap();
    let mut profile = plan.profile(&UserId::new("mia"), now().plus_days(from));
    profile.expires_on = now().plus_days(until);
    profile.ttl = Some(profile.expires_on);
    profile.reason = reason.to_owned();
    Standing {
        held: Held {
            sort: format!("sort-{until}"),
            created_on: profile.created_on,
        },
        profile,
    }
}

/// $10, $20 and $30 until then.
fn draft(expires: &str) -> OverrideDraft {
    let mut draft = OverrideDraft::untouched(&context());
    draft.switches.tiers.push("3".to_owned());
    draft.expires = expires.to_owned();
    draft.reason = "$30 for 2 weeks".to_owned();
    draft
}

fn problem(draft: &OverrideDraft, context: &OverrideContext, field: &str) -> String {
    let errors = draft.check(context).unwrap_err();
    errors.at(field).unwrap_or_default().to_owned()
}

#[test]
fn what_is_written_leaves_nothing_to_be_inherited() {
    let plan = draft("in 2 weeks").check(&context()).unwrap();
    let written = plan.profile(&UserId::new("mia"), now());
    assert_eq!(written.expires_on, now().plus_days(14));
    assert_eq!(written.ttl, Some(written.expires_on));
    assert_eq!(written.floats.as_ref().map(Vec::len), Some(7));
    assert_eq!(written.loans.as_ref().map(Vec::len), Some(4));
    assert_eq!(written.is_float_enabled, Some(true));
    assert_eq!(written.is_loan_enabled, Some(false));
}

#[test]
fn an_end_that_cannot_be_is_told_at_its_field() {
    for (expires, message) in [
        ("", typed_moment::HELP),
        ("whenever", typed_moment::HELP),
        ("2026-11-16 11:59", "16 Nov 2026, 11:59 UTC has passed."),
        // Noon in New York is later than noon in UTC, and noon in Tokyo has passed.
        (
            "2026-11-16 12:00 +09:00",
            "16 Nov 2026, 03:00 UTC has passed.",
        ),
        (
            "2027-11-19",
            "19 Nov 2027, 00:00 UTC is more than a year away.",
        ),
    ] {
        assert_eq!(problem(&draft(expires), &context(), EXPIRES), message);
    }
    assert!(draft("2026-11-16 12:00 EST").check(&context()).is_ok());
    assert!(draft("in 1 year").check(&context()).is_ok());
}

#[test]
fn a_start_that_cannot_be_is_told_at_its_field() {
    let later = |start: &str| OverrideDraft {
        start: start.to_owned(),
        ..draft("2026-12-01")
    };
    assert_eq!(
        problem(&later("2026-11-01"), &context(), START),
        "1 Nov 2026, 00:00 UTC has passed. Leave this empty for a start at once."
    );
    assert_eq!(
        problem(&later("2026-12-02"), &context(), EXPIRES),
        "1 Dec 2026, 00:00 UTC is before the start on 2 Dec 2026, 00:00 UTC."
    );
    assert_eq!(
        problem(&later("2028-01-01"), &context(), START),
        "1 Jan 2028, 00:00 UTC is more than a year away."
    );
    let plan = OverrideDraft {
        expires: "for 2 weeks".to_owned(),
        ..later("2026-11-20")
    };
    let plan = plan.check(&context()).unwrap();
    assert_eq!(plan.expires_on.stored(), "2026-12-04T00:00:00Z");
}

#[test]
fn an_empty_reason_and_a_tier_that_does_not_exist_are_told_together() {
    let mut wrong = draft("in 2 weeks");
    wrong.reason = "  ".to_owned();
    wrong.switches.tiers.push("42".to_owned());
    let errors = wrong.check(&context()).unwrap_err();
    assert!(errors.at(REASON).is_some());
    assert_eq!(errors.at(TIER), Some("There is no float tier 42."));
}

#[test]
fn a_second_override_asks_to_replace_the_first() {
    let context = OverrideContext {
        standing: vec![standing(-3, 5, "Promotion")],
        ..context()
    };
    assert!(
        problem(&draft("in 2 weeks"), &context, REPLACES).contains("until 21 Nov 2026, 12:00 UTC")
    );
    let agreed = OverrideDraft {
        replaces: "sort-5".to_owned(),
        ..draft("in 2 weeks")
    };
    let plan = agreed.check(&context).unwrap();
    assert_eq!(plan.replaces, Some(context.standing[0].held.clone()));
    // Agreed to one, and by now it is another.
    let other = OverrideDraft {
        replaces: "sort-4".to_owned(),
        ..draft("in 2 weeks")
    };
    assert!(!problem(&other, &context, REPLACES).is_empty());
    // One that has ended by then is in nobody's way.
    let later = OverrideDraft {
        start: "in 5 days".to_owned(),
        ..draft("in 2 weeks")
    };
    assert!(later.check(&context).is_ok());
}

#[test]
fn of_several_at_once_none_is_replaced_by_guessing() {
    let context = OverrideContext {
        standing: vec![standing(-3, 5, "One"), standing(-1, 8, "Two")],
        ..context()
    };
    let agreed = OverrideDraft {
        replaces: "sort-5".to_owned(),
        ..draft("in 2 weeks")
    };
    assert!(problem(&agreed, &context, REPLACES).contains("all but one"));
}

#[test]
fn a_scheduled_time_is_kept_clear() {
    let waiting = Window {
        start_on: now().plus_days(10),
        expires_on: now().plus_days(20),
        reason: "Spring".to_owned(),
    };
    let context = OverrideContext {
        standing: vec![standing(-3, 5, "Promotion")],
        waiting: vec![waiting],
        ..context()
    };
    let agreed = OverrideDraft {
        replaces: "sort-5".to_owned(),
        ..draft("in 11 days")
    };
    assert!(problem(&agreed, &context, EXPIRES).contains("Spring"));
    let within = OverrideDraft {
        start: "in 12 days".to_owned(),
        ..draft("for 2 days")
    };
    assert!(problem(&within, &context, START).contains("Spring"));
    let end = EndDraft {
        expires: "in 11 days".to_owned(),
        reason: "longer".to_owned(),
    };
    let errors = end.check(&context.standing[0], &context).unwrap_err();
    assert!(errors.at(EXPIRES).unwrap().contains("Spring"));
}

#[test]
fn an_end_is_moved_to_another_moment_only() {
    let context = OverrideContext {
        standing: vec![standing(-3, 5, "Promotion")],
        ..context()
    };
    let moved = |expires: &str| {
        let draft = EndDraft {
            expires: expires.to_owned(),
            reason: "asked for".to_owned(),
        };
        draft.check(&context.standing[0], &context)
    };
    assert!(moved("2026-11-21 12:00").is_err());
    assert_eq!(moved("in 1 day").unwrap().0, now().plus_days(1));
}

#[test]
fn two_hundred_dollars_are_kept_where_stored_and_asked_about_where_opened() {
    let mut version = FloatProfile {
        user_id: UserId::new("ella"),
        is_float_enabled: true,
        is_loan_enabled: false,
        cfi_enabled: true,
        floats: vec![FloatSetting::new("special", SPECIAL_AMOUNT, false)],
        loans: Vec::new(),
        created_on: now().plus_days(-9),
        reason: String::new(),
        notes: String::new(),
    };
    let mut elite = OverrideContext {
        version: Some(version.clone()),
        ..context()
    };
    let mut opened = draft("in 2 weeks");
    opened.switches.tiers = vec!["special".to_owned()];
    assert!(problem(&opened, &elite, SPECIAL_REASON).contains("repaid"));
    opened.switches.special_reason = "agreed with risk".to_owned();
    let plan = opened.check(&elite).unwrap();
    assert_eq!(plan.reason, "$30 for 2 weeks ($200: agreed with risk)");
    assert_eq!(plan.settings.floats.len(), 8);
    version.floats[0].is_enabled = true;
    elite.version = Some(version);
    opened.switches.special_reason.clear();
    assert!(opened.check(&elite).is_ok());
}

#[test]
fn the_preview_says_until_when_and_what_after() {
    let plan = draft("in 2 weeks").check(&context()).unwrap();
    assert_eq!(
        starting(&context(), &plan),
        [
            "From now until 30 Nov 2026, 12:00 UTC: floats of $10, $20 and $30, no loans. Without it: floats of $10 and $20, no loans.",
            "After that: floats of $10 and $20, no loans."
        ]
    );
    let hold = OverrideDraft {
        start: "2026-11-20".to_owned(),
        replaces: "sort-5".to_owned(),
        switches: Switches::default(),
        ..draft("2026-11-22")
    };
    let context = OverrideContext {
        standing: vec![standing(-3, 5, "Promotion")],
        ..context()
    };
    assert_eq!(
        starting(&context, &hold.check(&context).unwrap()),
        [
            "Until then nothing changes: floats of $10, $20 and $30, no loans.",
            "From 20 Nov 2026, 00:00 UTC until 22 Nov 2026, 00:00 UTC: no floats, no loans. Without it: floats of $10, $20 and $30, no loans.",
            "After that: floats of $10 and $20, no loans.",
            "It takes the place of \u{201c}Promotion\u{201d}, which would have lasted until 21 Nov 2026, 12:00 UTC."
        ]
    );
    assert_eq!(
        cancelling(&context, &context.standing[0]),
        "From now on: floats of $10 and $20, no loans. With it: floats of $10, $20 and $30, no loans."
    );
    assert_eq!(
        moving(&context, &context.standing[0], now().plus_days(9))[0],
        "\u{201c}Promotion\u{201d} ends later: on 25 Nov 2026, 12:00 UTC instead of 21 Nov 2026, 12:00 UTC."
    );
}

#[test]
fn amounts_stay_as_they_are_stored() {
    let mut odd = Settings::default();
    odd.floats[2].amount = Cents(3_500);
    let version = FloatProfile {
        user_id: UserId::new("finn"),
        is_float_enabled: true,
        is_loan_enabled: false,
        cfi_enabled: true,
        floats: odd.floats,
        loans: Vec::new(),
        created_on: now().plus_days(-9),
        reason: String::new(),
        notes: String::new(),
    };
    let context = OverrideContext {
        version: Some(version),
        ..context()
    };
    let plan = draft("in 2 weeks").check(&context).unwrap();
    let third = plan.settings.floats.iter().find(|one| one.id == "3");
    assert_eq!(third.map(|one| one.amount), Some(Cents(3_500)));
}

proptest! {
    #[test]
    fn a_draft_comes_back_from_its_fields(
        start in ".*", expires in ".*", reason in ".*", replaces in ".*", lift_reason in ".*", tiers in prop::collection::vec(".*", 0..4)
    ) {
        let draft = OverrideDraft {
            start, expires, reason, replaces, lift_reason,
            switches: Switches { tiers, loans: true, ..Switches::default() },
        };
        let fields = draft.fields();
        let fields = fields.iter().map(|(name, value)| (*name, value.as_str()));
        prop_assert_eq!(OverrideDraft::from_fields(fields), Some(draft.clone()));
    }

    #[test]
    fn what_is_accepted_lies_ahead_and_within_a_year(start in -400i64..400, end in -400i64..400) {
        let draft = OverrideDraft {
            start: now().plus_days(start).stored(),
            ..draft(&now().plus_days(end).stored())
        };
        if let Ok(plan) = draft.check(&context()) {
            let starts = plan.start_on.unwrap_or_else(now);
            prop_assert!(now() <= starts && starts < plan.expires_on);
            prop_assert!(plan.expires_on <= now().plus_days(LONGEST_DAYS));
        }
    }
}

#[test]
fn lifting_a_hold_or_reopening_a_closed_profile_needs_a_reason_of_its_own() {
    let mut hold = standing(-1, 5, "Compliance hold");
    hold.profile.is_float_enabled = Some(false);
    let context_of_hold = OverrideContext {
        standing: vec![hold],
        ..context()
    };
    let mut lifting = draft("in 2 weeks");
    lifting.replaces = "sort-5".to_owned();
    assert!(problem(&lifting, &context_of_hold, LIFT_REASON).contains("Only an admin"));
    lifting.lift_reason = "cleared by compliance".to_owned();
    let plan = lifting.check(&context_of_hold).unwrap();
    assert_eq!(plan.lift_reason.as_deref(), Some("cleared by compliance"));

    // Nobody is asked where nothing is lifted.
    lifting.switches.floats = false;
    lifting.lift_reason = String::new();
    assert_eq!(lifting.check(&context_of_hold).unwrap().lift_reason, None);

    let versions = [FloatProfile {
        user_id: UserId::new("rosa"),
        is_float_enabled: false,
        is_loan_enabled: false,
        cfi_enabled: false,
        floats: Settings::default().floats,
        loans: Vec::new(),
        created_on: now().plus_days(-2),
        reason: "Closed by risk".to_owned(),
        notes: String::new(),
    }];
    let closed = OverrideContext {
        version: versions.first().cloned(),
        closed: crate::offer_change::Closed::of(&versions),
        ..context()
    };
    let reopening = draft("in 2 weeks");
    assert!(!problem(&reopening, &closed, LIFT_REASON).is_empty());
}
