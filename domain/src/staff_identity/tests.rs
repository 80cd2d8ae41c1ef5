use super::*;
use crate::staff_account::Link;

fn person(subject: &str) -> ProviderIdentity {
    ProviderIdentity {
        issuer: "https://id.example".to_owned(),
        subject: subject.to_owned(),
    }
}

fn local(name: &str) -> StaffAccount {
    StaffAccount::local(StaffId::new(name), Role::Support, Instant::EPOCH)
}

/// As accounts were kept before subjects were: by name only.
fn unlinked(name: &str) -> StaffAccount {
    StaffAccount {
        kept_by: KeptBy::Provider,
        ..local(name)
    }
}

fn linked(name: &str, subject: &str, is_by_name: bool) -> StaffAccount {
    let identity = person(subject);
    StaffAccount {
        link: Some(Link {
            identity,
            is_by_name,
        }),
        ..unlinked(name)
    }
}

fn disabled(account: StaffAccount) -> StaffAccount {
    StaffAccount {
        is_disabled: true,
        ..account
    }
}

fn placed<'a>(label: &str, everybody: &'a [StaffAccount]) -> Placement<'a> {
    place(&person("new"), label, everybody)
}

#[test]
fn an_account_known_by_name_only_goes_to_the_one_person_of_that_name() {
    let everybody = [local("root"), unlinked("dana"), unlinked("kim")];
    assert_eq!(placed("dana", &everybody), Placement::Link(&everybody[1]));
}

#[test]
fn a_doubtful_account_waits_for_an_admin() {
    let other_provider = {
        let mut account = linked("dana", "1", false);
        account.link.as_mut().unwrap().identity.issuer = "https://old.example".to_owned();
        account
    };
    for (everybody, doubt) in [
        (vec![disabled(unlinked("dana"))], Doubt::Disabled),
        (vec![disabled(linked("dana", "1", false))], Doubt::Disabled),
        (vec![local("Dana")], Doubt::Local),
        (vec![linked("dana", "1", true)], Doubt::LinkedByName),
        (vec![unlinked("DANA")], Doubt::Several),
        (vec![unlinked("dana"), unlinked("Dana")], Doubt::Several),
        (
            vec![unlinked("dana"), disabled(unlinked("Dana"))],
            Doubt::Disabled,
        ),
        (vec![other_provider], Doubt::Several),
    ] {
        assert_eq!(
            placed("dana", &everybody),
            Placement::Hold(doubt),
            "{everybody:?}"
        );
    }
}

#[test]
fn nobody_comes_back_under_another_name_while_accounts_are_not_linked() {
    let mut vic = disabled(unlinked("vic"));
    let held = Placement::Hold(Doubt::Unlinked);
    assert_eq!(placed("victor", &[vic.clone()]), held);
    assert_eq!(placed("victor", &[unlinked("vic")]), held);
    // The namesake is certainly somebody else, but vic may have taken their name.
    let both = [vic.clone(), linked("victor", "1", false)];
    assert_eq!(placed("victor", &both), held);
    vic.is_retired = true;
    let new = Placement::Add(StaffId::new("victor"));
    assert_eq!(placed("victor", &[vic.clone()]), new);
    assert_eq!(placed("vic", &[vic]), Placement::Hold(Doubt::Disabled));
}

#[test]
fn two_people_of_one_name_are_two_accounts() {
    let add = |id: &str| Placement::Add(StaffId::new(id));
    let dana = linked("dana", "1", false);
    assert_eq!(placed("dana", std::slice::from_ref(&dana)), add("dana-2"));
    let second = linked("Dana-2", "2", false);
    assert_eq!(placed("Dana", &[dana, second]), add("Dana-3"));
    // Someone else was called so when they first came.
    let renamed = StaffAccount {
        label: "maria".to_owned(),
        ..linked("mia", "1", false)
    };
    assert_eq!(placed("mia", std::slice::from_ref(&renamed)), add("mia-2"));
    assert_eq!(placed("maria", &[renamed]), add("maria"));
}

#[test]
fn an_id_is_taken_in_any_case() {
    let everybody = [local("Dana"), linked("kim", "1", false)];
    assert!(is_taken("dana", &everybody) && is_taken("KIM", &everybody));
    assert!(!is_taken("dan", &everybody));
}

#[test]
fn a_retired_account_is_not_given_to_the_next_person_of_its_name() {
    let retired = StaffAccount {
        is_retired: true,
        ..unlinked("dana")
    };
    assert_eq!(placed("dana", &[retired]), Placement::Hold(Doubt::Several));
}

#[test]
fn names_that_differ_in_case_only_are_told_apart_from_others() {
    let everybody = [local("Dana"), local("dana"), local("kim")];
    let differs = |id: &str| differs_by_case(&StaffId::new(id), &everybody);
    assert!(differs("Dana") && differs("dana"));
    assert!(!differs("kim"));
}
