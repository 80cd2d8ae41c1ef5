//! Loan fees and the switch for all loans, from GrowthBook's features: read again and again, and where
//! they cannot be read, as they were last.

mod attribute;
mod shape;
mod source;

pub use attribute::{Attribute, RequiredFlag};
pub use source::{ClientKey, Source};

use app::loan_terms::LoanTermsSource;
use domain::feature_report::FeatureReport;
use domain::id::UserId;
use domain::instant::Instant;
use domain::loan_terms::{LoanFlag, LoanTerms};
use growthbook_rust::dto::GrowthBookFeature;
use growthbook_rust::growthbook::GrowthBook;
use serde_json::Value;
use source::SourceError;
use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::SystemTime;

/// The features that count, by the names they have in GrowthBook, and what it is told about a user.
#[derive(Debug, Clone)]
pub struct Names {
    pub loan_fees: String,
    pub loans_enabled: String,
    /// The flags that loans require.
    pub loan_flags: Vec<RequiredFlag>,
    pub attributes: Vec<Attribute>,
}

impl Default for Names {
    fn default() -> Self {
        Self {
            loan_fees: "loan-fee-schedule".to_owned(),
            loans_enabled: "loans-enabled".to_owned(),
            loan_flags: Vec::new(),
            attributes: vec![Attribute::of_user("id"), Attribute::of_user("user_id")],
        }
    }
}

/// The features as this server knows them. Cheap to clone.
#[derive(Clone)]
pub struct Features {
    source: Source,
    names: Names,
    known: Arc<RwLock<Known>>,
}

#[derive(Default)]
struct Known {
    features: Option<(GrowthBook, Instant)>,
    /// The last attempt, where it failed.
    failure: Option<(Instant, String)>,
    wrong_shapes: Vec<String>,
}

impl Features {
    /// Reads them for the first time. What goes wrong is logged and told on `/system`: Float Desk works
    /// without knowing fees.
    pub async fn open(source: Source, names: Names) -> Self {
        let features = Self {
            source,
            names,
            known: Arc::default(),
        };
        features.refresh().await;
        features
    }

    /// Where nothing is configured, and fees are not known.
    pub fn none() -> Self {
        Self {
            source: Source::None,
            names: Names::default(),
            known: Arc::default(),
        }
    }

    /// Keeps them fresh for as long as it is polled.
    pub async fn keep_fresh(self) -> Infallible {
        loop {
            tokio::time::sleep(self.source.pause()).await;
            self.refresh().await;
        }
    }

    /// Whether there is nothing to read yet. A file that was read once and is gone is a failure.
    fn is_awaited(&self) -> bool {
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
        match &self.source {
            Source::None => true,
            Source::Usual(path) => known.features.is_none() && !path.is_file(),
            _ => false,
        }
    }

    /// Reads them anew; what cannot be read leaves those of the last time.
    pub async fn refresh(&self) {
        if self.is_awaited() {
            return;
        }
        let (read, now) = (self.source.read().await, now());
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        match read.and_then(|payload| features_of(payload).map_err(SourceError::Shape)) {
            Ok(features) => {
                known.wrong_shapes = shape::faults(&features, &self.names);
                known.features = Some((features, now));
                known.failure = None;
            }
            Err(error) => {
                tracing::warn!(%error, source = %self.source, "the features could not be read");
                known.failure = Some((now, error.to_string()));
            }
        }
    }
}

/// As the service answers, or the features alone.
fn features_of(payload: Value) -> Result<GrowthBook, String> {
    let Value::Object(mut payload) = payload else {
        return Err("the whole should be an object".to_owned());
    };
    let features = match payload.remove("features") {
        Some(features) => features,
        None => Value::Object(payload),
    };
    let Value::Object(features) = features else {
        return Err("features should be an object".to_owned());
    };
    let mut read = HashMap::new();
    for (name, feature) in features {
        // One that GrowthBook itself could not read is not known, and reported as missing.
        if let Ok(feature) = serde_json::from_value::<GrowthBookFeature>(feature) {
            read.insert(name, feature);
        }
    }
    Ok(GrowthBook {
        forced_variations: None,
        features: read,
        attributes: None,
        sticky_bucket_service: None,
        saved_groups: HashMap::new(),
    })
}

/// A feature's value for what is known of a user: rules may tell users apart by it.
fn value_for(
    features: &GrowthBook,
    name: &str,
    known: Option<&[(String, String)]>,
) -> Option<Value> {
    let attributes = known.map(|known| known.iter().map(attribute::told).collect());
    let value = features.check(name, &attributes).value;
    (!value.is_null()).then_some(value)
}

impl LoanTermsSource for Features {
    fn terms_for(&self, user: &UserId) -> LoanTerms {
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
        let Some((features, as_of)) = &known.features else {
            return LoanTerms::default();
        };
        let known_of_user: Vec<_> = self
            .names
            .attributes
            .iter()
            .map(|attribute| attribute.for_user(user))
            .collect();
        let value = |name: &str| value_for(features, name, Some(&known_of_user));
        let switch = value(&self.names.loans_enabled);
        let fees = value(&self.names.loan_fees);
        let flags = self.names.loan_flags.iter().map(|flag| LoanFlag {
            amount: flag.amount,
            name: flag.name.clone(),
            is_on: value(&flag.name).and_then(|value| value.as_bool()),
        });
        LoanTerms {
            loans_for_all: switch.and_then(|value| value.as_bool()),
            prices: fees.map(|fees| shape::schedule(&fees).0.prices()),
            as_of: Some(*as_of),
            is_stale: known.failure.is_some(),
            flags: flags.collect(),
            evaluated_for: known_of_user,
        }
    }

    fn report(&self) -> FeatureReport {
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
        let features = known.features.as_ref();
        FeatureReport {
            source: self.source.to_string(),
            as_of: features.map(|(_, as_of)| *as_of),
            failure: known.failure.clone(),
            count: features.map_or(0, |(features, _)| features.features.len() as u64),
            wrong_shapes: known.wrong_shapes.clone(),
        }
    }
}

fn now() -> Instant {
    Instant::from(SystemTime::now())
}

#[cfg(test)]
mod tests;
