//! Where pages and the API learn what loans cost: from whatever the server reads it from.

use domain::feature_report::FeatureReport;
use domain::id::UserId;
use domain::loan_terms::LoanTerms;
use std::sync::Arc;

pub trait LoanTermsSource: Send + Sync {
    /// What loans cost this user, as far as is known.
    fn terms_for(&self, user: &UserId) -> LoanTerms;

    /// How the source itself stands.
    fn report(&self) -> FeatureReport;
}

/// As the server gives it to each request.
#[derive(Clone)]
pub struct KnownLoanTerms(pub Arc<dyn LoanTermsSource>);

/// What loans cost a user; nothing is known where the server gives no source.
pub fn of(user: &UserId) -> LoanTerms {
    leptos::prelude::use_context::<KnownLoanTerms>()
        .map(|KnownLoanTerms(source)| source.terms_for(user))
        .unwrap_or_default()
}
