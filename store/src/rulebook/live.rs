//! The rulebooks as they are stored at this moment, to the last attribute: what a publish starts from.

use super::{PARTITION, SORT, decode, key};
use crate::encoder::Encoder;
use crate::fields::ItemFields;
use crate::table::{Query, SortRange};
use crate::{Store, StoreError, TableId};
use domain::configuration::Configuration;
use domain::id::RulebookId;
use domain::instant::Instant;
use domain::item::{BrokenItem, Stored};
use domain::rulebook::Rulebook;
use domain::value::Attributes;

const HEAD: &str = "RULEBOOK_HEAD";

/// Every stored rulebook, and the version of the set that Float Desk has counted up to.
#[derive(Debug, Clone)]
pub struct Live {
    pub(super) rulebooks: Vec<LiveRulebook>,
    pub(super) head: Option<Head>,
}

#[derive(Debug, Clone)]
pub(super) struct LiveRulebook {
    /// As stored, to the last digit.
    pub(super) item: Attributes,
    pub(super) stored: Stored<Rulebook>,
}

impl LiveRulebook {
    pub(super) fn key(&self) -> Attributes {
        let mut key = self.item.clone();
        key.retain(|name, _| ["PK", "SK"].contains(&name.as_str()));
        key
    }

    fn is_called(&self, id: &RulebookId) -> bool {
        let record = self.stored.as_ref();
        record.is_ok_and(|record| record.value.rulebook_id == *id)
    }

    pub(super) fn lies_under(&self, id: &RulebookId) -> bool {
        self.key() == key(id)
    }
}

/// Counts Float Desk's own publishes, one after the other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Head {
    pub(super) version: i64,
    pub(super) updated: Instant,
    /// The operation that wrote it, by which a publish whose answer got lost is recognised.
    pub(super) operation: String,
}

/// The head is read first: whatever is published after that makes the transaction a conflict.
pub async fn live(store: &Store) -> Result<Live, StoreError> {
    let head = head(store).await?;
    let query = Query::new(PARTITION, SortRange::All);
    let items = store.table(TableId::Underwriting).all(query).await?;
    Ok(Live {
        rulebooks: items
            .into_iter()
            .map(|item| LiveRulebook {
                stored: decode(item.clone()),
                item,
            })
            .collect(),
        head,
    })
}

/// Whether Float Desk has published something since `live` was read.
pub async fn has_published_since(store: &Store, live: &Live) -> Result<bool, StoreError> {
    Ok(head(store).await? != live.head)
}

async fn head(store: &Store) -> Result<Option<Head>, StoreError> {
    let item = store.table(TableId::FloatDesk).get(head_key()).await?;
    Ok(item.and_then(|item| decode_head(item).ok()))
}

impl Live {
    pub fn configuration(&self) -> Configuration {
        let sound = |live: &LiveRulebook| live.stored.as_ref().ok().map(|it| it.value.clone());
        self.rulebooks.iter().filter_map(sound).collect()
    }

    pub fn get(&self, id: &RulebookId) -> Option<&Rulebook> {
        self.rulebooks.iter().find_map(|live| {
            let record = live.stored.as_ref().ok()?;
            live.is_called(id).then_some(&record.value)
        })
    }

    /// Items that cannot be read as rulebooks.
    pub fn broken(&self) -> impl Iterator<Item = &BrokenItem> {
        self.rulebooks
            .iter()
            .filter_map(|live| live.stored.as_ref().err())
    }

    /// Whether a rulebook of that id lies under another key, or another one under its key.
    pub(super) fn is_misplaced(&self, id: &RulebookId) -> bool {
        let mut sound = self.rulebooks.iter().filter(|live| live.stored.is_ok());
        sound.any(|live| live.is_called(id) != live.lies_under(id))
    }

    /// The rulebook of that id, where it cannot be read.
    pub fn broken_at(&self, id: &RulebookId) -> Option<&BrokenItem> {
        let one = self.rulebooks.iter().find(|live| live.lies_under(id))?;
        one.stored.as_ref().err()
    }

    pub fn is_broken(&self, id: &RulebookId) -> bool {
        self.broken_at(id).is_some()
    }

    /// Whether a rulebook of that id is stored, be it so that it cannot be read.
    pub fn is_there(&self, id: &RulebookId) -> bool {
        let mut rulebooks = self.rulebooks.iter();
        rulebooks.any(|live| live.is_called(id) || live.lies_under(id))
    }

    /// The ids of those that cannot be read, by their keys: nothing else of them is certain.
    pub fn broken_ids(&self) -> Vec<RulebookId> {
        let keys = self
            .broken()
            .filter_map(|broken| broken.key.sort.as_deref());
        let ids = keys.filter_map(|key| key.strip_prefix(SORT));
        ids.map(RulebookId::new).collect()
    }

    /// Whether the last publish was this operation.
    pub fn was_published_by(&self, operation: &str) -> bool {
        self.head
            .as_ref()
            .is_some_and(|head| head.operation == operation)
    }
}

pub(super) fn head_key() -> Attributes {
    Encoder::new().keys(HEAD, "HEAD").done()
}

pub(super) fn encode_head(head: &Head) -> Attributes {
    Encoder::new()
        .with(&head_key())
        .text("item_type", "rulebook_head")
        .whole("version", head.version)
        .instant("updated", head.updated)
        .text("operation", &head.operation)
        .done()
}

fn decode_head(item: Attributes) -> Result<Head, BrokenItem> {
    let mut fields = ItemFields::open(TableId::FloatDesk, item);
    fields.discriminator("item_type", "rulebook_head");
    let head = Head {
        version: fields.whole("version"),
        updated: fields.instant("updated"),
        operation: fields.text("operation"),
    };
    fields.close(head).map(|record| record.value)
}
