use crate::harness::{TestStore, intact, sound};
use crate::sample::{account, bank_item, evaluation, noon, user};
use domain::evaluation::EvaluationResult;
use domain::id::{ResultId, UserId};
use store::evaluation::{by_result_id, encode, latest_of_account, recent};
use store::{PageRequest, TableId};

async fn with(evaluations: &[EvaluationResult]) -> TestStore {
    let store = TestStore::underwriting().await;
    store
        .put(TableId::Underwriting, evaluations.iter().map(encode))
        .await;
    store
}

async fn latest(store: &TestStore, item: &str, of: &str) -> Option<EvaluationResult> {
    latest_of_account(store, &user(), &bank_item(item), &account(of))
        .await
        .unwrap()
        .map(intact)
}

#[tokio::test]
async fn the_latest_of_an_account_is_its_newest() {
    let of = ("item-abc", "account-xyz");
    let evaluations = [3, 0, 8].map(|age| evaluation(&user(), of, noon().plus_days(-age)));
    let store = with(&evaluations).await;
    let found = latest(&store, "item-abc", "account-xyz").await;
    assert_eq!(found.as_ref(), Some(&evaluations[1]));
}

#[tokio::test]
async fn account_1_is_never_mixed_with_account_10() {
    let one = evaluation(&user(), ("item", "account-1"), noon().plus_days(-9));
    let ten = evaluation(&user(), ("item", "account-10"), noon());
    let store = with(&[one.clone(), ten.clone()]).await;
    assert_eq!(latest(&store, "item", "account-1").await, Some(one));
    assert_eq!(latest(&store, "item", "account-10").await, Some(ten));
    assert_eq!(latest(&store, "item", "account").await, None);
    assert_eq!(latest(&store, "ite", "m#account-1").await, None);
}

/// `a` / `b#c`, `a#b` / `c` and `a` / `b` all begin with `EVAL_RESULTS#a#b#`.
#[tokio::test]
async fn ids_with_a_hash_that_begin_alike_are_told_apart() {
    let long = evaluation(&user(), ("a", "b#c"), noon());
    let shifted = evaluation(&user(), ("a#b", "c"), noon().plus_seconds(1));
    let short = evaluation(&user(), ("a", "b"), noon().plus_days(-3));
    let store = with(&[long.clone(), shifted.clone(), short.clone()]).await;
    assert_eq!(latest(&store, "a", "b").await, Some(short));
    assert_eq!(latest(&store, "a", "b#c").await, Some(long));
    assert_eq!(latest(&store, "a#b", "c").await, Some(shifted));
    assert_eq!(latest(&store, "a#b#c", "").await, None);
}

#[tokio::test]
async fn the_latest_is_found_behind_many_that_begin_alike() {
    let mut evaluations: Vec<_> = (0..60)
        .map(|age| evaluation(&user(), ("a", "b#c"), noon().plus_seconds(-age)))
        .collect();
    let wanted = evaluation(&user(), ("a", "b"), noon().plus_days(-3));
    evaluations.push(wanted.clone());
    let store = with(&evaluations).await;
    assert_eq!(latest(&store, "a", "b").await, Some(wanted));
}

#[tokio::test]
async fn an_evaluation_is_found_by_its_result_id_and_by_no_part_of_it() {
    let wanted = evaluation(&user(), ("item", "account"), noon());
    let other = evaluation(&user(), ("item", "account"), noon().plus_seconds(1));
    let store = with(&[wanted.clone(), other]).await;
    let find = async |user: UserId, id: ResultId| by_result_id(&store, &user, &id).await.unwrap();
    let found = find(user(), wanted.result_id.clone()).await.unwrap();
    assert_eq!(intact(found), wanted);
    let part = ResultId::new(noon().epoch_seconds().to_string());
    assert!(find(user(), part).await.is_none());
    let someone_else = UserId::new("user-1234");
    assert!(find(someone_else, wanted.result_id).await.is_none());
}

#[tokio::test]
async fn recent_ones_come_newest_first_across_accounts_page_by_page() {
    let accounts = [("item-z", "account-1"), ("item-a", "account-2")];
    let mut evaluations: Vec<_> = (0..25)
        .zip(accounts.into_iter().cycle())
        .map(|(hours, of)| evaluation(&user(), of, noon().plus_seconds(-hours * 3_600)))
        .collect();
    let store = with(&evaluations).await;
    let elsewhere = evaluation(&UserId::new("user-123"), ("item-z", "account-1"), noon());
    store.put(TableId::Underwriting, [encode(&elsewhere)]).await;

    let mut found = Vec::new();
    let mut request = PageRequest::first(10);
    loop {
        let page = recent(&store, &user(), request).await.unwrap();
        assert!(page.items.len() <= 10);
        found.extend(sound(page.items));
        match page.next {
            Some(next) => request = PageRequest::after(10, next),
            None => break,
        }
    }
    evaluations.sort_by_key(|one| std::cmp::Reverse(one.created_date));
    assert_eq!(found, evaluations);
}

#[tokio::test]
async fn what_was_not_recorded_is_neither_yes_nor_no() {
    let mut unrecorded = evaluation(&user(), ("item", "account"), noon());
    unrecorded.loan_results = unrecorded.float_results.clone();
    if let Some(decision) = &mut unrecorded.loan_results {
        decision.results[0].is_applicable = Some(false);
        decision.deciding_rulebook = None;
    }
    let store = with(std::slice::from_ref(&unrecorded)).await;
    let found = latest(&store, "item", "account").await;
    assert_eq!(found, Some(unrecorded));
}
