//! What was found: in a sentence, in tables, by example, and what it cannot know.

use crate::api::what_if::Progress;
use crate::paths;
use domain::decision::combination::Amount;
use domain::evaluation::Product;
use domain::id::RulebookId;
use domain::money::{Spoken, grouped};
use domain::what_if::change::Changes;
use domain::what_if::findings::{Example, Flip, Tally};
use domain::what_if::unestimated::Unestimated;
use domain::what_if::words::{
    always_unknown, failed, flip_amount, sentence, stored, unknowns, worth,
};
use leptos::prelude::*;

#[component]
pub fn Found(progress: Progress, changes: Changes, unestimated: Unestimated) -> impl IntoView {
    let simulated = changes.is_simulated().then(|| {
        view! { <p class="simulated"><strong>"Simulated: "</strong>"a share is changed, and which users the service would pick is not known."</p> }
    });
    let tried: Vec<_> = changes
        .0
        .iter()
        .map(|(id, change)| format!("{id}: {}", change.words()))
        .collect();
    let tried = if tried.is_empty() && unestimated.describe().is_some() {
        "Nothing else is changed.".to_owned()
    } else if tried.is_empty() {
        "Nothing is changed, so nothing should come out otherwise.".to_owned()
    } else {
        format!("Tried: {}.", tried.join("; "))
    };
    let products = Product::ALL
        .into_iter()
        .map(|product| {
            let tally = progress.found.tally(product).clone();
            view! { <OfProduct product tally changes=changes.clone() unestimated=unestimated.clone() /> }
        })
        .collect_view();
    let mut lines: Vec<String> = Vec::new();
    for product in Product::ALL {
        lines.extend(unknowns(product, progress.found.tally(product)));
    }
    lines.extend(always_unknown(&changes).into_iter().map(str::to_owned));
    let lines = lines
        .into_iter()
        .map(|line| view! { <li>{line}</li> })
        .collect_view();
    view! {
        {simulated}
        <p>{tried}</p>
        {products}
        <h3>"What this cannot know"</h3>
        <ul class="lines">{lines}</ul>
    }
}

#[component]
fn OfProduct(
    product: Product,
    tally: Tally,
    changes: Changes,
    unestimated: Unestimated,
) -> impl IntoView {
    let said = sentence(product, &tally, &changes, &unestimated);
    let is_unestimated = unestimated.concerns(product) && changes.is_empty();
    let is_any = tally.worked_out > 0 && !is_unestimated;
    let stored = stored(&tally);
    let rest = is_any.then(|| {
        view! {
            <Totals product tally=tally.clone() />
            <ByRulebook product tally=tally.clone() />
            <ExampleTable product tally />
        }
    });
    view! {
        <h3>{format!("{}s", product.title())}</h3>
        <p class="lead">{said}</p>
        <p>{stored}</p>
        {rest}
    }
}

#[component]
fn Totals(product: Product, tally: Tally) -> impl IntoView {
    // What was asked for is answered also by a nought; what is rare is told where there is some.
    let is_told = |flip: &Flip| {
        matches!(flip, Flip::ToApproved | Flip::ToDenied) || tally.flips.of(*flip) > 0
    };
    let flips = Flip::ALL
        .into_iter()
        .filter(is_told)
        .map(|flip| {
            let amount = flip_amount(flip, &tally);
            view! {
                <tr>
                    <th scope="row">{flip.in_words()}</th>
                    <td class="figure">{grouped(tally.flips.of(flip))}</td>
                    <td class="prose">{amount}</td>
                </tr>
            }
        })
        .collect_view();
    let label = format!("{} decisions that come out otherwise", product.title());
    let failed = failed(product, &tally);
    view! {
        <p>
            {format!(
                "Approved before: {} ({}), for {}. With the changes: {} ({}), for {}.",
                grouped(tally.approved_before),
                tally.rate_before(),
                Spoken(tally.amount_before),
                grouped(tally.approved_after),
                tally.rate_after(),
                worth(&tally.amount_after),
            )}
        </p>
        {failed.map(|said| view! { <p>{said}</p> })}
        <div class="table-scroll" tabindex="0" role="region" aria-label=label>
            <table class="table narrow">
                <thead>
                    <tr>
                        <th scope="col">"Comes out otherwise"</th>
                        <th scope="col" class="figure">"Decisions"</th>
                        <th scope="col">"Amount"</th>
                    </tr>
                </thead>
                <tbody>{flips}</tbody>
            </table>
        </div>
    }
}

