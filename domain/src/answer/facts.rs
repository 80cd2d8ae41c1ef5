//! Everything besides the profile that bears on whether a user can take a float.

use super::check::LastCheck;
use super::owed::FloatsTaken;
use crate::alert::{Looked, NotKnown};
use crate::bypass::Bypass;
use crate::instant::Instant;
use crate::lock_state::LockState;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AnswerFacts {
    pub now: Instant,
    /// Whether any service has stored anything about this ID.
    pub has_record: bool,
    pub check: Option<LastCheck>,
    pub bypass: Looked<Bypass>,
    pub lock: Result<LockState, NotKnown>,
    pub floats: FloatsTaken,
    /// Whether it's known which temporary profiles are scheduled.
    pub schedule: Result<(), NotKnown>,
    /// Whether anybody can take a loan; nothing where no switch is configured.
    pub loans_for_all: Option<bool>,
    /// How many stored items that decide the answer can't be read.
    pub unreadable: u32,
}

impl AnswerFacts {
    /// Those of a user of whom nothing is known but that there is one.
    pub fn at(now: Instant) -> Self {
        Self {
            now,
            has_record: true,
            check: None,
            bypass: Ok(None),
            lock: Ok(LockState::None),
            floats: FloatsTaken::default(),
            schedule: Ok(()),
            loans_for_all: None,
            unreadable: 0,
        }
    }

    /// The bypass, where one is active today.
    pub(super) fn active_bypass(&self) -> Option<&Bypass> {
        let bypass = self.bypass.as_ref().ok()?.as_ref();
        bypass.filter(|bypass| bypass.is_active_on(self.now.day()))
    }
}
