//! Links to what is known about all decisions: rates and what-if.

use super::{query_value, with_fields};
use domain::id::ProposalId;
use domain::rates::view::RatesView;

pub const RATES: &str = "/rates";
pub const WHAT_IF: &str = "/what-if";

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
        let proposal = ProposalId::new("p&1");
        assert_eq!(what_if_of(&proposal), "/what-if?proposal=p%261&run=1");
        assert_eq!(what_if_run("?days=7"), "/what-if/run?days=7");
        let fields = [("drop.a&b".to_owned(), "yes".to_owned())];
        assert_eq!(what_if(&fields), "/what-if?drop.a%26b=yes");
    }
}
