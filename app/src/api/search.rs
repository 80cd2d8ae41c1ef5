//! Finds what an id belongs to. Every kind of thing it can be is looked up at the same time.

#[cfg(feature = "ssr")]
mod work;

use crate::error::AppError;
use domain::id::{AccountId, FloatId, LoanId, ResultId, RulebookId, UserId};
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

/// What came of looking an id up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Found {
    /// The ID that was found in what was typed, taken as a user's: any ID is a user, perhaps without stored
    /// data.
    pub typed: UserId,
    pub hits: Vec<Hit>,
    pub tried: Vec<(Subject, Tried)>,
}

/// Something that the id belongs to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Hit {
    User(UserId),
    Float {
        float: FloatId,
        user: UserId,
    },
    Loan {
        loan: LoanId,
        user: UserId,
    },
    Rulebook {
        id: RulebookId,
        name: String,
    },
    Check {
        result: ResultId,
        user: UserId,
    },
    /// An account that was evaluated, which leads to its user.
    Account {
        account: AccountId,
        user: UserId,
    },
    /// A collection attempt by its confirmation ID, which leads to the float.
    Collection {
        confirmation: String,
        float: Option<FloatId>,
        user: UserId,
    },
    /// A check that only the ledger still has, for those who do not see the ledger.
    ExpiredCheck {
        result: ResultId,
        user: UserId,
    },
}

/// What an id can be the id of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Subject {
    User,
    Float,
    Loan,
    Rulebook,
    Check,
    Account,
    Collection,
}

impl Subject {
    pub fn name(self) -> &'static str {
        match self {
            Self::User => "a user",
            Self::Float => "a float",
            Self::Loan => "a loan",
            Self::Rulebook => "a rulebook",
            Self::Check => "a check's result",
            Self::Account => "an account",
            Self::Collection => "a collection's confirmation ID",
        }
    }
}

/// What came of trying one of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Tried {
    Found,
    Nothing,
    /// The table did not answer.
    Unavailable,
    /// This role does not see them.
    NotForRole,
    /// Not in the ledger, into which results and collections get within minutes; a result that is newer is
    /// found from its user's page.
    NotYetOrNothing,
}

crate::effect::reads!(Find);
/// Looks an id up; `user` is the one on whose page it was typed, if it was.
#[server(prefix = "/rpc", endpoint = "find", output = crate::wire::Answer)]
pub async fn find(typed: String, user: Option<String>) -> Result<Found, AppError> {
    let permit = crate::request::permit::<domain::role::LookUpUsers>().await?;
    let user = user.and_then(|user| UserId::parse(&user).ok());
    work::find(permit.staff(), &typed, user).await
}
