//! A sign-in that is on its way through the identity provider. Nothing is stored until its person comes
//! back: the browser carries what has to be remembered in a cookie, signed so that only this
//! installation can make one.
//!
//! The cookie holds a random seed, and neither state, nonce nor PKCE verifier: those are derived from the
//! seed with the installation's secret. So whoever sees the cookie, or the address that leads to the
//! provider, still can't redeem a code, and there is nothing in it to encrypt.

use super::Provider;
use crate::secret::{Purpose, Signer, SignerError};
use app::paths;
use domain::instant::Instant;
use http::header::COOKIE;
use http::{HeaderMap, HeaderValue};
use openidconnect::{CsrfToken, Nonce, PkceCodeVerifier};
use serde::{Deserialize, Serialize};
use tower_sessions::cookie::{Cookie, SameSite};

/// `__Host-` binds it to this very host and to secure transport, like the session's.
const NAME: &str = "__Host-float-desk-sign-in";
/// Nobody takes longer to sign in, not even with a new telephone.
const LONGEST: i64 = 15 * 60;
/// Browsers drop cookies of more than 4,096 bytes.
const LONGEST_NEXT: usize = 2_000;
const SEED_BYTES: u32 = 32;

/// What is to be proved on the way, and where it leads in the end.
pub(super) struct Journey {
    pub(super) seed: String,
    pub(super) state: CsrfToken,
    pub(super) nonce: Nonce,
    pub(super) verifier: PkceCodeVerifier,
    pub(super) next: String,
}

/// What the cookie holds.
#[derive(Serialize, Deserialize)]
struct Carried {
    seed: String,
    next: String,
}

#[derive(Clone)]
pub(super) struct Journeys {
    signer: Signer,
    provider: Provider,
}

impl Journeys {
    pub(super) fn new(signer: Signer, provider: Provider) -> Self {
        Self { signer, provider }
    }

    /// Begins a sign-in: the journey, and the cookie that remembers it.
    pub(super) async fn begin(
        &self,
        next: String,
        now: Instant,
    ) -> Result<(Journey, HeaderValue), SignerError> {
        let carried = Carried {
            seed: CsrfToken::new_random_len(SEED_BYTES).into_secret(),
            next: short(next),
        };
        // Two texts are always JSON.
        let payload = serde_json::to_vec(&carried).unwrap_or_default();
        let (purpose, context) = (Purpose::ProviderSignIn, self.context());
        let signing = self.signer.sign(purpose, &context, &payload, ends(now));
        let cookie = header(signing.await?, LONGEST);
        Ok((self.derive(carried).await?, cookie))
    }

    /// The journey that this browser is on, if it is on one.
    pub(super) async fn resume(
        &self,
        headers: &HeaderMap,
        now: Instant,
    ) -> Result<Option<Journey>, SignerError> {
        let Some(signed) = carried(headers) else {
            return Ok(None);
        };
        let (purpose, context) = (Purpose::ProviderSignIn, self.context());
        let verifying = self.signer.verify(purpose, &context, &signed, now);
        let payload = verifying.await?.unwrap_or_default();
        match serde_json::from_slice(&payload) {
            Ok(carried) => self.derive(carried).await.map(Some),
            Err(_) => Ok(None),
        }
    }

    /// A journey to one provider is none to another.
    fn context(&self) -> [&str; 1] {
        [self.provider.issuer()]
    }

    async fn derive(&self, Carried { seed, next }: Carried) -> Result<Journey, SignerError> {
        let derive = |what| {
            let purpose = Purpose::ProviderSignInSecret;
            let seed = seed.as_str();
            async move { self.signer.derive(purpose, &[seed, what]).await }
        };
        Ok(Journey {
            state: CsrfToken::new(derive("state").await?),
            nonce: Nonce::new(derive("nonce").await?),
            verifier: PkceCodeVerifier::new(derive("verifier").await?),
            seed,
            next,
        })
    }
}

/// When a sign-in that begins now can no longer be finished.
pub(super) fn ends(now: Instant) -> Instant {
    now.plus_seconds(LONGEST)
}

/// Takes the cookie away, whatever came of the journey: it is for coming back once.
pub(super) fn over() -> HeaderValue {
    header(String::new(), 0)
}

fn header(value: String, seconds: i64) -> HeaderValue {
    let cookie = Cookie::build((NAME, value))
        .path("/")
        .secure(true)
        .http_only(true)
        .same_site(SameSite::Lax)
        .max_age(time::Duration::seconds(seconds));
    // Signed values are base64 and dots, so they always fit.
    HeaderValue::try_from(cookie.build().to_string()).unwrap_or(HeaderValue::from_static(""))
}

/// Every cookie of the request that has our name; of several none is ours for certain.
fn carried(headers: &HeaderMap) -> Option<String> {
    let texts = headers.get_all(COOKIE).iter();
    let texts = texts.filter_map(|text| text.to_str().ok());
    let mut ours = texts
        .flat_map(Cookie::split_parse)
        .filter_map(Result::ok)
        .filter(|cookie| cookie.name() == NAME);
    match (ours.next(), ours.next()) {
        (Some(cookie), None) => Some(cookie.value().to_owned()),
        _ => None,
    }
}

/// Without what was asked of the page, or the home page, where the cookie would become too long.
fn short(next: String) -> String {
    if next.len() <= LONGEST_NEXT {
        return next;
    }
    let page = next.split('?').next().unwrap_or_default();
    if page.len() <= LONGEST_NEXT {
        page.to_owned()
    } else {
        paths::HOME.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_address_to_come_back_to_loses_its_query_first() {
        let query = format!("/search?q={}", "x".repeat(LONGEST_NEXT));
        assert_eq!(short(query), "/search");
        assert_eq!(short(format!("/{}", "x".repeat(LONGEST_NEXT))), "/");
        assert_eq!(short("/search?q=x".to_owned()), "/search?q=x");
        let fits = header("x".repeat(LONGEST_NEXT * 4 / 3 + 400), LONGEST);
        assert!(fits.len() < 4_096, "{}", fits.len());
    }

    #[test]
    fn of_two_cookies_with_our_name_none_is_taken() {
        let with =
            |text: &'static str| HeaderMap::from_iter([(COOKIE, HeaderValue::from_static(text))]);
        let one = with("a=b; __Host-float-desk-sign-in=x");
        assert_eq!(carried(&one).as_deref(), Some("x"));
        let two = with("__Host-float-desk-sign-in=x; __Host-float-desk-sign-in=y");
        assert_eq!(carried(&two), None);
    }
}
