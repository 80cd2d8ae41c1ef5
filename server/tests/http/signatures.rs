//! What the servers of one installation sign, and what they don't accept.

use crate::desk::engine;
use domain::instant::Instant;
use server::secret::{Purpose, Signer};
use store::Store;

const CONTEXT: [&str; 2] = ["session-1", "/users/mia"];
const NOW: Instant = Instant::EPOCH;

/// A server of the installation that this engine holds.
async fn signer() -> Signer {
    Signer::new(Store::connect(&engine().config()).await)
}

async fn signed() -> String {
    let soon = NOW.plus_seconds(60);
    let signer = signer().await;
    let answer = signer.sign(Purpose::FormAnswer, &CONTEXT, b"payload", soon);
    answer.await.unwrap()
}

async fn opened(purpose: Purpose, context: &[&str], signed: &str, after: i64) -> Option<Vec<u8>> {
    let now = NOW.plus_seconds(after);
    let opened = signer().await.verify(purpose, context, signed, now).await;
    opened.unwrap()
}

#[tokio::test]
async fn another_server_of_the_installation_accepts_a_signature() {
    let signed = signed().await;
    let opened = opened(Purpose::FormAnswer, &CONTEXT, &signed, 59).await;
    assert_eq!(opened.as_deref(), Some(&b"payload"[..]));
}

#[tokio::test]
async fn a_signature_is_good_for_its_purpose_its_context_and_its_time_only() {
    let signed = signed().await;
    for (purpose, context, after) in [
        (Purpose::ProviderSignIn, &CONTEXT[..], 0),
        (Purpose::FormAnswer, &["session-2", "/users/mia"], 0),
        (Purpose::FormAnswer, &["session-1", "/users/mi"], 0),
        (Purpose::FormAnswer, &["session-1/users/mia", ""], 0),
        (Purpose::FormAnswer, &["session-1"], 0),
        (Purpose::FormAnswer, &CONTEXT[..], 60),
    ] {
        let opened = opened(purpose, context, &signed, after).await;
        assert_eq!(opened, None, "{purpose:?} {context:?} {after}");
    }
}

#[tokio::test]
async fn what_was_changed_afterwards_is_a_forgery() {
    let signed = signed().await;
    let (expires, rest) = signed.split_once('.').unwrap();
    let (tag, payload) = rest.split_once('.').unwrap();
    for forged in [
        format!("9{expires}.{tag}.{payload}"),
        format!("{expires}.{tag}.{payload}AA"),
        format!("{expires}..{payload}"),
        format!("{expires}.{payload}"),
        "nonsense".to_owned(),
        String::new(),
    ] {
        let opened = opened(Purpose::FormAnswer, &CONTEXT, &forged, 0).await;
        assert_eq!(opened, None, "{forged}");
    }
}
