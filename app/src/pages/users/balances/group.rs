//! The balances of one currency: in words, as a chart, and account by account for the day that is read
//! out.

use super::key::key;
use super::words::Words;
use crate::charts::balance_chart::BalanceChart;
use crate::paths;
use crate::ui::panel::Panel;
use domain::balance::axis::Axis;
use domain::balance::chart::{Chart, colours};
use domain::balance::history::{Account, CurrencyGroup, Point};
use domain::balance::lane::{Lane, lanes};
use domain::balance::mark::Mark;
use domain::balance::view::BalanceView;
use domain::day::Day;
use domain::id::{AccountId, UserId};
use domain::insight::balance_settings::Threshold;
use domain::money::{Amount, Cents};
use leptos::prelude::*;

/// What the threshold is reckoned in: nothing says that it is about another currency's accounts.
const THRESHOLD_CURRENCY: &str = "USD";

#[component]
pub fn Group(
    user: UserId,
    group: CurrencyGroup,
    marks: Vec<Mark>,
    threshold: Option<Threshold>,
    view: BalanceView,
    /// Every account of the page.
    all: Vec<AccountId>,
    axis: Axis,
    day: RwSignal<Option<Day>>,
) -> impl IntoView {
    let title = match &group.currency {
        Some(code) => format!("Balances in {code}"),
        None => "Balances without a stored currency".to_owned(),
    };
    let is_about = group.currency.as_deref() == Some(THRESHOLD_CURRENCY);
    let threshold = threshold.filter(|_| is_about);
    let cents = threshold.as_ref().and_then(|threshold| threshold.cents);
    let not_drawn = threshold
        .filter(|threshold| threshold.cents.is_none())
        .map(|it| {
            let said = format!(
                "Low-balance threshold: {} as stored; its unit is not set, so no line is drawn.",
                it.stored
            );
            view! { <p class="quiet">{said}</p> }
        });
    let lanes = lanes(&marks, &view, axis);
    let chart = Chart::new(&group, &view, axis, cents).map(|chart| {
        let chart_lines = chart.lines.clone();
        let label = described(&group, &view, axis, &lanes);
        let words = cents.map(|cents| {
            format!(
                "threshold {}",
                Amount {
                    cents,
                    currency: Some(THRESHOLD_CURRENCY)
                }
            )
        });
        view! {
            <BalanceChart chart lanes currency=group.currency.clone() threshold=words label day />
            <Scrubber group=group.clone() view=view.clone() axis day />
            <p class="quiet chart-key">{key(&chart_lines)}</p>
        }
    });
    let hidden = chart.is_none().then(|| {
        view! { <p class="empty">"None of these accounts is shown."</p> }
    });
    view! {
        <Panel title>
            <Words group=group.clone() view=view.clone() threshold=cents />
            {not_drawn}
            {chart}
            {hidden}
            <Accounts user group view all marks day />
        </Panel>
    }
}

/// What the drawing is. What it comes to is said above it, and every figure is in the table below.
fn described(group: &CurrencyGroup, view: &BalanceView, axis: Axis, lanes: &[Lane]) -> String {
    let shown = group.accounts.iter().filter(|it| view.shows(&it.id));
    let shown: Vec<_> = shown
        .map(|account| format!("{} {}", account.letter, account.id))
        .collect();
    let marked: Vec<_> = lanes
        .iter()
        .map(|lane| format!("{} on {} days", lane.kind.label(), lane.marks.len()))
        .collect();
    let marked = if marked.is_empty() {
        String::new()
    } else {
        format!(" Marked below: {}.", marked.join(", "))
    };
    format!(
        "Line chart of balances from {} to {}: {}.{marked} The figures are in the tables below.",
        axis.days.from,
        axis.days.to,
        shown.join(", ")
    )
}

/// The day that is read out, by keyboard, finger or mouse.
#[component]
fn Scrubber(
    group: CurrencyGroup,
    view: BalanceView,
    axis: Axis,
    day: RwSignal<Option<Day>>,
) -> impl IntoView {
    let from = axis.days.from;
    let last = axis.days.days() - 1;
    let latest = axis.today.min(axis.days.to).number() - from.number();
    let place = move || {
        day.get()
            .map_or(latest.max(0), |day| day.number() - from.number())
    };
    let said = move || {
        let on = from.plus_days(place());
        let amounts = group
            .accounts
            .iter()
            .filter(|account| view.shows(&account.id))
            .map(|account| {
                let cents = account.on(on).and_then(|it| it.amount(account.measure()));
                let currency = group.currency.as_deref();
                let said = cents.map(|cents| Amount { cents, currency }.to_string());
                format!(
                    "{} {}",
                    account.letter,
                    said.unwrap_or_else(|| "no report".to_owned())
                )
            });
        format!("{on}: {}", amounts.collect::<Vec<_>>().join(", "))
    };
    let choose = move |event| {
        let chosen: Option<i64> = event_target_value(&event).parse().ok();
        day.set(chosen.map(|index| from.plus_days(index)));
    };
    view! {
        <input
            class="chart-scrubber needs-js"
            type="range"
            min="0"
            max=last.to_string()
            value=latest.max(0).to_string()
            prop:value=move || place().to_string()
            aria-label="Day to read out"
            aria-valuetext=said
            on:input=choose
        />
    }
}

