//! Evaluations of every kind, as many as a test wants, always the same ones.

use crate::sample::{NOON, at, evaluation, update};
use domain::evaluation::{CalcStatus, EvaluationResult, EvaluationStatus};
use domain::id::{AccountId, ResultId, RulebookId, UpdateId, UserId};
use domain::instant::Instant;
use domain::ledger::{HourlyCount, LedgerEntry, Tally};
use domain::money::Cents;
use domain::rulebook_update::RulebookUpdate;
use domain::value::{Attributes, Value};
use std::collections::BTreeMap;
use store::ledger::Retention;

/// A week after the newest of them.
pub fn keep() -> Retention {
    Retention {
        now: at(NOON).plus_days(7),
        days: Retention::DEFAULT_DAYS,
    }
}

/// Spread over five days, two products and all outcomes; every seventh shares its second with another.
pub fn many(count: i64) -> Vec<EvaluationResult> {
    (0..count).map(one).collect()
}

fn one(number: i64) -> EvaluationResult {
    let user = UserId::new(format!("user-{}", number % 97));
    let seconds = (number * 7_919) % (5 * 86_400);
    let created = at(NOON).plus_seconds(-seconds - i64::from(number % 7 == 0));
    let mut made = evaluation(&user, ("item", "account"), created);
    made.result_id = ResultId::new(format!("{}_{number}", created.epoch_seconds()));
    made.account_id = AccountId::new(format!("account-{number}"));
    let float = made.float_results.as_mut().unwrap();
    float.approved = number % 3 != 0;
    float.amount = Cents(1_000 * (number % 5));
    float.deciding_rulebook = match number % 4 {
        0 => None,
        other => Some(RulebookId::new(format!("core#{other}"))),
    };
    if number % 11 == 0 {
        float.status = EvaluationStatus::NoEval;
    }
    if number % 13 == 0 {
        float.status = EvaluationStatus::Unknown("ODD".to_owned());
        float.results[0].calc_status = CalcStatus::NoData;
    }
    if number % 2 == 0 {
        made.loan_results.clone_from(&made.float_results);
    }
    if number % 6 == 0
        && let Some(loan) = &mut made.loan_results
    {
        loan.approved = false;
        loan.results.clear();
    }
    if number % 10 == 1 {
        made.float_results = None;
    }
    made
}

/// Newest first: two within that week, one before it.
pub fn updates() -> Vec<RulebookUpdate> {
    [-1, -3, -90]
        .map(|days| update(at(NOON).plus_days(days), "ada"))
        .to_vec()
}

/// Each with its id.
pub fn named_updates() -> Vec<(UpdateId, RulebookUpdate)> {
    let updates = updates().into_iter();
    updates.map(|update| (update.id(), update)).collect()
}

pub fn entries(made: &[EvaluationResult]) -> Vec<LedgerEntry> {
    let updates = named_updates();
    made.iter()
        .map(|one| LedgerEntry::under(one, &updates))
        .collect()
}

/// Counted anew from the entries, in a form that can be compared.
pub fn recounted(entries: &[LedgerEntry]) -> Comparable {
    let mut tally = Tally::default();
    for entry in entries {
        tally.add(entry);
    }
    comparable(tally.counts().collect())
}

/// By hour, product, outcome, status, deciding rulebook and snapshot, each as it is stored.
pub type Plain = BTreeMap<[String; 6], (u64, i64)>;

/// Counted straight from the stored items, with nothing of what the ledger itself counts by: a fault in
/// that would else be on both sides of a comparison.
pub fn recounted_plainly(items: &[Attributes]) -> Plain {
    let text = |map: &Attributes, name: &str| match map.get(name) {
        Some(Value::Text(text)) => text.clone(),
        _ => String::new(),
    };
    let updates = updates();
    let mut counts = Plain::new();
    for item in items {
        let created = text(item, "created_date");
        let is_in_force = |update: &&RulebookUpdate| update.update_time.stored() <= created;
        let snapshot = updates.iter().find(is_in_force);
        let snapshot = snapshot.map_or(String::new(), |it| {
            format!("{}#ada", it.update_time.stored())
        });
        for product in ["float", "loan"] {
            let part = item.get(&format!("{product}_results"));
            let decision = plain_decision(part);
            let none = Attributes::new();
            let part = match part {
                Some(Value::Map(part)) => part,
                _ => &none,
            };
            let amount = match part.get("amount") {
                Some(Value::Number(cents)) if decision == "approved" => {
                    cents.as_str().parse().unwrap()
                }
                _ => 0,
            };
            let of = [
                created[..13].to_owned(),
                product.to_owned(),
                decision.to_owned(),
                text(part, "status"),
                text(part, "deciding_rulebook"),
                snapshot.clone(),
            ];
            let (decisions, sum) = counts.entry(of).or_default();
            *decisions += 1;
            *sum += amount;
        }
    }
    counts
}

/// What a part concluded, told from the stored item alone.
pub fn plain_decision(part: Option<&Value>) -> &'static str {
    let Some(Value::Map(part)) = part else {
        return "not-evaluated";
    };
    let has_results =
        matches!(part.get("results"), Some(Value::List(results)) if !results.is_empty());
    match part.get("status") {
        Some(Value::Text(status)) if status == "NOEVAL" => "not-evaluated",
        Some(Value::Text(status)) if status == "OK" => {
            if part.get("approved") == Some(&Value::Bool(true)) {
                "approved"
            } else if has_results {
                "denied"
            } else {
                "no-results"
            }
        }
        _ => "error",
    }
}

/// What the ledger counted, in the same form.
pub fn plainly(counts: Vec<HourlyCount>) -> Plain {
    let plain = |HourlyCount {
                     hour,
                     of,
                     decisions,
                     amount,
                 }: HourlyCount| {
        let key = [
            hour.stored()[..13].to_owned(),
            of.product.as_str().to_owned(),
            of.decision.word().to_owned(),
            of.status
                .map_or(String::new(), |status| status.as_stored().to_owned()),
            of.deciding.map_or(String::new(), |id| id.to_string()),
            of.snapshot.map_or(String::new(), |id| id.to_string()),
        ];
        (key, (decisions, amount.0))
    };
    counts.into_iter().map(plain).collect()
}

pub type Comparable = BTreeMap<(Instant, String), (u64, i64)>;

pub fn comparable(counts: Vec<HourlyCount>) -> Comparable {
    let mut sums = Comparable::new();
    for count in counts {
        let of = format!("{:?}", count.of);
        let (decisions, cents) = sums.entry((count.hour, of)).or_default();
        *decisions += count.decisions;
        *cents += count.amount.0;
    }
    sums
}
