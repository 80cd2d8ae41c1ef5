use crate::harness::TestStore;
use aws_sdk_dynamodb::types::AttributeValue;
use store::TableId;
use store::installation_secret::{InstallationSecret, load_or_create};

async fn secret(store: &TestStore) -> InstallationSecret {
    let candidate = InstallationSecret::random().unwrap();
    load_or_create(store, &candidate).await.unwrap()
}

#[tokio::test]
async fn every_server_gets_the_secret_of_the_first() {
    let store = TestStore::with(&[TableId::FloatDesk]).await;
    let (one, two, three) = tokio::join!(secret(&store), secret(&store), secret(&store));
    assert_eq!((&one, &one), (&two, &three));
    assert_eq!(secret(&store).await, one, "after a restart");
    let other = TestStore::with(&[TableId::FloatDesk]).await;
    assert_ne!(secret(&other).await, one, "of another installation");
}

#[tokio::test]
async fn an_unreadable_secret_is_replaced() {
    let store = TestStore::with(&[TableId::FloatDesk]).await;
    let first = secret(&store).await;
    let client = store.sdk(TableId::FloatDesk).await;
    let text = |text: &str| AttributeValue::S(text.to_owned());
    let damaged = client
        .put_item()
        .table_name(&store.table(TableId::FloatDesk).name)
        .item("PK", text("SECRET"))
        .item("SK", text("SECRET"))
        .item("secret", text("too short"));
    damaged.send().await.unwrap();
    let second = secret(&store).await;
    assert_ne!(second, first);
    assert_eq!(secret(&store).await, second);
}

#[test]
fn a_secret_is_not_printed() {
    let secret = InstallationSecret::random().unwrap();
    assert_eq!(format!("{secret:?}"), "(hidden)");
}
