//! The secret that all servers of one installation share: float-desk, `SECRET` / `SECRET`. The first
//! server that needs it creates it. What it signs is never stored, so a new secret only makes people
//! repeat what they were doing.

use crate::encoder::Encoder;
use crate::table::Condition;
use crate::{ErrorKind, Store, StoreError, TableId};
use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use domain::value::{Attributes, Value};
use std::fmt;

const PARTITION: &str = "SECRET";
const SORT: &str = "SECRET";
const BYTES: usize = 32;

/// 256 random bits. `Debug` hides them, because what is printed can end up in a log.
#[derive(Clone, PartialEq, Eq)]
pub struct InstallationSecret([u8; BYTES]);

impl InstallationSecret {
    pub fn random() -> Result<Self, getrandom::Error> {
        let mut bytes = [0; BYTES];
        getrandom::fill(&mut bytes)?;
        Ok(Self(bytes))
    }

    pub fn bytes(&self) -> &[u8; BYTES] {
        &self.0
    }

    fn decode(item: &Attributes) -> Option<Self> {
        let Some(Value::Text(text)) = item.get("secret") else {
            return None;
        };
        let bytes = BASE64_URL_SAFE_NO_PAD.decode(text).ok()?;
        bytes.try_into().ok().map(Self)
    }

    fn encode(&self) -> Attributes {
        Encoder::new()
            .keys(PARTITION, SORT)
            .text("item_type", "installation_secret")
            .text("secret", BASE64_URL_SAFE_NO_PAD.encode(self.0))
            .done()
    }
}

impl fmt::Debug for InstallationSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(hidden)")
    }
}

/// The secret of this installation. Stores `candidate` where there is none yet, or only one that can't
/// be read; of several servers that do so at the same time, one succeeds and the others read its secret.
pub async fn load_or_create(
    store: &Store,
    candidate: &InstallationSecret,
) -> Result<InstallationSecret, StoreError> {
    let table = store.table(TableId::FloatDesk);
    loop {
        let key = Encoder::new().keys(PARTITION, SORT).done();
        let only_if = match table.get(key).await? {
            None => Condition::Absent,
            Some(item) => match InstallationSecret::decode(&item) {
                Some(secret) => return Ok(secret),
                None => Condition::Same(item),
            },
        };
        match table.put_if(candidate.encode(), only_if).await {
            Ok(()) => return Ok(candidate.clone()),
            Err(error) if error.kind == ErrorKind::Conflict => {}
            Err(error) => return Err(error),
        }
    }
}
