//! Signs short-lived state that the browser carries, so that any server of the installation can tell
//! its own from a forgery. The secret itself is kept in Float Desk's table.

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use domain::instant::Instant;
use hmac::digest::Key;
use hmac::{Hmac, Mac};
use sha2::Sha256;
use std::sync::Arc;
use store::installation_secret::{InstallationSecret, load_or_create};
use store::{Store, StoreError};
use tokio::sync::OnceCell;

/// What a signature is good for. Each purpose has a key of its own, so that what was signed for one is
/// never accepted for another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// The answer to a form that was sent without JavaScript.
    FormAnswer,
    /// A sign-in that is on its way through the identity provider.
    ProviderSignIn,
    /// What such a sign-in has to prove that it knows.
    ProviderSignInSecret,
}

impl Purpose {
    fn label(self) -> &'static str {
        match self {
            Self::FormAnswer => "form answer",
            Self::ProviderSignIn => "provider sign-in",
            Self::ProviderSignInSecret => "provider sign-in secret",
        }
    }
}

/// Makes and checks signatures. Reads the secret at its first use, then keeps it.
#[derive(Debug, Clone)]
pub struct Signer {
    store: Store,
    secret: Arc<OnceCell<InstallationSecret>>,
}

#[derive(Debug, thiserror::Error)]
pub enum SignerError {
    #[error("the installation's secret can't be read: {0}")]
    Store(#[from] StoreError),
    #[error("there is no randomness for the installation's secret: {0}")]
    Random(String),
}

impl Signer {
    pub fn new(store: Store) -> Self {
        Self {
            store,
            secret: Arc::default(),
        }
    }

    /// Signs `payload` until `expires`, for whoever presents it together with the same `context`:
    /// the session, say, or the path that it's meant for. The payload can be read by anyone.
    pub async fn sign(
        &self,
        purpose: Purpose,
        context: &[&str],
        payload: &[u8],
        expires: Instant,
    ) -> Result<String, SignerError> {
        let expires = expires.epoch_seconds();
        let tag = self.mac(purpose, context, payload, expires).await?;
        let tag = BASE64_URL_SAFE_NO_PAD.encode(tag.finalize().into_bytes());
        let payload = BASE64_URL_SAFE_NO_PAD.encode(payload);
        Ok(format!("{expires}.{tag}.{payload}"))
    }

    /// The payload, unless it was forged, has expired by `now`, or was signed for something else.
    pub async fn verify(
        &self,
        purpose: Purpose,
        context: &[&str],
        signed: &str,
        now: Instant,
    ) -> Result<Option<Vec<u8>>, SignerError> {
        let Some((expires, tag, payload)) = parse(signed) else {
            return Ok(None);
        };
        let expected = self.mac(purpose, context, &payload, expires).await?;
        let is_ours = expected.verify_slice(&tag).is_ok() && now.epoch_seconds() < expires;
        Ok(is_ours.then_some(payload))
    }

    /// A secret that only this installation can make out of these parts, and the same each time: 43
    /// characters that fit into an address.
    pub async fn derive(&self, purpose: Purpose, parts: &[&str]) -> Result<String, SignerError> {
        let derived = self.mac(purpose, parts, &[], 0).await?;
        Ok(BASE64_URL_SAFE_NO_PAD.encode(derived.finalize().into_bytes()))
    }

    /// Creates the secret where there is none yet, so that no request has to.
    pub async fn prepare(&self) -> Result<(), SignerError> {
        self.secret.get_or_try_init(|| self.load()).await.map(drop)
    }

    async fn mac(
        &self,
        purpose: Purpose,
        context: &[&str],
        payload: &[u8],
        expires: i64,
    ) -> Result<Hmac<Sha256>, SignerError> {
        let secret = self.secret.get_or_try_init(|| self.load()).await?;
        let key = keyed(secret.bytes())
            .chain_update(purpose.label())
            .finalize();
        let mut mac = keyed(&key.into_bytes().into()).chain_update(expires.to_be_bytes());
        // Each part is preceded by its length, so that no other parts read the same.
        let parts = context.iter().map(|part| part.as_bytes());
        for part in parts.chain([payload]) {
            mac.update(&part.len().to_be_bytes());
            mac.update(part);
        }
        Ok(mac)
    }

    async fn load(&self) -> Result<InstallationSecret, SignerError> {
        let candidate = InstallationSecret::random();
        let candidate = candidate.map_err(|error| SignerError::Random(error.to_string()))?;
        Ok(load_or_create(&self.store, &candidate).await?)
    }
}

fn keyed(key: &[u8; 32]) -> Hmac<Sha256> {
    let mut block = Key::<Hmac<Sha256>>::default();
    block[..key.len()].copy_from_slice(key);
    Hmac::new(&block)
}

fn parse(signed: &str) -> Option<(i64, Vec<u8>, Vec<u8>)> {
    let (expires, rest) = signed.split_once('.')?;
    let (tag, payload) = rest.split_once('.')?;
    let decode = |text: &str| BASE64_URL_SAFE_NO_PAD.decode(text).ok();
    Some((expires.parse().ok()?, decode(tag)?, decode(payload)?))
}
