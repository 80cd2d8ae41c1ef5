//! What a what-if says: its result in a sentence, and what it cannot know.

use super::change::Changes;
use super::findings::{Flip, Tally, Worth};
use super::unestimated::Unestimated;
use crate::evaluation::Product;
use crate::money::{Cents, Spoken, grouped};
use std::cmp::Ordering;

/// What a change of `superseding` does under the one reading of how results combine.
const SUPERSEDING: &str = "Superseding changes no outcome as Float Desk reads it: the first rulebook that approves decides, whether or not its approval ends the evaluation.";

/// `24 of 1,204 float decisions would come out otherwise: 20 newly approved, 4 no longer.`
pub fn sentence(
    product: Product,
    tally: &Tally,
    changes: &Changes,
    unestimated: &Unestimated,
) -> String {
    let what = product.title().to_lowercase();
    let all = decisions(tally.worked_out, &what);
    let flips = tally.flips;
    let outcome = flips.to_approved + flips.to_denied + flips.to_failed + flips.from_failed;
    if tally.worked_out == 0 {
        return format!("No {what} decision could be worked out again.");
    }
    if unestimated.concerns(product) {
        if changes.is_empty() {
            return "Nothing else is changed that could be estimated.".to_owned();
        }
        let rest = after_outcome(tally);
        return format!(
            "With the other changes alone, {} of {all} would come out otherwise.{rest}",
            grouped(outcome)
        );
    }
    if changes.are_superseding_only() {
        return format!(
            "{SUPERSEDING} So all {all} stay as they were; that follows from the reading, and was not measured."
        );
    }
    let rest = after_outcome(tally);
    if outcome == 0 {
        return format!(
            "None of {} would be approved or denied otherwise.{rest}",
            decisions(tally.worked_out - flips.not_known, &what)
        );
    }
    let failures = [
        (flips.to_failed, "without a decision any more"),
        (flips.from_failed, "denied where there was no decision"),
    ];
    let failures = failures.into_iter().filter(|(count, _)| *count > 0);
    let failures: Vec<_> = failures
        .map(|(count, words)| format!(", {} {words}", grouped(count)))
        .collect();
    let failures = failures.concat();
    format!(
        "{} of {all} would come out otherwise: {} newly approved, {} no longer approved{failures}.{rest}",
        grouped(outcome),
        grouped(flips.to_approved),
        grouped(flips.to_denied),
    )
}

/// `1 float decision`, `1,204 float decisions`.
fn decisions(count: u64, what: &str) -> String {
    let noun = if count == 1 { "decision" } else { "decisions" };
    format!("{} {what} {noun}", grouped(count))
}

/// What else changes: who decides, how much money that is, and what isn't known.
fn after_outcome(tally: &Tally) -> String {
    let flips = tally.flips;
    let otherwise = match flips.approved_otherwise + flips.denied_otherwise {
        0 => String::new(),
        count => format!(
            " {} would be decided by another rulebook, with the same outcome.",
            grouped(count)
        ),
    };
    let not_known = match flips.not_known {
        0 => String::new(),
        1 => " Of 1 decision it is not known: rulebooks may decide that were never asked or never run."
            .to_owned(),
        count => format!(
            " Of {} decisions it is not known: rulebooks may decide that were never asked or never run.",
            grouped(count)
        ),
    };
    format!("{}{otherwise}{not_known}", money(tally))
}

/// ` The amount approved falls from $70,620 to $38,790.`; empty where it stays.
fn money(tally: &Tally) -> String {
    let (before, after) = (tally.amount_before, tally.amount_after);
    let is_exact = after.at_most == Cents::ZERO && after.unknown == 0;
    if is_exact && after.known == before {
        return String::new();
    }
    let verb = match after.known.cmp(&before) {
        Ordering::Less if is_exact => "falls",
        Ordering::Greater if is_exact => "rises",
        _ => "changes",
    };
    format!(
        " The amount approved {verb} from {} to {}.",
        Spoken(before),
        worth(&after)
    )
}

/// What came to no decision, which is in no rate and among no denials; nothing where there is none.
pub fn failed(product: Product, tally: &Tally) -> Option<String> {
    let is_any = tally.failed_before > 0 || tally.failed_after > 0;
    is_any.then(|| {
        format!(
            "Of these {} evaluations {} came to no decision before, since a calculation failed (CALCERR); with the changes {} would. They count in no rate and are no denials.",
            product.title().to_lowercase(),
            grouped(tally.failed_before),
            grouped(tally.failed_after),
        )
    })
}

