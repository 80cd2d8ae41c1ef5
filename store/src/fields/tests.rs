use super::*;
use crate::table_id::TableId;

fn item<const N: usize>(attributes: [(&str, Value); N]) -> Attributes {
    attributes
        .map(|(name, value)| (name.to_owned(), value))
        .into()
}

fn opened<const N: usize>(attributes: [(&str, Value); N]) -> ItemFields {
    ItemFields::open(TableId::Underwriting, item(attributes))
}

fn problems(fields: ItemFields) -> Vec<String> {
    let broken = fields.close(()).unwrap_err();
    broken.problems.iter().map(ToString::to_string).collect()
}

#[test]
fn each_required_field_that_is_missing_is_named() {
    let mut fields = opened([]);
    fields.text("a");
    fields.boolean("b");
    fields.whole("c");
    fields.cents("d");
    fields.number("e");
    fields.instant("f");
    fields.day("g");
    fields.list_of("h", |_| ());
    let missing = ["a", "b", "c", "d", "e", "f", "g", "h"];
    assert_eq!(
        problems(fields),
        missing.map(|name| format!("{name} is missing"))
    );
}

#[test]
fn each_kind_of_field_says_what_belongs_there() {
    let wrong = || Value::TextSet(vec!["x".to_owned()]);
    let names = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k"];
    let mut fields = opened(names.map(|name| (name, wrong())));
    fields.text("a");
    fields.boolean("b");
    fields.whole("c");
    fields.cents("d");
    fields.number("e");
    fields.instant("f");
    fields.day("g");
    fields.list_of("h", |_| ());
    fields.optional_epoch("i");
    fields.optional_map("j");
    fields.optional_digits("k");
    assert_eq!(
        problems(fields),
        [
            "a should be text, but is a set of texts",
            "b should be yes/no, but is a set of texts",
            "c should be a whole number, but is a set of texts",
            "d should be an amount in cents, but is a set of texts",
            "e should be a number, but is a set of texts",
            "f should be a moment (RFC 3339), but is a set of texts",
            "g should be a day (YYYY-MM-DD), but is a set of texts",
            "h should be a list, but is a set of texts",
            "i should be seconds since 1970, but is a set of texts",
            "j should be a map, but is a set of texts",
            "k should be the digits of a number, but is a set of texts",
        ]
    );
}

#[test]
fn what_is_short_is_quoted_and_what_is_long_is_not() {
    let long = "x".repeat(41);
    let mut fields = opened([
        ("a", Value::text("soon")),
        ("b", Value::text(long)),
        ("c", Value::Number(Number::from_stored("0.5"))),
        ("d", Value::Null),
    ]);
    fields.instant("a");
    fields.boolean("b");
    fields.whole("c");
    fields.text("d");
    assert_eq!(
        problems(fields),
        [
            "a should be a moment (RFC 3339), but is the text “soon”",
            "b should be yes/no, but is text",
            "c should be a whole number, but is the number 0.5",
            "d should be text, but is null",
        ]
    );
}

#[test]
fn a_fault_deep_inside_is_named_with_its_path() {
    let rule = Value::Map(item([("props", Value::Bool(true))]));
    let results = Value::List(vec![rule, Value::number(7)]);
    let mut fields = opened([("decision", Value::Map(item([("results", results)])))]);
    fields.optional_nested("decision", |decision| {
        decision.list_of("results", |result| {
            result.text("rule");
            result.optional_map("props");
        });
    });
    assert_eq!(
        problems(fields),
        [
            "decision.results[0].rule is missing",
            "decision.results[0].props should be a map, but is yes/no",
            "decision.results[1] should be a map, but is the number 7",
        ]
    );
}

#[test]
fn an_optional_field_may_be_absent_or_null_and_nothing_else() {
    let mut fields = opened([("b", Value::Null), ("c", Value::number(1))]);
    assert_eq!(fields.optional_text("a"), None);
    assert_eq!(fields.optional_text("b"), None);
    assert_eq!(fields.optional_text("c"), None);
    assert_eq!(problems(fields), ["c should be text, but is the number 1"]);
}

#[test]
fn a_discriminator_may_be_absent_and_may_not_say_something_else() {
    let mut fields = opened([("DBType", Value::text("ritual"))]);
    fields.discriminator("item_type", "rulebook");
    fields.discriminator("DBType", "recurring");
    assert_eq!(
        problems(fields),
        ["DBType should be “recurring”, but is the text “ritual”"]
    );
}

#[test]
fn an_item_in_another_partition_than_its_ids_make_is_broken() {
    let mut fields = opened([("PK", Value::text("USER#a")), ("SK", Value::text("X"))]);
    fields.lies_in("USER#b");
    assert_eq!(
        problems(fields),
        ["the partition key should be “USER#b”, but is “USER#a”"]
    );
}

#[test]
fn an_item_in_another_place_than_its_fields_make_is_usable_and_flagged() {
    let mut fields = opened([("PK", Value::text("USER#a")), ("SK", Value::text("X"))]);
    fields.lies_in("USER#a");
    fields.sorts_at("Y");
    let record = fields.close(()).unwrap();
    assert_eq!(
        record.notices[0].to_string(),
        "the sort key should be “Y”, but is “X”"
    );
}

#[test]
fn what_no_field_takes_remains_and_keys_do_not() {
    let mut fields = opened([
        ("PK", Value::text("USER#a")),
        ("GSI1SK", Value::text("x")),
        ("GSI2SK", Value::text("later")),
        ("known", Value::text("x")),
        ("nothing", Value::Null),
        ("unknown", Value::List(vec![Value::Null])),
    ]);
    fields.text("known");
    fields.optional_text("nothing");
    let record = fields.close(()).unwrap();
    let expected = item([
        ("GSI2SK", Value::text("later")),
        ("unknown", Value::List(vec![Value::Null])),
    ]);
    assert_eq!(record.unknown, expected);
}

#[test]
fn what_is_written_again_keeps_its_nulls_too() {
    let mut fields = opened([("nothing", Value::Null), ("unknown", Value::number(1))]);
    fields.optional_text("nothing");
    let expected = item([("nothing", Value::Null), ("unknown", Value::number(1))]);
    assert_eq!(fields.rest(), expected);
    assert_eq!(fields.rest(), Attributes::new());
}

#[test]
fn digits_are_read_from_bytes_and_from_numbers() {
    let bytes = |digits: &str| Value::Binary(digits.as_bytes().to_vec());
    let mut fields = opened([
        ("a", bytes("1707575400123456789")),
        ("b", Value::number(17)),
        ("c", bytes("17x")),
        ("d", Value::Binary(vec![0xff])),
    ]);
    let digits = Some(Number::from_stored("1707575400123456789"));
    assert_eq!(fields.optional_digits("a"), digits);
    assert_eq!(fields.optional_digits("b"), Some(Number::from(17)));
    fields.optional_digits("c");
    fields.optional_digits("d");
    assert_eq!(
        problems(fields),
        [
            "c should be the digits of a number, but is binary",
            "d should be the digits of a number, but is binary",
        ]
    );
}
