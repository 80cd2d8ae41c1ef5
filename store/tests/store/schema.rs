use crate::harness::TestStore;
use aws_sdk_dynamodb::types::{
    AttributeDefinition, BillingMode, GlobalSecondaryIndex, KeySchemaElement, KeyType, Projection,
    ProjectionType, ScalarAttributeType,
};
use store::schema::{Asking, Finding, TableReport, Ttl, check, create_missing};
use store::{Store, StoreConfig, TableId};

/// What is said about one table.
async fn said(store: &Store, id: TableId) -> (Vec<String>, bool) {
    let reports = check(store, Asking::ForACommand).await;
    let report = reports.into_iter().find(|report| report.id == id).unwrap();
    let is_fine = report.is_fine();
    let findings = report.outcome.unwrap();
    (findings.iter().map(ToString::to_string).collect(), is_fine)
}

struct TableKeys<'a> {
    partition: (&'a str, ScalarAttributeType),
    sort: Option<&'a str>,
    index: Option<(&'a str, &'a str)>,
}

/// Creates a table as somebody else might have, without TTL.
async fn create(tables: &mut TestStore, id: TableId, keys: TableKeys<'_>) {
    let text = ScalarAttributeType::S;
    let mut attributes = vec![keys.partition.clone()];
    attributes.extend(keys.sort.map(|name| (name, text.clone())));
    let index_keys = keys
        .index
        .map_or(vec![], |(partition, sort)| vec![partition, sort]);
    attributes.extend(index_keys.iter().map(|name| (*name, text.clone())));
    let definitions = attributes.iter().map(|(name, kind)| {
        AttributeDefinition::builder()
            .attribute_name(*name)
            .attribute_type(kind.clone())
            .build()
            .unwrap()
    });
    let schema = |partition: &str, sort: Option<&str>| {
        let named = [
            Some((partition, KeyType::Hash)),
            sort.map(|sort| (sort, KeyType::Range)),
        ];
        let element = |(name, kind): (&str, KeyType)| {
            KeySchemaElement::builder()
                .attribute_name(name)
                .key_type(kind)
                .build()
                .unwrap()
        };
        named.into_iter().flatten().map(element).collect::<Vec<_>>()
    };
    let index = keys.index.map(|(partition, sort)| {
        let everything = Projection::builder().projection_type(ProjectionType::All);
        GlobalSecondaryIndex::builder()
            .index_name("GSI1")
            .set_key_schema(Some(schema(partition, Some(sort))))
            .projection(everything.build())
            .build()
            .unwrap()
    });
    tables.creates(id);
    tables
        .sdk(id)
        .await
        .create_table()
        .table_name(&tables.table(id).name)
        .billing_mode(BillingMode::PayPerRequest)
        .set_attribute_definitions(Some(definitions.collect()))
        .set_key_schema(Some(schema(keys.partition.0, keys.sort)))
        .set_global_secondary_indexes(index.map(|index| vec![index]))
        .send()
        .await
        .unwrap();
}

#[tokio::test]
async fn tables_as_float_desk_creates_them_have_nothing_wrong() {
    let store = TestStore::with(&TableId::ALL).await;
    for TableReport { id, outcome, .. } in check(&store, Asking::ForACommand).await {
        let mut findings = outcome.unwrap();
        if store.is_on_a_named_engine() {
            // Not every engine knows TTL.
            findings.retain(|finding| {
                !matches!(
                    finding,
                    Finding::Ttl {
                        found: Ttl::Off | Ttl::NotKnown,
                        ..
                    }
                )
            });
        }
        assert_eq!(findings, [], "{id}");
    }
}

#[tokio::test]
async fn creating_what_is_there_creates_nothing() {
    let store = TestStore::underwriting().await;
    let again = create_missing(&store, &[TableId::Underwriting]).await;
    assert_eq!(again.unwrap(), []);
}

#[tokio::test]
async fn two_servers_that_start_at_once_create_each_table_once() {
    let mut test = TestStore::empty().await;
    test.creates(TableId::Underwriting);
    let ids = [TableId::Underwriting];
    let (one, other) = tokio::join!(create_missing(&test, &ids), create_missing(&test, &ids));
    assert_eq!([one.unwrap(), other.unwrap()].concat(), ids);
    assert!(said(&test, TableId::Underwriting).await.1);
}

