//! Work that takes a while without waiting for anything, such as comparing large rulebooks: done beside the
//! threads that answer requests, which everybody shares.

use std::panic::resume_unwind;
use tokio::task::spawn_blocking;

/// Does it on a thread of its own and waits for the result. A panic is the caller's panic.
pub async fn off_thread<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    match spawn_blocking(work).await {
        Ok(done) => done,
        Err(error) => match error.try_into_panic() {
            Ok(panic) => resume_unwind(panic),
            // Only a runtime that ends takes work back, and then nobody waits for it any more.
            Err(_) => std::future::pending().await,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;

    #[tokio::test]
    async fn the_work_is_done_on_another_thread() {
        let here = thread::current().id();
        assert_ne!(off_thread(|| thread::current().id()).await, here);
    }

    #[tokio::test]
    #[should_panic(expected = "as it was")]
    async fn a_panic_stays_a_panic() {
        off_thread(|| panic!("as it was")).await;
    }
}
