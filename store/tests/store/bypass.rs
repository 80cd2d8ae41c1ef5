use crate::harness::{TestStore, intact};
use crate::sample::{day, user};
use domain::bypass::Bypass;
use domain::id::{StaffName, UserId};
use domain::role::{OverrideProfiles, Permit, Role, Staff};
use store::TableId;
use store::bypass::{of_user, remove, save};

fn permit() -> Permit<OverrideProfiles> {
    let dana = Staff {
        name: StaffName::new("dana"),
        role: Role::Support,
    };
    dana.permit().unwrap()
}

fn bypass(user: UserId, reason: &str) -> Bypass {
    Bypass {
        user_id: user,
        expiration_date: day("2024-02-24"),
        reason: reason.to_owned(),
    }
}

#[tokio::test]
async fn a_bypass_is_granted_replaced_and_removed() {
    let store = TestStore::with(&[TableId::RequirementsBypass]).await;
    assert!(of_user(&store, &user()).await.unwrap().is_none());
    for reason in ["bank outage", "bank outage, again"] {
        let granted = bypass(user(), reason);
        save(&store, &permit(), &granted).await.unwrap();
        let found = of_user(&store, &user()).await.unwrap().unwrap();
        assert_eq!(intact(found), granted);
    }
    remove(&store, &permit(), &user()).await.unwrap();
    assert!(of_user(&store, &user()).await.unwrap().is_none());
}

#[tokio::test]
async fn removing_one_leaves_the_others_and_removing_none_is_no_error() {
    let store = TestStore::with(&[TableId::RequirementsBypass]).await;
    let other = bypass(UserId::new("user-1234"), "");
    save(&store, &permit(), &other).await.unwrap();
    remove(&store, &permit(), &user()).await.unwrap();
    let found = of_user(&store, &other.user_id).await.unwrap().unwrap();
    assert_eq!(intact(found), other);
}
