use crate::harness::TestStore;
use crate::sample::noon;
use std::net::{IpAddr, Ipv4Addr};
use store::sign_in_attempt::{Counted, CountedBy, count, forgotten_at};
use store::{ErrorKind, TableId};

const HERE: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

fn dana() -> CountedBy {
    CountedBy::Account("Dana".to_owned())
}

#[tokio::test]
async fn attempts_are_counted_by_account_and_address_apart() {
    let store = TestStore::with(&[TableId::FloatDesk]).await;
    let until = |by, seconds| Counted {
        by,
        read: None,
        forgotten: noon().plus_seconds(seconds),
    };
    let counts = [
        until(dana(), 30),
        until(CountedBy::Address(HERE), 60),
        until(CountedBy::Return(HERE), 90),
    ];
    count(&store, &counts).await.unwrap();
    for (by, seconds) in [
        (CountedBy::Account("dana".to_owned()), 30),
        (CountedBy::Address(HERE), 60),
        (CountedBy::Return(HERE), 90),
    ] {
        let found = forgotten_at(&store, &by).await.unwrap();
        assert_eq!(found, Some(noon().plus_seconds(seconds)), "{by:?}");
    }
    let nobody = CountedBy::Account("dan".to_owned());
    assert_eq!(forgotten_at(&store, &nobody).await.unwrap(), None);
}

#[tokio::test]
async fn of_two_attempts_that_read_the_same_count_one_has_to_read_again() {
    let store = TestStore::with(&[TableId::FloatDesk]).await;
    let to = |read: Option<i64>, seconds| Counted {
        by: dana(),
        read: read.map(|seconds| noon().plus_seconds(seconds)),
        forgotten: noon().plus_seconds(seconds),
    };
    count(&store, &[to(None, 30)]).await.unwrap();
    for late in [to(None, 30), to(Some(20), 60)] {
        let refused = count(&store, &[late]).await.unwrap_err();
        assert_eq!(refused.kind, ErrorKind::Conflict);
    }
    count(&store, &[to(Some(30), 60)]).await.unwrap();
    assert_eq!(
        forgotten_at(&store, &dana()).await.unwrap(),
        Some(noon().plus_seconds(60))
    );
}
