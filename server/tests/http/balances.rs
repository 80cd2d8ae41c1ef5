//! Balances: the chart, the table and the file say the same, and the page stands when a table is away.

use crate::desk::{Desk, config_by, desk, engine};
use crate::road::Road;
use crate::visitor::{Answer, Visitor};
use app::api::balances::BalancesPage;
use domain::balance::mark::MarkKind;
use domain::balance::taken::Taken;
use domain::insight::balance_settings::LowBalanceUnit;
use domain::money::{Amount, Cents};

async fn read(visitor: &Visitor, user: &str, days: &str) -> BalancesPage {
    let form = [("user_id", user), ("days", days)];
    let answer = visitor.post("/rpc/read_balances", &form).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    answer.unpack()
}

/// How many elements of a kind have a class.
fn drawn(page: &Answer, tag: &str, class: &str) -> usize {
    let tags = page.body.split(tag).skip(1);
    tags.filter_map(|rest| rest.split('>').next())
        .filter(|attributes| attributes.contains(class))
        .count()
}

#[tokio::test]
async fn every_report_is_in_the_table_and_in_the_file() {
    let visitor = Visitor::signed_in_to(desk()).await;
    let history = read(&visitor, "user-carl", "").await.history.unwrap();
    let reports: Vec<_> = history.accounts().flat_map(|it| &it.points).collect();
    assert_eq!(reports.len(), 28 + 24 + 30);
    let page = visitor.get("/users/user-carl/balances").await;
    let table = page.text_of("aria-label=\"Reports, newest first\"", "</section>");
    let file = visitor.get("/users/user-carl/balances.csv").await;
    assert_eq!(file.body.lines().count(), reports.len() + 1);
    for report in reports {
        for cents in [report.available, report.current, report.limit] {
            let Some(cents) = cents else { continue };
            let currency = Some("USD");
            let said = Amount { cents, currency }.to_string();
            assert!(table.contains(&said), "{said}: {table}");
            assert!(file.body.contains(&format!(",{},", cents.0)), "{cents}");
        }
    }
    let some = "/users/user-carl/balances.jsonl?days=7&account=account-carl-checking";
    let some = visitor.get(some).await;
    assert_eq!(some.body.lines().count(), 4, "of seven days three are gaps");
    assert!(!some.body.contains("account-carl-savings"));
}

#[tokio::test]
async fn the_chart_is_drawn_on_the_server_without_inline_styles() {
    let visitor = Visitor::signed_in_to(desk()).await;
    let page = visitor.get("/users/user-carl/balances").await;
    assert!(!page.body.contains(" style="), "{}", page.body);
    // Of each account two lines, of the card the limit too; every gap begins a line anew.
    assert_eq!(drawn(&page, "<path", "chart-line"), 2 * 3 + 2 * 2 + 3);
    for lane in [
        "Taken",
        "Collected",
        "Payday",
        "Income",
        "Expenses",
        "Checks",
    ] {
        assert!(page.body.contains(&format!(">{lane}<")), "{lane}");
    }
    let fewer = visitor
        .get("/users/user-carl/balances?without=current&without=limit&without=checks")
        .await;
    assert_eq!(drawn(&fewer, "<path", "chart-line"), 3 + 2 + 1);
    assert!(!fewer.body.contains(">Checks<"));
}

/// The values of an attribute of every element that has a mark.
fn values_of<'a>(body: &'a str, tag: &str, mark: &str, name: &str) -> Vec<&'a str> {
    let tags = body.split(tag).skip(1);
    let tags = tags.filter_map(|rest| rest.split('>').next());
    tags.filter(|attributes| attributes.contains(mark))
        .filter_map(|attributes| attributes.split_once(&format!(" {name}=\"")))
        .filter_map(|(_, value)| value.split('"').next())
        .collect()
}

