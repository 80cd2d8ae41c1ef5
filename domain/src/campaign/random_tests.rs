//! Random campaigns on random users. What must hold is read off `ProfileSources::effective_at`, which
//! knows nothing of groups, consents or campaigns.

use super::tests::campaign;
use super::*;
use crate::effective::{EffectiveProfile, ProfileSources};
use crate::id::StaffId;
use crate::money::Cents;
use crate::offer_change::Closed;
use crate::override_copy::{Ended, HowEnded, OverrideCopy};
use crate::profile::FloatProfile;
use proptest::prelude::*;

fn day(day: i64) -> Instant {
    Instant::EPOCH.plus_days(day)
}

const NOW: i64 = 100;

/// Which tiers are on, as bits, and the two switches.
#[derive(Debug, Clone)]
struct Ticks {
    floats: u8,
    loans: u8,
    floats_on: bool,
    loans_on: bool,
}

impl Ticks {
    fn settings(&self) -> Settings {
        let mut settings = Settings::default().complete();
        settings.is_float_enabled = self.floats_on;
        settings.is_loan_enabled = self.loans_on;
        for (bit, tier) in settings.floats.iter_mut().enumerate() {
            tier.is_enabled = self.floats & (1 << bit) != 0;
        }
        for (bit, loan) in settings.loans.iter_mut().enumerate() {
            loan.is_enabled = self.loans & (1 << bit) != 0;
        }
        settings
    }
}

fn ticks() -> impl Strategy<Value = Ticks> {
    // Mostly lower tiers up to a limit, as profiles have them; sometimes anything.
    let floats = prop_oneof![
        4 => (0_u32..8).prop_map(|limit| u8::try_from((1_u32 << limit) - 1).unwrap()),
        1 => 0_u8..128,
    ];
    (floats, 0_u8..16, prop::bool::weighted(0.8), any::<bool>()).prop_map(
        |(floats, loans, floats_on, loans_on)| Ticks {
            floats,
            loans,
            floats_on,
            loans_on,
        },
    )
}

#[derive(Debug, Clone)]
struct RandomUser {
    /// Oldest first.
    versions: Vec<FloatProfile>,
    temporary: Option<TemporaryProfile>,
}

fn version((index, ticks): (usize, Ticks)) -> FloatProfile {
    let settings = ticks.settings();
    FloatProfile {
        user_id: UserId::new("mia"),
        is_float_enabled: settings.is_float_enabled,
        is_loan_enabled: settings.is_loan_enabled,
        cfi_enabled: true,
        floats: settings.floats,
        loans: settings.loans,
        created_on: day(i64::try_from(index).unwrap() * 10),
        reason: String::new(),
        notes: String::new(),
    }
}

fn user() -> impl Strategy<Value = RandomUser> {
    let versions = prop::collection::vec(ticks(), 0..4);
    let temporary = prop::option::of((ticks(), 1_i64..40, any::<[bool; 4]>()));
    (versions, temporary).prop_map(|(versions, temporary)| RandomUser {
        versions: versions.into_iter().enumerate().map(version).collect(),
        temporary: temporary.map(|(ticks, days, [floats, loans, tiers, amounts])| {
            let settings = ticks.settings();
            TemporaryProfile {
                user_id: UserId::new("mia"),
                created_on: day(NOW - 1),
                expires_on: day(NOW + days),
                reason: "before".to_owned(),
                // What is missing is inherited.
                is_float_enabled: floats.then_some(settings.is_float_enabled),
                is_loan_enabled: loans.then_some(settings.is_loan_enabled),
                floats: tiers.then_some(settings.floats),
                loans: amounts.then_some(settings.loans),
                ttl: Some(day(NOW + days)),
            }
        }),
    })
}

fn change() -> impl Strategy<Value = CampaignChange> {
    let amount = prop::sample::select(vec![10, 20, 30, 40, 50, 80, 100]);
    let ids = |most: usize| {
        prop::collection::btree_set(1..=most, 0..4)
            .prop_map(|ids| ids.into_iter().map(|id| id.to_string()).collect::<Vec<_>>())
    };
    let floats = prop_oneof![
        Just(FloatsChange::Leave),
        amount
            .clone()
            .prop_map(|it| FloatsChange::RaiseTo(Cents::from_dollars(it))),
        amount.prop_map(|it| FloatsChange::LimitTo(Cents::from_dollars(it))),
        ids(7).prop_map(FloatsChange::SetTo),
        Just(FloatsChange::Off),
    ];
    let loans = prop_oneof![
        Just(LoansChange::Leave),
        ids(4).prop_map(LoansChange::On),
        Just(LoansChange::Off),
    ];
    (floats, loans).prop_map(|(floats, loans)| CampaignChange { floats, loans })
}

