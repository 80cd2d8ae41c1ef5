//! Keeps a disputed evaluation.

use super::AppError;
use crate::{audit, request, writing};
use domain::audit::{Action, AuditEvent};
use domain::role::{Permit, PinEvaluations};
use store::pinned_evaluation::{Pinned, pin};

pub(super) async fn keep(
    permit: &Permit<PinEvaluations>,
    user_id: &str,
    result_id: &str,
    typed: &str,
) -> Result<(), AppError> {
    let (user, result) = (request::user(user_id)?, request::result(result_id)?);
    let reason = writing::reason("reason", &writing::typed([("reason", typed)]))?;
    let event = AuditEvent {
        user: Some(user.clone()),
        subject: format!("evaluation {result}"),
        reason,
        ..audit::event(permit.staff(), Action::Pinned)
    };
    match pin(&request::store()?, permit, &user, &result, &event).await {
        Ok(Pinned::Now | Pinned::Before) => Ok(()),
        Ok(Pinned::NoSuchEvaluation) => Err(AppError::Invalid(
            "There is no such evaluation any more, so it cannot be pinned.".to_owned(),
        )),
        Err(error) => Err(writing::not_done(&error)),
    }
}
