//! What balances come to, in words above the chart.

use domain::balance::chart::{COLOURS, lowest_first};
use domain::balance::history::{Account, CurrencyGroup};
use domain::balance::view::BalanceView;
use domain::money::Cents;
use leptos::prelude::*;

/// A line for each account that is shown; of many, those that went lowest first and the rest to open.
#[component]
pub fn Words(group: CurrencyGroup, view: BalanceView, threshold: Option<Cents>) -> impl IntoView {
    let shown: Vec<_> = group
        .accounts
        .iter()
        .filter(|account| view.shows(&account.id))
        .collect();
    let (first, rest) = if shown.len() <= COLOURS {
        (shown, Vec::new())
    } else {
        let mut sorted = lowest_first(&shown);
        let rest = sorted.split_off(COLOURS);
        (sorted, rest)
    };
    let currency = group.currency.as_deref();
    let lines = |accounts: Vec<&Account>| {
        accounts
            .into_iter()
            .map(|account| {
                let said = match account.summary(threshold) {
                    Some(summary) => summary.in_words(currency, threshold),
                    None => "no amount is stored.".to_owned(),
                };
                view! {
                    <li>
                        <span class="letter">{account.letter.clone()}</span> " "
                        <span class="id">{account.id.to_string()}</span> ", " {said}
                    </li>
                }
            })
            .collect_view()
    };
    let (first, more) = (lines(first), rest.len());
    let rest = (more > 0).then(|| {
        view! {
            <details class="changes-menu">
                <summary>{format!("{more} more accounts, which never went as low")}</summary>
                <ul class="balance-words">{lines(rest)}</ul>
            </details>
        }
    });
    view! { <ul class="balance-words">{first}</ul> {rest} }
}
