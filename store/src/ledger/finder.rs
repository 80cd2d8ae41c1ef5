//! Finders: `FIND#<id>` / `<kind>#<user>`. Users may share an id, so each has its own.

use crate::encoder::Encoder;
use crate::fields::ItemFields;
use crate::table::{Query, SortRange};
use crate::{Store, StoreError, TableId};
use domain::id::{FloatId, ResultId, UserId};
use domain::instant::Instant;
use domain::item::Stored;
use domain::ledger::{Finder, FinderKind};
use domain::value::Attributes;

const ITEM_TYPE: &str = "ledger_finder";
/// Partition keys end here; an id that is longer is found by nothing.
const LONGEST_PARTITION: usize = 2_048;

fn partition(id: &str) -> String {
    format!("FIND#{id}")
}

/// Everything that an ID leads to: the evaluation of that ID, the float, the loan, the users of an account,
/// the float of a collection's confirmation ID.
pub async fn find(store: &Store, id: &str) -> Result<Vec<Finder>, StoreError> {
    let partition = partition(id);
    if partition.len() > LONGEST_PARTITION {
        return Ok(Vec::new());
    }
    let query = Query::new(partition, SortRange::All);
    let items = store.table(TableId::FloatDesk).all(query).await?;
    let found = items.into_iter().filter_map(|item| decode(item).ok());
    Ok(found.map(|record| record.value).collect())
}

/// The item; nothing where its id does not fit a key.
pub(super) fn encode(finder: &Finder, ends: Instant) -> Option<Attributes> {
    let partition = partition(&finder.id);
    let sort = format!("{}#{}", finder.kind, finder.user_id);
    if partition.len() > LONGEST_PARTITION || sort.len() > super::LONGEST_SORT {
        return None;
    }
    let item = Encoder::new()
        .keys(partition, sort)
        .text("item_type", ITEM_TYPE)
        .text("id", &finder.id)
        .text("kind", finder.kind.as_stored())
        .text("user_id", finder.user_id.as_str())
        .text("result_id", finder.result_id.as_str())
        .optional_text("float_id", finder.float_id.as_ref().map(FloatId::as_str))
        .instant("created", finder.created)
        .optional_epoch("ttl", Some(ends));
    Some(item.done())
}

fn decode(item: Attributes) -> Stored<Finder> {
    let mut fields = ItemFields::open(TableId::FloatDesk, item);
    fields.discriminator("item_type", ITEM_TYPE);
    let finder = Finder {
        id: fields.text("id"),
        kind: FinderKind::from_stored(&fields.text("kind")),
        user_id: UserId::new(fields.text("user_id")),
        result_id: ResultId::new(fields.text("result_id")),
        float_id: fields.optional_text("float_id").map(FloatId::new),
        created: fields.instant("created"),
    };
    fields.close(finder)
}