/// The amounts beside the axis in cents, each with its height.
fn ticks(page: &Answer) -> Vec<(f64, f64)> {
    let side = page.body.split_once("chart-side").unwrap().1;
    let side = side.split_once("</svg>").unwrap().0;
    let texts = side.split("<text").skip(1);
    let tick = |text: &str| {
        let (attributes, rest) = text.split_once('>')?;
        let y = attributes.split_once(" y=\"")?.1.split('"').next()?;
        let said = rest.split('<').next()?.replace(['$', ','], "");
        let said = said.replace(['\u{2212}', '\u{2013}'], "-");
        // The words lie a little below the line that they stand for.
        Some((
            y.parse::<f64>().ok()? - 4.0,
            said.parse::<f64>().ok()? * 100.0,
        ))
    };
    texts.filter_map(tick).collect()
}

#[tokio::test]
async fn the_line_read_back_by_its_axis_is_what_the_table_says() {
    let visitor = Visitor::signed_in_to(desk()).await;
    let of_one = "account=account-carl-checking&without=current&without=limit";
    let page = format!("/users/user-carl/balances?{of_one}");
    let page = visitor.get(&page).await;
    let ticks = ticks(&page);
    let ((y_one, one), (y_other, other)) = (ticks[0], ticks[ticks.len() - 1]);
    let cents_a_pixel = (other - one) / (y_other - y_one);
    let mut places = Vec::new();
    for path in values_of(&page.body, "<path", "main", "d") {
        for place in path.split(['M', 'L']).filter(|it| !it.is_empty()) {
            let (x, y) = place.split_once(' ').unwrap();
            places.push((x.parse::<f64>().unwrap(), y.parse::<f64>().unwrap()));
        }
    }
    let dots = values_of(&page.body, "<circle", "main", "cx").into_iter();
    for (x, y) in dots.zip(values_of(&page.body, "<circle", "main", "cy")) {
        let x = x.trim_end_matches('%').parse::<f64>().unwrap() * 10.0;
        places.push((x, y.parse().unwrap()));
    }
    places.sort_by(|a, b| a.0.total_cmp(&b.0));
    let history = read(&visitor, "user-carl", "").await.history.unwrap();
    let mut accounts = history.accounts();
    let checking = accounts.find(|it| it.id.as_str() == "account-carl-checking");
    let points = &checking.unwrap().points;
    assert_eq!(places.len(), points.len());
    for ((_, y), point) in places.into_iter().zip(points) {
        let drawn = one + (y - y_one) * cents_a_pixel;
        let told = domain::scale::drawn(point.available.unwrap().0);
        // Places are exact to a tenth.
        let difference = (drawn - told).abs();
        assert!(
            difference <= cents_a_pixel.abs() * 0.2,
            "{drawn} is not {told}"
        );
    }
}

#[tokio::test]
async fn days_and_moments_in_keys_both_read_right() {
    let visitor = Visitor::signed_in_to(desk()).await;
    let history = read(&visitor, "user-mona", "").await.history.unwrap();
    let accounts: Vec<_> = history.accounts().collect();
    let is_moment = |taken: &Taken| matches!(taken, Taken::Moment(_));
    assert!(accounts[0].points.len() > 90);
    assert!(accounts[0].points.iter().all(|it| is_moment(&it.taken)));
    assert_eq!(accounts[1].points.len(), 1);
    assert!(!is_moment(&accounts[1].points[0].taken));
    let page = visitor.get("/users/user-mona/balances").await;
    assert_eq!(drawn(&page, "<circle", "main"), 1, "one report is a dot");
    assert!(page.text().contains("the only day"), "{}", page.text());
}

#[tokio::test]
async fn each_currency_has_a_chart_of_its_own() {
    let visitor = Visitor::signed_in_to(desk()).await;
    let page = visitor.get("/users/user-euan/balances").await;
    assert_eq!(page.body.matches("role=\"img\"").count(), 2);
    let text = page.text();
    assert!(
        text.contains("Balances in USD") && text.contains("Balances in EUR"),
        "{text}"
    );
    let euros = page.text_of("aria-label=\"Balances in EUR\"", "</section>");
    assert!(euros.contains("median 3,"), "{euros}");
    let (words, _) = euros.split_once("never below zero").unwrap();
    assert!(
        words.contains(" EUR on ") && !words.contains('$'),
        "{words}"
    );
}

