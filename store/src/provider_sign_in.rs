//! Sign-ins through an identity provider that were used: float-desk, `SIGN_IN#<hash>` / `USED`. Nothing is
//! stored before someone has come back and the provider has vouched for them.

use crate::encoder::Encoder;
use crate::{ErrorKind, Store, StoreError, TableId};
use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use domain::instant::Instant;
use sha2::{Digest, Sha256};

/// Notes that this sign-in was used; false if it was before. The note expires when the sign-in would.
pub async fn use_once(store: &Store, seed: &str, until: Instant) -> Result<bool, StoreError> {
    let hash = BASE64_URL_SAFE_NO_PAD.encode(Sha256::digest(seed));
    let used = Encoder::new()
        .keys(format!("SIGN_IN#{hash}"), "USED")
        .text("item_type", "used_sign_in")
        .optional_epoch("ttl", Some(until))
        .done();
    match store.table(TableId::FloatDesk).put_new(used).await {
        Ok(()) => Ok(true),
        Err(error) if error.kind == ErrorKind::Conflict => Ok(false),
        Err(error) => Err(error),
    }
}
