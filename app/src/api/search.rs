//! Finds what an id belongs to. Every kind of thing it can be is looked up at the same time.

use crate::error::AppError;
use domain::id::{FloatId, ResultId, RulebookId, UserId};
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

/// What came of looking an id up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Found {
    /// What was typed, taken as a user id: any id is a user, perhaps without stored data.
    pub typed: UserId,
    pub hits: Vec<Hit>,
    pub tried: Vec<(Subject, Tried)>,
}

/// Something that the id belongs to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Hit {
    User(UserId),
    Float { float: FloatId, user: UserId },
    Rulebook { id: RulebookId, name: String },
    Check { result: ResultId, user: UserId },
}

/// What an id can be the id of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Subject {
    User,
    Float,
    Rulebook,
    Check,
}

impl Subject {
    pub fn name(self) -> &'static str {
        match self {
            Self::User => "a user",
            Self::Float => "a float",
            Self::Rulebook => "a rulebook",
            Self::Check => "a check's result",
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
    /// Results are stored by user, so that one has to be on a user's page.
    NeedsUser,
}

/// Looks an id up; `user` is the one on whose page it was typed, if it was.
#[server(prefix = "/rpc", endpoint = "find", output = crate::wire::Answer)]
pub async fn find(typed: String, user: Option<String>) -> Result<Found, AppError> {
    let permit = crate::request::permit::<domain::role::LookUpUsers>().await?;
    // What was pasted often brings blanks along; they are part of no id that a person types.
    let typed =
        UserId::parse(typed.trim()).map_err(|error| AppError::Invalid(error.to_string()))?;
    let user = user.and_then(|user| UserId::parse(&user).ok());
    work::find(permit.staff(), typed, user).await
}

#[cfg(feature = "ssr")]
mod work {
    use super::{AppError, Found, Hit, Subject, Tried};
    use crate::request::{failure, store};
    use domain::id::{FloatId, ResultId, UserId};
    use domain::role::{ReadDecisions, Staff};
    use futures::{join, try_join};
    use store::{
        Store, StoreError, collection_attempt, evaluation, historical_evaluation, rulebook, user,
    };

    /// What a kind gave: its hits, or why there are none.
    type Looked = Result<Vec<Hit>, Tried>;

    pub(super) async fn find(
        staff: &Staff,
        typed: UserId,
        on_page_of: Option<UserId>,
    ) -> Result<Found, AppError> {
        let store = store()?;
        let (users, floats, rulebooks, checks) = join!(
            users(&store, &typed),
            floats(&store, &typed),
            rulebooks(&store, staff, typed.as_str()),
            checks(&store, on_page_of, &typed),
        );
        let (mut hits, mut tried) = (Vec::new(), Vec::new());
        for (subject, looked) in [
            (Subject::User, users),
            (Subject::Float, floats),
            (Subject::Rulebook, rulebooks),
            (Subject::Check, checks),
        ] {
            tried.push((
                subject,
                match looked {
                    Ok(found) if found.is_empty() => Tried::Nothing,
                    Ok(found) => {
                        hits.extend(found);
                        Tried::Found
                    }
                    Err(why) => why,
                },
            ));
        }
        Ok(Found { typed, hits, tried })
    }

    fn unavailable(error: StoreError) -> Tried {
        failure(&error);
        Tried::Unavailable
    }

    async fn users(store: &Store, typed: &UserId) -> Looked {
        let is_known = user::is_known(store, typed).await.map_err(unavailable)?;
        Ok(is_known
            .then(|| Hit::User(typed.clone()))
            .into_iter()
            .collect())
    }

    async fn floats(store: &Store, typed: &UserId) -> Looked {
        let float = FloatId::new(typed.as_str());
        let attempt = collection_attempt::latest_of_float(store, &float)
            .await
            .map_err(unavailable)?;
        // An attempt that cannot be read does not say whose it is.
        let user = attempt.and_then(Result::ok).map(|it| it.value.user_id);
        Ok(user
            .map(|user| Hit::Float { float, user })
            .into_iter()
            .collect())
    }

    /// By id or by name, whatever the case of its letters.
    async fn rulebooks(store: &Store, staff: &Staff, typed: &str) -> Looked {
        if !staff.may::<ReadDecisions>() {
            return Err(Tried::NotForRole);
        }
        let all = rulebook::all(store).await.map_err(unavailable)?;
        let typed = typed.to_lowercase();
        Ok(all
            .into_iter()
            .filter_map(Result::ok)
            .map(|record| record.value)
            .filter(|it| {
                [it.rulebook_id.as_str(), &it.rulebook_name]
                    .iter()
                    .any(|name| name.to_lowercase() == typed)
            })
            .map(|it| Hit::Rulebook {
                id: it.rulebook_id,
                name: it.rulebook_name,
            })
            .collect())
    }

    /// Among what is kept for 32 days and among what is kept forever.
    async fn checks(store: &Store, user: Option<UserId>, typed: &UserId) -> Looked {
        let user = user.ok_or(Tried::NeedsUser)?;
        let result = ResultId::new(typed.as_str());
        let (recent, taken) = try_join!(
            evaluation::by_result_id(store, &user, &result),
            historical_evaluation::all(store, &user),
        )
        .map_err(unavailable)?;
        let is_taken = taken
            .into_iter()
            .filter_map(Result::ok)
            .any(|record| record.value.result_id == result);
        let is_there = recent.is_some() || is_taken;
        Ok(is_there
            .then_some(Hit::Check { result, user })
            .into_iter()
            .collect())
    }
}
