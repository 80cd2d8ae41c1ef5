//! What a what-if says: its result in a sentence, and what it cannot know.

use super::change::Changes;
use super::findings::{Tally, Worth};
use crate::evaluation::Product;
use crate::money::{Cents, Spoken, grouped};

/// What a change of `superseding` does under the one reading of how results combine.
const SUPERSEDING: &str = "Superseding changes no outcome as Float Desk reads it: the first rulebook that approves decides, whether or not its approval ends the evaluation.";

/// `24 of 1,204 float decisions would come out otherwise: 20 newly approved, 4 no longer.`
pub fn sentence(product: Product, tally: &Tally, changes: &Changes) -> String {
    let what = product.title().to_lowercase();
    let worked_out = grouped(tally.worked_out);
    let flips = tally.flips;
    let failed = flips.to_failed + flips.from_failed;
    let outcome = flips.to_approved + flips.to_denied + failed;
    let otherwise = flips.approved_otherwise + flips.denied_otherwise;
    let otherwise = match otherwise {
        0 => String::new(),
        count => format!(
            " {} would be decided by another rulebook, with the same outcome.",
            grouped(count)
        ),
    };
    if tally.worked_out == 0 {
        return format!("No {what} decision could be worked out again.");
    }
    if changes.are_superseding_only() {
        return format!(
            "{SUPERSEDING} So all {worked_out} {what} decisions stay as they were; that follows from the reading, and was not measured."
        );
    }
    let not_known = match flips.not_known {
        0 => String::new(),
        1 => " Of one decision it is not known: rulebooks may decide that were never asked."
            .to_owned(),
        count => format!(
            " Of {} decisions it is not known: rulebooks may decide that were never asked.",
            grouped(count)
        ),
    };
    if outcome == 0 {
        return format!(
            "None of {} {what} decisions would be approved or denied otherwise.{otherwise}{not_known}",
            grouped(tally.worked_out - flips.not_known)
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
        "{} of {worked_out} {what} decisions would come out otherwise: {} newly approved, {} no longer approved{failures}.{otherwise}{not_known}",
        grouped(outcome),
        grouped(flips.to_approved),
        grouped(flips.to_denied),
    )
}

/// What came to no decision, which is in no rate and among no denials; nothing where there is none.
pub fn failed(product: Product, tally: &Tally) -> Option<String> {
    let is_any = tally.failed_before > 0 || tally.failed_after > 0;
    is_any.then(|| {
        format!(
            "Of these {} checks {} came to no decision before, since a calculation failed (CALCERR); with the changes {} would. They count in no rate and are no denials.",
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

/// What the result cannot know, each as a sentence with its number.
pub fn unknowns(product: Product, tally: &Tally) -> Vec<String> {
    let what = product.title().to_lowercase();
    let limits = tally.limits;
    let said = [
        (
            tally.unexplained,
            format!(
                "whose stored results do not give the stored outcome, before any change: left out. Their own pages say what differs. ({what} decisions)"
            ),
        ),
        (
            tally.undecided,
            format!("{what} checks that came to no decision: left out."),
        ),
        (
            tally.without_results,
            format!("{what} decisions without a stored result of any rulebook: left out."),
        ),
        (
            limits.unanswered,
            format!(
                "{what} decisions in which a rulebook that left no result would now be asked before the one that decides, as after a superseding one or with another type. What it would have said is not stored: where nobody else approves, what would come out is not known."
            ),
        ),
        (
            limits.unknown_configuration,
            format!(
                "{what} decisions whose configuration is not known, or not all of it: no snapshot of that time can be read. They go by the priorities stored with their results; where their approval goes and nobody else who was asked approves, what would come out is not known."
            ),
        ),
        (
            limits.unrecorded,
            format!(
                "{what} decisions in which it was not recorded whether a rulebook applied: read as it fits what was decided."
            ),
        ),
        (
            limits.simulated,
            format!(
                "{what} decisions in which a share was assigned by a hash of the user and the rulebook: simulated."
            ),
        ),
        (
            limits.newly_applied,
            format!(
                "{what} decisions to which a rulebook would newly apply: what it said when it did not apply is taken as it stands."
            ),
        ),
    ];
    let said = said.into_iter().filter(|(count, _)| *count > 0);
    said.map(|(count, words)| format!("{} {words}", grouped(count)))
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
