use crate::harness::{TestStore, intact, sound};
use crate::sample::{account, bank_item, noon, taken, user};
use domain::id::{FloatId, LoanId, UserId};
use store::TableId;
use store::historical_evaluation::{all, encode, get};

#[tokio::test]
async fn a_taken_float_is_found_by_the_parts_of_its_key() {
    let float = taken(&user(), ("item-abc", "account-xyz"), noon());
    let store = TestStore::underwriting().await;
    store.put(TableId::Underwriting, [encode(&float)]).await;
    let find = async |of: &str, at| {
        get(&store, &user(), &bank_item("item-abc"), &account(of), at)
            .await
            .unwrap()
            .map(intact)
    };
    assert_eq!(find("account-xyz", noon()).await, Some(float));
    assert_eq!(find("account-xyz", noon().plus_seconds(1)).await, None);
    assert_eq!(find("account-x", noon()).await, None);
}

#[tokio::test]
async fn everything_a_user_ever_took_comes_back_and_nothing_of_others() {
    let store = TestStore::underwriting().await;
    let float = taken(&user(), ("item", "account"), noon());
    let mut loan = taken(&user(), ("item", "account"), noon().plus_days(400));
    loan.float_id = None;
    loan.loan_id = Some(LoanId::new("loan-1"));
    let other = taken(&UserId::new("user-1234"), ("item", "account"), noon());
    let items = [&float, &loan, &other].map(encode);
    store.put(TableId::Underwriting, items).await;
    assert_eq!(sound(all(&store, &user()).await.unwrap()), [float, loan]);
}

#[test]
fn an_empty_id_is_no_id() {
    let item = encode(&taken(&user(), ("item", "account"), noon()));
    assert_eq!(item["loan_id"], domain::value::Value::text(""));
    let read = intact(store::historical_evaluation::decode(item));
    assert_eq!(read.loan_id, None);
    assert_eq!(read.float_id, Some(FloatId::new("float-789")));
}