#[tokio::test]
async fn a_missing_table_is_named_and_an_unused_one_is_not_missed() {
    let store = TestStore::empty().await;
    for report in check(&store, Asking::ForACommand).await {
        let is_unused = report.id == TableId::FloatService;
        assert_eq!(report.is_fine(), is_unused, "{}", report.id);
        let findings = report.outcome.unwrap();
        let said = if is_unused {
            "missing, and not used for anything"
        } else {
            "there is no such table"
        };
        assert_eq!(findings.len(), 1);
        assert_eq!(findings[0].to_string(), said);
    }
}

#[tokio::test]
async fn other_keys_than_expected_are_named() {
    let mut test = TestStore::empty().await;
    let keys = TableKeys {
        partition: ("pk", ScalarAttributeType::N),
        sort: None,
        index: None,
    };
    create(&mut test, TableId::Underwriting, keys).await;
    let (findings, is_fine) = said(&test, TableId::Underwriting).await;
    assert!(!is_fine);
    assert_eq!(
        findings,
        [
            "partition key is pk (number), expected PK (text)",
            "sort key is none, expected SK (text)",
            "index GSI1 is missing",
            "TTL is off, expected ttl",
        ]
    );
}

#[tokio::test]
async fn run_times_that_are_text_are_named() {
    let mut test = TestStore::empty().await;
    let keys = TableKeys {
        partition: ("loan_id", ScalarAttributeType::S),
        sort: Some("run_time"),
        index: None,
    };
    create(&mut test, TableId::CollectionHistory, keys).await;
    let (findings, is_fine) = said(&test, TableId::CollectionHistory).await;
    assert!(!is_fine);
    assert_eq!(
        findings,
        ["sort key is run_time (text), expected run_time (number)"]
    );
}

#[tokio::test]
async fn an_index_with_other_keys_is_named() {
    let mut test = TestStore::empty().await;
    let keys = TableKeys {
        partition: ("PK", ScalarAttributeType::S),
        sort: Some("SK"),
        index: Some(("GSI1PK", "SK2")),
    };
    create(&mut test, TableId::Underwriting, keys).await;
    let (findings, is_fine) = said(&test, TableId::Underwriting).await;
    assert!(!is_fine);
    assert_eq!(
        findings,
        [
            "index GSI1 has other keys than expected",
            "TTL is off, expected ttl"
        ]
    );
}

#[tokio::test]
async fn ttl_that_is_off_is_named_and_does_no_harm() {
    let mut test = TestStore::empty().await;
    let keys = TableKeys {
        partition: ("PK", ScalarAttributeType::S),
        sort: Some("SK"),
        index: Some(("GSI1PK", "GSI1SK")),
    };
    create(&mut test, TableId::Underwriting, keys).await;
    let expected = (vec!["TTL is off, expected ttl".to_owned()], true);
    assert_eq!(said(&test, TableId::Underwriting).await, expected);
}

#[tokio::test]
async fn another_ttl_attribute_than_this_installations_is_named() {
    let test = TestStore::with(&[TableId::Pave]).await;
    let mut config = StoreConfig::new(test.endpoint.clone(), "unused");
    let place = config.overrides.entry(TableId::Pave).or_default();
    place.name = Some(test.table(TableId::Pave).name.clone());
    let ttl = &mut config.assumptions.ttl;
    ttl.insert(TableId::Pave, "expires_at".to_owned());
    let store = Store::connect(&config).await;
    let (findings, is_fine) = said(&store, TableId::Pave).await;
    assert!(is_fine);
    assert_eq!(findings.len(), 1);
    assert!(
        findings[0].ends_with(", expected expires_at"),
        "{findings:?}"
    );
}

#[tokio::test]
async fn unreachable_tables_are_each_reported_as_that() {
    let endpoint = store::Endpoint::At("http://127.0.0.1:9".to_owned());
    let store = crate::harness::connect(endpoint).await;
    for report in check(&store, Asking::ForACommand).await {
        assert!(!report.is_fine());
        assert_eq!(
            report.outcome.unwrap_err().kind,
            store::ErrorKind::Unreachable
        );
    }
}
