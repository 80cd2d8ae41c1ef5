//! The user overview against the calls it needs: the session, then three queries at once.

use crate::desk::Desk;
use crate::measure::{medians, ratio, said};
use crate::report::Report;
use crate::{Failure, NETWORK};
use aws_sdk_dynamodb::operation::query::builders::QueryFluentBuilder;
use aws_sdk_dynamodb::types::AttributeValue;
use domain::instant::Instant;
use fixtures::LargePlan;
use futures::try_join;
use std::collections::HashMap;
use std::time::{Duration, SystemTime};
use store::TableId;

const FEW: LargePlan = LargePlan {
    users: 1,
    evaluations_per_user: 30,
    history: 10,
};
const MANY: LargePlan = LargePlan {
    users: 1,
    evaluations_per_user: 30,
    history: 10_000,
};

/// One call for the session, three for the page.
const LEAST_CALLS: u64 = 4;

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

async fn load(desk: &Desk, page: &str) -> Result<(), Failure> {
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
        let found = desk.raw.scan().table_name(table).limit(1).send().await?;
        let item = found
            .items
            .unwrap_or_default()
            .into_iter()
            .next()
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
        try_join!(
            version
                .limit(1)
                .scan_index_forward(false)
                .consistent_read(true)
                .send(),
            temporary.consistent_read(true).send(),
            latest.limit(1).scan_index_forward(false).send(),
        )?;
        Ok(())
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

fn between(query: QueryFluentBuilder, from: &str, to: &str) -> QueryFluentBuilder {
    query
        .expression_attribute_values(":from", AttributeValue::S(from.to_owned()))
        .expression_attribute_values(":to", AttributeValue::S(to.to_owned()))
}