/// The legend, the switches and the read-out in one.
#[component]
fn Accounts(
    user: UserId,
    group: CurrencyGroup,
    view: BalanceView,
    all: Vec<AccountId>,
    marks: Vec<Mark>,
    day: RwSignal<Option<Day>>,
) -> impl IntoView {
    let heading = move || match day.get() {
        Some(day) => {
            let of_day = marks.iter().filter(|mark| mark.day == day);
            let words: Vec<_> = of_day.map(|mark| mark.words.clone()).collect();
            let said = if words.is_empty() {
                String::new()
            } else {
                format!(": {}", words.join("; "))
            };
            format!("On {day}{said}")
        }
        None => "The last report on each account".to_owned(),
    };
    let label = match &group.currency {
        Some(code) => format!("Accounts in {code}"),
        None => "Accounts without a stored currency".to_owned(),
    };
    let is_one = all.len() == 1;
    let back = (!view.accounts.is_empty()).then(|| {
        let href = paths::balances(&user, &view.of_all_accounts());
        view! { <a href=href data-noscroll>"Show all accounts"</a> }
    });
    let colours = colours(&group, &view);
    let rows = group
        .accounts
        .iter()
        .map(|account| {
            let colour = colours.iter().find(|(letter, _)| *letter == account.letter);
            let class = match colour {
                _ if !view.shows(&account.id) => "letter off".to_owned(),
                Some((_, number)) => format!("letter series-{number}"),
                None => "letter series-other".to_owned(),
            };
            let currency = group.currency.clone();
            let links = (!is_one).then(|| links(&user, account, &view, &all));
            view! { <Row account=account.clone() currency class links day /> }
        })
        .collect_view();
    view! {
        <p class="read-out"><span>{heading}</span> {back}</p>
        <div class="table-scroll" tabindex="0" role="region" aria-label=label>
            <table class="table accounts">
                <thead>
                    <tr>
                        <th scope="col">"Account"</th>
                        <th scope="col" class="figure">"Available"</th>
                        <th scope="col" class="figure">"Current"</th>
                        <th scope="col" class="figure wide-only">"Limit"</th>
                        <th scope="col" class="wide-only">"Reported"</th>
                        {(!is_one).then(|| view! { <th scope="col"><span class="hidden-label">"Show and hide"</span></th> })}
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
}

fn links(user: &UserId, account: &Account, view: &BalanceView, all: &[AccountId]) -> AnyView {
    let (word, is_shown) = if view.shows(&account.id) {
        ("Hide", true)
    } else {
        ("Show", false)
    };
    let toggle = paths::balances(user, &view.toggled(&account.id, all));
    let only = paths::balances(user, &view.only(&account.id));
    let name = format!("{} {}", account.letter, account.id);
    let is_alone = is_shown && view.accounts.len() == 1;
    view! {
        <a href=toggle data-noscroll aria-label=format!("{word} {name}")>{word}</a>
        {(!is_alone).then(|| view! { " " <a href=only data-noscroll aria-label=format!("Show only {name}")>"Only"</a> })}
    }
    .into_any()
}

#[component]
fn Row(
    account: Account,
    currency: Option<String>,
    class: String,
    links: Option<AnyView>,
    day: RwSignal<Option<Day>>,
) -> impl IntoView {
    let (letter, id) = (account.letter.clone(), account.id.to_string());
    let account = StoredValue::new(account);
    let point = Memo::new(move |_| {
        account.with_value(|account| match day.get() {
            Some(day) => account.on(day).cloned(),
            None => account.points.last().cloned(),
        })
    });
    let currency = StoredValue::new(currency);
    let amount = move |of: fn(&Point) -> Option<Cents>| {
        move || {
            let cents = point.read().as_ref().and_then(of);
            currency.with_value(|currency| money(cents, currency.as_deref()))
        }
    };
    let taken = move || match &*point.read() {
        Some(point) => point.taken.to_string(),
        None => "no report".to_owned(),
    };
    view! {
        <tr>
            <th scope="row"><span class=class>{letter}</span> " " <span class="id">{id}</span></th>
            <td class="figure">{amount(|point| point.available)}</td>
            <td class="figure">{amount(|point| point.current)}</td>
            <td class="figure wide-only">{amount(|point| point.limit)}</td>
            <td class="wide-only">{taken}</td>
            {links.map(|links| view! { <td class="figure">{links}</td> })}
        </tr>
    }
}

/// An amount in its currency; what is below zero says so by more than its colour, the minus.
fn money(cents: Option<Cents>, currency: Option<&str>) -> AnyView {
    match cents {
        None => view! { <span class="quiet">"\u{2013}"</span> }.into_any(),
        Some(cents) => {
            let class = if cents < Cents::ZERO { "negative" } else { "" };
            let said = Amount { cents, currency }.to_string();
            view! { <span class=class>{said}</span> }.into_any()
        }
    }
}
