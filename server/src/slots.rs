//! Slots for work that lasts: so many at a time for one person, and so many for everybody, so that nobody
//! keeps the others out.

use domain::id::StaffId;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, timeout_at};

#[derive(Debug, Clone)]
pub(crate) struct Slots(Arc<State>);

#[derive(Debug)]
struct State {
    per_person: usize,
    everybody: Arc<Semaphore>,
    /// A person's slots live as long as one of them is taken or waited for.
    people: Mutex<HashMap<StaffId, Weak<Semaphore>>>,
    patience: Duration,
}

/// A slot that is given back when it is dropped.
#[derive(Debug)]
pub(crate) struct Slot {
    _own: OwnedSemaphorePermit,
    _shared: OwnedSemaphorePermit,
}

/// Why there is no slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Full {
    /// This person has as many as one person may have.
    Own,
    /// All are taken.
    All,
}

impl Slots {
    /// `patience` is how long a request waits for a slot: somebody who starts again has just closed the
    /// connection of the work before, which takes a moment to end.
    pub(crate) fn new(per_person: usize, everybody: usize, patience: Duration) -> Self {
        Self(Arc::new(State {
            per_person,
            everybody: Arc::new(Semaphore::new(everybody)),
            people: Mutex::default(),
            patience,
        }))
    }

    pub(crate) async fn take(&self, person: &StaffId) -> Result<Slot, Full> {
        let deadline = Instant::now() + self.0.patience;
        let own = self.of_person(person);
        // The own slot first: whoever waits for that one holds none of everybody's.
        let own = timeout_at(deadline, own.acquire_owned()).await;
        let Ok(Ok(own)) = own else {
            return Err(Full::Own);
        };
        let shared = Arc::clone(&self.0.everybody);
        match timeout_at(deadline, shared.acquire_owned()).await {
            Ok(Ok(shared)) => Ok(Slot {
                _own: own,
                _shared: shared,
            }),
            _ => Err(Full::All),
        }
    }

    fn of_person(&self, person: &StaffId) -> Arc<Semaphore> {
        let people = self.0.people.lock();
        let mut people = people.unwrap_or_else(PoisonError::into_inner);
        people.retain(|_, own| own.strong_count() > 0);
        if let Some(own) = people.get(person).and_then(Weak::upgrade) {
            return own;
        }
        let own = Arc::new(Semaphore::new(self.0.per_person));
        people.insert(person.clone(), Arc::downgrade(&own));
        own
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at_once(per_person: usize, everybody: usize) -> Slots {
        Slots::new(per_person, everybody, Duration::ZERO)
    }

    #[tokio::test]
    async fn one_person_never_has_more_than_their_own_slots() {
        let slots = at_once(1, 3);
        let (ada, bo) = (StaffId::new("ada"), StaffId::new("bo"));
        let first = slots.take(&ada).await.unwrap();
        assert_eq!(slots.take(&ada).await.unwrap_err(), Full::Own);
        let _other = slots.take(&bo).await.unwrap();
        drop(first);
        let _again = slots.take(&ada).await.unwrap();
    }

    #[tokio::test]
    async fn everybody_together_has_no_more_than_all() {
        let slots = at_once(2, 3);
        let mut taken = Vec::new();
        for name in ["ada", "bo", "cy"] {
            taken.push(slots.take(&StaffId::new(name)).await.unwrap());
        }
        assert_eq!(
            slots.take(&StaffId::new("di")).await.unwrap_err(),
            Full::All
        );
        taken.pop();
        // The refused one has kept nothing of its own.
        let di = StaffId::new("di");
        let _one = slots.take(&di).await.unwrap();
        assert_eq!(slots.take(&di).await.unwrap_err(), Full::All);
    }

    #[tokio::test]
    async fn who_waits_gets_the_slot_that_is_given_back() {
        let slots = Slots::new(1, 1, Duration::from_mins(1));
        let ada = StaffId::new("ada");
        let held = slots.take(&ada).await.unwrap();
        let waiting = {
            let (slots, ada) = (slots.clone(), ada.clone());
            tokio::spawn(async move { slots.take(&ada).await.map(drop) })
        };
        tokio::task::yield_now().await;
        drop(held);
        assert_eq!(waiting.await.unwrap(), Ok(()));
        assert_eq!(slots.of_person(&ada).available_permits(), 1);
    }
}
