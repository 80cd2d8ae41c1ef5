//! What GrowthBook is told about a user, and which flags loans require, as an installation sets them.

use domain::id::UserId;
use domain::loan_terms::amount_of;
use domain::money::Cents;
use growthbook_rust::model_public::{GrowthBookAttribute, GrowthBookAttributeValue};
use std::str::FromStr;

/// Stands for the user's ID in a value.
const USER_ID: &str = "{user_id}";

/// An attribute that rules may tell users apart by: a name, and a value with or without the user's ID.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attribute {
    name: String,
    value: String,
}

impl Attribute {
    /// One that holds the user's ID.
    pub fn of_user(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            value: USER_ID.to_owned(),
        }
    }

    pub(super) fn for_user(&self, user: &UserId) -> (String, String) {
        let value = self.value.replace(USER_ID, user.as_str());
        (self.name.clone(), value)
    }
}

impl FromStr for Attribute {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.split_once('=') {
            Some((name, value)) if !name.trim().is_empty() => Ok(Self {
                name: name.trim().to_owned(),
                value: value.trim().to_owned(),
            }),
            _ => Err("an attribute is NAME=VALUE, and {user_id} in it stands for the user's ID"),
        }
    }
}

/// As GrowthBook takes it: `true` and `false` are no texts to its rules.
pub(super) fn told((name, value): &(String, String)) -> GrowthBookAttribute {
    let value = match value.as_str() {
        "true" => GrowthBookAttributeValue::Bool(true),
        "false" => GrowthBookAttributeValue::Bool(false),
        text => GrowthBookAttributeValue::String(text.to_owned()),
    };
    GrowthBookAttribute::new(name.clone(), value)
}

/// A flag that a loan requires.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequiredFlag {
    pub(super) amount: Cents,
    pub(super) name: String,
}

impl FromStr for RequiredFlag {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let parts = text.split_once('=').and_then(|(loan, name)| {
            let name = name.trim().to_owned();
            Some((amount_of(loan.trim())?, name)).filter(|(_, name)| !name.is_empty())
        });
        let (amount, name) = parts
            .ok_or("a flag is LOAN=FEATURE, and a loan is named after its amount (loan_350)")?;
        Ok(Self { amount, name })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_attribute_may_hold_the_users_id() {
        let told = |text: &str| {
            let attribute: Attribute = text.parse().unwrap();
            attribute.for_user(&UserId::new("mia"))
        };
        assert_eq!(told("id={user_id}"), ("id".to_owned(), "mia".to_owned()));
        assert_eq!(
            told(" country = US "),
            ("country".to_owned(), "US".to_owned())
        );
        assert_eq!(told("key=user:{user_id}").1, "user:mia");
        assert!("id".parse::<Attribute>().is_err() && "=US".parse::<Attribute>().is_err());
    }

    #[test]
    fn a_flag_names_its_loan_by_the_amount() {
        let flag: RequiredFlag = "loan_350=loan-350".parse().unwrap();
        assert_eq!(
            (flag.amount, flag.name.as_str()),
            (Cents(35_000), "loan-350")
        );
        for wrong in ["350=loan-350", "loan_350", "loan_350="] {
            assert!(wrong.parse::<RequiredFlag>().is_err(), "{wrong}");
        }
    }
}
