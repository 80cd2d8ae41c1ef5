//! No function asks more often than it must: one call each, where an answer can hold it all.

use crate::harness::{TestStore, counted};
use crate::sample::{
    account, attempt, balance, bank_item, day, evaluation, noon, outcome, profile, rulebook, taken,
    temporary, update, user,
};
use domain::id::{FloatId, ResultId, RulebookId};
use domain::rulebook::RulebookType;
use std::collections::BTreeMap;
use store::session::StoredSession;
use store::{Operation, PageRequest, Store, StoreError, TableId};

/// Does the work, and sees that it took one call.
async fn takes_one<T>(
    store: &Store,
    call: (TableId, Operation),
    work: impl Future<Output = Result<T, StoreError>>,
) -> T {
    let (result, calls) = counted(store, work).await;
    assert_eq!(calls, BTreeMap::from([(call, 1)]));
    result.unwrap()
}

#[tokio::test]
async fn each_question_about_a_user_takes_one_call() {
    const QUERY: (TableId, Operation) = (TableId::Underwriting, Operation::Query);
    const GET: (TableId, Operation) = (TableId::Underwriting, Operation::Get);
    let store = TestStore::underwriting().await;
    let user = user();
    let of = ("item", "account");
    let days = || (0..3).map(|age| noon().plus_days(-age));
    let items = days().flat_map(|at| {
        [
            store::profile::encode(&profile(&user, at)),
            store::temporary_profile::encode(&temporary(&user, at)),
            store::evaluation::encode(&evaluation(&user, of, at)),
            store::historical_evaluation::encode(&taken(&user, of, at)),
        ]
    });
    store.put(TableId::Underwriting, items).await;
    let rule = store::rule_outcome::encode(&outcome(&user, "RuleA", None));
    store.put(TableId::Underwriting, [rule]).await;
    let page = || PageRequest::first(2);
    let (item, account) = (bank_item("item"), account("account"));

    {
        use store::profile::{after, history, history_at, in_force_at, latest};
        takes_one(&store, QUERY, latest(&store, &user)).await;
        takes_one(&store, QUERY, in_force_at(&store, &user, noon())).await;
        takes_one(&store, QUERY, history(&store, &user, page())).await;
        takes_one(&store, QUERY, history_at(&store, &user, noon(), page())).await;
        takes_one(&store, QUERY, after(&store, &user, noon(), page())).await;
        assert!(takes_one(&store, QUERY, store::user::is_known(&store, &user)).await);
    }
    {
        use store::temporary_profile::{all, unexpired};
        takes_one(&store, QUERY, unexpired(&store, &user, noon())).await;
        takes_one(&store, QUERY, all(&store, &user)).await;
    }
    {
        use store::evaluation::{begun_before, by_result_id, latest_of_account, recent};
        let newest = latest_of_account(&store, &user, &item, &account);
        takes_one(&store, QUERY, newest).await;
        let result = evaluation(&user, of, noon()).result_id;
        let found = takes_one(&store, QUERY, by_result_id(&store, &user, &result)).await;
        assert!(found.is_some());
        let none = ResultId::new("none");
        takes_one(&store, QUERY, by_result_id(&store, &user, &none)).await;
        takes_one(&store, QUERY, recent(&store, &user, page())).await;
        takes_one(&store, QUERY, begun_before(&store, &user, noon(), page())).await;
    }
    {
        use store::historical_evaluation::{all, get};
        takes_one(&store, GET, get(&store, &user, &item, &account, noon())).await;
        takes_one(&store, QUERY, all(&store, &user)).await;
    }
    {
        use store::rule_outcome::{get, unexpired};
        takes_one(&store, QUERY, unexpired(&store, &user, noon())).await;
        takes_one(&store, GET, get(&store, &user, "RuleA")).await;
    }
}

