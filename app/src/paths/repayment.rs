//! Links to how floats were repaid.

use super::with_fields;
use domain::repayment::view::RepaymentView;

pub const REPAYMENT: &str = "/repayment";

pub fn repayment(view: &RepaymentView) -> String {
    with_fields(REPAYMENT, &view.address())
}

/// Which of the lists on the page of repayment a file holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RepaymentFile {
    Groups,
    Calibration,
}

impl RepaymentFile {
    /// What the address says where it is not the first list.
    pub const CALIBRATION: (&str, &str) = ("list", "calibration");
}

/// One of its lists as a file; `form` is `csv` or `jsonl`.
pub fn repayment_export(view: &RepaymentView, file: RepaymentFile, form: &str) -> String {
    let mut fields = view.address();
    if file == RepaymentFile::Calibration {
        let (name, value) = RepaymentFile::CALIBRATION;
        fields.push((name, value.to_owned()));
    }
    with_fields(&format!("{REPAYMENT}.{form}"), &fields)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_path_is_what_it_was() {
        let usual = RepaymentView::default();
        let version = usual.with(|view| view.version = Some("ach&2".to_owned()));
        assert_eq!(repayment(&version), "/repayment?version=ach%262");
        assert_eq!(
            repayment_export(&usual, RepaymentFile::Groups, "csv"),
            "/repayment.csv"
        );
        assert_eq!(
            repayment_export(&version, RepaymentFile::Calibration, "jsonl"),
            "/repayment.jsonl?version=ach%262&list=calibration"
        );
    }
}
