//! A shard that has become two: the engine's has no end, so a detour ends it and gives it a child.

use super::following::{items, with_a_stream};
use super::{embedded_with, holds, settings};
use crate::detour::{self, Answer, Question, refused};
use crate::ledger::many::many;
use aws_sdk_dynamodb::types::StreamViewType;
use domain::evaluation::EvaluationResult;
use serde_json::{Value, json};
use std::collections::HashSet;
use std::sync::{Arc, Mutex};
use store::TableId;
use store::indexer::{Indexer, position};

const CHILD: &str = "-child";

/// The evaluations that came after the split are the child's, the others its parent's.
#[derive(Clone)]
struct Split {
    of_child: Arc<HashSet<String>>,
    state: Arc<Mutex<State>>,
}

#[derive(Default)]
struct State {
    /// So many times the parent is not to be read.
    refusals: usize,
    is_parent_gone: bool,
    /// Whose records were given, in that order.
    given: Vec<&'static str>,
}

impl Split {
    fn new(of_child: &[EvaluationResult]) -> Self {
        let ids = of_child.iter().map(|one| one.result_id.to_string());
        Self {
            of_child: Arc::new(ids.collect()),
            state: Arc::default(),
        }
    }

    fn answer(&self, question: &Question<'_>) -> Answer {
        match question.operation {
            "DescribeStream" => self.described(question),
            "GetShardIterator" => iterator(question),
            "GetRecords" => self.records(question),
            _ => question.pass(),
        }
    }

    fn described(&self, question: &Question<'_>) -> Answer {
        let (status, mut said) = question.pass();
        let shards = said["StreamDescription"]["Shards"].as_array_mut().unwrap();
        let parent = shards[0]["ShardId"].as_str().unwrap().to_owned();
        shards.push(json!({ "ShardId": format!("{parent}{CHILD}"), "ParentShardId": parent }));
        if self.state.lock().unwrap().is_parent_gone {
            shards.remove(0);
        }
        (status, said)
    }

    fn records(&self, question: &Question<'_>) -> Answer {
        let iterator = text(&question.body["ShardIterator"]);
        let is_child = iterator.ends_with(CHILD);
        let mut state = self.state.lock().unwrap();
        if !is_child && state.refusals > 0 {
            state.refusals -= 1;
            return refused("LimitExceededException");
        }
        let (status, mut said) = without_end(question, "ShardIterator").pass();
        let records = said["Records"].as_array_mut().unwrap();
        records.retain(|record| {
            let id = text(&record["dynamodb"]["NewImage"]["result_id"]["S"]);
            self.of_child.contains(&id) == is_child
        });
        if !records.is_empty() {
            state.given.push(if is_child { "child" } else { "parent" });
        }
        let is_at_end = records.is_empty();
        if is_child {
            let next = text(&said["NextShardIterator"]);
            said["NextShardIterator"] = json!(format!("{next}{CHILD}"));
        } else if is_at_end {
            said.as_object_mut().unwrap().remove("NextShardIterator");
        }
        (status, said)
    }
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// As the engine would be asked of the one shard that it has.
fn without_end<'a>(question: &Question<'a>, field: &str) -> Question<'a> {
    let mut asked = question.again();
    let value = text(&asked.body[field]);
    asked.body[field] = json!(value.trim_end_matches(CHILD));
    asked
}

fn iterator(question: &Question<'_>) -> Answer {
    let is_child = text(&question.body["ShardId"]).ends_with(CHILD);
    let (status, mut said) = without_end(question, "ShardId").pass();
    if is_child {
        let iterator = text(&said["ShardIterator"]);
        said["ShardIterator"] = json!(format!("{iterator}{CHILD}"));
    }
    (status, said)
}

#[tokio::test]
async fn a_parent_is_read_to_its_end_before_its_child_and_then_forgotten() {
    let made = many(60);
    let store = embedded_with(&made[..20]).await;
    with_a_stream(&store, StreamViewType::NewImage).await;
    let split = Split::new(&made[40..]);
    let detour = split.clone();
    let url = detour::open(&store.endpoint, move |question| detour.answer(question));
    // One after the other: what is put at once gets into the stream in any order.
    store.put(TableId::Underwriting, items(&made[20..40])).await;
    store.put(TableId::Underwriting, items(&made[40..])).await;
    let follower = Indexer::new(store.by(url).await, settings());
    let turn = async || follower.turn(&|| false, &|_| {}).await;
    // While its parent has no capacity, the child waits.
    split.state.lock().unwrap().refusals = 3;
    assert!(turn().await.unwrap());
    let given = std::mem::take(&mut split.state.lock().unwrap().given);
    assert_eq!(given, ["parent", "child"]);
    holds(&store, &made).await;
    let done = async || {
        let shards = position::read(&store).await.unwrap().shards;
        let done = shards
            .iter()
            .map(|shard| (shard.id.ends_with(CHILD), shard.is_done));
        done.collect::<Vec<_>>()
    };
    assert_eq!(done().await, [(false, true), (true, false)]);
    split.state.lock().unwrap().is_parent_gone = true;
    assert!(turn().await.unwrap());
    assert_eq!(
        done().await,
        [(true, false)],
        "its parent was read, and is gone"
    );
    let pass = position::read(&store).await.unwrap().pass.unwrap();
    assert_eq!(pass.number, 1, "nothing is read again");
}