#[tokio::test]
async fn each_question_about_rulebooks_takes_one_call() {
    const QUERY: (TableId, Operation) = (TableId::Underwriting, Operation::Query);
    const GET: (TableId, Operation) = (TableId::Underwriting, Operation::Get);
    let store = TestStore::underwriting().await;
    let books = ["a", "b", "c"].map(|id| rulebook(id, RulebookType::Floats));
    let items = books.iter().map(store::rulebook::encode);
    store.put(TableId::Underwriting, items).await;
    let items =
        (0..3).map(|age| store::rulebook_update::encode(&update(noon().plus_days(age), "jane")));
    store.put(TableId::Underwriting, items).await;

    takes_one(&store, QUERY, store::rulebook::all(&store)).await;
    let floats = store::rulebook::of_type(&store, &RulebookType::Floats);
    takes_one(&store, QUERY, floats).await;
    let one = RulebookId::new("a");
    takes_one(&store, GET, store::rulebook::get(&store, &one)).await;
    let newest = store::rulebook_update::history(&store, PageRequest::first(2));
    takes_one(&store, QUERY, newest).await;
}

#[tokio::test]
async fn each_question_to_the_older_tables_takes_one_call() {
    let tables = [
        TableId::CollectionHistory,
        TableId::Locks,
        TableId::RequirementsBypass,
    ];
    let store = TestStore::with(&tables).await;
    let [attempts, locks, bypasses] = tables;
    let items = ["1", "2"].map(|time| store::collection_attempt::encode(&attempt("float", time)));
    store.put(attempts, items).await;
    {
        use store::collection_attempt::{latest_of_float, of_float};
        let float = FloatId::new("float");
        let query = (attempts, Operation::Query);
        takes_one(&store, query, of_float(&store, &float)).await;
        takes_one(&store, query, latest_of_float(&store, &float)).await;
    }
    let lock = store::lock::of_user(&store, &user()).await;
    assert!(lock.unwrap().is_none());
    let get = (locks, Operation::Get);
    takes_one(&store, get, async {
        store::lock::of_user(&store, &user()).await
    })
    .await;
    let get = (bypasses, Operation::Get);
    takes_one(&store, get, store::bypass::of_user(&store, &user())).await;
}

#[tokio::test]
async fn each_question_about_balances_and_sessions_takes_one_call() {
    let tables = [TableId::Transactions, TableId::FloatDesk];
    let store = TestStore::with(&tables).await;
    {
        use store::balance::{encode, of_account, of_account_between, of_user};
        let query = (TableId::Transactions, Operation::Query);
        let user = user();
        let days = ["2024-02-10", "2024-02-11"];
        let items = days.map(|day| encode(&balance(&user, "account", day)));
        store.put(TableId::Transactions, items).await;
        let account = account("account");
        takes_one(&store, query, of_user(&store, &user)).await;
        takes_one(&store, query, of_account(&store, &user, &account)).await;
        let [from, to] = days.map(day);
        let range = of_account_between(&store, &user, &account, from, to);
        takes_one(&store, query, range).await;
    }
    {
        use store::session::{create, delete, load, save};
        let session = StoredSession {
            data: String::new(),
            expires: noon(),
            owner: None,
        };
        let [put, get, del] = [Operation::Put, Operation::Get, Operation::Delete]
            .map(|one| (TableId::FloatDesk, one));
        takes_one(&store, put, create(&store, "id", &session)).await;
        takes_one(&store, put, save(&store, "id", &session)).await;
        takes_one(&store, get, load(&store, "id", noon())).await;
        takes_one(&store, del, delete(&store, "id")).await;
    }
}

#[tokio::test]
async fn seeding_puts_twenty_five_items_in_one_call() {
    let store = TestStore::underwriting().await;
    let items: Vec<_> = (0..51)
        .map(|age| store::profile::encode(&profile(&user(), noon().plus_days(age))))
        .collect();
    let done = std::sync::Mutex::new(0);
    let table = store.table(TableId::Underwriting);
    let write = table.put_all(items, |written| *done.lock().unwrap() += written);
    let (result, calls) = counted(&store, write).await;
    result.unwrap();
    assert_eq!(*done.lock().unwrap(), 51);
    let batches = (TableId::Underwriting, Operation::BatchWrite);
    assert_eq!(calls, BTreeMap::from([(batches, 3)]));
}
