//! What a machine shows to be let in, as far as people see it: never the token itself.

use crate::free_text::TOKEN_NAME;
use crate::id::StaffId;
use crate::instant::Instant;
use crate::stored_enum::stored_enum;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ApiToken {
    /// Tells tokens apart; says nothing about the token.
    pub id: String,
    /// What it is for, as the admin called it.
    pub name: String,
    pub scope: TokenScope,
    pub made_on: Instant,
    pub made_by: StaffId,
    /// To the minute.
    pub last_used_on: Option<Instant>,
    pub revoked: Option<Revoked>,
    /// Raised by every change that must not be written over.
    pub version: i64,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Revoked {
    pub on: Instant,
    pub by: StaffId,
}

stored_enum! {
    /// What a token opens.
    TokenScope {
        FloatProfiles = "float_profiles", "float profiles";
        Metrics = "metrics", "metrics";
    }
}

impl ApiToken {
    /// Whether whoever has it is let in at all.
    pub fn is_good(&self) -> bool {
        self.revoked.is_none()
    }

    /// Whether the time of its last use is to be written down anew.
    pub fn is_use_worth_noting(&self, now: Instant) -> bool {
        self.last_used_on
            .is_none_or(|last| last.plus_seconds(60) <= now)
    }
}

/// A new token's name, or what is wrong with it: two with one name could not be told apart.
pub fn check_name(typed: &str, others: &[ApiToken]) -> Result<String, String> {
    let name = TOKEN_NAME.required(typed, "Name what the token is for.")?;
    let mut good = others.iter().filter(|other| other.is_good());
    if good.any(|other| other.name == name) {
        return Err(
            "Another token has this name. Revoke it first or choose another name.".to_owned(),
        );
    }
    Ok(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn token(name: &str) -> ApiToken {
        ApiToken {
            id: "a".to_owned(),
            name: name.to_owned(),
            scope: TokenScope::FloatProfiles,
            made_on: Instant::EPOCH,
            made_by: StaffId::new("ada"),
            last_used_on: None,
            revoked: None,
            version: 1,
        }
    }

    #[test]
    fn a_name_is_taken_until_its_token_is_revoked() {
        let mut other = token("billing");
        assert!(check_name(" billing ", std::slice::from_ref(&other)).is_err());
        other.revoked = Some(Revoked {
            on: Instant::EPOCH,
            by: StaffId::new("ada"),
        });
        assert_eq!(check_name("billing", &[other]), Ok("billing".to_owned()));
        assert!(check_name("", &[]).is_err());
        assert!(check_name(&"ü".repeat(80), &[]).is_ok());
        assert!(check_name(&"x".repeat(81), &[]).is_err());
    }

    #[test]
    fn a_use_is_noted_once_a_minute() {
        let mut token = token("billing");
        assert!(token.is_use_worth_noting(Instant::EPOCH));
        token.last_used_on = Some(Instant::EPOCH);
        assert!(!token.is_use_worth_noting(Instant::EPOCH.plus_seconds(59)));
        assert!(token.is_use_worth_noting(Instant::EPOCH.plus_seconds(60)));
    }
}
