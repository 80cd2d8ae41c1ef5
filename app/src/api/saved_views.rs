//! A person's own views of the ledger: saved under a name, and forgotten.

use crate::error::AppError;
use leptos::prelude::*;

crate::effect::writes!(SaveView);
/// Keeps what an address shows under a name. `query` is what stands behind its question mark.
#[server(prefix = "/rpc", endpoint = "save_view", output = crate::wire::Answer)]
pub async fn save_view(name: String, query: String) -> Result<(), AppError> {
    let permit = crate::request::permit::<domain::role::ReadDecisions>().await?;
    work::save(&permit, &name, &query).await
}

crate::effect::writes!(ForgetView);
#[server(prefix = "/rpc", endpoint = "forget_view", output = crate::wire::Answer)]
pub async fn forget_view(name: String) -> Result<(), AppError> {
    let permit = crate::request::permit::<domain::role::ReadDecisions>().await?;
    work::forget(&permit, &name).await
}

#[cfg(feature = "ssr")]
mod work {
    use super::AppError;
    use crate::request::{failure, now, store};
    use crate::{audit, paths};
    use domain::audit::{Action, AuditEvent};
    use domain::form::FieldErrors;
    use domain::ledger_list::LedgerView;
    use domain::role::{Permit, ReadDecisions};
    use domain::saved_view::{LONGEST_QUERY, MOST, SavedView, ViewName};
    use domain::value::{Attributes, Value};
    use store::saved_view::{self, Saved};

    pub(super) async fn save(
        permit: &Permit<ReadDecisions>,
        typed: &str,
        query: &str,
    ) -> Result<(), AppError> {
        let rejected = |message: String| {
            let mut errors = FieldErrors::default();
            errors.add("name", message);
            let typed = vec![("name".to_owned(), typed.to_owned())];
            AppError::Rejected { errors, typed }
        };
        let name = ViewName::parse(typed).map_err(rejected)?;
        let view = LedgerView::parse(&paths::fields(query));
        let view = view.map_err(|error| AppError::Invalid(error.to_string()))?;
        let store = store()?;
        let views = saved_view::of_person(&store, &permit.staff().id).await;
        let views = views.map_err(|error| failure(&error))?;
        let is_known = |view: &SavedView| view.name == name;
        let mut known = views.iter().flatten().map(|record| &record.value);
        if views.len() >= MOST && !known.any(is_known) {
            return Err(rejected(format!(
                "You have {MOST} views already; forget one first."
            )));
        }
        let view = SavedView {
            name,
            // As the list itself writes it, whatever came.
            query: paths::query(&view.address()),
            at: now().whole_seconds(),
        };
        if view.query.len() > LONGEST_QUERY {
            return Err(rejected(
                "The filters are too long to be saved. Shorten them first.".to_owned(),
            ));
        }
        let event = AuditEvent {
            subject: view.name.as_str().to_owned(),
            after: Some(Attributes::from([(
                "query".to_owned(),
                Value::text(&view.query),
            )])),
            ..audit::event(permit.staff(), Action::ViewSaved)
        };
        match saved_view::save(&store, permit, &view, &event).await {
            Ok(Saved::Now | Saved::Before) => Ok(()),
            Ok(Saved::NameTaken) => Err(rejected(
                "You have another view of that name; forget it first, or choose another name."
                    .to_owned(),
            )),
            Err(error) => Err(failure(&error)),
        }
    }

    pub(super) async fn forget(permit: &Permit<ReadDecisions>, name: &str) -> Result<(), AppError> {
        let name = ViewName::parse(name).map_err(AppError::Invalid)?;
        let event = AuditEvent {
            subject: name.as_str().to_owned(),
            ..audit::event(permit.staff(), Action::ViewForgotten)
        };
        saved_view::forget(&store()?, permit, &name, &event)
            .await
            .map_err(|error| failure(&error))
    }
}
