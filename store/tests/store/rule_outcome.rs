use crate::harness::{TestStore, intact, sound};
use crate::sample::{noon, outcome, user};
use store::TableId;
use store::rule_outcome::{encode, get, unexpired};

#[tokio::test]
async fn expired_outcomes_are_left_out_from_the_second_of_their_end() {
    let store = TestStore::underwriting().await;
    let outcomes = [
        outcome(&user(), "RuleA", Some(noon().plus_seconds(-1))),
        outcome(&user(), "RuleB", Some(noon())),
        outcome(&user(), "RuleC", Some(noon().plus_seconds(1))),
        outcome(&user(), "RuleD", None),
    ];
    let items = outcomes.iter().map(encode);
    store.put(TableId::Underwriting, items).await;
    let current = unexpired(&store, &user(), noon()).await.unwrap();
    assert_eq!(sound(current), outcomes[2..]);
}

#[tokio::test]
async fn one_rule_is_found_by_its_whole_name() {
    let store = TestStore::underwriting().await;
    let wanted = outcome(&user(), "RuleAgeOfAccount", None);
    store.put(TableId::Underwriting, [encode(&wanted)]).await;
    let find = async |rule| get(&store, &user(), rule).await.unwrap().map(intact);
    assert_eq!(find("RuleAgeOfAccount").await, Some(wanted));
    assert_eq!(find("RuleAge").await, None);
}