#[component]
fn ByRulebook(product: Product, tally: Tally) -> impl IntoView {
    let rows = tally
        .by_rulebook
        .into_iter()
        .map(|(id, decides)| {
            view! {
                <tr>
                    <th scope="row">{id.to_string()}</th>
                    <td class="figure">{grouped(decides.approved_before)}</td>
                    <td class="figure">{grouped(decides.approved_after)}</td>
                    <td class="figure">{grouped(decides.denied_before)}</td>
                    <td class="figure">{grouped(decides.denied_after)}</td>
                    <td class="figure wide-only">{Spoken(decides.amount_before).to_string()}</td>
                    <td class="prose wide-only">{worth(&decides.amount_after)}</td>
                </tr>
            }
        })
        .collect_view();
    let label = format!("{} decisions by rulebook", product.title());
    view! {
        <div class="table-scroll" tabindex="0" role="region" aria-label=label>
            <table class="table">
                <thead>
                    <tr>
                        <th scope="col">"Decided by"</th>
                        <th scope="col" class="figure">"Approvals before"</th>
                        <th scope="col" class="figure">"with changes"</th>
                        <th scope="col" class="figure">"Denials before"</th>
                        <th scope="col" class="figure">"with changes"</th>
                        <th scope="col" class="figure wide-only">"Amount before"</th>
                        <th scope="col" class="wide-only">"with changes"</th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
}

/// The newest decisions of each kind, to open.
#[component]
fn ExampleTable(product: Product, tally: Tally) -> impl IntoView {
    let examples: Vec<Example> = Flip::ALL
        .into_iter()
        .flat_map(|flip| tally.examples.of(flip))
        .cloned()
        .collect();
    let has_any = !examples.is_empty();
    let rows = examples.into_iter().map(example_row).collect_view();
    let label = format!("Examples of {} decisions", product.as_str());
    has_any.then(|| {
        view! {
            <details class="examples" open=true>
                <summary>"Examples, the newest of each kind"</summary>
                <div class="table-scroll tall" tabindex="0" role="region" aria-label=label>
                    <table class="table linked">
                        <thead>
                            <tr>
                                <th scope="col">"Decision"</th>
                                <th scope="col">"User"</th>
                                <th scope="col">"Would be"</th>
                                <th scope="col">"Decided by"</th>
                                <th scope="col" class="figure wide-only">"Amount"</th>
                            </tr>
                        </thead>
                        <tbody>{rows}</tbody>
                    </table>
                </div>
            </details>
        }
    })
}

fn example_row(example: Example) -> impl IntoView {
    let href = paths::evaluation(&example.user_id, &example.result_id);
    let name = |id: Option<RulebookId>| id.map_or("none".to_owned(), |id| id.to_string());
    let is_known = example.flip != Flip::NotKnown;
    let before = name(example.before);
    let after = if is_known {
        name(example.after)
    } else {
        "not known".to_owned()
    };
    let by = if before == after {
        before
    } else {
        format!("{before} \u{2192} {after}")
    };
    let amount = match example.amount_after {
        Amount::Exactly(cents) => Spoken(cents).to_string(),
        Amount::AtMost(cents) => format!("at most {}", Spoken(cents)),
        Amount::NotKnown if is_known => "up to the limit".to_owned(),
        Amount::NotKnown => "not known".to_owned(),
    };
    let amount = format!("{} \u{2192} {amount}", Spoken(example.amount_before));
    let simulated = example.is_simulated.then_some(", simulated");
    view! {
        <tr>
            <td><a class="row-link" href=href><time datetime=example.created.stored()>{example.created.to_string()}</time></a></td>
            <td><span class="id one-line">{example.user_id.to_string()}</span></td>
            <td>{example.flip.in_words()} {simulated}</td>
            <td>{by}</td>
            <td class="figure wide-only">{amount}</td>
        </tr>
    }
}
