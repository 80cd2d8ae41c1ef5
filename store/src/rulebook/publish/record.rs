//! What a publish leaves on record beside the snapshot: its summary, and the diff for the audit log.

use super::Order;
use crate::size::item_size;
use domain::audit::AuditEvent;
use domain::configuration::Configuration;
use domain::id::{RulebookId, UpdateId};
use domain::instant::Instant;
use domain::rulebook_diff::{ConfigurationDiff, Summary, compare};
use domain::rulebook_update::{Authorship, Provenance, Recorded, UpdateSummary};
use domain::value::{Attributes, Value};

/// What an audit event holds of a diff at most: it is stored three times.
const LARGEST_DIFF: usize = 100 * 1024;

/// The configuration that an order leads to.
fn after(order: &Order<'_>) -> Configuration {
    let kept = order.live.configuration();
    let kept = kept.rulebooks().iter();
    kept.filter(|rulebook| !is_edited(order, &rulebook.rulebook_id))
        .cloned()
        .chain(order.edits.iter().filter_map(|edit| edit.after.clone()))
        .collect()
}

pub(super) fn summary(order: &Order<'_>, id: &UpdateId, at: Instant) -> UpdateSummary {
    let by = order.event.who.clone();
    let (previous, recorded) = match &order.previous {
        Some((id, recorded)) => (Some(id.clone()), recorded.clone()),
        None => (None, Recorded::default()),
    };
    let broken = order.live.broken_ids().into_iter();
    let broken = broken.filter(|id| !is_edited(order, id)).collect();
    let came = recorded.lacks(broken);
    let gone = recorded.gone(|id| order.live.is_there(id) || is_edited(order, id));
    let (before, lost) = on_record(order);
    let diff = compare(&before, &after(order)).of_substance();
    let mut summary = UpdateSummary::new(id.clone(), (by, at), &diff, previous);
    for id in lost.into_iter().chain(came) {
        summary.tell(&id, "cannot be read");
    }
    for id in gone {
        summary.tell(&id, "removed");
    }
    if order.previous.is_some() && !order.edits.is_empty() {
        summary.restore_over(&compare(&before, &order.live.configuration()).of_substance());
    }
    UpdateSummary {
        reason: Some(order.event.reason.clone()),
        provenance: provenance(order),
        ..summary
    }
}

fn provenance(order: &Order<'_>) -> Option<Provenance> {
    let settled = order.proposal.as_ref();
    let proposed = settled.map(|it| Provenance::Proposed(Authorship::from(&it.proposal)));
    // Without a change of its own it records what others changed.
    let outside = order.edits.is_empty().then_some(Provenance::Outside);
    proposed.or(outside)
}

/// What was on record before, and the rulebooks of it that can't be read and stay so. These aren't gone: they're
/// told as such, and not as a difference.
fn on_record(order: &Order<'_>) -> (Configuration, Vec<RulebookId>) {
    let stays_broken = |id: &RulebookId| order.live.is_broken(id) && !is_edited(order, id);
    let recorded = order.previous.iter();
    let recorded = recorded.flat_map(|(_, recorded)| recorded.configuration.rulebooks());
    let (lost, before): (Vec<_>, Vec<_>) = recorded
        .cloned()
        .partition(|rulebook| stays_broken(&rulebook.rulebook_id));
    let lost = lost.into_iter().map(|rulebook| rulebook.rulebook_id);
    (before.into(), lost.collect())
}

fn is_edited(order: &Order<'_>, id: &RulebookId) -> bool {
    order.edits.iter().any(|edit| edit.id == *id)
}

/// The event with the update's key and what it changed, value by value.
pub(super) fn with_diff(order: &Order<'_>, id: &UpdateId) -> AuditEvent {
    let earlier = if order.edits.is_empty() {
        on_record(order).0
    } else {
        order.live.configuration()
    };
    let diff = compare(&earlier, &after(order)).of_substance();
    let (mut before, mut after) = both_sides(&diff);
    if item_size(&before) + item_size(&after) > LARGEST_DIFF {
        let line = Summary(&diff).to_string();
        before = Attributes::new();
        after = Attributes::from([("changes".to_owned(), Value::text(line))]);
    }
    after.insert("update".to_owned(), Value::text(id.as_str()));
    after.extend(people(order));
    AuditEvent {
        before: Some(before),
        after: Some(after),
        ..order.event.clone()
    }
}

/// Who wrote and approved what is published, each with their reason.
fn people(order: &Order<'_>) -> Attributes {
    let Some(settled) = &order.proposal else {
        return Attributes::new();
    };
    let Authorship {
        author,
        reason,
        approval,
        ..
    } = Authorship::from(&settled.proposal);
    let (approver, why) = approval.map(|it| (it.by.to_string(), it.why)).unzip();
    let told = [
        ("author", Some(author.to_string())),
        ("author's reason", Some(reason)),
        ("approved by", approver),
        ("approver's reason", why),
    ];
    let told = told
        .into_iter()
        .filter_map(|(name, said)| Some((name, said?)));
    let told = told.filter(|(_, said)| !said.is_empty());
    told.map(|(name, said)| (name.to_owned(), Value::Text(said)))
        .collect()
}

fn both_sides(diff: &ConfigurationDiff) -> (Attributes, Attributes) {
    let (mut before, mut after) = (Attributes::new(), Attributes::new());
    for rulebook in &diff.rulebooks {
        for change in rulebook.told() {
            let name = format!("{} {}", rulebook.id, change.place);
            if let Some(value) = &change.before {
                before.insert(name.clone(), value.clone());
            }
            if let Some(value) = &change.after {
                after.insert(name, value.clone());
            }
        }
        for one in &rulebook.moves {
            let name = format!("{} place of {}", rulebook.id, one.rule);
            before.insert(name.clone(), Value::number(i64::from(one.from)));
            after.insert(name, Value::number(i64::from(one.to)));
        }
    }
    (before, after)
}
