//! Passwords: hashed with Argon2id, checked in the same time whether or not the account exists.

use argon2::password_hash::phc::PasswordHash;
use argon2::{Argon2, PasswordHasher, PasswordVerifier};
use tokio::task::spawn_blocking;

/// Shorter ones are guessed; OWASP asks for this many where there is no second factor.
pub const SHORTEST: usize = 15;
/// Hashing takes longer for longer texts, and nobody types more than this.
const LONGEST: usize = 256;

/// A hash of no password that anybody has, to be checked where there is no account.
const NOBODY: &str = "$argon2id$v=19$m=19456,t=2,p=1$Zmxvb3RkZXNrbm9ib2R5$5Ov1ZOGbo7yw4dFPLsUkbPOJVZa0BLXJRoxeKdsXlAE";

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PasswordError {
    #[error("a password has at least {SHORTEST} characters")]
    TooShort,
    #[error("a password has at most {LONGEST} bytes")]
    TooLong,
    #[error("the password could not be hashed")]
    Hashing,
}

/// Hashes a new password, off the threads that answer requests.
pub async fn hash(password: String) -> Result<String, PasswordError> {
    if password.chars().count() < SHORTEST {
        return Err(PasswordError::TooShort);
    }
    if password.len() > LONGEST {
        return Err(PasswordError::TooLong);
    }
    spawn_blocking(move || Argon2::default().hash_password(password.as_bytes()))
        .await
        .map_err(|_| PasswordError::Hashing)?
        .map(|hash| hash.to_string())
        .map_err(|_| PasswordError::Hashing)
}

/// Whether a password is the one that was hashed. Without a hash the work is done all the same, so
/// that the time taken says nothing.
pub(crate) async fn is_right(password: String, hash: Option<String>) -> bool {
    let exists = hash.is_some();
    let hash = hash.unwrap_or_else(|| NOBODY.to_owned());
    let checked = spawn_blocking(move || {
        let parsed = PasswordHash::new(&hash).ok()?;
        let typed = password
            .as_bytes()
            .get(..LONGEST)
            .unwrap_or(password.as_bytes());
        Argon2::default().verify_password(typed, &parsed).ok()
    });
    matches!(checked.await, Ok(Some(()))) && exists
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn only_the_right_password_is_right() {
        let hashed = hash("correct horse battery".to_owned()).await.unwrap();
        assert!(is_right("correct horse battery".to_owned(), Some(hashed.clone())).await);
        assert!(!is_right("correct horse batterY".to_owned(), Some(hashed)).await);
    }

    #[tokio::test]
    async fn without_an_account_nothing_is_right_and_the_work_is_real() {
        let any = hash("correct horse battery".to_owned()).await.unwrap();
        let (any, nobody) = (
            PasswordHash::new(&any).unwrap(),
            PasswordHash::new(NOBODY).unwrap(),
        );
        // Argon2's work is decided by these and by nothing else.
        assert_eq!(nobody.algorithm, any.algorithm);
        assert_eq!(nobody.version, any.version);
        assert_eq!(nobody.params, any.params);
        let length = |hash: PasswordHash| hash.hash.map(|output| output.len());
        assert_eq!(length(nobody), length(any));
        assert!(!is_right("anything".to_owned(), None).await);
    }

    #[tokio::test]
    async fn a_short_password_is_refused() {
        assert_eq!(hash("short".to_owned()).await, Err(PasswordError::TooShort));
    }
}
