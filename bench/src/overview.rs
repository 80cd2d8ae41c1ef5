//! The user overview against the calls it needs: the session, then eight reads at once, then the
//! last float's collection.

use crate::desk::Desk;
use crate::measure::{medians, ratio, said};
use crate::report::Report;
use crate::{Failure, NETWORK};
use aws_sdk_dynamodb::operation::query::QueryOutput;
use aws_sdk_dynamodb::operation::query::builders::QueryFluentBuilder;
use aws_sdk_dynamodb::types::AttributeValue;
use domain::instant::Instant;
use fixtures::LargePlan;
use futures::try_join;
use std::collections::HashMap;
use std::time::{Duration, SystemTime};
use store::TableId;

pub(crate) const FEW: LargePlan = LargePlan {
    users: 1,
    evaluations_per_user: 30,
    history: 10,
};
pub(crate) const MANY: LargePlan = LargePlan {
    users: 1,
    evaluations_per_user: 30,
    history: 10_000,
};

/// One call for the session, eight for the page, one for the last float's collection.
const LEAST_CALLS: u64 = 10;

pub(crate) async fn measure(report: &mut Report) -> Result<(), Failure> {
    let page = format!("/users/{}", LargePlan::user_id(1));
    let few = Desk::start(FEW, Duration::ZERO).await?;
    let far = Desk::start(FEW, NETWORK).await?;
    let many = Desk::start(MANY, Duration::ZERO).await?;

    for (what, desk, target) in [
        (
            "overview / its raw calls, 5 ms added to each call",
            &far,
            1.25,
        ),
        ("overview / its raw calls, bare", &few, 3.0),
    ] {
        let raw = RawCalls::of(desk).await?;
        let (page, calls) = medians(
            async || Box::pin(load(desk, &page)).await,
            async || Box::pin(raw.make()).await,
        )
        .await?;
        report.ratio(
            what,
            ratio(page, calls),
            target,
            format!("{} / {}", said(page), said(calls)),
        );
    }

    let (large, small) = medians(
        async || Box::pin(load(&many, &page)).await,
        async || Box::pin(load(&few, &page)).await,
    )
    .await?;
    let detail = format!("{} / {}", said(large), said(small));
    report.ratio(
        "overview with 10,000 profile versions / with 10",
        ratio(large, small),
        1.10,
        detail,
    );

    let before = few.store.calls().total();
    load(&few, &page).await?;
    let calls = few.store.calls().total() - before;
    #[expect(clippy::cast_precision_loss, reason = "a handful of calls")]
    let measured = calls as f64 / LEAST_CALLS as f64;
    report.ratio(
        "overview: DynamoDB calls / least possible",
        measured,
        1.0,
        format!("{calls} / {LEAST_CALLS}"),
    );
    Ok(())
}

pub(crate) async fn load(desk: &Desk, page: &str) -> Result<(), Failure> {
    desk.get(page).await?.bytes().await?;
    Ok(())
}

/// The calls that the overview cannot do without, made with nothing around them.
struct RawCalls<'a> {
    desk: &'a Desk,
    session: HashMap<String, AttributeValue>,
}

impl<'a> RawCalls<'a> {
    async fn of(desk: &'a Desk) -> Result<Self, Failure> {
        let table = &desk.store.table(TableId::FloatDesk).name;
        let found = desk.raw.scan().table_name(table).send().await?;
        let is_session = |item: &HashMap<String, AttributeValue>| {
            let key = item.get("PK").and_then(|key| key.as_s().ok());
            key.is_some_and(|key| key.starts_with("SESSION#"))
        };
        let item = found
            .items
            .unwrap_or_default()
            .into_iter()
            .find(is_session)
            .ok_or("no session")?;
        let session = item
            .into_iter()
            .filter(|(name, _)| name == "PK" || name == "SK")
            .collect();
        Ok(Self { desk, session })
    }

