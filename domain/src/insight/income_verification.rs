//! What a user stated about their income, perhaps with what a provider added.
//! Deleted when the user connects a new bank.

use crate::day::Day;
use crate::id::UserId;
use crate::item::Record;
use crate::value::Number;
use serde::{Deserialize, Serialize};

/// Personal: pages mask it until a person asks, and record that they did.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct IncomeVerification {
    pub user_id: UserId,
    pub employer_name: Option<String>,
    /// Neither its unit nor its period is documented, so as stored.
    pub salary: Option<Number>,
    pub pay_frequency: Option<String>,
    pub start_date: Option<Day>,
}

/// What is stored, without saying it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MaskedIncome {
    /// The names of what is stored.
    pub stored: Vec<String>,
}

/// Only names leave the server before somebody asks for more.
pub fn masked(record: &Record<IncomeVerification>) -> MaskedIncome {
    let income = &record.value;
    let known = [
        ("Employer", income.employer_name.is_some()),
        ("Salary", income.salary.is_some()),
        ("Pay frequency", income.pay_frequency.is_some()),
        ("Start", income.start_date.is_some()),
    ];
    let known = known.into_iter().filter(|(_, is_stored)| *is_stored);
    let known = known.map(|(name, _)| name.to_owned());
    MaskedIncome {
        stored: known.chain(record.unknown.keys().cloned()).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::item::ItemKey;
    use crate::value::{Attributes, Value};

    #[test]
    fn what_is_masked_says_what_there_is_and_none_of_it() {
        let record = Record {
            key: ItemKey {
                table: "pave".to_owned(),
                partition: "USERS#anna".to_owned(),
                sort: None,
            },
            value: IncomeVerification {
                user_id: UserId::new("anna"),
                employer_name: Some("Northwind".to_owned()),
                salary: Some(Number::from(41_600)),
                pay_frequency: None,
                start_date: None,
            },
            unknown: Attributes::from([("provider".to_owned(), Value::text("MX"))]),
            notices: Vec::new(),
        };
        assert_eq!(masked(&record).stored, ["Employer", "Salary", "provider"]);
    }
}
