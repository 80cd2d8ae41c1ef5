//! Settles the changes of a bypass that a stopped server left without saying what became of them.

use super::{Shift, Worker, now};
use async_trait::async_trait;
use domain::worker;
use std::time::Duration;
use store::{StoreError, bypass_intent};

pub struct SettleBypasses;

#[async_trait]
impl Worker for SettleBypasses {
    fn name(&self) -> &'static str {
        worker::BYPASS.name
    }

    fn pause(&self) -> Duration {
        Duration::from_secs(20)
    }

    async fn work(&self, shift: &Shift) -> Result<(), StoreError> {
        let count = bypass_intent::settle_stale(&shift.store, now()).await?;
        if count > 0 {
            tracing::info!(count, "changes of a bypass were settled by reading again");
        }
        Ok(())
    }
}
