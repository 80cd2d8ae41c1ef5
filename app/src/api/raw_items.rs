//! Every stored item of a user, as it is. Each opening is on record.

use crate::error::AppError;
use domain::id::UserId;
use domain::instant::Instant;
use domain::raw_item::RawItem;
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RawItemsPage {
    pub user_id: UserId,
    pub now: Instant,
    pub tables: Vec<RawTable>,
    /// The one list that was asked for, by its name; all of them where none was.
    pub only: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RawTable {
    /// Without the environment, as everywhere in Float Desk.
    pub name: String,
    /// Empty for the table that is used for nothing.
    pub lists: Vec<RawList>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RawList {
    pub name: String,
    pub holds: String,
    /// Nothing where the table did not answer.
    pub items: Option<Vec<RawItem>>,
    /// The place behind which the rest begins.
    pub next: Option<String>,
}

crate::effect::reads!(ReadRawItems);
/// The beginning of every list; of one list alone, from behind a place in it.
#[server(prefix = "/rpc", endpoint = "read_raw_items", output = crate::wire::Answer)]
pub async fn read_raw_items(
    user_id: String,
    list: Option<String>,
    after: Option<String>,
) -> Result<RawItemsPage, AppError> {
    let permit = crate::request::permit::<domain::role::OpenRawItems>().await?;
    work::read(&permit, &user_id, list, after).await
}

#[cfg(feature = "ssr")]
mod work {
    use super::{AppError, RawItemsPage, RawList, RawTable};
    use crate::audit;
    use crate::request::{self, failure, now, store};
    use domain::audit::{Action, AuditEvent};
    use domain::id::UserId;
    use domain::role::{OpenRawItems, Permit};
    use futures::future::{join, join_all};
    use store::raw_item::{self, RawList as Place};
    use store::{Store, TableId};

    /// Of each list on the page of all; a list of its own goes further.
    const OF_EACH: u32 = 20;
    const OF_ONE: u32 = 100;
    /// An item may have 400 KB. A list ends behind the item with which it passes this.
    const LARGEST: u64 = 256 * 1024;

    pub(super) async fn read(
        permit: &Permit<OpenRawItems>,
        user_id: &str,
        only: Option<String>,
        after: Option<String>,
    ) -> Result<RawItemsPage, AppError> {
        let (user_id, store) = (request::user(user_id)?, store()?);
        let (lists, size): (Vec<_>, _) = match &only {
            Some(name) => (vec![known(name)?], OF_ONE),
            None => (Place::ALL.iter().collect(), OF_EACH),
        };
        let opened = AuditEvent {
            user: Some(user_id.clone()),
            subject: only.clone().unwrap_or_else(|| "every table".to_owned()),
            ..audit::event(permit.staff(), Action::RawItemsOpened)
        };
        let after = after.as_deref();
        let reading = lists
            .into_iter()
            .map(|list| read_list(&store, &user_id, list, size, after));
        let (found, recorded) = join(join_all(reading), audit::record(opened)).await;
        recorded?;
        Ok(RawItemsPage {
            user_id,
            now: now(),
            tables: by_table(found, only.is_none()),
            only,
        })
    }

    fn known(name: &str) -> Result<&'static Place, AppError> {
        Place::by_name(name).ok_or_else(|| AppError::Invalid("There is no such list.".to_owned()))
    }

    async fn read_list(
        store: &Store,
        user: &UserId,
        list: &'static Place,
        size: u32,
        after: Option<&str>,
    ) -> (TableId, RawList) {
        let page = raw_item::page(store, user, list, size, after).await;
        let (mut items, mut has_more) = match page {
            Ok(page) => (Some(page.items), page.next.is_some()),
            // The page shows the rest, and says what is missing.
            Err(error) => {
                failure(&error);
                (None, false)
            }
        };
        if let Some(items) = &mut items {
            let mut bytes = 0;
            let fits = items.iter().take_while(|item| {
                let fits = bytes < LARGEST;
                bytes += item.bytes;
                fits
            });
            let fits = fits.count();
            has_more |= fits < items.len();
            items.truncate(fits);
        }
        let end = items
            .as_ref()
            .and_then(|items| list.place_of(items.last()?));
        let shown = RawList {
            name: list.name.to_owned(),
            holds: list.holds.to_owned(),
            items,
            next: end.filter(|_| has_more),
        };
        (list.table, shown)
    }

    /// In the tables' order; with those that are used for nothing where everything was asked for.
    fn by_table(mut found: Vec<(TableId, RawList)>, with_unused: bool) -> Vec<RawTable> {
        TableId::ALL
            .into_iter()
            .map(|id| RawTable {
                name: id.role().to_owned(),
                lists: found
                    .extract_if(.., |(table, _)| *table == id)
                    .map(|(_, list)| list)
                    .collect(),
            })
            .filter(|table| with_unused || !table.lists.is_empty())
            .collect()
    }
}