/// An amount as far as it is known: `$1,200`, `$1,200 and up to $300 more, and 4 up to limits that are
/// not known`.
pub fn worth(worth: &Worth) -> String {
    let at_most = match worth.at_most {
        Cents::ZERO => String::new(),
        cents => format!(" and up to {} more", Spoken(cents)),
    };
    let unknown = match worth.unknown {
        0 => String::new(),
        1 => ", and one approval up to a limit that is not known".to_owned(),
        count => format!(
            ", and {} approvals up to limits that are not known",
            grouped(count)
        ),
    };
    format!("{}{at_most}{unknown}", Spoken(worth.known))
}

/// What the decisions of a kind are worth: those that go, those that come, both where another rulebook
/// approves; empty where there is nothing to say.
pub fn flip_amount(flip: Flip, tally: &Tally) -> String {
    match flip {
        Flip::ToApproved => worth(&tally.gained),
        Flip::ApprovedOtherwise => format!(
            "{} \u{2192} {}",
            Spoken(tally.otherwise_before),
            worth(&tally.otherwise_after)
        ),
        _ => tally
            .lost
            .of(flip)
            .map(|lost| Spoken(lost).to_string())
            .unwrap_or_default(),
    }
}

/// All decisions as they are stored: `412 approved, 96 denied; 12 not evaluated and 3 errors.`
pub fn stored(tally: &Tally) -> String {
    let undecided = match tally.stored.undecided() {
        0 => String::new(),
        _ => format!("; {}", tally.stored.describe_undecided()),
    };
    format!(
        "Stored in these days: {} approved, {} denied{undecided}.",
        grouped(tally.stored.approved),
        grouped(tally.stored.denied)
    )
}

/// What the result cannot know, each as a sentence with its number.
pub fn unknowns(product: Product, tally: &Tally) -> Vec<String> {
    let what = product.title().to_lowercase();
    let limits = tally.limits;
    let said = [
        (
            tally.unexplained,
            "whose stored results do not give the stored outcome, before any change: left out. Their own pages say what differs.",
        ),
        (
            tally.undecided,
            "that nobody evaluated or that ended in an error: left out.",
        ),
        (
            tally.without_results,
            "without a stored rulebook result: left out.",
        ),
        (
            limits.unanswered,
            "in which a rulebook that left no result would now be asked before the one that decides, as after a superseding one or with another type. What it would have said is not stored: where nobody else approves, what would come out is not known.",
        ),
        (
            limits.unknown_configuration,
            "whose configuration is not known, or not all of it: no snapshot of that time can be read. They go by the priorities stored with their results; where their approval goes and nobody else who was asked approves, what would come out is not known.",
        ),
        (
            limits.unrecorded,
            "in which it was not recorded whether a rulebook applied: read as it fits what was decided.",
        ),
        (
            limits.simulated,
            "in which a share was assigned by a hash of the user and the rulebook: simulated.",
        ),
        (
            limits.newly_applied,
            "to which a rulebook would newly apply: what it said when it did not apply is taken as it stands.",
        ),
        (
            limits.not_run,
            "to which a rulebook would newly apply that wasn\u{2019}t run then: what it would have returned is not known. Where no other rulebook approves, what would come out is not known.",
        ),
    ];
    let said = said.into_iter().filter(|(count, _)| *count > 0);
    said.map(|(count, words)| format!("{} {words}", decisions(count, &what)))
        .collect()
}

/// What no what-if can know, whatever it finds.
pub fn always_unknown(changes: &Changes) -> Vec<&'static str> {
    let mut said = vec![
        "Rules are not run again: each rulebook counts with the result that it gave then.",
        "A user\u{2019}s limit is not in the ledger. Where another rulebook approves, the amount is known only as far as the stored one tells the limit.",
        "What a user would have done next is not known: an approval or a denial changes what is asked later.",
    ];
    if changes.has_superseding() && !changes.are_superseding_only() {
        said.push(SUPERSEDING);
    }
    if changes.is_simulated() {
        said.push("Shares are simulated: which users the service would pick is not known, so single decisions may differ, and only the numbers count.");
    }
    said
}
