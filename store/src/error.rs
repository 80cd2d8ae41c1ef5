//! What can go wrong with a table, told apart by what one does about it.

use crate::calls::Operation;
use crate::table_id::TableId;
use aws_sdk_dynamodb::error::{DisplayErrorContext, ProvideErrorMetadata, SdkError};
use std::error::Error;

/// A failed call. `detail` is for the log; people are told by `kind` and `table`.
#[derive(Debug, Clone, thiserror::Error)]
#[error("{operation} on {table}: {kind}: {detail}")]
pub struct StoreError {
    pub table: TableId,
    pub operation: Operation,
    pub kind: ErrorKind,
    pub detail: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ErrorKind {
    /// No answer in time, or no way there: trying again later may help.
    #[error("unreachable")]
    Unreachable,
    #[error("throttled")]
    Throttled,
    #[error("no such table")]
    NoSuchTable,
    /// Wrong or missing credentials, or no right to that table.
    #[error("access denied")]
    AccessDenied,
    /// A condition did not hold: somebody else wrote first.
    #[error("condition failed")]
    Conflict,
    /// The request itself is wrong, such as an item that is too large.
    #[error("rejected")]
    Rejected,
    /// A page cursor that this server did not make.
    #[error("bad cursor")]
    BadCursor,
}

impl StoreError {
    pub(crate) fn from_sdk<E>(table: TableId, operation: Operation, error: &SdkError<E>) -> Self
    where
        E: ProvideErrorMetadata + Error + 'static,
    {
        let kind = match error {
            SdkError::ServiceError(service) => match kind_of(service.err().code()) {
                ErrorKind::Rejected if service.raw().status().is_server_error() => {
                    ErrorKind::Unreachable
                }
                kind => kind,
            },
            SdkError::ConstructionFailure(_) => ErrorKind::Rejected,
            // Credentials are looked up on the way out, so their absence is a dispatch failure.
            SdkError::DispatchFailure(failure) if failure.is_other() => ErrorKind::AccessDenied,
            _ => ErrorKind::Unreachable,
        };
        Self {
            table,
            operation,
            kind,
            detail: DisplayErrorContext(error).to_string(),
        }
    }
}

fn kind_of(code: Option<&str>) -> ErrorKind {
    match code.unwrap_or_default() {
        "ResourceNotFoundException" => ErrorKind::NoSuchTable,
        // Also of a table that somebody else is just creating.
        "ResourceInUseException"
        | "ConditionalCheckFailedException"
        | "TransactionCanceledException"
        | "TransactionConflictException"
        | "TransactionInProgressException" => ErrorKind::Conflict,
        "ThrottlingException"
        | "ProvisionedThroughputExceededException"
        // Of a stream that is read too often.
        | "LimitExceededException"
        | "RequestLimitExceeded" => ErrorKind::Throttled,
        "AccessDeniedException"
        | "UnrecognizedClientException"
        | "ExpiredTokenException"
        | "MissingAuthenticationTokenException"
        | "IncompleteSignatureException"
        | "InvalidSignatureException" => ErrorKind::AccessDenied,
        _ => ErrorKind::Rejected,
    }
}
