//! What can go wrong with a table, told apart by what one does about it.

use crate::calls::Operation;
use crate::table_id::TableId;
use aws_sdk_dynamodb::error::{DisplayErrorContext, ProvideErrorMetadata, SdkError};
use aws_sdk_dynamodb::operation::transact_write_items::TransactWriteItemsError;
use aws_sdk_dynamodb::types::CancellationReason;
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
    /// Another transaction was at the same item. Nothing was written, and nothing speaks against trying
    /// again.
    #[error("met another transaction")]
    Contended,
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
            SdkError::ServiceError(service) => match reasons(service.err()) {
                Some(reasons) => cancelled_for(reasons),
                None => match kind_of(service.err().code()) {
                    ErrorKind::Rejected if service.raw().status().is_server_error() => {
                        ErrorKind::Unreachable
                    }
                    kind => kind,
                },
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

/// Why each part of a cancelled transaction did not go through.
fn reasons<'a>(error: &'a (dyn Error + 'static)) -> Option<&'a [CancellationReason]> {
    match error.downcast_ref()? {
        TransactWriteItemsError::TransactionCanceledException(cancelled) => {
            Some(cancelled.cancellation_reasons())
        }
        _ => None,
    }
}

/// A condition that does not hold decides, whatever else stood in the way: trying again is no use.
fn cancelled_for(reasons: &[CancellationReason]) -> ErrorKind {
    let codes: Vec<_> = reasons
        .iter()
        .filter_map(CancellationReason::code)
        .collect();
    let has = |wanted: &[&str]| codes.iter().any(|code| wanted.contains(code));
    // An engine that gives no reasons has conditions as the likeliest of all.
    if codes.is_empty() || has(&["ConditionalCheckFailed"]) {
        ErrorKind::Conflict
    } else if has(&["ValidationError", "ItemCollectionSizeLimitExceeded"]) {
        ErrorKind::Rejected
    } else if has(&["AccessDenied"]) {
        ErrorKind::AccessDenied
    } else if has(&["TransactionConflict"]) {
        ErrorKind::Contended
    } else {
        ErrorKind::Throttled
    }
}

fn kind_of(code: Option<&str>) -> ErrorKind {
    match code.unwrap_or_default() {
        "ResourceNotFoundException" => ErrorKind::NoSuchTable,
        // Also of a table that somebody else is just creating.
        "ResourceInUseException"
        | "ConditionalCheckFailedException" => ErrorKind::Conflict,
        "TransactionConflictException" => ErrorKind::Contended,
        // Sent before, and still under way: it is not known what becomes of it.
        "TransactionInProgressException" => ErrorKind::Unreachable,
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