    async fn make(&self) -> Result<(), Failure> {
        let own = &self.desk.store.table(TableId::FloatDesk).name;
        let session = self
            .desk
            .raw
            .get_item()
            .table_name(own)
            .set_key(Some(self.session.clone()));
        session
            .consistent_read(true)
            .send()
            .await?
            .item
            .ok_or("the session is gone")?;

        let now = Instant::from(SystemTime::now()).stored();
        let user = LargePlan::user_id(1);
        let version = self.query("PK = :p AND SK BETWEEN :from AND :to");
        let version = between(version, "PROFILE#", &format!("PROFILE#{now}"));
        let expires = "TEMP_FLOAT_PROFILE#EXPIRES#";
        let temporary = self.query("PK = :p AND SK BETWEEN :from AND :to");
        let temporary = between(
            temporary,
            &format!("{expires}{now}"),
            &format!("{expires}\u{10FFFF}"),
        );
        let latest = self.query("GSI1PK = :p AND begins_with(GSI1SK, :s)");
        let latest = latest
            .index_name("GSI1")
            .expression_attribute_values(":s", AttributeValue::S("EVAL_RESULTS#".to_owned()));
        let prefix = AttributeValue::S("HISTORICAL_EVALUATION#".to_owned());
        let taken = self.query("PK = :p AND begins_with(SK, :s)");
        let taken = taken.expression_attribute_values(":s", prefix);
        let notes = self.partition(TableId::FloatDesk, "PK", &format!("NOTE#{user}"));
        let lock = format!("loan-processing:user_id:{user}");
        let guard = format!("GUARD#{user}");
        let (_, _, _, taken, _, (), (), ()) = try_join!(
            send(version.limit(1).scan_index_forward(false)),
            send(temporary),
            async { Ok(latest.limit(1).scan_index_forward(false).send().await?) },
            send(taken),
            send(notes),
            self.get(TableId::Locks, [("PartitionKey", lock.as_str())]),
            self.get(TableId::RequirementsBypass, [("user_id", user.as_str())]),
            self.get(
                TableId::FloatDesk,
                [("PK", guard.as_str()), ("SK", "GUARD")]
            ),
        )?;
        let newest = taken
            .items()
            .iter()
            .max_by_key(|item| item.get("created_date").and_then(|it| it.as_s().ok()));
        let float = newest
            .and_then(|item| item.get("float_id")?.as_s().ok())
            .ok_or("no float was taken")?;
        let attempts = self.partition(TableId::CollectionHistory, "loan_id", float);
        send(attempts.limit(1).scan_index_forward(false)).await?;
        Ok(())
    }

    async fn get<const N: usize>(
        &self,
        table: TableId,
        key: [(&str, &str); N],
    ) -> Result<(), Failure> {
        let table = &self.desk.store.table(table).name;
        let key = key
            .into_iter()
            .map(|(name, key)| (name.to_owned(), AttributeValue::S(key.to_owned())))
            .collect();
        let get = self.desk.raw.get_item().table_name(table);
        get.set_key(Some(key)).consistent_read(true).send().await?;
        Ok(())
    }

    fn partition(&self, table: TableId, name: &str, key: &str) -> QueryFluentBuilder {
        self.desk
            .raw
            .query()
            .table_name(&self.desk.store.table(table).name)
            .key_condition_expression("#p = :p")
            .expression_attribute_names("#p", name)
            .expression_attribute_values(":p", AttributeValue::S(key.to_owned()))
    }

    fn query(&self, condition: &str) -> QueryFluentBuilder {
        let user = format!("USER#{}", LargePlan::user_id(1));
        self.desk
            .raw
            .query()
            .table_name(&self.desk.store.table(TableId::Underwriting).name)
            .key_condition_expression(condition)
            .expression_attribute_values(":p", AttributeValue::S(user))
    }
}

async fn send(query: QueryFluentBuilder) -> Result<QueryOutput, Failure> {
    Ok(query.consistent_read(true).send().await?)
}

fn between(query: QueryFluentBuilder, from: &str, to: &str) -> QueryFluentBuilder {
    query
        .expression_attribute_values(":from", AttributeValue::S(from.to_owned()))
        .expression_attribute_values(":to", AttributeValue::S(to.to_owned()))
}
