use super::*;
use proptest::prelude::*;

fn users(text: &str) -> Vec<String> {
    let list = UserList::parse(text);
    list.users.iter().map(ToString::to_string).collect()
}

#[test]
fn ids_come_from_lines_or_from_the_first_column() {
    assert_eq!(users("a\r\n\r\n b \nc"), ["a", "b", "c"]);
    assert_eq!(
        users("\u{feff}User ID,name\nu-1,Mia\nu-2;x\nu-3\ty"),
        ["u-1", "u-2", "u-3"]
    );
    assert_eq!(
        users("\"say \"\"hi\"\"\"\n\" blank \""),
        ["say \"hi\"", " blank "]
    );
    assert_eq!(users("\"a,b\",x\n\"c\",y"), ["a,b", "c"]);
}

#[test]
fn no_id_on_a_line_is_dropped_whatever_separates_them() {
    for (text, said) in [
        ("user-bea, user-boris", "2 user IDs, separated by commas."),
        (
            "user-bea;user-boris",
            "2 user IDs, separated by semicolons.",
        ),
        ("user-bea\tuser-boris", "2 user IDs, separated by tabs."),
        ("user-bea  user-boris", "2 user IDs, separated by spaces."),
        (
            "user-bea,\nuser-boris,\n",
            "2 user IDs, separated by commas.",
        ),
        ("user_id\nuser-bea\nuser-boris", "2 user IDs, one per line."),
    ] {
        assert_eq!(users(text), ["user-bea", "user-boris"], "{text:?}");
        assert_eq!(UserList::parse(text).describe(), said, "{text:?}");
    }
    let four = "user-bea, user-boris\nuser-cleo, user-dan";
    assert_eq!(users(four).len(), 4, "not a table: both columns hold IDs");
    let three = "user-bea, user-boris\nuser-cleo";
    assert_eq!(users(three), ["user-bea", "user-boris", "user-cleo"]);
}

#[test]
fn a_table_says_what_it_left_alone_and_can_be_read_as_a_list() {
    let table = "user-bea,Bea\nuser-boris,Boris";
    let list = UserList::parse(table);
    assert_eq!(
        list.describe(),
        "2 user IDs, from the first column. 2 cells in other columns ignored."
    );
    assert_eq!(UserList::parse_as(table, Layout::Commas).users.len(), 4);
    let blanks = UserList::parse_as("two words", Layout::Lines);
    assert_eq!(blanks.users, [UserId::new("two words")]);
}

#[test]
fn every_layout_is_found_by_its_word() {
    for layout in Layout::ALL {
        assert_eq!(Layout::from_word(layout.word()), Some(layout));
    }
    assert_eq!(Layout::from_word(""), None);
}

#[test]
fn a_user_named_like_a_column_is_one_behind_the_first() {
    assert_eq!(users("user_id\nuser_id"), ["user_id"]);
}

#[test]
fn what_is_not_taken_is_counted_and_named_with_its_line() {
    let long = "x".repeat(1_001);
    let text = format!("a\n\"open\na\n{long}\n,b\na");
    let list = UserList::parse_as(&text, Layout::Table);
    assert_eq!(list.users, [UserId::new("a")]);
    assert_eq!(
        (list.not_taken.malformed, list.not_taken.duplicates),
        (3, 2)
    );
    let numbers: Vec<_> = list
        .not_taken
        .lines
        .iter()
        .map(|line| line.number)
        .collect();
    assert_eq!(numbers, [2, 3, 4, 5, 6]);
    assert_eq!(list.not_taken.lines[2].text.len(), 60);
}

proptest! {
    #[test]
    fn any_text_is_read_without_a_panic_and_no_user_comes_twice(text in ".*") {
        for layout in Layout::ALL {
            let list = UserList::parse_as(&text, layout);
            let distinct: HashSet<_> = list.users.iter().collect();
            prop_assert_eq!(distinct.len(), list.users.len());
        }
    }

    #[test]
    fn ids_joined_by_any_separator_are_all_found(
        ids in prop::collection::btree_set("u-[a-z0-9]{1,8}", 2..20),
        separator in prop::sample::select(vec![", ", ",", ";", "; ", "\t", " ", "\n"]),
    ) {
        let ids: Vec<_> = ids.into_iter().collect();
        prop_assert_eq!(users(&ids.join(separator)), ids);
    }
}
