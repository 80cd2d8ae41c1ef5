//! What a person is told when something does not work: what happened and what to do. The detail
//! goes to the log, under the request id that is shown here.

use domain::role::Refused;
use leptos::prelude::{FromServerFnError, ServerFnErrorErr};
use leptos::server_fn::codec::JsonEncoding;
use serde::{Deserialize, Serialize};

/// Use `Refused` where somebody may not, `Invalid` where they typed something wrong, `Unavailable`
/// where trying again later may help, and `Broken` for everything that is our fault.
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
    #[error("{what} cannot be read at the moment. Nothing was changed. Try again in a minute.")]
    Unavailable { what: String, request_id: String },
    #[error("Something went wrong on our side. Nothing was changed.")]
    Broken { request_id: String },
    /// The browser could not reach the server, or did not understand its answer.
    #[error("The server could not be reached. Check the connection, then try again.")]
    Unreachable,
}

impl AppError {
    /// The number to quote when asking for help, where there is one.
    pub fn request_id(&self) -> Option<&str> {
        match self {
            Self::Unavailable { request_id, .. } | Self::Broken { request_id } => Some(request_id),
            _ => None,
        }
    }

    /// The HTTP status that tells machines the same.
    pub fn status(&self) -> u16 {
        match self {
            Self::NotSignedIn => 401,
            Self::Refused(_) => 403,
            Self::Invalid(_) => 400,
            Self::Conflict => 409,
            Self::Unavailable { .. } | Self::Unreachable => 503,
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
    type Encoder = JsonEncoding;

    fn from_server_fn_error(error: ServerFnErrorErr) -> Self {
        match error {
            ServerFnErrorErr::Args(_) | ServerFnErrorErr::MissingArg(_) => {
                Self::Invalid("The request was not understood. Load the page again.".to_owned())
            }
            _ => Self::Unreachable,
        }
    }
}
