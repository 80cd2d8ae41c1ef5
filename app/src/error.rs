//! What a person is told when something does not work: what happened and what to do. The detail
//! goes to the log, under the request id that is shown here.

use crate::wire::{Packed, Unread};
use domain::form::FieldErrors;
use domain::role::Refused;
use leptos::prelude::{FromServerFnError, ServerFnErrorErr};
use serde::{Deserialize, Serialize};

/// Use `Refused` where somebody may not, `Invalid` where they typed something wrong, `Unavailable`
/// where trying again later may help, and `Broken` for everything that is our fault. Forms have two of
/// their own, which bring back what was typed, since without JavaScript the page is a new one.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
pub enum AppError {
    #[error("You are not signed in.")]
    NotSignedIn,
    #[error("{0}")]
    Refused(Refused),
    #[error("{0}")]
    Invalid(String),
    /// Somebody else was faster.
    #[error(
        "Somebody changed this meanwhile. Nothing of yours was saved; look at it again, then decide."
    )]
    Conflict,
    /// What is wrong with which field of a form.
    #[error("Nothing was saved. {errors}")]
    Rejected { errors: FieldErrors, typed: Typed },
    /// Somebody else was faster, and this is what there is now.
    #[error(
        "Somebody changed this meanwhile. {now} Nothing of yours was saved; what you typed is still here. Look again, then decide."
    )]
    Changed { now: String, typed: Typed },
    /// A change was sent off, and no answer came.
    #[error(
        "It is not known yet whether this was saved. It is settled within two minutes, and shown as unconfirmed until then; load the page again before you repeat it."
    )]
    Uncertain { request_id: String },
    /// The same, where sending it once more does no harm.
    #[error(
        "It is not known whether this was saved. Look whether it is there, or send it again: what is done already is not done twice."
    )]
    Unconfirmed { request_id: String },
    #[error("{what} cannot be read at the moment. Nothing was changed. Try again in a minute.")]
    Unavailable { what: String, request_id: String },
    #[error("Something went wrong on our side. Nothing was changed.")]
    Broken { request_id: String },
    /// The browser could not reach the server, or did not understand its answer.
    #[error("The server could not be reached. Check the connection, then try again.")]
    Unreachable,
    /// The page in the browser is older than the server, or newer.
    #[error(
        "Float Desk has been updated since this page was loaded. Load the page again; what was sent may have been saved, so look before you repeat it."
    )]
    Outdated,
}

/// What was typed into a form, by field.
pub type Typed = Vec<(String, String)>;

impl AppError {
    /// What was typed into a field of the form that this is the answer to.
    pub fn typed(&self, field: &str) -> Option<&str> {
        let (Self::Rejected { typed, .. } | Self::Changed { typed, .. }) = self else {
            return None;
        };
        let of_field = typed.iter().find(|(name, _)| name == field);
        of_field.map(|(_, value)| value.as_str())
    }

    /// Brings back what was typed with what is wrong with it, which is told of the first field.
    #[must_use]
    pub fn with_typed(self, fields: impl IntoIterator<Item = (&'static str, String)>) -> Self {
        let typed = || -> Typed {
            let named = fields.into_iter();
            named
                .map(|(name, value)| (name.to_owned(), value))
                .collect()
        };
        match self {
            Self::Invalid(what) => {
                let (typed, mut errors) = (typed(), FieldErrors::default());
                let field = typed.first().map(|(name, _)| name.as_str());
                errors.add(field.unwrap_or_default(), what);
                Self::Rejected { errors, typed }
            }
            Self::Conflict => Self::Changed {
                now: "There is a newer version.".to_owned(),
                typed: typed(),
            },
            other => other,
        }
    }

    /// The number to quote when asking for help, where there is one.
    pub fn request_id(&self) -> Option<&str> {
        match self {
            Self::Unavailable { request_id, .. }
            | Self::Uncertain { request_id }
            | Self::Unconfirmed { request_id }
            | Self::Broken { request_id } => Some(request_id),
            _ => None,
        }
    }

    /// The HTTP status that tells machines the same.
    pub fn status(&self) -> u16 {
        match self {
            Self::NotSignedIn => 401,
            Self::Refused(_) => 403,
            Self::Invalid(_) | Self::Rejected { .. } => 400,
            Self::Conflict | Self::Changed { .. } => 409,
            Self::Unavailable { .. }
            | Self::Uncertain { .. }
            | Self::Unconfirmed { .. }
            | Self::Unreachable
            | Self::Outdated => 503,
            Self::Broken { .. } => 500,
        }
    }
}

impl From<Refused> for AppError {
    fn from(refused: Refused) -> Self {
        Self::Refused(refused)
    }
}

impl FromServerFnError for AppError {
    type Encoder = Packed;

    fn from_server_fn_error(error: ServerFnErrorErr) -> Self {
        match error {
            ServerFnErrorErr::Args(_) | ServerFnErrorErr::MissingArg(_) => {
                Self::Invalid("The request was not understood. Load the page again.".to_owned())
            }
            ServerFnErrorErr::Deserialization(why) if why == Unread::OTHER_SOURCES => {
                Self::Outdated
            }
            _ => Self::Unreachable,
        }
    }
}