fn random_campaign() -> impl Strategy<Value = Campaign> {
    let snapshot = prop::option::weighted(0.2, ticks());
    (change(), snapshot, 1_i64..40, any::<[bool; 5]>()).prop_map(
        |(change, snapshot, days, [unknown, replace, lowered, reopened, hold])| {
            let reason = |is_included: bool| is_included.then(|| "agreed".to_owned());
            Campaign {
                change,
                snapshot: snapshot.map(|ticks| ticks.settings()),
                expires_on: day(NOW + days),
                choices: Choices {
                    with_unknown: unknown,
                    replace,
                    lowered: reason(lowered),
                    reopened: reason(reopened),
                    hold_replaced: reason(hold),
                },
                ..campaign(CampaignState::Running)
            }
        },
    )
}

impl RandomUser {
    fn effective(&self, temporary: Option<&TemporaryProfile>, at: Instant) -> EffectiveProfile {
        let sources = ProfileSources {
            temporary: temporary.cloned().into_iter().collect(),
            versions: self.versions.clone(),
        };
        sources.effective_at(at)
    }

    fn closed(&self) -> Option<Closed> {
        let newest_first: Vec<_> = self.versions.iter().rev().cloned().collect();
        Closed::of(&newest_first)
    }

    /// The campaign's temporary profile, where it is written at all.
    fn under(&self, campaign: &Campaign) -> Option<TemporaryProfile> {
        let closed = self.closed();
        let profiles = Profiles {
            version: self.versions.last(),
            closed: closed.as_ref(),
            replaced: self.temporary.as_ref(),
            is_known: !self.versions.is_empty() || self.temporary.is_some(),
        };
        let (settings, change) = campaign.change_for(profiles);
        let is_left_out = change.left_out(&campaign.choices).is_some();
        (!is_left_out).then(|| campaign.profile_of(&UserId::new("mia"), settings, day(NOW)))
    }
}

/// Every moment from now on at which something can differ.
fn moments(user: &RandomUser, campaign: &Campaign) -> Vec<Instant> {
    let ends = user.temporary.iter().map(|it| it.expires_on);
    let ends = ends.chain([campaign.expires_on, day(NOW)]);
    ends.flat_map(|end| [end, end.plus_seconds(-1)])
        .filter(|at| *at >= day(NOW))
        .collect()
}

fn highest(amounts: &[Cents]) -> Cents {
    amounts.last().copied().unwrap_or_default()
}

fn offers_more(one: &EffectiveProfile, other: &EffectiveProfile) -> bool {
    let adds = |mine: Vec<Cents>, others: Vec<Cents>| mine.iter().any(|it| !others.contains(it));
    adds(one.offered_floats(), other.offered_floats())
        || adds(one.offered_loans(), other.offered_loans())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn nobody_ends_lower_unless_included_and_no_hold_is_lifted(
        users in prop::collection::vec(user(), 1..8),
        campaign in random_campaign(),
    ) {
        for user in &users {
            let Some(written) = user.under(&campaign) else { continue };
            for at in moments(user, &campaign) {
                let regular = user.effective(None, at);
                let before = user.effective(user.temporary.as_ref(), at);
                let after = user.effective(Some(&written), at);
                if campaign.choices.lowered.is_none() {
                    prop_assert!(after.limit() >= before.limit(), "{user:?}");
                    let loans = |it: &EffectiveProfile| highest(&it.offered_loans());
                    prop_assert!(loans(&after) >= loans(&before), "{user:?}");
                }
                if offers_more(&regular, &before) {
                    prop_assert!(!offers_more(&after, &before), "a hold: {user:?}");
                }
                if user.versions.last().is_some_and(|it| !it.is_float_enabled) {
                    prop_assert!(after.offered_floats().is_empty(), "closed: {user:?}");
                }
            }
        }
    }

    #[test]
    fn undo_gives_back_the_exact_settings(user in user(), campaign in random_campaign()) {
        let Some(written) = user.under(&campaign) else { return Ok(()) };
        let copies: Vec<_> = user
            .temporary
            .iter()
            .map(|old| OverrideCopy {
                ended: Some(Ended {
                    at: written.created_on,
                    by: StaffId::new("dana"),
                    how: HowEnded::Replaced,
                    reason: String::new(),
                }),
                ..OverrideCopy::new(old.clone(), None)
            })
            .collect();
        let regular = user.versions.last().map_or_else(Settings::default, Settings::from);
        let closed = user.closed();
        for days in [0, 1, 5, 20, 39] {
            let now = day(NOW + days);
            let restored = restoring(AtUndo {
                now,
                written_on: written.created_on,
                copies: &copies,
                waiting: &[],
                has_others: false,
                regular: &regular,
                closed: closed.as_ref(),
            });
            let back = match restored {
                Restoring::Restore(copy) => Some(&copy.profile),
                _ => None,
            };
            for at in moments(&user, &campaign).into_iter().filter(|at| *at >= now) {
                let before = user.effective(user.temporary.as_ref(), at);
                prop_assert_eq!(user.effective(back, at), before);
            }
        }
    }
}
