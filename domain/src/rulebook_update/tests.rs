use super::*;
use crate::rulebook::tests::rulebook;

#[test]
fn what_cannot_be_read_is_told_as_such_and_not_as_removed() {
    let update = |day, rulebooks, unreadable: &[&str]| RulebookUpdate {
        update_user: StaffId::new("ann"),
        update_time: Instant::EPOCH.plus_days(day),
        rulebooks,
        unreadable: unreadable
            .iter()
            .map(|id| Unreadable {
                id: RulebookId::new(*id),
                why: "priority is missing".to_owned(),
            })
            .collect(),
    };
    let sound = update(1, vec![rulebook("a", 1), rulebook("b", 1)], &[]);
    let broken = update(2, vec![rulebook("a", 2)], &["b"]);
    let line = |before: &RulebookUpdate, after: &RulebookUpdate| {
        let summary =
            UpdateSummary::between(Some((before.id(), Some(before))), (after.id(), after));
        (summary.line, summary.rulebooks.len())
    };
    let told = line(&sound, &broken);
    assert_eq!(told, ("a: priority 1 → 2; b cannot be read".to_owned(), 2));
    let told = line(&broken, &sound).0;
    assert_eq!(told, "a: priority 2 → 1; b can be read again");
    assert_eq!(line(&broken, &broken).0, "no change");
    let only = update(3, vec![rulebook("a", 1)], &["b"]);
    assert_eq!(line(&sound, &only).0, "b cannot be read");
}

#[test]
fn what_cannot_be_read_is_known_by_its_id_and_without_one_may_be_any() {
    let id = |id: &str| RulebookId::new(id);
    let recorded = |unreadable: &[&str]| Recorded {
        configuration: vec![rulebook("a", 1)].into(),
        unreadable: unreadable.iter().map(|it| id(it)).collect(),
    };
    let live = || vec![id("a"), id("b"), id("c")];
    assert_eq!(recorded(&["b"]).lacks(live()), [id("c")]);
    assert_eq!(recorded(&["b", ""]).lacks(live()), []);
    let gone = recorded(&["b", "d", ""]).gone(|it| live().contains(it));
    assert_eq!(gone, [id("d")]);
}

#[test]
fn a_snapshot_names_what_keeps_it_from_being_restored() {
    let old = Rulebook {
        apply_to: None,
        superseding: None,
        ..rulebook("core_v2", 100)
    };
    let update = RulebookUpdate {
        update_user: StaffId::new("ann"),
        update_time: Instant::EPOCH,
        rulebooks: vec![rulebook("a", 1), old],
        unreadable: vec![Unreadable {
            id: RulebookId::new("b"),
            why: "priority is missing".to_owned(),
        }],
    };
    let said: Vec<_> = update
        .gaps()
        .into_iter()
        .map(|(id, what)| format!("{id} {what}"))
        .collect();
    assert_eq!(
        said,
        [
            "core_v2 lacks apply_to and superseding",
            "b cannot be read: priority is missing"
        ]
    );
}
