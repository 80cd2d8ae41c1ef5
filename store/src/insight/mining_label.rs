//! Mining labels: pave, `LABEL#<user>` / `PAVE#REFRESH_INSIGHTS`.

use super::pave;
use crate::{Store, StoreError};
use domain::id::UserId;
use domain::insight::mining_label::MiningLabel;
use domain::item::Stored;
use domain::value::Attributes;

const PARTITION: &str = "LABEL#";
const SORT: &str = "PAVE#REFRESH_INSIGHTS";
const DB_TYPE: &str = "pave_label";

pub(crate) fn partition(user: &UserId) -> String {
    format!("{PARTITION}{user}")
}

/// The label, while mining is scheduled.
pub async fn get(store: &Store, user: &UserId) -> Result<Option<Stored<MiningLabel>>, StoreError> {
    pave::get(store, partition(user), SORT.to_owned(), decode).await
}

pub fn encode(label: &MiningLabel) -> Attributes {
    pave::item(partition(&label.user_id), SORT.to_owned(), DB_TYPE).done()
}

pub fn decode(item: Attributes) -> Stored<MiningLabel> {
    let mut fields = pave::open(item, DB_TYPE);
    let label = MiningLabel {
        user_id: fields.user_after(PARTITION),
    };
    fields.sorts_at(SORT);
    fields.close(label)
}

#[cfg(test)]
mod tests {
    use super::super::test_support::{assert_reads_back, user};
    use super::*;

    #[test]
    fn what_is_written_reads_back_the_same() {
        let label = MiningLabel { user_id: user() };
        assert_reads_back(decode(encode(&label)), &label);
    }
}
