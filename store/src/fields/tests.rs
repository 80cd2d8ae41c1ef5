use super::*;
use crate::encoder::Encoder;
use crate::table_id::TableId;
use domain::item::Stored;

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
    fields.optional_nanoseconds("k", Instant::EPOCH);
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
            "k should be nanoseconds since 1970, but is a set of texts",
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
    let mut fields = opened([("b", Value::Null), ("c", Value::Bool(true))]);
    assert_eq!(fields.optional_text("a"), None);
    assert_eq!(fields.optional_text("b"), None);
    assert_eq!(fields.optional_text("c"), None);
    assert_eq!(problems(fields), ["c should be text, but is yes/no"]);
}

#[test]
fn a_discriminator_may_be_absent_and_may_not_name_another_entity() {
    let mut fields = opened([("DBType", Value::text("ritual"))]);
    fields.discriminator("item_type", "rulebook");
    fields.discriminator("DBType", "recurring");
    assert_eq!(
        problems(fields),
        ["DBType should be “recurring”, but is the text “ritual”"]
    );
}

#[test]
fn a_discriminator_that_no_document_names_is_noted_except_on_our_own_items() {
    for odd in [Value::text("RECURRING_V2"), Value::number(4), Value::Null] {
        let mut fields = opened([("DBType", odd.clone())]);
        fields.discriminator("DBType", "recurring");
        assert_eq!(noticed(fields.close(())).len(), 1, "{odd}");
        let mut own = ItemFields::open(TableId::FloatDesk, item([("item_type", odd)]));
        own.discriminator("item_type", "note");
        assert_eq!(problems(own).len(), 1);
    }
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

fn noticed<T>(read: Stored<T>) -> Vec<String> {
    let record = read.unwrap_or_else(|broken| panic!("{broken}"));
    record.notices.iter().map(ToString::to_string).collect()
}

#[test]
fn numbers_and_texts_are_read_in_place_of_each_other_and_noted() {
    let mut fields = opened([
        ("version", Value::number(3)),
        ("amount", Value::text("3000")),
        ("ttl", Value::text("1710288000")),
        ("share", Value::text("-0.25")),
    ]);
    assert_eq!(fields.text("version"), "3");
    assert_eq!(fields.whole("amount"), 3_000);
    assert_eq!(
        fields.optional_epoch("ttl"),
        Instant::from_epoch_seconds(1_710_288_000)
    );
    assert_eq!(fields.number("share"), Number::from_stored("-0.25"));
    assert_eq!(
        noticed(fields.close(())),
        [
            "version is the number 3, read as text",
            "amount is the text “3000”, read as a number",
            "ttl is the text “1710288000”, read as a number",
            "share is the text “-0.25”, read as a number",
        ]
    );
}

#[test]
fn a_text_that_is_no_number_is_not_taken_for_one() {
    for text in [
        "", " 3", "3 ", "1e3", "+3", "0x10", "1,000", "3.", ".5", "twenty",
    ] {
        let mut fields = opened([("a", Value::text(text))]);
        fields.number("a");
        assert_eq!(problems(fields).len(), 1, "{text:?}");
    }
}

#[test]
fn a_time_that_go_did_not_set_is_none() {
    let mut fields = opened([
        ("a", Value::text("")),
        ("b", Value::text("0001-01-01T00:00:00Z")),
        ("c", Value::number(0)),
        ("d", Value::text("")),
    ]);
    assert_eq!(fields.optional_instant("a"), None);
    assert_eq!(fields.optional_moment("b"), None);
    assert_eq!(fields.optional_epoch("c"), None);
    assert_eq!(fields.optional_day("d"), None);
    assert_eq!(
        noticed(fields.close(())),
        [
            "a is empty, read as not set",
            "b is the text “0001-01-01T00:00:00Z”, read as not set",
            "c is the number 0, read as not set",
            "d is empty, read as not set",
        ]
    );
}

#[test]
fn a_list_that_go_did_not_fill_is_empty() {
    let mut fields = opened([("a", Value::Null)]);
    assert_eq!(fields.list_or_empty("a", |_| ()), []);
    assert_eq!(fields.list_or_empty("b", |_| ()), []);
    assert_eq!(
        noticed(fields.close(())),
        [
            "a is null, read as an empty list",
            "b is missing, read as an empty list",
        ]
    );
    let mut fields = opened([("a", Value::number(7))]);
    fields.list_or_empty("a", |_| ());
    assert_eq!(
        problems(fields),
        ["a should be a list, but is the number 7"]
    );
}

#[test]
fn what_is_written_again_keeps_its_spelling_until_it_changes() {
    let stored = item([
        ("id", Value::number(3)),
        ("amount", Value::text("3000")),
        ("pilot", Value::Bool(true)),
    ]);
    let mut fields = opened([]);
    let entry = fields.nested(stored.clone(), "floats[0]", |fields| {
        (
            fields.text("id"),
            fields.whole("amount"),
            fields.rest_as_stored(),
        )
    });
    let written = |amount: i64| {
        let entry = entry.clone();
        Encoder::new()
            .text("id", entry.0)
            .whole("amount", amount)
            .with(&entry.2)
            .done()
    };
    assert_eq!(written(entry.1), stored);
    assert_eq!(written(2_000)["amount"], Value::number(2_000));
    assert_eq!(written(2_000)["id"], Value::number(3));
}

#[test]
fn nanoseconds_are_read_from_bytes_and_from_numbers() {
    let bytes = |digits: &str| Value::Binary(digits.as_bytes().to_vec());
    let raw = 1_707_575_400_123_456_789_u64;
    let near = Instant::parse("2024-02-10T15:30:00Z").unwrap();
    let mut fields = opened([
        ("a", bytes("1707575400123456789")),
        ("b", Value::number(17)),
        ("c", bytes("17x")),
        ("d", Value::Binary(vec![0xff])),
        ("e", Value::Binary(raw.to_be_bytes().to_vec())),
        ("f", Value::Binary(raw.to_le_bytes().to_vec())),
    ]);
    let digits = Some(Number::from_stored("1707575400123456789"));
    assert_eq!(fields.optional_nanoseconds("a", near), digits);
    assert_eq!(
        fields.optional_nanoseconds("b", near),
        Some(Number::from(17))
    );
    assert_eq!(fields.optional_nanoseconds("c", near), None);
    assert_eq!(fields.optional_nanoseconds("d", near), None);
    assert_eq!(fields.optional_nanoseconds("e", near), digits);
    assert_eq!(fields.optional_nanoseconds("f", near), digits);
    assert_eq!(
        noticed(fields.close(())),
        [
            "c is bytes of an unknown form, read as not set",
            "d is bytes of an unknown form, read as not set",
        ]
    );
}