#[tokio::test]
async fn twenty_accounts_have_a_line_each_and_the_lowest_stand_out() {
    let visitor = Visitor::signed_in_to(desk()).await;
    let page = visitor.get("/users/user-vera/balances").await;
    let text = page.text();
    assert!(
        text.contains("14 more accounts, which never went as low"),
        "{text}"
    );
    let grey = drawn(&page, "<path", "series-other");
    assert_eq!(grey, 14);
}

#[tokio::test]
async fn the_threshold_is_a_line_only_where_its_unit_is_known() {
    let visitor = Visitor::signed_in_to(desk()).await;
    let page = visitor.get("/users/user-carl/balances").await;
    assert!(!page.body.contains("chart-threshold"));
    let text = page.text();
    assert!(
        text.contains("Low-balance threshold: 100 as stored; its unit is not set"),
        "{text}"
    );

    let mut config = engine().config();
    config.assumptions.low_balance_unit = Some(LowBalanceUnit::Dollars);
    let desk = Desk::open(&config).await;
    let visitor = Visitor::signed_in_to(&desk).await;
    let threshold = read(&visitor, "user-carl", "").await.threshold.unwrap();
    assert_eq!(threshold.cents, Some(Cents(10_000)));
    let page = visitor.get("/users/user-carl/balances").await;
    assert!(page.body.contains("threshold $100.00"));
    assert!(page.text().contains("below the threshold of $100.00"));
}

#[tokio::test]
async fn what_was_due_and_done_is_marked() {
    let visitor = Visitor::signed_in_to(desk()).await;
    let page = read(&visitor, "user-carl", "").await;
    for kind in MarkKind::ALL {
        assert!(page.marks.iter().any(|mark| mark.kind == kind), "{kind:?}");
    }
    assert!(
        page.marks.iter().any(|mark| mark.day > page.range.to),
        "what is due lies ahead"
    );
    assert!(page.marks.iter().all(|mark| mark.day >= page.range.from));
    let week = read(&visitor, "user-carl", "days=7").await;
    assert!(week.marks.len() < page.marks.len());
    assert!(week.marks.iter().all(|mark| mark.day >= week.range.from));
}

#[tokio::test]
async fn what_is_no_range_is_said_and_what_is_empty_too() {
    let visitor = Visitor::signed_in_to(desk()).await;
    for (query, said) in [
        ("?from=soon", "is no day"),
        ("?days=9", "take 7, 14 or 32"),
        ("?from=2024-03-01&to=2024-02-01", "comes after the last"),
        ("?from=2000-01-01", "choose 366 at most"),
    ] {
        let page = visitor
            .get(&format!("/users/user-carl/balances{query}"))
            .await;
        assert_eq!(page.status, 400, "{query}");
        assert!(page.text().contains(said), "{query}: {}", page.text());
        let file = visitor
            .get(&format!("/users/user-carl/balances.csv{query}"))
            .await;
        assert_eq!(file.status, 400, "{query}");
    }
    for page in [
        "/users/user-cora/balances",
        "/users/user-carl/balances?from=2024-01-01&to=2024-01-09",
    ] {
        let page = visitor.get(page).await;
        assert_eq!(page.status, 200);
        assert!(page.text().contains("No balance is stored for these days."));
    }
}

#[tokio::test]
async fn with_one_table_away_the_rest_is_shown() {
    for (table, missing, rest) in [
        ("prod-txn-transactions", "The balances", "Rent"),
        (
            "prod-underwriting",
            "Profiles, evaluations and rulebooks",
            "Balances in USD",
        ),
        (
            "collection-history",
            "The collection history",
            "$50 float taken",
        ),
        ("prod-pave", "The insights", "$50 float taken"),
        (
            "user-balance-settings",
            "The balance settings",
            "Balances in USD",
        ),
    ] {
        let (url, _) = Road::Lossy(table).open(engine().url());
        let desk = Desk::open(&config_by(&url)).await;
        let visitor = Visitor::signed_in_to(&desk).await;
        let page = visitor.get("/users/user-carl/balances").await;
        assert_eq!(page.status, 200, "{table}: {}", page.body);
        let text = page.text();
        let said =
            format!("{missing} cannot be read at the moment; the rest of this page is current.");
        assert!(text.contains(&said), "{table}: {text}");
        assert!(text.contains(rest), "{table}: {text}");
    }
}
