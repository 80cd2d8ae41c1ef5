//! The sort key of what a mining run found: `<prefix><last_mine_timestamp>#<uuid>`.

use super::moment;
use crate::fields::ItemFields;
use domain::instant::Instant;

pub(super) fn sort(prefix: &str, mined_at: Instant, uuid: &str) -> String {
    format!("{prefix}{}#{uuid}", mined_at.stored())
}

/// The run and the uuid. A moment holds no `#`, so that the first one ends it whatever the uuid is.
pub(super) fn read_sort(fields: &mut ItemFields, prefix: &str) -> (Instant, String) {
    let held = fields.sort_key_after(prefix, "<moment>#<uuid>", |rest| {
        let (mined_at, uuid) = rest.split_once('#')?;
        Some((moment(mined_at)?, uuid.to_owned()))
    });
    let (mined_at, uuid) = held.unwrap_or((Instant::EPOCH, String::new()));
    fields.sorts_at(&sort(prefix, mined_at, &uuid));
    (mined_at, uuid)
}
