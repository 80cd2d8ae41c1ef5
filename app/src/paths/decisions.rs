//! Links to what is known about all decisions: the ledger, rates and what-if.

use super::{query_value, with_fields};
use domain::id::ProposalId;
use domain::ledger_list::LedgerView;
use domain::rates::view::RatesView;

pub const LEDGER: &str = "/evaluations";
pub const RATES: &str = "/rates";
pub const WHAT_IF: &str = "/what-if";

/// All decisions that a view admits, from a place in the list on.
pub fn ledger(view: &LedgerView, after: Option<&str>) -> String {
    let after = after.map(|after| ("after", after.to_owned()));
    let fields: Vec<_> = view.address().into_iter().chain(after).collect();
    with_fields(LEDGER, &fields)
}

/// The same as a file; `form` is `csv` or `jsonl`.
pub fn ledger_export(view: &LedgerView, form: &str) -> String {
    with_fields(&format!("{LEDGER}.{form}"), &view.filter.address())
}

/// The list as somebody saved it.
pub fn saved_view(query: &str) -> String {
    match query {
        "" => LEDGER.to_owned(),
        query => format!("{LEDGER}?{query}"),
    }
}

pub fn rates(view: &RatesView) -> String {
    with_fields(RATES, &view.address())
}

/// The same as a file; `form` is `csv` or `jsonl`.
pub fn rates_export(view: &RatesView, form: &str) -> String {
    with_fields(&format!("{RATES}.{form}"), &view.address())
}

/// What a proposal would have changed.
pub fn what_if_of(proposal: &ProposalId) -> String {
    let proposal = query_value(proposal.as_str());
    format!("{WHAT_IF}?proposal={proposal}&run=1")
}

/// Where the work on a what-if is reported, line by line; `query` is that of its page.
pub fn what_if_run(query: &str) -> String {
    format!("{WHAT_IF}/run?{}", query.trim_start_matches('?'))
}

/// A what-if with these fields, whose names hold ids.
pub fn what_if(fields: &[(String, String)]) -> String {
    let pairs: Vec<_> = fields
        .iter()
        .map(|(name, value)| format!("{}={}", query_value(name), query_value(value)))
        .collect();
    match pairs.as_slice() {
        [] => WHAT_IF.to_owned(),
        pairs => format!("{WHAT_IF}?{}", pairs.join("&")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::id::UpdateId;

    #[test]
    fn every_path_is_what_it_was() {
        let view = RatesView::default().with(|view| view.change = Some(UpdateId::new("a#b")));
        assert_eq!(rates(&RatesView::default()), "/rates");
        assert_eq!(rates_export(&view, "csv"), "/rates.csv?change=a%23b");
        let denied = [("outcome".to_owned(), "denied".to_owned())];
        let denied = LedgerView::parse(&denied).unwrap();
        assert_eq!(
            ledger(&denied, Some("a#b")),
            "/evaluations?outcome=denied&after=a%23b"
        );
        assert_eq!(
            ledger_export(&denied, "csv"),
            "/evaluations.csv?outcome=denied"
        );
        assert_eq!(saved_view(""), "/evaluations");
        assert_eq!(saved_view("user=a"), "/evaluations?user=a");
        let proposal = ProposalId::new("p&1");
        assert_eq!(what_if_of(&proposal), "/what-if?proposal=p%261&run=1");
        assert_eq!(what_if_run("?days=7"), "/what-if/run?days=7");
        let fields = [("drop.a&b".to_owned(), "yes".to_owned())];
        assert_eq!(what_if(&fields), "/what-if?drop.a%26b=yes");
    }
}
