//! `GET /api/v1/users/{user_id}/float-profile`: what a user can take and what it costs, as the Float
//! Profiles document writes it.

use super::problem::Problem;
use super::{Api, Bearer};
use crate::sign_in::Asked;
use app::float_profile;
use app::loan_terms::LoanTermsSource;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use domain::api_token::TokenScope;
use domain::effective::{EffectiveProfile, Switch};
use domain::id::UserId;
use domain::instant::Instant;
use domain::loan_fee::LoanFeeType;
use domain::loan_terms::LoanTerms;
use http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use http::{HeaderMap, StatusCode};
use serde::Serialize;
use sha2::{Digest, Sha256};
use std::time::SystemTime;

#[derive(Debug, Serialize)]
struct FloatProfile {
    is_float_enabled: bool,
    is_loan_enabled: bool,
    floats: Vec<Float>,
    loans: Vec<Loan>,
}

/// Amounts and fees are cents. A fee that no schedule has is null, never a guess.
#[derive(Debug, Serialize)]
struct Float {
    id: String,
    amount: i64,
    is_enabled: bool,
    fee: Option<i64>,
}

#[derive(Debug, Serialize)]
struct Loan {
    id: String,
    amount: i64,
    is_enabled: bool,
    fee: Option<LoanFee>,
}

#[derive(Debug, Serialize)]
struct LoanFee {
    #[serde(rename = "type")]
    kind: LoanFeeType,
    /// Also of a percentage: what it comes to.
    amount: i64,
}

pub(super) async fn tell(
    bearer: Bearer,
    State(api): State<Api>,
    user: Result<Path<String>, PathRejection>,
    asked: Asked,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    bearer.may(&TokenScope::FloatProfiles)?;
    let Path(id) = user.map_err(|_| Problem::request("The user id is not UTF-8."))?;
    let user = UserId::parse(&id).map_err(|error| Problem::request(error.to_string()))?;
    let now = Instant::from(SystemTime::now());
    let read = float_profile::read(&api.store, &user, now).await;
    let profile = read
        .map_err(|error| {
            tracing::error!(request_id = asked.request_id, %error, "a profile could not be read");
            Problem::unavailable()
        })?
        .map_err(|broken| {
            tracing::error!(request_id = asked.request_id, key = %broken.key, %broken, "a profile is broken");
            Problem::unreadable()
        })?;
    let terms = api.features.terms_for(&user);
    let body = FloatProfile::of(profile, &terms, &api.loan_term);
    // Of these types none can fail.
    let body = serde_json::to_vec(&body).unwrap_or_default();
    Ok(with_tag(body, &headers))
}

impl FloatProfile {
    fn of(profile: EffectiveProfile, terms: &LoanTerms, term: &str) -> Self {
        let floats = profile.floats.value.into_iter();
        let loans = profile.loans.value.into_iter();
        Self {
            is_float_enabled: profile.floats_enabled.value,
            is_loan_enabled: profile.loans_enabled.value && !terms.are_loans_off_for_all(),
            floats: floats
                // What a stored profile leaves out is not offered, and not made up here.
                .filter(|tier| tier.switch != Switch::NotListed)
                .map(|tier| Float {
                    id: tier.id,
                    amount: tier.amount.0,
                    is_enabled: tier.switch == Switch::On,
                    fee: tier.fee.map(|fee| fee.0),
                })
                .collect(),
            loans: loans
                .map(|loan| Loan {
                    fee: terms.fee_at(loan.amount, term).map(|fee| LoanFee {
                        kind: fee.kind,
                        amount: fee.fee.0,
                    }),
                    id: loan.id,
                    amount: loan.amount.0,
                    is_enabled: loan.is_enabled,
                })
                .collect(),
        }
    }
}

/// The answer, or that nothing has changed since the client last had it.
fn with_tag(body: Vec<u8>, headers: &HeaderMap) -> Response {
    let tag = format!(
        "\"{}\"",
        BASE64_URL_SAFE_NO_PAD.encode(Sha256::digest(&body))
    );
    let known = headers
        .get_all(IF_NONE_MATCH)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .any(|known| known.trim().trim_start_matches("W/") == tag || known.trim() == "*");
    // To be kept by the client alone, and to be asked for each time.
    let about = [(ETAG, tag.as_str()), (CACHE_CONTROL, "private, no-cache")];
    if known {
        return (StatusCode::NOT_MODIFIED, about).into_response();
    }
    (about, [(CONTENT_TYPE, "application/json")], body).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::effective::ProfileSources;
    use domain::loan_fee::LoanFeeSchedule;
    use domain::money::Cents;
    use domain::profile::{FloatProfile as Version, default_floats};
    use domain::tier::LoanSetting;

    fn profile() -> EffectiveProfile {
        let version = Version {
            user_id: UserId::new("mia"),
            is_float_enabled: true,
            is_loan_enabled: true,
            cfi_enabled: true,
            floats: default_floats().into_iter().take(3).collect(),
            loans: vec![
                LoanSetting::new("1", Cents(20_000), true),
                LoanSetting::new("9", Cents(99_900), false),
            ],
            created_on: Instant::EPOCH,
            reason: String::new(),
            notes: String::new(),
        };
        let sources = ProfileSources {
            temporary: Vec::new(),
            versions: vec![version],
        };
        sources.effective_at(Instant::EPOCH)
    }

    fn terms(switch: Option<bool>) -> LoanTerms {
        let schedule: LoanFeeSchedule = serde_json::from_str(
            r#"{"4_weeks": {"loan_200": {"type": "fixed", "fee_cents": 1500, "fee_percent": 0.0}},
                "8_weeks": {"loan_200": {"type": "percentage", "fee_cents": 0, "fee_percent": 2.5}}}"#,
        )
        .unwrap();
        LoanTerms {
            loans_for_all: switch,
            prices: Some(schedule.prices()),
            ..LoanTerms::default()
        }
    }

    #[test]
    fn the_answer_is_the_documents() {
        let told = FloatProfile::of(profile(), &terms(Some(true)), "4_weeks");
        let expected = serde_json::json!({
            "is_float_enabled": true,
            "is_loan_enabled": true,
            "floats": [
                {"id": "1", "amount": 1000, "is_enabled": true, "fee": 100},
                {"id": "2", "amount": 2000, "is_enabled": true, "fee": 300},
                {"id": "3", "amount": 3000, "is_enabled": false, "fee": 400},
            ],
            "loans": [
                {"id": "1", "amount": 20000, "is_enabled": true, "fee": {"type": "fixed", "amount": 1500}},
                {"id": "9", "amount": 99900, "is_enabled": false, "fee": null},
            ],
        });
        assert_eq!(serde_json::to_value(told).unwrap(), expected);
    }

    #[test]
    fn a_percentage_is_told_in_cents_and_the_switch_for_all_counts() {
        let told = FloatProfile::of(profile(), &terms(Some(false)), "8_weeks");
        assert!(!told.is_loan_enabled);
        let fee = told.loans[0].fee.as_ref().unwrap();
        assert_eq!((fee.kind, fee.amount), (LoanFeeType::Percentage, 500));
    }
}
