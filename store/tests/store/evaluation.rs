use crate::harness::{TestStore, intact, sound};
use crate::sample::{account, bank_item, evaluation, noon, user};
use domain::evaluation::EvaluationResult;
use domain::id::{ResultId, UserId};
use domain::value::{Attributes, Value};
use store::evaluation::list::{between, outcomes_between, with_previous};
use store::evaluation::{
    before_in_account, begun_before, by_result_id, encode, latest_of_account, recent,
};
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
async fn the_one_before_is_of_the_same_account() {
    let of = ("item-abc", "account-1");
    let [first, second] = [8, 3].map(|age| evaluation(&user(), of, noon().plus_days(-age)));
    let other = evaluation(&user(), ("item-abc", "account-10"), noon().plus_days(-4));
    let store = with(&[first.clone(), second.clone(), other]).await;
    let before = async |check| before_in_account(&store, check).await.unwrap().map(intact);
    assert_eq!(before(&second).await, Some(first.clone()));
    assert_eq!(before(&first).await, None);
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
async fn those_begun_before_a_moment_end_at_it() {
    let evaluations = [0, -1, -2]
        .map(|seconds| evaluation(&user(), ("item", "account"), noon().plus_seconds(seconds)));
    let store = with(&evaluations).await;
    let page = begun_before(&store, &user(), noon(), PageRequest::first(9))
        .await
        .unwrap();
    assert_eq!(sound(page.items), evaluations[1..]);
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

#[tokio::test]
async fn a_place_in_the_list_is_the_id_that_comes_first() {
    let evaluations: Vec<_> = (0..7)
        .map(|hours| {
            evaluation(
                &user(),
                ("item", "account"),
                noon().plus_seconds(-hours * 3_600),
            )
        })
        .collect();
    let store = with(&evaluations).await;
    let mut found = Vec::new();
    let mut place = None;
    loop {
        let part = between(&store, &user(), place.as_ref(), None, 3)
            .await
            .unwrap();
        assert!(part.items.len() <= 3);
        found.extend(part.items.into_iter().map(|(id, item)| {
            let read = intact(item);
            assert_eq!(read.result_id, id);
            read
        }));
        place = part.next;
        if place.is_none() {
            break;
        }
    }
    assert_eq!(found, evaluations);
    let (upper, lower) = (&evaluations[2].result_id, &evaluations[4].result_id);
    let part = between(&store, &user(), Some(upper), Some(lower), 9)
        .await
        .unwrap();
    assert_eq!((part.items.len(), part.next), (3, None));

    let part = outcomes_between(&store, &user(), upper, lower, 9)
        .await
        .unwrap();
    assert_eq!(part.items.len(), 3);
    for ((_, item), whole) in part.items.into_iter().zip(&evaluations[2..]) {
        let found = intact(item);
        let (decision, stored) = (found.float_results.unwrap(), whole.float_results.as_ref());
        assert_eq!(Some(decision.amount), stored.map(|stored| stored.amount));
        assert_eq!(found.created_date, whole.created_date);
        // Enough to tell that there are results, and no features.
        assert_eq!(decision.results.len(), 1);
        assert!(decision.results[0].features.is_empty());
        assert_eq!(decision.decision(), stored.unwrap().decision());
    }
}

#[tokio::test]
async fn an_evaluation_comes_with_the_one_before_it_whichever_account_that_was_on() {
    let old = evaluation(&user(), ("item", "account-2"), noon());
    let new = evaluation(&user(), ("item", "account-1"), noon().plus_seconds(9));
    let store = with(&[old.clone(), new.clone()]).await;
    let found = with_previous(&store, &user(), &new.result_id)
        .await
        .unwrap();
    assert_eq!(found.evaluation.map(intact), Some(new));
    assert_eq!(found.previous.map(intact), Some(old.clone()));
    let first = with_previous(&store, &user(), &old.result_id)
        .await
        .unwrap();
    assert_eq!(
        (first.evaluation.map(intact), first.previous),
        (Some(old.clone()), None)
    );
    let gone = ResultId::new(format!("{}_gone", noon().plus_seconds(5).epoch_seconds()));
    let gone = with_previous(&store, &user(), &gone).await.unwrap();
    assert_eq!(
        (gone.evaluation, gone.previous.map(intact)),
        (None, Some(old))
    );
}

#[tokio::test]
async fn attributes_that_no_document_names_are_kept_however_deep() {
    let mut strange = evaluation(&user(), ("item", "account"), noon());
    let marked = |name: &str| Attributes::from([(name.to_owned(), Value::number(7))]);
    let floats = strange.float_results.as_mut().unwrap();
    floats.unknown = marked("engine");
    floats.results[0].unknown = marked("shard");
    strange.cfi_state.as_mut().unwrap().unknown = marked("trend");
    let store = with(std::slice::from_ref(&strange)).await;
    assert_eq!(latest(&store, "item", "account").await, Some(strange));
}
