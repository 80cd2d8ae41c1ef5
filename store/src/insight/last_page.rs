//! Last pages of uploads: pave, `USERS#<user>` / `LASTPAGE#REQUESTID#<request id>`.

use super::{pave, ttl_name};
use crate::fields::as_epoch;
use crate::table::{Query, SortRange};
use crate::{Assumptions, Store, StoreError};
use domain::id::UserId;
use domain::insight::last_page::LastPage;
use domain::insight::request_id::RequestId;
use domain::item::Stored;
use domain::value::Attributes;

const PREFIX: &str = "LASTPAGE#REQUESTID#";
const DB_TYPE: &str = "last_page";

fn sort(request_id: &RequestId) -> String {
    format!("{PREFIX}{request_id}")
}

pub async fn get(
    store: &Store,
    user: &UserId,
    request_id: &RequestId,
) -> Result<Option<Stored<LastPage>>, StoreError> {
    let partition = pave::users_partition(user);
    let decode = |item| decode(item, store.assumptions());
    pave::get(store, partition, sort(request_id), decode).await
}

/// All that are stored, by request id. Five days of them.
pub async fn all(store: &Store, user: &UserId) -> Result<Vec<Stored<LastPage>>, StoreError> {
    let range = SortRange::Prefix(PREFIX.to_owned());
    let query = Query::new(pave::users_partition(user), range);
    pave::all(store, query, |item| decode(item, store.assumptions())).await
}

pub fn encode(page: &LastPage, assumptions: &Assumptions) -> Attributes {
    let partition = pave::users_partition(&page.user_id);
    pave::item(partition, sort(&page.request_id), DB_TYPE)
        .optional_epoch(ttl_name(pave::TABLE, assumptions), page.ttl)
        .done()
}

pub fn decode(item: Attributes, assumptions: &Assumptions) -> Stored<LastPage> {
    let mut fields = pave::open(item, DB_TYPE);
    let request_id = fields.sort_key_after(PREFIX, "<request id>", |id| Some(id.to_owned()));
    let page = LastPage {
        user_id: fields.user_after(pave::USERS),
        request_id: RequestId::new(request_id.unwrap_or_default()),
        ttl: fields.assumed(ttl_name(pave::TABLE, assumptions), as_epoch),
    };
    fields.close(page)
}

#[cfg(test)]
mod tests {
    use super::super::test_support::{assert_reads_back, assumptions, at, user};
    use super::*;

    #[test]
    fn what_is_written_reads_back_the_same_whatever_the_request_id_holds() {
        let page = LastPage {
            user_id: user(),
            request_id: RequestId::new("REQUESTID#7#"),
            ttl: Some(at("2024-02-15T14:30:00Z")),
        };
        let read = decode(encode(&page, &assumptions()), &assumptions());
        assert_reads_back(read, &page);
    }
}
