//! Passwords: hashed with Argon2id, checked in the same time whether or not the account exists, and only
//! a few at a time, because each hash takes 19 MB.

use super::turns::{TurnError, Turns};
use argon2::password_hash::phc::PasswordHash;
use argon2::{Argon2, PasswordHasher, PasswordVerifier};
use std::sync::LazyLock;

/// Shorter ones are guessed; OWASP asks for this many where there is no second factor.
pub const SHORTEST: usize = 15;
/// Hashing takes longer for longer texts, and nobody types more than this.
pub const LONGEST: usize = 256;

/// So many passwords are hashed at the same time: 76 MB.
pub const HASHES_AT_ONCE: usize = 4;
/// So many more wait for their turn, a second or two at most. Beyond, a sign-in is refused.
const WAITING: usize = 128;

static TURNS: LazyLock<Turns> = LazyLock::new(|| Turns::new(HASHES_AT_ONCE, WAITING));

/// The most passwords that this process has hashed at the same time.
pub fn most_hashes_at_once() -> usize {
    TURNS.most_at_once()
}

/// More people wait for their password to be checked than there is room for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("too many passwords are waiting to be checked")]
pub struct Busy;

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
    TURNS
        .wait(move || Argon2::default().hash_password(password.as_bytes()))
        .await
        .map_err(|_| PasswordError::Hashing)?
        .map(|hash| hash.to_string())
        .map_err(|_| PasswordError::Hashing)
}

/// Whether a password is the one that was hashed. Without a hash the work is done all the same, so
/// that the time taken says nothing. One that is too long was never hashed, whatever it begins with.
pub(crate) async fn is_right(password: String, hash: Option<String>) -> Result<bool, Busy> {
    let could_be_right = hash.is_some() && password.len() <= LONGEST;
    let hash = hash.unwrap_or_else(|| NOBODY.to_owned());
    let checking = TURNS.take(move || {
        let parsed = PasswordHash::new(&hash).ok()?;
        let typed = password
            .as_bytes()
            .get(..LONGEST)
            .unwrap_or(password.as_bytes());
        Argon2::default().verify_password(typed, &parsed).ok()
    });
    match checking.await {
        Ok(checked) => Ok(checked.is_some() && could_be_right),
        Err(TurnError::Broken) => Ok(false),
        Err(TurnError::Full) => Err(Busy),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn only_the_right_password_is_right() {
        let hashed = hash("correct horse battery".to_owned()).await.unwrap();
        let is_right = async |typed: &str| is_right(typed.to_owned(), Some(hashed.clone())).await;
        assert_eq!(is_right("correct horse battery").await, Ok(true));
        assert_eq!(is_right("correct horse batterY").await, Ok(false));
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
        assert_eq!(is_right("anything".to_owned(), None).await, Ok(false));
    }

    #[tokio::test]
    async fn a_longer_password_than_any_is_wrong_whatever_it_begins_with() {
        let longest = "x".repeat(LONGEST);
        let hashed = hash(longest.clone()).await.unwrap();
        let longer = format!("{longest}y");
        assert_eq!(
            is_right(longer.clone(), Some(hashed.clone())).await,
            Ok(false)
        );
        assert_eq!(is_right(longest, Some(hashed)).await, Ok(true));
        assert_eq!(hash(longer).await, Err(PasswordError::TooLong));
    }

    #[tokio::test]
    async fn a_short_password_is_refused() {
        assert_eq!(hash("short".to_owned()).await, Err(PasswordError::TooShort));
    }
}
